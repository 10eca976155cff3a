import { expect, test } from 'vitest';
import { areaRequests } from '../../../renderer/states/area-requests.ts';
import type { MeasureId } from '../../../service/series-math/areas/measures.ts';

const HELD = {
  ...{ range: { from: '2024-01-20', to: '2025-03-08' }, hasCovered: true },
  rates: ['weekrate', 'rate'] as const,
};

/** What the map asks for of two weeks: its series and days, and the instant. */
function asked(series: 'initial' | 'continued', measure: MeasureId, hasCovered = true, asOf?: string) {
  const paths = areaRequests({ series, measure, asOf }, '2025-03-01', { ...HELD, hasCovered });
  return Object.fromEntries(
    Object.entries(paths).map(([name, path]) => {
      const query = new URLSearchParams(path?.replace(/^[^?]*/, ''));
      const words = ['series', 'date_from', 'date_to', 'as_of'].map((word) => query.get(word));
      return [name, path && words.filter((word) => word !== null).join(' ')];
    }),
  );
}

test('each measure asks for its series, all weeks and the shown one, as known then', () => {
  expect(asked('initial', 'thousand')).toEqual({
    claims: 'initial_claims 2024-01-20 2025-03-08',
    covered: 'covered_employment 2024-01-20 2025-03-08',
    rate: undefined,
    one: 'initial_claims,covered_employment 2025-03-01 2025-03-01',
  });
  expect(asked('initial', 'rate', false, '2025-03-20')).toEqual({
    claims: 'initial_claims 2024-01-20 2025-03-08 2025-03-20',
    covered: undefined,
    rate: 'insured_unemployment_rate 2024-01-20 2025-03-08 2025-03-20',
    one: 'initial_claims,covered_employment,insured_unemployment_rate 2025-03-01 2025-03-01 2025-03-20',
  });
});

test('continued claims and the rate of the week are divided by the covered employment of the week after', () => {
  expect(asked('continued', 'thousand', true, '2025-03-20')).toEqual({
    claims: 'continued_claims 2024-01-20 2025-03-08 2025-03-20',
    covered: 'covered_employment 2024-01-20 2025-03-15 2025-03-20',
    rate: undefined,
    one: 'continued_claims,covered_employment 2025-03-01 2025-03-08 2025-03-20',
  });
  expect(asked('initial', 'weekrate')).toEqual({
    claims: 'initial_claims 2024-01-20 2025-03-08',
    covered: 'covered_employment 2024-01-20 2025-03-15',
    rate: 'insured_unemployment_rate_week,continued_claims 2024-01-20 2025-03-08',
    one: 'initial_claims,covered_employment,insured_unemployment_rate_week,continued_claims 2025-03-01 2025-03-08',
  });
  // Where continued claims are what is shown, they are asked for once.
  expect(asked('continued', 'weekrate')).toEqual({
    claims: 'continued_claims 2024-01-20 2025-03-08',
    covered: 'covered_employment 2024-01-20 2025-03-15',
    rate: 'insured_unemployment_rate_week 2024-01-20 2025-03-08',
    one: 'continued_claims,covered_employment,insured_unemployment_rate_week 2025-03-01 2025-03-08',
  });
});
