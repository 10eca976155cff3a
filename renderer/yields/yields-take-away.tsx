import type { RefObject } from 'react';
import { dateText, shownDate } from '../../service/calendar/dates.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { asShown } from '../../service/series-math/decimal-text.ts';
import { requestSearch, type ViewProvenance } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { useAppState, useCatalog } from '../api/index.ts';
import { asOfSentence } from '../frame/index.ts';
import { type ImageWords, provenanceOfView, TakeAway, tableMarkup } from '../take-away/index.ts';
import { parseView } from '../view/index.ts';
import { COMPARED_DASHES } from './curve-plot.tsx';
import { type Curves, dateOf, tenorColumn } from './curves.ts';
import { heatMarkup } from './heat-map.tsx';
import { monthRows, type Shown } from './shown.ts';

/** Items to export: all tenors of the shown days, the curve as an image, its sentence. */
export function YieldsTakeAway(props: {
  shown: Shown;
  sentence: string;
  chart: RefObject<HTMLElement | null>;
}) {
  const { shown, sentence } = props;
  const { curves, state } = shown;
  const catalog = useCatalog().data;
  const { version = '' } = useAppState().data ?? {};
  const range = daysOfView(shown);
  const view = { ...allTenors(curves), asOf: state.asOf };
  const provenance = () => provenanceOfView(view, range, catalog, version);
  const isSample = catalog?.datasets.find(({ id }) => id === YIELDS.id)?.origin === 'sample';
  return (
    <TakeAway
      view={view}
      range={range}
      isEmpty={!shown.isWhole}
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
              ? (place) => heatMarkup(place, shown)
              : undefined,
        words: () => imageWordsOf(shown, sentence, provenance()),
        stem: () => `${titleOf(shown)}${isSample ? ', sample' : ''}`,
        rest: undefined,
      }}
    />
  );
}

function titleOf(shown: Shown): string {
  const { curves, row, state } = shown;
  if (state.view === 'curve') return `Treasury par yield curve, ${dateOf(curves, row)}`;
  if (state.view === 'month') return `Treasury par yields, ${monthRows(shown).month}`;
  const { from, to } = daysOfView(shown);
  const name =
    state.tenor === undefined
      ? 'Treasury par yields'
      : `Treasury par yield of ${tenorColumn(curves, state.tenor).title}`;
  return `${name}${state.isLessMedian ? ' less the median' : ''}, ${from} to ${to}`;
}

function imageWordsOf(shown: Shown, sentence: string, { app, lines, is_sample }: ViewProvenance): ImageWords {
  const { band, state } = shown;
  const [loaded] = lines
    .flatMap((one) => one.loaded?.slice(0, 10) ?? [])
    .toSorted()
    .reverse();
  return {
    title: asShown(titleOf(shown)),
    subtitle: asShown(
      `${state.view === 'month' ? 'The last line is the change over the month, in basis points.' : sentence} ${asOfSentence(state.asOf)}`.trimEnd(),
    ),
    legend: state.view === 'curve' ? curveLegend(shown) : [],
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

/** @returns the days of a view; of the curve view, from the earliest to the latest compared day. */
export function daysOfView(shown: Shown): DateRange {
  const { curves, row, state, compared, days } = shown;
  if (state.view === 'history') return { from: dateText(days.from), to: dateText(days.to) };
  const month = state.view === 'month' ? monthRows(shown).rows : [];
  const rows = state.view === 'month' ? month : [row, ...compared.flatMap((one) => one.row ?? [])];
  const dates = (rows.length > 0 ? rows : [row]).map((at) => dateOf(curves, at)).sort();
  return { from: dates[0] as string, to: dates.at(-1) as string };
}

/** A view of all tenors: more lines than a chart allows, but not more than an export. */
export function allTenors({ columns }: Curves): View {
  const { view } = parseView({ series: '' });
  return {
    ...view,
    series: columns.map(({ code }, slot) => ({
      choice: { dataset: YIELDS.id, code, area: '' },
      ...{ slot, hidden: false, style: {} },
    })),
  };
}

/** @returns the legend of the curve's image: its day and the compared days. */
export function curveLegend({ curves, row, compared }: Shown) {
  return [
    { slot: 0, text: shownDate(dateOf(curves, row)), made: '', dash: '' },
    ...compared.flatMap(({ word, row: at }, i) => {
      if (at === undefined) return [];
      const text = `${shownDate(dateOf(curves, at))}${word.length > 4 ? '' : ` (${word})`}`;
      return [{ slot: i + 1, text, made: '', dash: COMPARED_DASHES[i] as string }];
    }),
  ];
}
