import { dateText, dayNumber, shiftMonths } from '../../service/calendar/dates.ts';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import { type Curves, dateOf } from './curves.ts';
import type { Shown } from './shown.ts';

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
