import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { dateText, dayNumber, shiftMonths } from '../../service/calendar/dates.ts';
import { TENORS } from '../../service/datasets/yields/curve.ts';
import { YIELDS } from '../../service/datasets/yields/definition.ts';
import { CHANGE_SPANS, type Span, wantedDay } from '../../service/series-math/curve.ts';
import { countOf, groupDigits, plainly } from '../../service/series-math/decimal-text.ts';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import { LONGEST_HOLE } from '../../service/series-math/periods.ts';
import { requestQuery, requestSearch, resolveRange } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import { useCatalog, useWideTable, wideYieldsPath } from '../api/index.ts';
import { sentenceText } from '../explain/index.ts';
import { NO_VALUE, noDataText, TileTable } from '../frame/index.ts';
import type { TileProps, TileState } from '../frame/types.ts';
import { CurveLegend, CurvePlot } from './curve-plot.tsx';
import { curveDay, curvesOf, dateOf, tenorColumn } from './curves.ts';
import { HeatMap, heatMarkup } from './heat-map.tsx';
import { readYieldsSearch, type YieldsState } from './search.ts';
import { curveSentence } from './sentences.ts';
import { createScrub, monthRows, type Shown, shownOf } from './shown.ts';
import { TenorOverTime } from './time-plot.tsx';
import type { YieldsSearch } from './yields-search.ts';
import { allTenors, curveLegend, daysOfView } from './yields-take-away.tsx';

const CODES = TENORS.map(({ code }) => code);
const ignore = () => undefined;

/**
 * A tile for an address of the screen: the curve with its compared days, the history over the board's days,
 * or a month. The board's crosshair selects the curve's day.
 */
export function YieldsTile({ search, range, shared, frame }: TileProps<YieldsSearch>): ReactNode {
  const scheme = useComputedColorScheme('light');
  const { state, problems } = useMemo(() => readYieldsSearch(search), [search]);
  const held = useCatalog().data?.datasets.find(({ id }) => id === YIELDS.id);
  const first = held?.first_date;
  // No later day was known at the instant.
  const last = held?.last_date && [held.last_date, (state.asOf ?? held.last_date).slice(0, 10)].sort()[0];
  const isHistory = state.view === 'history';
  const days = first && last ? tileDays(state, { from: first, to: last }, range) : undefined;
  const codes = isHistory && state.tenor !== undefined ? [state.tenor] : CODES;
  const near = useWideTable(days && pathOf(codes, days.from, days.to, state.asOf));
  // Load other days' curves when the crosshair first needs one.
  const [isFollowing, setFollowing] = useState(false);
  const following = isFollowing && state.view === 'curve' && range !== undefined && days !== undefined;
  const from = following ? firstCompared(state, range.from) : '';
  const wide = useWideTable(
    following ? pathOf(CODES, from < days.from ? from : days.from, range.to, state.asOf) : undefined,
  );
  const table = wide.data ?? near.data;
  const curves = useMemo(() => (table && table.days.length > 0 ? curvesOf(table) : undefined), [table]);
  const isWhole = isHistory || wide.data !== undefined;
  const row = curves ? curveDay(curves, state.date ?? last ?? undefined).row : 0;
  const [scrub] = useState(() => createScrub(row));
  const shown = useMemo(
    () =>
      curves &&
      shownOf(curves, isWhole ? { ...state, range: range ?? state.range, band: 'off', y: 'fixed' } : state, {
        ...{ row, isWhole, scheme, scrub, change: ignore, settle: ignore, explain: ignore },
      }),
    [curves, state, range, row, isWhole, scheme, scrub],
  );
  useEffect(() => {
    if (!curves) return undefined;
    return shared.follow((day) => {
      const at = day === undefined ? -1 : rowOnOrBefore(curves.days, day);
      if (day !== undefined) setFollowing(true);
      if (at < 0) scrub.rest(row);
      else scrub.move(at);
    });
  }, [curves, row, scrub, shared]);
  if (first === null) return frame({ state: 'empty', why: noDataText('par yields') });
  const error = near.error ?? wide.error;
  if (error && !shown)
    return frame({ state: 'failed', why: error.message, retry: () => void near.refetch() });
  if (table && !shown) return frame({ state: 'empty', why: 'There are no yields for these days.' });
  if (!shown) return frame({ state: 'loading' });
  return frame(tileStateOf(shown, problems), <Drawing shown={shown} />);
}

function pathOf(codes: readonly string[], from: string, to: string, asOf: string | undefined): string {
  return wideYieldsPath(codes, { date_from: from, date_to: to, ...(asOf !== undefined && { as_of: asOf }) });
}

