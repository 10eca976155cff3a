import { dateText } from '../calendar/dates.ts';
import type { RowTarget } from './types.ts';

/** Weeks or months missing between a series' rows: their number and the first, `YYYY-MM-DD` or `YYYY-MM`. */
type RowGap = { name: string; missing: number; first: string };

/** Finds weeks or months without a row, in a file or at its end: a sign of lost lines. */
export function createGapFinder(step: 'week' | 'month') {
  /** For each series, its days by the number of their week or month. */
  const seen = new Map<string, Map<number, number>>();
  const placeOf = (day: number) => (step === 'week' ? Math.floor(day / 7) : monthNumber(day));

  /** @returns the gap of each series that has one, in the order in which the series came. */
  function find(): RowGap[] {
    return [...seen].flatMap(([name, days]) => {
      const places = [...days.keys()].sort((a, b) => a - b);
      const missing = (places.at(-1) ?? 0) - (places[0] ?? 0) + 1 - places.length;
      if (missing === 0) return [];
      const before = days.get(places.find((at) => !days.has(at + 1)) ?? 0) ?? 0;
      const first = step === 'week' ? dateText(before + 7) : monthText(monthNumber(before) + 1);
      return [{ name, missing, first }];
    });
  }

  return {
    /** Notes a row of a series, with a value or marked as missing by the publisher. */
    add(name: string, day: number): void {
      const days = seen.get(name) ?? new Map();
      days.set(placeOf(day), day);
      seen.set(name, days);
    },
    find,
    /** Notes the gaps, if there are any. */
    note(target: Pick<RowTarget, 'note'>): void {
      const gaps = find();
      if (gaps.length === 0) return;
      const shown = gaps
        .slice(0, 3)
        .map(({ name, missing, first }) => `${name} (${missing}, first ${first})`);
      const more = gaps.length > 3 ? ` and ${gaps.length - 3} more` : '';
      target.note(
        `The file has no rows for some ${step}s between its first and its last: ${shown.join(', ')}${more}. The stored values for them stay.`,
      );
    },
    /** @returns the newest day of all series, and the series that end in an earlier week or month. */
    late(): { newest: number; names: string[] } {
      const ends = [...seen].map(([name, days]) => ({ name, days, end: Math.max(...days.keys()) }));
      const last = Math.max(...ends.map(({ end }) => end));
      const newest = ends.filter(({ end }) => end === last).map(({ days, end }) => days.get(end) ?? 0);
      return {
        newest: Math.max(...newest),
        names: ends.filter(({ end }) => end < last).map(({ name }) => name),
      };
    },
  };
}

/** Months since the year 0. */
function monthNumber(day: number): number {
  const [year, month] = dateText(day).split('-');
  return Number(year) * 12 + Number(month) - 1;
}

function monthText(month: number): string {
  const [year, monthOfYear] = [Math.floor(month / 12), (month % 12) + 1];
  return `${String(year).padStart(4, '0')}-${String(monthOfYear).padStart(2, '0')}`;
}
