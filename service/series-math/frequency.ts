import { WEEKDAYS } from '../calendar/dates.ts';
import type { Dataset } from '../datasets/index.ts';
import type { FrequencyCode } from './fred-codes.ts';
import { type AskedFrequency, FREQUENCIES, FREQUENCY_NAMES, isWeek, WEEKS } from './fred-codes.ts';
import type { Cadence } from './types.ts';

const KNOWN = {
  d: { perYear: 260, period: 'day' },
  w: { perYear: 52, period: 'week' },
  m: { perYear: 12, period: 'month' },
  q: { perYear: 4, period: 'quarter' },
  sa: { perYear: 2, period: 'half-year' },
  a: { perYear: 1, period: 'year' },
} as const satisfies Record<FrequencyCode, { perYear: number; period: string }>;

export type FrequencyName = (typeof FREQUENCY_NAMES)[FrequencyCode];

/** The weekday that ends weeks aggregated from days, as for FRED's `w`. */
export const FRIDAY = 5;

/** @returns the frequency's name: `Weekly`. */
export function frequencyName(frequency: FrequencyCode): FrequencyName {
  return FREQUENCY_NAMES[frequency];
}

/** @returns the name of one period: `week`. */
export function periodName(frequency: FrequencyCode): string {
  return KNOWN[frequency].period;
}

/** @returns FRED's n, the observations per year: 260, 52, 12, 4, 2, 1. */
export function perYear(frequency: FrequencyCode): number {
  return KNOWN[frequency].perYear;
}

/** @returns `Weekly, ending Friday`, `Weekly, as of Wednesday` for levels; else the frequency's name. */
export function cadenceText({ frequency, weekEnd, isLevel }: Cadence): string {
  const name = frequencyName(frequency);
  return frequency === 'w' ? `${name}, ${isLevel ? 'as of' : 'ending'} ${WEEKDAYS[weekEnd ?? FRIDAY]}` : name;
}

/** @returns the cadence inside a sentence: `weekly, as of Wednesday`. */
export function cadenceWords(cadence: Cadence): string {
  return cadenceText(cadence).replace(/^./, (letter) => letter.toLowerCase());
}

/** @returns how often a dataset has observations: `Weekly, as of Wednesday`, `Daily, business days`. */
export function publishedFrequency(dataset: Dataset): string {
  if (dataset.kind === 'list') return 'As of the day of the list';
  const text = cadenceText(cadenceOf(dataset));
  return dataset.frequency === 'Daily' ? `${text}, business days` : text;
}

/** @returns a dataset's published cadence. Its weeks end on the weekday in the catalogue's `observedOn`. */
export function cadenceOf({
  frequency,
  observedOn,
  isLevel,
}: Pick<Dataset, 'frequency' | 'observedOn' | 'isLevel'>): Cadence {
  const code = FREQUENCIES.find((one) => frequencyName(one) === frequency) as FrequencyCode;
  if (code !== 'w') return { frequency: code };
  const weekEnd = (WEEKDAYS as readonly string[]).indexOf(observedOn);
  return { frequency: code, weekEnd, ...(isLevel && { isLevel }) };
}

/** @returns the cadence of `from` aggregated to `asked`. Weeks keep their weekday; new ones end on Friday. */
export function outputCadence(from: Cadence, asked: AskedFrequency): Cadence {
  if (isWeek(asked)) return { frequency: 'w', weekEnd: WEEKS.indexOf(asked) };
  if (asked === from.frequency) return from;
  return asked === 'w' ? { frequency: 'w', weekEnd: FRIDAY } : { frequency: asked };
}

/** @returns the code that requests a cadence: 'm', 'wesu'; 'w' for weeks that end on Friday. */
export function askedFrequency({ frequency, weekEnd = FRIDAY }: Cadence): AskedFrequency {
  return frequency === 'w' && weekEnd !== FRIDAY ? (WEEKS[weekEnd] ?? 'w') : frequency;
}

/** @returns a number below 0 if `a` is more frequent than `b`, above 0 if it is less frequent, else 0. */
export function compareFrequencies(a: FrequencyCode, b: FrequencyCode): number {
  return FREQUENCIES.indexOf(a) - FREQUENCIES.indexOf(b);
}

/** @returns the frequencies that a series can be aggregated to, with its own: 'd, w, m, q, sa or a'. */
export function frequencyWords(own: FrequencyCode): string {
  const codes = FREQUENCIES.filter((one) => compareFrequencies(one, own) >= 0);
  return codes.join(', ').replace(/, (\w+)$/, ' or $1');
}

/**
 * @returns why a series cannot have the asked frequency, and which it can have; `undefined` if it can.
 * `written`: the user's text; `name`: the series; `there`: what it is compared with.
 */
export function frequencyWarning(
  own: Cadence,
  asked: AskedFrequency,
  written: string,
  { name, comparedWith = 'what is published' }: { name: string; comparedWith?: string },
): string | undefined {
  const cadence = outputCadence(own, asked);
  const order = compareFrequencies(cadence.frequency, own.frequency);
  if (order > 0 || (order === 0 && isSameCadence(cadence, own))) return undefined;
  const why =
    order < 0
      ? `is higher than ${comparedWith}: ${name} is ${frequencyName(own.frequency).toLowerCase()}`
      : `cannot be made of ${name}, which is ${cadenceWords(own)}`;
  return `${written} ${why}. Use ${frequencyWords(own.frequency)}.`;
}

/** @returns whether two cadences have the same periods. Weeks that end on different weekdays differ. */
export function isSameCadence(a: Cadence, b: Cadence): boolean {
  if (a.frequency !== b.frequency) return false;
  return a.frequency !== 'w' || (a.weekEnd ?? FRIDAY) === (b.weekEnd ?? FRIDAY);
}
