import { shiftMonths } from '../../service/calendar/dates.ts';
import { assertNever } from '../../service/contract/failure.ts';
import type { DateRange } from '../api/index.ts';
import { type Back, dayBack } from './relative.ts';

/** Ranges at one click. They end with the last observation of what is shown, not today. */
export const PRESETS = ['1M', '3M', '6M', 'YTD', '1Y', '5Y', '10Y', 'Max'] as const;
export type Preset = (typeof PRESETS)[number];

/** In words, for screen readers and labels. */
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

/** A preset, so many periods back from the last observation, or an open end, which move on with the data; or two fixed days. */
export type RangeChoice = { preset: Preset } | { back: Back } | { since: string } | DateRange;

export function isPreset(text: string): text is Preset {
  return (PRESETS as readonly string[]).includes(text);
}

/** @returns the last so many periods: a preset where there is one of that length. */
export function lastOf(back: Back): RangeChoice {
  const name = back.slice(1);
  return isPreset(name) ? { preset: name } : { back };
}

/** @returns whether the range ends with the last observation, whichever that is. */
export function goesOn(choice: RangeChoice): boolean {
  return !('from' in choice);
}

/** @param held first and last day of what is shown. @returns the days that a choice stands for. */
export function resolveRange(choice: RangeChoice, held: DateRange): DateRange {
  // An open range may begin after the last observation: then it is that one day.
  if ('since' in choice) return { from: choice.since, to: [choice.since, held.to].sort()[1] as string };
  if ('back' in choice) return { from: dayBack(held.to, choice.back), to: held.to };
  if (!('preset' in choice)) return choice;
  return { from: presetFrom(choice.preset, held), to: held.to };
}

function presetFrom(preset: Preset, { from, to }: DateRange): string {
  switch (preset) {
    case '1M':
      return shiftMonths(to, -1);
    case '3M':
      return shiftMonths(to, -3);
    case '6M':
      return shiftMonths(to, -6);
    case 'YTD':
      return `${to.slice(0, 4)}-01-01`;
    case '1Y':
      return shiftMonths(to, -12);
    case '5Y':
      return shiftMonths(to, -60);
    case '10Y':
      return shiftMonths(to, -120);
    case 'Max':
      return from;
    default:
      return assertNever(preset);
  }
}
