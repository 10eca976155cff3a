import { dateText, dayNumber, shiftMonths } from '../../service/calendar/dates.ts';
import { CHANGE_SPANS, type Span, wantedDay } from '../../service/series-math/curve.ts';
import { LONGEST_HOLE } from '../../service/series-math/periods.ts';
import { resolveRange } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import type { YieldsState } from './search.ts';

/**
 * The days that a tile needs: of a curve from the first of those that it is compared with, of a month that one and the week before it.
 * @param held first and last day of the data @param board the days of the board, which a history has too
 */
export function tileDays(state: YieldsState, held: DateRange, board: DateRange | undefined): DateRange {
  if (state.view === 'history') return board ?? resolveRange(state.range, held);
  const last = state.date === undefined || state.date > held.to ? held.to : state.date;
  if (state.view === 'month') {
    const month = `${state.month ?? last.slice(0, 7)}-01`;
    const end = dateText((dayNumber(shiftMonths(month, 1)) as number) - 1);
    return { from: holeBefore(month), to: end < held.to ? end : held.to };
  }
  return { from: firstCompared(state, last), to: last };
}

/** @returns the first day that a curve of a date is compared with, or one up to a week before it. */
export function firstCompared({ vs }: Pick<YieldsState, 'vs'>, date: string): string {
  const wanted = vs.map((word) => {
    const isSpan = (CHANGE_SPANS as readonly string[]).includes(word);
    return isSpan ? dateText(wantedDay(dayNumber(date) as number, word as Span)) : word;
  });
  return holeBefore([...wanted, date].sort()[0] as string);
}

/** A day may be a holiday: the newest before it stands for it. */
function holeBefore(date: string): string {
  return dateText((dayNumber(date) as number) - LONGEST_HOLE);
}
