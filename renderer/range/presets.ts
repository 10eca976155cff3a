import { dayNumber } from '../../service/calendar/dates.ts';
import { latestDayText, todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import { FREQUENCY_NAMES, type FrequencyCode } from '../../service/series-math/fred-codes.ts';
import {
  type Held,
  type HeldSeries,
  lowestShownCadence,
  type RangeSearch,
  rangedSeries,
  rangeOfHeld,
  rangeSearch,
  readRangeWords,
  resolveRange,
} from '../../service/view/index.ts';
import {
  type Back,
  type DateRange,
  PRESETS,
  type Preset,
  type RangeChoice,
  type View,
} from '../../service/view/types.ts';
import { heldSeriesOf } from '../api/index.ts';

/** @returns first and last day and cadence of each series that is drawn or that a drawn formula needs. */
export function heldSeries(view: View, catalog: Catalog | undefined): HeldSeries[] {
  return rangedSeries(view).map((shown) => {
    const { first_date: first = null, last_date: last = null } = heldSeriesOf(catalog, shown.choice) ?? {};
    return { first, last, cadence: lowestShownCadence(view, shown) };
  });
}

/** @returns the first and last day of all `heldSeries`; ten years if there are no data. */
export function heldRange(view: View, catalog: Catalog | undefined): Held {
  return rangeOfHeld(heldSeries(view, catalog), todayText());
}

/** @returns the range. A wrong `search` gives the whole range and adds one or two sentences to `problems`. */
export function readRange(search: RangeSearch, problems: string[]): RangeChoice {
  const read = readRangeWords(search, latestDayText());
  if ('choice' in read) return read.choice;
  problems.push(...read.problems.map(({ message }) => `${message} The whole range is shown instead.`));
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

/** @returns a range in words, also used as its suggested name: 'Last 18 months'. */
export function rangeWords(choice: RangeChoice): string {
  if ('preset' in choice) return PRESET_NAMES[choice.preset];
  if ('back' in choice) return `Last ${backWords(choice.back)}`;
  if ('since' in choice) return `Since ${choice.since}`;
  return `${choice.from} to ${choice.to}`;
}

const PERIODS = { D: 'day', W: 'week', M: 'month', Q: 'quarter', Y: 'year' } as const;

/** @returns '18 months', '1 year'. */
export function backWords(back: Back): string {
  const count = Number(back.slice(1, -1));
  return `${count} ${PERIODS[back.slice(-1) as keyof typeof PERIODS]}${count === 1 ? '' : 's'}`;
}

export function isOpenEnded(choice: RangeChoice): boolean {
  return !('from' in choice);
}

/** @returns whether two choices are the same. A preset differs from the days that it means today. */
export function isSameRange(a: RangeChoice, b: RangeChoice): boolean {
  const [one, other]: RangeSearch[] = [rangeSearch(a), rangeSearch(b)];
  return one?.range === other?.range && one?.from === other?.from && one?.to === other?.to;
}

/** Days of the shortest period of each frequency. */
const PERIOD_DAYS: Readonly<Record<FrequencyCode, number>> = { d: 1, w: 7, m: 28, q: 90, sa: 181, a: 365 };

/** @returns why a preset is useless: shorter than two periods of `finest`, the lines' highest frequency. */
export function tooShort(
  preset: Preset,
  held: DateRange,
  finest: FrequencyCode | undefined,
): string | undefined {
  if (preset === 'Max' || finest === undefined) return undefined;
  const { from, to } = resolveRange({ preset }, held);
  const days = (dayNumber(to) ?? 0) - (dayNumber(from) ?? 0);
  if (days >= 2 * PERIOD_DAYS[finest]) return undefined;
  return `Too short: the frequency is ${FREQUENCY_NAMES[finest].toLowerCase()}, and two periods do not fit in`;
}

export function usefulPresets(held: DateRange, finest: FrequencyCode | undefined): readonly Preset[] {
  return PRESETS.filter((preset) => tooShort(preset, held, finest) === undefined);
}
