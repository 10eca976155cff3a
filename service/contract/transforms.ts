/** What can be done to a series before it is shown: FRED's codes, which the API's parameters and the app's links use alike. */

/** FRED's nine `units`, and 'nbd', which FRED's web page has and its API has not: index = 100 at a date. */
export const UNITS = ['lin', 'chg', 'ch1', 'pch', 'pc1', 'pca', 'cch', 'cca', 'log', 'nbd'] as const;
export type Units = (typeof UNITS)[number];

/** In words, as FRED labels them. */
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

/** Output frequencies of `frequency`: daily, weekly, monthly, quarterly, annual. */
export const FREQUENCIES = ['d', 'w', 'm', 'q', 'a'] as const;
export type FrequencyCode = (typeof FREQUENCIES)[number];

export const FREQUENCY_NAMES: Readonly<Record<FrequencyCode, string>> = {
  d: 'Daily',
  w: 'Weekly',
  m: 'Monthly',
  q: 'Quarterly',
  a: 'Annual',
};

/** `aggregation_method`: mean, sum, or the last value of the period. The type is the catalogue's `Aggregation`. */
export const AGGREGATIONS = ['avg', 'sum', 'eop'] as const;

export const AGGREGATION_NAMES: Readonly<Record<(typeof AGGREGATIONS)[number], string>> = {
  avg: 'Average',
  sum: 'Sum',
  eop: 'End of period',
};

export function isUnits(text: string): text is Units {
  return (UNITS as readonly string[]).includes(text);
}

export function isFrequencyCode(text: string): text is FrequencyCode {
  return (FREQUENCIES as readonly string[]).includes(text);
}

export function isAggregation(text: string): text is (typeof AGGREGATIONS)[number] {
  return (AGGREGATIONS as readonly string[]).includes(text);
}