function Drawing({ shown }: { shown: Shown }) {
  const { state } = shown;
  const { ref, height } = useElementSize();
  if (state.view === 'month') return <MonthFigures shown={shown} />;
  return (
    <div className="column fill low">
      {state.view === 'curve' && <CurveLegend shown={shown} />}
      <div ref={ref} className="column fill low">
        {state.view === 'curve' ? (
          <CurvePlot shown={shown} summary="" />
        ) : state.tenor === undefined ? (
          height > 0 && <HeatMap shown={shown} height={Math.floor(height)} />
        ) : (
          <TenorOverTime shown={shown} code={state.tenor} />
        )}
      </div>
    </div>
  );
}

const MONTH_TENORS = ['3M', '2Y', '5Y', '10Y', '30Y'];

/** The days of the month, newest first, with the most used tenors. */
function MonthFigures({ shown }: { shown: Shown }) {
  const columns = shown.curves.columns.filter(({ label }) => MONTH_TENORS.includes(label));
  return (
    <TileTable
      head={['Percent', ...columns.map(({ label }) => label)]}
      rows={monthRows(shown)
        .rows.toReversed()
        .map((at) => [
          dateOf(shown.curves, at),
          ...columns.map(({ texts }) => (texts[at] === undefined ? NO_VALUE : groupDigits(texts[at]))),
        ])}
    />
  );
}

function tileStateOf(shown: Shown, problems: readonly string[]): TileState {
  const { curves, state } = shown;
  const isHeat = state.view === 'history' && state.tenor === undefined;
  const days = daysOfView(shown);
  const view = allTenors(curves);
  const series =
    state.view === 'history' && state.tenor !== undefined
      ? view.series.filter(({ choice }) => choice.code === state.tenor)
      : view.series;
  return {
    state: 'drawn',
    sentence: plainly(() => sentenceOf(shown)),
    problems,
    isFollowing: state.view === 'curve',
    datasets: [YIELDS.id],
    left: state.isLessMedian && state.view === 'history' ? 'Percentage points' : 'Percent per year',
    legend: state.view === 'curve' ? curveLegend(shown) : [],
    ...(isHeat && { draw: (place: HTMLElement) => heatMarkup(place, shown) }),
    sheet: { search: requestQuery(requestSearch({ ...view, series }, days)) },
  };
}

function sentenceOf(shown: Shown): string {
  const { curves, row, state } = shown;
  if (state.view === 'curve') return sentenceText(curveSentence(curves, row));
  const { from, to } = daysOfView(shown);
  if (state.view === 'month')
    return `Treasury par yields of ${monthRows(shown).month}, ${countOf(monthRows(shown).rows.length, 'day')}.`;
  if (state.tenor === undefined) return `Treasury par yields of all tenors as colours, ${from} to ${to}.`;
  const { title, scaled, texts } = tenorColumn(curves, state.tenor);
  const rows = Array.from({ length: shown.rows.end - shown.rows.start }, (_, i) => shown.rows.start + i);
  const there = rows.filter((at) => texts[at] !== undefined);
  // Picks the first of equal values.
  const sorted = there.toSorted((a, b) => (scaled[a] as number) - (scaled[b] as number));
  const [newest, low] = [there.at(-1), sorted[0]];
  const high = sorted.find((at) => scaled[at] === scaled[sorted.at(-1) as number]);
  if (newest === undefined || low === undefined || high === undefined)
    return `There are no yields of ${title}, ${from} to ${to}.`;
  const valueAndDate = (at: number) => `${groupDigits(texts[at] as string)} % on ${dateOf(curves, at)}`;
  return `Treasury par yield of ${title}: ${valueAndDate(newest)}; lowest ${valueAndDate(low)}, highest ${valueAndDate(high)}.`;
}

/**
 * @returns the days that a tile needs: a curve's from its first compared day, a month's with the week before.
 * @param held first and last day with data @param board the board's days, which a history shows
 */
export function tileDays(state: YieldsState, held: DateRange, board: DateRange | undefined): DateRange {
  if (state.view === 'history') return board ?? resolveRange(state.range, held);
  const last = state.date === undefined || state.date > held.to ? held.to : state.date;
  if (state.view === 'month') {
    const month = `${state.month ?? last.slice(0, 7)}-01`;
    const end = dateText((dayNumber(shiftMonths(month, 1)) as number) - 1);
    return { from: weekBefore(month), to: end < held.to ? end : held.to };
  }
  return { from: firstCompared(state, last), to: last };
}

/** @returns the earliest day compared with a date's curve, less a week. */
function firstCompared({ vs }: Pick<YieldsState, 'vs'>, date: string): string {
  const wanted = vs.map((word) => {
    const isSpan = (CHANGE_SPANS as readonly string[]).includes(word);
    return isSpan ? dateText(wantedDay(dayNumber(date) as number, word as Span)) : word;
  });
  return weekBefore([...wanted, date].sort()[0] as string);
}

/** @returns the date a week earlier: for a holiday, the newest day before it is needed. */
function weekBefore(date: string): string {
  return dateText((dayNumber(date) as number) - LONGEST_HOLE);
}
