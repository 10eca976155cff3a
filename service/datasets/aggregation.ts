import type { Aggregation, Series } from './types.ts';

/** The fields of a series that decide how it may be aggregated. */
type AggregatedSeries = Pick<Series, 'code' | 'unit' | 'seasonalAdjustment' | 'allowedAggregations'>;

/** @returns why `method` makes no sense for a series, and which methods do; `undefined` if it is allowed. */
export function aggregationWarning(series: AggregatedSeries, method: Aggregation): string | undefined {
  const { code, allowedAggregations: allowed } = series;
  if (allowed.includes(method)) return undefined;
  if (allowed.length === 0) return `${code} is a list for a single day: it cannot be aggregated over time.`;
  return `${code} ${reason(series)}. Use ${allowed.join(' or ')}.`;
}

function reason({ code, unit, seasonalAdjustment }: AggregatedSeries): string {
  if (seasonalAdjustment === 'SAAR') {
    return 'is at an annual rate: every month states a yearly amount, so the sum of an annualised rate is meaningless';
  }
  if (unit.startsWith('percent') || unit.includes(' per ')) {
    return 'is a rate: the sum of rates is meaningless';
  }
  if (code.endsWith('_avg')) return 'is a moving average: its sum counts every week several times';
  return 'is a level: a sum would count the same amount again in every period';
}
