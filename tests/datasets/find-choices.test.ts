import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { findChoices, findLists, namedState } from '../../service/datasets/find-choices.ts';
import { DATASETS } from '../../service/datasets/index.ts';
import { notHeld } from '../../service/datasets/not-held.ts';
import { searchCatalogue } from '../../service/datasets/search.ts';
import { parseSeriesId, seriesId } from '../../service/datasets/series-choice.ts';
import { STATES } from '../../service/datasets/states.ts';

const ids = (query: string, state = 'CA') => findChoices(query, state).map(seriesId);

describe('a state in the query', () => {
  it.each([
    ['texas initial claims', 'TX', 'initial claims'],
    ['initial claims West  Virginia', 'WV', 'initial claims'],
    ['initial claims TX', 'TX', 'initial claims'],
    ['NYICLAIMS', 'NY', 'nyiclaims'],
    ['new york', 'NY', ''],
  ])('%j names %s', (query, state, rest) => {
    expect(namedState(query)).toEqual({ state, rest });
  });

  it.each(['initial claims', 'claims in or me', 'virginian', 'XX claims', 'CAT', ''])(
    '%j names no state',
    (query) => {
      expect(namedState(query)).toBeUndefined();
    },
  );

  it('every state is found by its name and by its id at FRED', () => {
    for (const [code, name] of Object.entries(STATES)) {
      expect(ids(`${name} initial claims`)).toContain(`ui_state_weekly_claims.initial_claims.${code}`);
      expect(ids(`${code}ICLAIMS`)[0]).toBe(`ui_state_weekly_claims.initial_claims.${code}`);
    }
  });

  it('limits the series to that state; if the state has no match, the search uses all words', () => {
    expect(ids('texas initial claims').every((id) => id.endsWith('.TX'))).toBe(true);
    expect(ids('texas').length).toBeGreaterThan(1);
    expect(ids('texas quits')).toEqual(ids('texas quits', 'NY'));
  });
});

