import { describe, expect, it } from 'vitest';
import { aggregationWarning } from '../../service/datasets/aggregation.ts';
import { DATASETS, findSeries } from '../../service/datasets/index.ts';
import type { Series } from '../../service/datasets/types.ts';
import { AGGREGATIONS } from '../../service/series-math/fred-codes.ts';

const series = (dataset: string, code: string) => findSeries(dataset, code) as Series;
const ways = (dataset: string, code: string) => {
  const { defaultAggregation, allowedAggregations } = series(dataset, code);
  return [defaultAggregation, ...allowedAggregations.toSorted()];
};

describe('ways of aggregation', () => {
  it.each([
    ['ui_weekly_claims', 'initial_claims_sa', ['avg', 'avg', 'eop', 'sum']],
    ['ui_weekly_claims', 'continued_claims_sa', ['avg', 'avg', 'eop']],
    ['ui_weekly_claims', 'initial_claims_sa_4w_avg', ['avg', 'avg', 'eop']],
    ['jolts', 'job_openings_level_sa', ['eop', 'avg', 'eop']],
    ['jolts', 'hires_level_nsa', ['sum', 'avg', 'eop', 'sum']],
    ['jolts', 'quits_rate_sa', ['avg', 'avg', 'eop']],
    ['jolts', 'job_openings_unemployed_ratio_sa', ['avg', 'avg', 'eop']],
    ['personal_income_and_outlays', 'total_personal_income', ['avg', 'avg', 'eop']],
    ['us_exports', 'asia', ['sum', 'avg', 'eop', 'sum']],
    ['factors_affecting_reserve_balances', 'loans', ['eop', 'avg', 'eop']],
    ['us_debt', 'total_public_debt_outstanding', ['eop', 'avg', 'eop']],
    ['yields', 'US10Y', ['avg', 'avg', 'eop']],
    ['constituents', 'SP500', [null]],
  ])('of %s %s are %o, the usual one first', (dataset, code, expected) => {
    expect(ways(dataset, code)).toEqual(expected);
  });

  it('have a default that is allowed, and a sentence for each method that is not allowed', () => {
    for (const one of DATASETS.flatMap((dataset) => dataset.series)) {
      if (one.defaultAggregation) expect(one.allowedAggregations).toContain(one.defaultAggregation);
      for (const method of AGGREGATIONS) {
        const warning = aggregationWarning(one, method);
        expect(warning === undefined).toBe(one.allowedAggregations.includes(method));
        if (warning !== undefined) expect(warning).toMatch(/^\w.*\.$/);
      }
    }
  });

  it.each([
    ['personal_income_and_outlays', 'total_personal_income', /annual rate.*meaningless\. Use avg or eop\.$/],
    ['jolts', 'hires_rate_sa', /is a rate/],
    ['jolts', 'job_openings_unemployed_ratio_sa', /is a rate/],
    ['yields', 'US10Y', /is a rate/],
    ['ui_weekly_claims', 'initial_claims_sa_4w_avg', /moving average/],
    ['us_debt', 'debt_held_by_public', /how much there is at a time/],
    ['constituents', 'SP500', /list of a day/],
  ])('warn of the sum of %s %s', (dataset, code, sentence) => {
    expect(aggregationWarning(series(dataset, code), 'sum')).toMatch(sentence);
  });
});
