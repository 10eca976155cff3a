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
  comparedDay,
  dateOf,
  type SpreadLine,
  spreadLine,
} from './curves.ts';
import type { YieldsState } from './search.ts';

/** What all parts of the screen draw. */
export type Shown = {
  curves: Curves;
  /** Of the day of the address. */
  row: number;
  /** False while only the day of the address is loaded. */
  isWhole: boolean;
  /** Rows of the range, half open, and its days. */
  rows: { start: number; end: number };
  days: { from: number; to: number };
  state: YieldsState;
  compared: readonly ComparedCurve[];
  band: BandEnds | undefined;
  spreads: readonly SpreadLine[];
  scheme: Scheme;
  scrub: Scrub;
  change: (part: Partial<YieldsState>) => void;
  /** Takes the day of the scrub into the address. */
  settle: () => void;
  explain: (word: string) => void;
};

/** @returns what is drawn of a state. @param given `row` of its day; the scrub, and what is done with the drawing. */
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
    compared: state.vs.map((word) => comparedDay(curves, given.row, word)),
    band: given.isWhole ? bandEnds(curves, state.band, rows) : undefined,
    spreads: state.spread.flatMap((code) =>
      SPREADS.filter((one) => one.code === code).map((spread) => spreadLine(curves, spread)),
    ),
  };
}

/**
 * The day that is drawn while somebody drags or plays, of which only what draws it renders (`useDrawnRow`). The address follows when it
 * comes to rest.
 */
export type Scrub = {
  row: () => number;
  move: (row: number) => void;
  isMoving: () => boolean;
  /** The day of the address, which is drawn at rest. */
  rest: (row: number) => void;
  /** @returns stops calling `then` at each step. */
  follow: (then: () => unknown) => () => void;
};

export function createScrub(first: number): Scrub {
  const followers = new Set<() => unknown>();
  let row = first;
  let isMoving = false;
  const go = (to: number, moves: boolean) => {
    row = to;
    isMoving = moves;
    for (const then of followers) then();
  };
  return {
    row: () => row,
    isMoving: () => isMoving,
    move: (to) => go(to, true),
    rest: (to) => go(to, false),
    follow(then) {
      followers.add(then);
      return () => void followers.delete(then);
    },
  };
}

export const useDrawnRow = (scrub: Scrub): number => useSyncExternalStore(scrub.follow, scrub.row);

/** @returns whether another day than the address's is drawn: texts about the address's day are dimmed then. */
export function useIsOtherDay({ scrub, row }: Pick<Shown, 'scrub' | 'row'>): true | undefined {
  return useSyncExternalStore(scrub.follow, () => scrub.row() !== row) || undefined;
}

/** @returns handlers by which dragging over time draws the days under the pointer; letting go takes the last of them. @param dayAt of a place in pixels */
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
    // The finger scrolls the page: the day stays.
    onPointerCancel: () => scrub.rest(row),
  };
}

/** @returns the month of the table, its rows, and the day before it; `undefined` where nothing is held before it. */
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

/** @returns the month so many months later, or earlier, at most the first or the last that is held. */
export function movedMonth(curves: Curves, month: string, by: number): string {
  const [first, last] = [0, curves.days.length - 1].map((row) => dateOf(curves, row).slice(0, 7));
  const to = shiftMonths(`${month}-01`, by).slice(0, 7);
  return [first as string, to, last as string].sort()[1] as string;
}

export type Move = 'first' | 'last' | { rows: number } | { months: number } | { inversion: -1 | 1 };

/** @param spread whose inversions are gone to. @returns the row; the same where it goes no further. */
export function movedRow(curves: Curves, spread: SpreadLine | undefined, row: number, move: Move): number {
  const last = curves.days.length - 1;
  if (move === 'first') return 0;
  if (move === 'last') return last;
  if ('rows' in move) return Math.max(0, Math.min(last, row + move.rows));
  const day = curves.days[row] as number;
  if ('months' in move) {
    const wanted = dayNumber(shiftMonths(dateText(day), move.months)) as number;
    const found = rowOnOrBefore(curves.days, wanted);
    // Over a hole: the first day after it, or the last before it.
    if (move.months > 0 && found <= row) return Math.min(last, row + 1);
    return Math.max(0, found);
  }
  const starts = spread ? spreadFacts(spread).runs.map(({ from }) => from) : [];
  const next = move.inversion > 0 ? starts.find((one) => one > day) : starts.findLast((one) => one < day);
  return next === undefined ? row : rowOnOrBefore(curves.days, next);
}
