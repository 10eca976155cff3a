import { type PointerEvent, useSyncExternalStore } from 'react';
import { dateText, dayNumber, shiftMonths } from '../../service/calendar/dates.ts';
import { SPREADS } from '../../service/datasets/yields/curve.ts';
import { spreadFacts } from '../../service/series-math/curve.ts';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import { resolveRange } from '../../service/view/index.ts';
import type { Scheme } from '../chart/index.ts';
import {
  type BandEnds,
  bandEnds,
  type ComparedCurve,
  type Curves,
  comparedCurve,
  dateOf,
  type SpreadLine,
  spreadLine,
} from './curves.ts';
import type { YieldsState } from './search.ts';

/** The state that all parts of the screen draw. */
export type Shown = {
  curves: Curves;
  /** Row of the address's day. */
  row: number;
  /** False while only the day of the address is loaded. */
  isWhole: boolean;
  /** Half-open range of rows. */
  rows: { start: number; end: number };
  days: { from: number; to: number };
  state: YieldsState;
  compared: readonly ComparedCurve[];
  band: BandEnds | undefined;
  spreads: readonly SpreadLine[];
  scheme: Scheme;
  scrub: Scrub;
  change: (part: Partial<YieldsState>) => void;
  /** Puts the scrubbed day into the address. */
  settle: () => void;
  explain: (word: string) => void;
};

/** @returns the state to draw. @param given the row of its day, the scrub and the screen's actions */
export function shownOf(
  curves: Curves,
  state: YieldsState,
  given: Pick<Shown, 'row' | 'isWhole' | 'scheme' | 'scrub' | 'change' | 'settle' | 'explain'>,
): Shown {
  const held = { from: dateOf(curves, 0), to: dateOf(curves, curves.days.length - 1) };
  const range = resolveRange(state.range, held);
  const from = Math.max(dayNumber(range.from) as number, curves.days[0] as number);
  const to = dayNumber(range.to) as number;
  const rows = {
    start: rowOnOrBefore(curves.days, from - 1) + 1,
    end: rowOnOrBefore(curves.days, to) + 1,
  };
  return {
    ...given,
    curves,
    state,
    rows,
    days: { from, to },
    compared: state.vs.map((word) => comparedCurve(curves, given.row, word)),
    band: given.isWhole ? bandEnds(curves, state.band, rows) : undefined,
    spreads: state.spread.flatMap((code) =>
      SPREADS.filter((one) => one.code === code).map((spread) => spreadLine(curves, spread)),
    ),
  };
}

/** The day drawn during a drag or play. Only users of `useDrawnRow` render; the address follows later. */
export type Scrub = {
  row: () => number;
  move: (row: number) => void;
  isMoving: () => boolean;
  /** Draws the address's day and ends the move. */
  rest: (row: number) => void;
  /** Calls `follower` at each step. @returns a function that stops this */
  follow: (follower: () => unknown) => () => void;
};

export function createScrub(first: number): Scrub {
  const followers = new Set<() => unknown>();
  let row = first;
  let isMoving = false;
  const go = (to: number, moves: boolean) => {
    row = to;
    isMoving = moves;
    for (const follower of followers) follower();
  };
  return {
    row: () => row,
    isMoving: () => isMoving,
    move: (to) => go(to, true),
    rest: (to) => go(to, false),
    follow(follower) {
      followers.add(follower);
      return () => void followers.delete(follower);
    },
  };
}

export const useDrawnRow = (scrub: Scrub): number => useSyncExternalStore(scrub.follow, scrub.row);

/** True if the drawn day is not the address's day, whose texts are then dimmed. */
export function useIsOtherDay({ scrub, row }: Pick<Shown, 'scrub' | 'row'>): true | undefined {
  return useSyncExternalStore(scrub.follow, () => scrub.row() !== row) || undefined;
}

/** @returns handlers for a drag that draws the day under the pointer. @param dayAt turns pixels into a day */
export function scrubHandlers(
  { curves, row, rows, scrub, settle, isWhole }: Shown,
  dayAt: (x: number) => number,
) {
  const move = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const at = rowOnOrBefore(curves.days, Math.floor(dayAt(x)));
    scrub.move(Math.max(rows.start, Math.min(rows.end - 1, at)));
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !isWhole) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      move(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event);
    },
    onPointerUp: settle,
    // A cancelled drag scrolls the page: the day stays.
    onPointerCancel: () => scrub.rest(row),
  };
}

/** @returns the table's month, its rows, and the day before it; `undefined` if no earlier day has data. */
export function monthRows({ curves, row, state }: Pick<Shown, 'curves' | 'row' | 'state'>) {
  const month = state.month ?? dateOf(curves, row).slice(0, 7);
  const start = dayNumber(`${month}-01`) as number;
  const end = dayNumber(shiftMonths(dateText(start), 1)) as number;
  const first = rowOnOrBefore(curves.days, start - 1) + 1;
  const last = rowOnOrBefore(curves.days, end - 1);
  return {
    month,
    rows: Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i),
    before: first === 0 ? undefined : start - 1,
  };
}

/** @returns the month `by` months later, kept within the first and last month with data. */
export function movedMonth(curves: Curves, month: string, by: number): string {
  const [first, last] = [0, curves.days.length - 1].map((row) => dateOf(curves, row).slice(0, 7));
  const to = shiftMonths(`${month}-01`, by).slice(0, 7);
  return [first as string, to, last as string].sort()[1] as string;
}

export type Move = 'first' | 'last' | { rows: number } | { months: number } | { inversion: -1 | 1 };

/** @returns the row that a move reaches, or `row` if it goes no further. @param spread has the inversions */
export function movedRow(curves: Curves, spread: SpreadLine | undefined, row: number, move: Move): number {
  const last = curves.days.length - 1;
  if (move === 'first') return 0;
  if (move === 'last') return last;
  if ('rows' in move) return Math.max(0, Math.min(last, row + move.rows));
  const day = curves.days[row] as number;
  if ('months' in move) {
    const wanted = dayNumber(shiftMonths(dateText(day), move.months)) as number;
    const found = rowOnOrBefore(curves.days, wanted);
    // Across a hole: the first day after it, or the last day before it.
    if (move.months > 0 && found <= row) return Math.min(last, row + 1);
    return Math.max(0, found);
  }
  const starts = spread ? spreadFacts(spread).runs.map(({ from }) => from) : [];
  const next = move.inversion > 0 ? starts.find((one) => one > day) : starts.findLast((one) => one < day);
  return next === undefined ? row : rowOnOrBefore(curves.days, next);
}
