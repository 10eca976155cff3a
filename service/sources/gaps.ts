import { dateText } from '../calendar/dates.ts';

/** Finds weeks or months that are missing in a file or at its end: a sign of lost lines where nothing else shows it. */
export type GapFinder = ReturnType<typeof createGapFinder>;

type RowGap = {
  name: string;
  /** How many weeks or months are missing. */
  missing: number;
  /** The first of them: `YYYY-MM-DD` of the week, `YYYY-MM` of the month. */
  first: string;
};

/** @returns a finder for series that have one row in each week or in each month. */
export function createGapFinder(step: 'week' | 'month') {
  /** By series: its days by the number of their week or month. */
  const seen = new Map<string, Map<number, number>>();
  const { place, after } = STEPS[step];
  return {
    /** Notes a row of a series, with a value or marked as missing by the publisher. */
    add(name: string, day: number): void {
      const days = seen.get(name) ?? new Map();
      days.set(place(day), day);
      seen.set(name, days);
    },
    /** @returns what is missing between the first and the last row of each series, in the order in which the series came. */
    find(): RowGap[] {
      return [...seen].flatMap(([name, days]) => {
        const places = [...days.keys()].sort((a, b) => a - b);
        const missing = (places.at(-1) ?? 0) - (places[0] ?? 0) + 1 - places.length;
        if (missing === 0) return [];
        const before = places.find((at) => !days.has(at + 1)) ?? 0;
        return [{ name, missing, first: after(days.get(before) ?? 0) }];
      });
    },
    /** @returns the newest day of all series, and the series that end in an earlier week or month. */
    late(): { newest: number; names: string[] } {
      const ends = [...seen].map(([name, days]) => ({ name, end: Math.max(...days.keys()) }));
      const newest = Math.max(...ends.map(({ end }) => end));
      const days = [...seen.values()].map((held) => held.get(newest) ?? Number.NEGATIVE_INFINITY);
      return {
        newest: Math.max(...days),
        names: ends.filter(({ end }) => end < newest).map(({ name }) => name),
      };
    },
  };
}

/** @returns a note on gaps, or `undefined` where there are none. `unit` in the plural: 'weeks'. */
export function gapNote(gaps: readonly RowGap[], unit: 'weeks' | 'months'): string | undefined {
  if (gaps.length === 0) return undefined;
  const shown = gaps
    .slice(0, 3)
    .map(({ name, missing, first }) => `${name} (${missing}, first ${first})`)
    .join(', ');
  const more = gaps.length > 3 ? ` and ${gaps.length - 3} more` : '';
  return `The file has no rows for some ${unit} between its first and its last: ${shown}${more}. What was held of them stays as it was.`;
}

const STEPS = {
  week: { place: (day: number) => Math.floor(day / 7), after: (day: number) => dateText(day + 7) },
  month: { place: monthNumber, after: (day: number) => monthText(monthNumber(day) + 1) },
};

/** Months since the year 0. */
function monthNumber(day: number): number {
  const text = dateText(day);
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5, 7)) - 1;
}

function monthText(month: number): string {
  const [year, of] = [Math.floor(month / 12), (month % 12) + 1];
  return `${String(year).padStart(4, '0')}-${String(of).padStart(2, '0')}`;
}
