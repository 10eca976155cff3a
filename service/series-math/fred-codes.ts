import { WEEKDAYS } from '../calendar/dates.ts';

/** FRED's codes for transforming a series. The API's parameters and the app's links both use them. */

/** FRED's nine `units`, and 'nbd' (index = 100 at a date), which FRED's web page has but its API does not. */
export const UNITS = ['lin', 'chg', 'ch1', 'pch', 'pc1', 'pca', 'cch', 'cca', 'log', 'nbd'] as const;
export type Units = (typeof UNITS)[number];

/** FRED's labels for `units`. */
export const UNITS_NAMES: Readonly<Record<Units, string>> = {
  lin: 'Levels',
  chg: 'Change',
  ch1: 'Change from year ago',
  pch: 'Percent change',
  pc1: 'Percent change from year ago',
  pca: 'Compounded annual rate of change',
  cch: 'Continuously compounded rate of change',
  cca: 'Continuously compounded annual rate of change',
  log: 'Natural log',
  nbd: 'Index (date = 100)',
};

/** FRED's frequencies, highest first: daily, weekly, monthly, quarterly, semiannual, annual. */
export const FREQUENCIES = ['d', 'w', 'm', 'q', 'sa', 'a'] as const;
export type FrequencyCode = (typeof FREQUENCIES)[number];

export const FREQUENCY_NAMES = {
  d: 'Daily',
  w: 'Weekly',
  m: 'Monthly',
  q: 'Quarterly',
  sa: 'Semiannual',
  a: 'Annual',
} as const satisfies Readonly<Record<FrequencyCode, string>>;

/** FRED's codes for weeks by their last day, from Sunday on. `w` for a daily series means `wef`. */
export const WEEKS = ['wesu', 'wem', 'wetu', 'wew', 'weth', 'wef', 'wesa'] as const;
export type Week = (typeof WEEKS)[number];

/** Values of `frequency`. FRED's `bw` (two weeks) is missing, because FRED does not date its periods. */
export type AskedFrequency = FrequencyCode | Week;
export const ASKED_FREQUENCIES: readonly AskedFrequency[] = [...FREQUENCIES, ...WEEKS];

/** @returns 'Monthly', 'Weekly, ending Sunday'. */
export function frequencyText(asked: AskedFrequency): string {
  return isWeek(asked)
    ? `${FREQUENCY_NAMES.w}, ending ${WEEKDAYS[WEEKS.indexOf(asked)]}`
    : FREQUENCY_NAMES[asked];
}

export function isWeek(text: string): text is Week {
  return (WEEKS as readonly string[]).includes(text);
}

/** Values of the parameter `aggregation_method`: mean, sum, last value of the period. See `Aggregation`. */
export const AGGREGATIONS = ['avg', 'sum', 'eop'] as const;

export const AGGREGATION_NAMES: Readonly<Record<(typeof AGGREGATIONS)[number], string>> = {
  avg: 'Average',
  sum: 'Sum',
  eop: 'End of period',
};

export function isUnits(text: string): text is Units {
  return (UNITS as readonly string[]).includes(text);
}

export function isAskedFrequency(text: string): text is AskedFrequency {
  return (ASKED_FREQUENCIES as readonly string[]).includes(text);
}

export function isAggregation(text: string): text is (typeof AGGREGATIONS)[number] {
  return (AGGREGATIONS as readonly string[]).includes(text);
}

/** FRED's words for frequencies in the addresses of its graphs: 'Monthly', 'Weekly, Ending Friday'. */

/** Splits a list at its commas, except the comma inside a frequency: 'Weekly, Ending Friday'. */
export function listOfFrequencies(text: string): string[] {
  return text.split(/,(?!\s*(?:Ending|As of|End of|Close)\b)/i);
}

/** @returns the code of FRED's words: 'm', 'wef'. Any other text stays unchanged. */
export function frequencyCode(text: string): string {
  const [word = '', detail = ''] = text.toLowerCase().split(/,\s*/);
  const day = WEEKDAYS.findIndex((name) => detail === `ending ${name.toLowerCase()}`);
  if (word === 'weekly' && day >= 0) return WEEKS[day] ?? text;
  return FREQUENCIES.find((code) => FREQUENCY_NAMES[code].toLowerCase() === word) ?? text;
}
