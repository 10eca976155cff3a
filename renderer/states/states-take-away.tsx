import type { RefObject } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { dayOfRow } from '../../service/series-math/areas/area-table.ts';
import type { AreaData, MeasureId } from '../../service/series-math/areas/measures.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { requestSearch } from '../../service/view/index.ts';
import { useCatalog, useHostState } from '../api/index.ts';
import { knownSentence } from '../frame/index.ts';
import { provenanceOfView, TakeAway, tableMarkup } from '../take-away/index.ts';
import type { MapState } from './map-state.ts';
import { takenOf } from './taken.ts';
import { MEASURE_WORDS, SERIES_WORDS } from './words.ts';

/** What can be taken away: the selected areas, or all, of the shown weeks; the map as an image; its sentence. */
export function StatesTakeAway(props: {
  state: MapState;
  data: AreaData;
  measure: MeasureId;
  row: number;
  isWhole: boolean;
  sentence: string;
  /** The element with the map. */
  chart: RefObject<HTMLElement | null>;
}) {
  const { state, data, measure, row, sentence } = props;
  const catalog = useCatalog().data;
  const { version = '' } = useHostState().data ?? {};
  const week = dateText(dayOfRow(data.claims, row));
  const { view, range } = takenOf(state, data, measure, row);
  const provenance = () => provenanceOfView(view, range, catalog, version);
  const isSample = catalog?.datasets.find(({ id }) => id === UI_STATE_WEEKLY_CLAIMS.id)?.origin === 'sample';
  const what = state.view === 'table' ? '' : `: ${MEASURE_WORDS[measure].label.toLowerCase()}`;
  const title = `${SERIES_WORDS[state.series].label} claims by state${what}, week ending ${week}`;
  return (
    <TakeAway
      view={view}
      range={range}
      isEmpty={!props.isWhole}
      request={() => requestSearch(view, range)}
      citation={() => [...new Set(provenance().lines.map((line) => line.citation))].join('\n')}
      sentence={sentence}
      image={{
        chart: props.chart,
        draw: state.view === 'table' ? tableMarkup : undefined,
        words: () => ({
          title: asShown(title),
          subtitle: asShown(`${sentence} ${knownSentence(state.asOf)}`.trimEnd()),
          legend: [],
          left: '',
          right: '',
          footer: [
            ...(isSample ? ['Sample data, made up by Almanac: not real figures.'] : []),
            `Source: ${UI_STATE_WEEKLY_CLAIMS.publisher}, ${UI_STATE_WEEKLY_CLAIMS.source.name}. ${provenance().app}.`,
          ],
        }),
        stem: () => `${title.replace(':', ',')}${isSample ? ', sample' : ''}`,
        rest: undefined,
      }}
    />
  );
}
