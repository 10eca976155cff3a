import type { RefObject } from 'react';
import { dateText } from '../../service/calendar/dates.ts';
import { UI_STATE_WEEKLY_CLAIMS } from '../../service/datasets/ui_state_weekly_claims/definition.ts';
import { AREAS, dayOfRow } from '../../service/series-math/areas/area-table.ts';
import { type AreaData, isRate, type MeasureId } from '../../service/series-math/areas/measures.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import type { Units } from '../../service/series-math/fred-codes.ts';
import { requestSearch } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { useAppState, useCatalog } from '../api/index.ts';
import { asOfSentence } from '../frame/index.ts';
import { provenanceOfView, TakeAway, tableMarkup } from '../take-away/index.ts';
import { parseView } from '../view/index.ts';
import { LINE_WEEKS } from './area-lines.ts';
import type { MapState } from './map-state.ts';
import type { ShownMap } from './shown-map.ts';
import { codeOf, MEASURE_WORDS, SERIES_WORDS } from './words.ts';

/** Items to export: the selected areas (or all) in the shown weeks, the map as an image, its sentence. */
export function StatesTakeAway(props: {
  shown: ShownMap;
  isWhole: boolean;
  sentence: string;
  chart: RefObject<HTMLElement | null>;
}) {
  const { sentence } = props;
  const { state, data, measured, row } = props.shown;
  const catalog = useCatalog().data;
  const { version = '' } = useAppState().data ?? {};
  const week = dateText(dayOfRow(data.claims, row));
  const { view, range } = mapExport(state, data, measured.id, row);
  const provenance = () => provenanceOfView(view, range, catalog, version);
  const isSample = catalog?.datasets.find(({ id }) => id === UI_STATE_WEEKLY_CLAIMS.id)?.origin === 'sample';
  const what = state.view === 'table' ? '' : `: ${MEASURE_WORDS[measured.id].label.toLowerCase()}`;
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
          subtitle: asShown(`${sentence} ${asOfSentence(state.asOf)}`.trimEnd()),
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

/** Units of exported changes, as the API computes them; values per thousand and ranks export their claims. */
const UNITS: Partial<Record<MeasureId, Units>> = { week: 'chg', weekpct: 'pch', year: 'ch1', yearpct: 'pc1' };

/** @returns the export of the map or its tile: the selected areas, or all, in the shown weeks. */
export function mapExport(
  state: Pick<MapState, 'view' | 'series' | 'areas' | 'asOf'>,
  data: AreaData,
  measure: MeasureId,
  row: number,
): { view: View; range: DateRange } {
  const from = state.view === 'lines' ? Math.max(0, row - LINE_WEEKS + 1) : row;
  const range = { from: dateText(dayOfRow(data.claims, from)), to: dateText(dayOfRow(data.claims, row)) };
  const code = codeOf(state.series, isRate(measure) && data.rates?.[measure] ? measure : 'persons');
  const areas = state.areas.length > 0 ? state.areas : AREAS;
  // More series than a chart allows, but not more than an export.
  const series = areas.map((area, slot) => ({
    choice: { dataset: UI_STATE_WEEKLY_CLAIMS.id, code, area },
    ...{ slot, hidden: false, style: {} },
  }));
  const { view } = parseView({ series: '' });
  return { view: { ...view, units: UNITS[measure] ?? 'lin', series, asOf: state.asOf }, range };
}
