import { dateText, dayNumber, shiftMonths } from '../../service/calendar/dates.ts';
import { spreadFacts } from '../../service/series-math/curve.ts';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import type { Curves, SpreadLine } from './curves.ts';

/** Where a key leads to. */
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
