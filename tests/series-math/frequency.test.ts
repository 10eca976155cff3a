import { expect, it } from 'vitest';
import { DATASETS } from '../../service/datasets/index.ts';
import { FREQUENCIES } from '../../service/series-math/fred-codes.ts';
import {
  cadenceText,
  compareFrequencies,
  perYear,
  publishedFrequency,
} from '../../service/series-math/frequency.ts';
import { transform } from '../../service/series-math/transform.ts';
import { seriesOf } from './series.ts';

it("has FRED's n of every frequency, and looks back that many periods", () => {
  expect(FREQUENCIES.map((code) => [code, perYear(code)])).toEqual([
    ['d', 260],
    ['w', 52],
    ['m', 12],
    ['q', 4],
    ['sa', 2],
    ['a', 1],
  ]);
  const halves = seriesOf('2023-01-01 100', '2023-07-01 110', '2024-01-01 120');
  expect(transform(halves, 'ch1', { frequency: 'sa' }).values).toEqual(['20']);
  expect(transform(halves, 'pca', { frequency: 'sa' }).values).toEqual(['21.00000', '19.00826']);
});

it('orders frequencies from the most observations to the fewest, and names the weekday of weeks', () => {
  expect(compareFrequencies('d', 'a')).toBeLessThan(0);
  expect(compareFrequencies('sa', 'q')).toBeGreaterThan(0);
  expect(cadenceText({ frequency: 'w' })).toBe('Weekly, ending Friday');
  expect(cadenceText({ frequency: 'w', weekEnd: 3 })).toBe('Weekly, ending Wednesday');
});

it('says of each dataset how often and on which days it has observations', () => {
  expect(Object.fromEntries(DATASETS.map((dataset) => [dataset.id, publishedFrequency(dataset)]))).toEqual({
    ui_weekly_claims: 'Weekly, ending Saturday',
    jolts: 'Monthly',
    ui_state_weekly_claims: 'Weekly, ending Saturday',
    personal_income_and_outlays: 'Monthly',
    us_exports: 'Monthly',
    factors_affecting_reserve_balances: 'Weekly, as of Wednesday',
    us_debt: 'Daily, business days',
    yields: 'Daily, business days',
    constituents: 'As of the day of the list',
  });
});