it('lists of constituents are found separately, because they cannot be drawn', () => {
  expect(findLists('SPY').map(({ code }) => code)).toContain('SPY');
  expect(ids('SPY')).toEqual([]);
  expect(findLists('quits')).toEqual([]);
});

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
])('%s has no series here, and similar series are offered', (query, name) => {
  const found = notHeld(query, 'CA');
  expect(found?.sentence).toMatch(new RegExp(`^Almanac has no ${name}.*\\. Nearest series:$`));
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

test('a named state is the state of the offered series', () => {
  expect(near('texas unemployment rate')).toContain('ui_state_weekly_claims.insured_unemployment_rate.TX');
  expect(near('unemployment rate')).toContain('ui_state_weekly_claims.insured_unemployment_rate.CA');
});

const ALL = DATASETS.flatMap((dataset) => dataset.series.map((series) => ({ dataset, series })));
const found = (query: string, limit?: number) =>
  searchCatalogue(query, limit).map(({ dataset, series }) => `${dataset.id}/${series.code}`);

describe('searchCatalogue', () => {
  it.each([
    ['unemployment', 'ui_weekly_claims/initial_claims_sa'],
    ['jobless claims', 'ui_weekly_claims/initial_claims_sa'],
    ['continuing claims', 'ui_weekly_claims/continued_claims_sa'],
    ['quits', 'jolts/quits_level_sa'],
    ['quits rate', 'jolts/quits_rate_sa'],
    ['quits rates', 'jolts/quits_rate_sa'],
    ['job openings', 'jolts/job_openings_level_sa'],
    ['JTSJOL', 'jolts/job_openings_level_sa'],
    ['jts000000000000000uor', 'jolts/job_openings_unemployed_ratio_sa'],
    ['debt', 'us_debt/total_public_debt_outstanding'],
    ['national debt', 'us_debt/total_public_debt_outstanding'],
    ['10 year', 'yields/US10Y'],
    ['10-year', 'yields/US10Y'],
    ['10y', 'yields/US10Y'],
    ['dgs10', 'yields/US10Y'],
    ['1.5 month', 'yields/US1_5M'],
    ['fed balance sheet', 'factors_affecting_reserve_balances/treasury_securities_total'],
    ['QT', 'factors_affecting_reserve_balances/treasury_securities_total'],
    ['TGA', 'factors_affecting_reserve_balances/treasury_general_account'],
    ['rrp', 'factors_affecting_reserve_balances/reverse_repurchase_agreements'],
    ['WDTGAL', 'factors_affecting_reserve_balances/treasury_general_account'],
    ['mbs', 'factors_affecting_reserve_balances/mortgage_backed_securities'],
    ['personal income', 'personal_income_and_outlays/total_personal_income'],
    ['A065RC', 'personal_income_and_outlays/total_personal_income'],
    ['exports china', 'us_exports/asia'],
    ['CAICLAIMS', 'ui_state_weekly_claims/initial_claims'],
    ['s&p 500', 'constituents/SP500'],
    ['  Initial_Claims_NSA ', 'ui_weekly_claims/initial_claims_nsa'],
  ])('%j finds %s first', (query, first) => {
    expect(found(query)[0]).toBe(first);
  });

  it.each([
    ['2s10s', 'US10Y_US2Y'],
    ['spread 10y 2y', 'US10Y_US2Y'],
    ['10y-2y', 'US10Y_US2Y'],
    ['10-year minus 2-year', 'US10Y_US2Y'],
    ['10Y3M', 'US10Y_US3M'],
    ['30-year 5-year spread', 'US30Y_US5Y'],
    ['3m10y', 'US10Y_US3M'],
    ['5s30s', 'US30Y_US5Y'],
    ['T10Y2Y', 'US10Y_US2Y'],
    ['t10y3m', 'US10Y_US3M'],
  ])('finds the spread %s first', (typed, code) => {
    expect(found(typed)[0]).toBe(`yields/${code}`);
  });

  it.each(['insured unemployment', 'insured unemployed', 'insured unemployment claims'])(
    'finds continued claims by %j, for the nation and the states',
    (query) => {
      const all = found(query);
      expect(all).toContain('ui_weekly_claims/continued_claims_sa');
      expect(all).toContain('ui_weekly_claims/continued_claims_nsa');
      if (query === 'insured unemployment') expect(all).toContain('ui_state_weekly_claims/continued_claims');
    },
  );

  it('puts every code and publisher id first, in any case', () => {
    for (const { series } of ALL) {
      for (const id of [series.code, ...series.publisherIds.map((each) => each.id)]) {
        const typed = id.replace('{ST}', 'TX').toUpperCase();
        const [best] = searchCatalogue(typed, 1);
        expect([best?.series.code, ...(best?.series.publisherIds.map((each) => each.id) ?? [])]).toContain(
          id,
        );
      }
    }
  });

  it('requires every word to match, or to begin a word', () => {
    expect(found('quits zebra')).toEqual([]);
    expect(found('initial debt')).toEqual([]);
    expect(found('unemp cont')).toContain('ui_weekly_claims/continued_claims_sa');
    expect(found('unzemployzment')).toEqual([]);
  });

  it('finds nothing for an empty query, and never more than the limit', () => {
    expect(found('')).toEqual([]);
    expect(found(' — ')).toEqual([]);
    expect(found('treasury', 3)).toHaveLength(3);
    expect(found('treasury', 0)).toEqual([]);
  });

  it('finds fewer series with every further word, and accepts any text', () => {
    const word = fc.constantFrom(
      'claims',
      'rate',
      'treasury',
      'sa',
      'debt',
      'job',
      'us',
      '10',
      'year',
      'h.4.1',
    );
    fc.assert(
      fc.property(word, fc.oneof(word, fc.string()), (one, two) => {
        const both = found(`${one} ${two}`, 100);
        const alone = found(one, 100);
        for (const hit of both) expect(alone).toContain(hit);
      }),
    );
  });
});
