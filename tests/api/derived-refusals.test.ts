import { describe, expect, it } from 'vitest';
import { economic, testApp } from './folder.ts';

describe('units and frequencies that are refused', () => {
  it.each([
    [
      'us_debt',
      { units: 'yoy' },
      'units',
      /not known\. Use lin, chg, ch1, pch, pc1, pca, cch, cca, log, or nbd/,
    ],
    ['us_debt', { units: 'nbd' }, 'index_date', /Add for example index_date=/],
    ['us_debt', { units: 'nbd', index_date: '2020-2-1' }, 'index_date', /not a date/],
    ['us_debt', { units: 'nbd', index_date: '2030-01-01' }, 'index_date', /in the future/],
    ['us_debt', { index_date: '2020-02-03' }, 'index_date', /only with units=nbd/],
    ['us_debt', { frequency: 'y' }, 'frequency', /not known\. Use d, w, m, q, sa or a/],
    ['us_debt', { frequency: 'a', aggregation_method: 'mean' }, 'aggregation_method', /Use avg, sum, eop/],
    ['us_debt', { aggregation_method: 'avg' }, 'aggregation_method', /only with a frequency/],
    ['us_debt', { frequency: 'a', aggregation_method: 'sum' }, 'aggregation_method', /Use eop or avg/],
    ['jolts', { frequency: 'w' }, 'frequency', /higher than what is published.*Use m, q, sa or a/],
    ['jolts', { frequency: 'a', aggregation_method: 'sum' }, 'aggregation_method', /is a rate/],
    [
      'personal_income_and_outlays',
      { frequency: 'q', aggregation_method: 'sum' },
      'aggregation_method',
      /annual rate/,
    ],
    ['ui_weekly_claims', { frequency: 'wew' }, 'frequency', /weekly, ending Saturday/],
    ['us_debt', { units: '' }, 'units', /is empty/],
  ])('%s refuses %o', async (dataset, asked, parameter, message) => {
    const { get, key } = await testApp();
    const series: Record<string, string> = {
      us_debt: 'total_public_debt_outstanding',
      jolts: 'hires_rate_sa',
      personal_income_and_outlays: 'total_personal_income',
      ui_weekly_claims: 'initial_claims_sa',
    };
    const range = { date_from: '2020-01-01', date_to: '2024-12-31' };
    const query = { series: series[dataset] as string, ...range, ...(asked as Record<string, string>) };
    const { status, text } = await get(economic(dataset, { api_key: key, ...query }));
    expect(status).toBe(422);
    const { detail } = JSON.parse(text);
    expect(detail).toMatchObject({ error: 'invalid_parameter', parameter });
    expect(detail.message).toMatch(message);
  });
});
