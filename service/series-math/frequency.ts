import { WEEKDAYS } from '../calendar/dates.ts';
import type { Dataset } from '../datasets/index.ts';
import { type AskedFrequency, FREQUENCIES, FREQUENCY_NAMES, isWeek, WEEKS } from './fred-codes.ts';
import type { Cadence, FrequencyCode } from './types.ts';

/** What there is to know of each frequency, from the highest to the lowest. */
const KNOWN = {
  d: { perYear: 260, period: 'day' },
  w: { perYear: 52, period: 'week' },
  m: { perYear: 12, period: 'month' },
  q: { perYear: 4, period: 'quarter' },
  sa: { perYear: 2, period: 'half-year' },
  a: { perYear: 1, period: 'year' },
} as const satisfies Record<FrequencyCode, { perYear: number; period: string }>;

export type FrequencyName = (typeof FREQUENCY_NAMES)[FrequencyCode];

/** Weeks that are made of days end on Friday, as FRED's `w` does. */
export const FRIDAY = 5;

/** `Weekly`. */
export function frequencyName(frequency: FrequencyCode): FrequencyName {
  return FREQUENCY_NAMES[frequency];
}

/** `week`. */
export function periodName(frequency: FrequencyCode): string {
  return KNOWN[frequency].period;
}

/** FRED's n, observations of a year: 260, 52, 12, 4, 2, 1. */
export function perYear(frequency: FrequencyCode): number {
  return KNOWN[frequency].perYear;
}

/** `Weekly, ending Friday`; the name alone for all others. */
export function cadenceText({ frequency, weekEnd }: Cadence): string {
  const name = frequencyName(frequency);
  return frequency === 'w' ? `${name}, ending ${WEEKDAYS[weekEnd ?? FRIDAY]}` : name;
}

/** @returns the cadence that a dataset is published in; its weeks are dated by the weekday that the catalogue names. */
export function cadenceOf({ frequency, observedOn }: Pick<Dataset, 'frequency' | 'observedOn'>): Cadence {
  const code = FREQUENCIES.find((one) => frequencyName(one) === frequency) as FrequencyCode;
  return code === 'w'
    ? { frequency: code, weekEnd: (WEEKDAYS as readonly string[]).indexOf(observedOn) }
    : { frequency: code };
}

/** @returns the cadence of a frequency that `from` is aggregated to: weeks keep their weekday, weeks of days end on Friday. */
export function outputCadence(from: Cadence, asked: AskedFrequency): Cadence {
  if (isWeek(asked)) return { frequency: 'w', weekEnd: WEEKS.indexOf(asked) };
  if (asked === from.frequency) return from;
  return asked === 'w' ? { frequency: 'w', weekEnd: FRIDAY } : { frequency: asked };
}

/** @returns what asks for a cadence: 'm', 'wesu', and 'w' of weeks that end on Friday. */
export function askedFrequency({ frequency, weekEnd = FRIDAY }: Cadence): AskedFrequency {
  return frequency === 'w' && weekEnd !== FRIDAY ? (WEEKS[weekEnd] ?? 'w') : frequency;
}

/** Below 0 where `a` has more observations than `b`, above 0 where it has fewer. */
export function compareFrequencies(a: FrequencyCode, b: FrequencyCode): number {
  return FREQUENCIES.indexOf(a) - FREQUENCIES.indexOf(b);
}

/** @returns whether two cadences have the same periods: weeks of different weekdays have not. */
export function isSameCadence(a: Cadence, b: Cadence): boolean {
  if (a.frequency !== b.frequency) return false;
  return a.frequency !== 'w' || (a.weekEnd ?? FRIDAY) === (b.weekEnd ?? FRIDAY);
}
