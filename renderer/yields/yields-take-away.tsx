import type { RefObject } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { requestSearch, type ViewProvenance } from '../../service/view/index.ts';
import { useCatalog, useHostState } from '../api/index.ts';
import { knownSentence } from '../frame/index.ts';
import { type ImageWords, provenanceOfView, TakeAway, tableMarkup } from '../take-away/index.ts';
import { dateOf, tenorColumn } from './curves.ts';
import { heatMarkup } from './heat-markup.ts';
import { monthRows } from './month-rows.ts';
import type { Shown } from './shown.ts';
import { allTenors, curveLegend, daysTaken } from './taken.ts';

/** What can be taken away: all tenors of the days that are shown, the curve as an image, its sentence. */
export function YieldsTakeAway(props: {
  of: Shown;
  sentence: string;
  /** The element with the curve. */
  chart: RefObject<HTMLElement | null>;
}) {
  const { of, sentence } = props;
  const { curves, state } = of;
  const catalog = useCatalog().data;
  const { version = '' } = useHostState().data ?? {};
  const range = daysTaken(of);
  const view = { ...allTenors(curves), asOf: state.asOf };
  const provenance = () => provenanceOfView(view, range, catalog, version);
  const isSample = catalog?.datasets.find(({ id }) => id === YIELDS.id)?.origin === 'sample';
  return (
    <TakeAway
      view={view}
      range={range}
      isEmpty={!of.isWhole}
      request={() => requestSearch(view, range)}
      citation={() =>
        provenance()
          .lines.map((line) => line.citation)
          .join('\n')
      }
      sentence={sentence}
      image={{
        chart: props.chart,
        draw:
          state.view === 'month'
            ? tableMarkup
            : state.view === 'history' && state.tenor === undefined
              ? (place) => heatMarkup(place, of)
              : undefined,
        words: () => imageWordsOf(of, sentence, provenance()),
        stem: () => `${titleOf(of)}${isSample ? ', sample' : ''}`,
        rest: undefined,
      }}
    />
  );
}

/** What the image of a view is of. */
function titleOf(of: Shown): string {
  const { curves, row, state } = of;
  if (state.view === 'curve') return `Treasury par yield curve, ${dateOf(curves, row)}`;
  if (state.view === 'month') return `Treasury par yields, ${monthRows(of).month}`;
  const { from, to } = daysTaken(of);
  const name =
    state.tenor === undefined
      ? 'Treasury par yields'
      : `Treasury par yield of ${tenorColumn(curves, state.tenor).title}`;
  return `${name}${state.isLessMedian ? ' less the median' : ''}, ${from} to ${to}`;
}

function imageWordsOf(of: Shown, sentence: string, { app, lines, is_sample }: ViewProvenance): ImageWords {
  const { band, state } = of;
  const loaded = lines
    .flatMap((one) => one.loaded?.slice(0, 10) ?? [])
    .sort()
    .at(-1);
  return {
    title: asShown(titleOf(of)),
    subtitle: asShown(
      `${state.view === 'month' ? 'The last line is the change over the month, in basis points.' : sentence} ${knownSentence(state.asOf)}`.trimEnd(),
    ),
    legend: state.view === 'curve' ? curveLegend(of) : [],
    left: state.isLessMedian && state.view === 'history' ? 'Percentage points' : 'Percent per year',
    right: '',
    footer: [
      ...(is_sample ? ['Sample data, made up by Almanac: not real figures.'] : []),
      ...(band && state.view === 'curve'
        ? [`Shaded: ${band.name}, ${shownDate(band.from)} to ${shownDate(band.to)}.`]
        : []),
      `Source: ${YIELDS.publisher}.${loaded === undefined ? '' : ` Data loaded ${shownDate(loaded)}.`} ${app}.`,
    ],
  };
}
