import { expect, test } from 'vitest';
import { notHeld } from '../../service/datasets/not-held.ts';
import { parseSeriesId, seriesId } from '../../service/datasets/series-choice.ts';

const near = (query: string) => notHeld(query, 'CA')?.near.map(seriesId);

test.each([
  ['gdp', 'GDP'],
  ['real GDP growth', 'GDP'],
  ['cpi', 'inflation'],
  ['inflation', 'inflation'],
  ['core pce', 'inflation'],
  ['fed funds', 'federal funds rate'],
  ['SOFR', 'federal funds rate'],
  ['unemployment rate', 'unemployment rate'],
  ['UNRATE', 'unemployment rate'],
  ['mortgage', 'mortgage rates'],
  ['30 year mortgage rate', 'mortgage rates'],
  ['house prices', 'house prices'],
  ['home prices', 'house prices'],
  ['payrolls', 'payrolls'],
  ['nonfarm payrolls', 'payrolls'],
  ['retail sales', 'spending'],
  ['m2', 'money supply'],
  ['trade balance', 'imports'],
  ['budget deficit', 'federal budget'],
  ['real yields', 'real yields'],
])('%s is not held, and series that are held are near it', (query, name) => {
  const found = notHeld(query, 'CA');
  expect(found?.said).toMatch(new RegExp(`^Almanac has no ${name}.*\\. Near it:$`));
  expect(found?.near.length).toBeGreaterThan(0);
  for (const one of found?.near ?? []) expect(parseSeriesId(seriesId(one))).toEqual(one);
});

test.each([
  'quits',
  'insured unemployment rate',
  'unemployment',
  'inflation compensation',
  'mortgage-backed securities',
  'covered employment',
  'federal debt',
  'import',
  '1m',
  'UNRATES',
])('%s is left to the search', (query) => expect(near(query)).toBeUndefined());

test('a state that is named is the one whose series are near', () => {
  expect(near('texas unemployment rate')).toContain('ui_state_weekly_claims.insured_unemployment_rate.TX');
  expect(near('unemployment rate')).toContain('ui_state_weekly_claims.insured_unemployment_rate.CA');
});
