import { latestDayText } from '../../service/calendar/today.ts';
import { type RangeSearch, rangeSearch, readRangeWords } from '../../service/view/index.ts';
import type { Back, Preset, RangeChoice } from '../../service/view/types.ts';

/** @returns the range, or the whole range where `search` is wrong; then one or two sentences are added to `problems`. */
export function readRange(search: RangeSearch, problems: string[]): RangeChoice {
  const read = readRangeWords(search, latestDayText());
  if ('choice' in read) return read.choice;
  problems.push(...read.problems.map(({ said }) => `${said} The whole range is shown instead.`));
  return { preset: 'Max' };
}

/** Presets in words, for screen readers and labels. */
export const PRESET_NAMES: Record<Preset, string> = {
  '1M': 'One month',
  '3M': 'Three months',
  '6M': 'Six months',
  YTD: 'Year to date',
  '1Y': 'One year',
  '5Y': 'Five years',
  '10Y': 'Ten years',
  Max: 'All there is',
};

const PERIODS = { D: 'day', W: 'week', M: 'month', Q: 'quarter', Y: 'year' } as const;

/** @returns '18 months', '1 year'. */
export function backWords(back: Back): string {
  const count = Number(back.slice(1, -1));
  return `${count} ${PERIODS[back.slice(-1) as keyof typeof PERIODS]}${count === 1 ? '' : 's'}`;
}

/** @returns whether the end of the range moves on with the data. */
export function isOpenEnded(choice: RangeChoice): boolean {
  return !('from' in choice);
}

/** @returns whether two choices are the same. A preset differs from the days that it means today. */
export function isSameRange(a: RangeChoice, b: RangeChoice): boolean {
  const [one, other]: RangeSearch[] = [rangeSearch(a), rangeSearch(b)];
  return one?.range === other?.range && one?.from === other?.from && one?.to === other?.to;
}
