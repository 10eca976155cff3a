import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import { aggregationWarning } from '../../service/datasets/aggregation.ts';
import { RESERVE_STATEMENT } from '../../service/datasets/factors_affecting_reserve_balances/statement.ts';
import {
  DATASETS,
  datasetOfList,
  ECONOMIC_DATASET_IDS,
  findDataset,
  findSeries,
  MARKET_OBSERVATIONS,
  storedSeries,
  YIELD_CODES,
} from '../../service/datasets/index.ts';
import type { Series } from '../../service/datasets/types.ts';
import { AGGREGATIONS } from '../../service/series-math/fred-codes.ts';

/** The series codes of each dataset, which users rely on. */
const CODES: Record<string, string> = {
  ui_weekly_claims:
    'initial_claims_sa, continued_claims_sa, initial_claims_nsa, continued_claims_nsa, initial_claims_sa_4w_avg, continued_claims_sa_4w_avg',
  jolts:
    'hires_level_sa, hires_level_nsa, hires_rate_sa, hires_rate_nsa, job_openings_level_sa, job_openings_level_nsa, job_openings_rate_sa, job_openings_rate_nsa, quits_level_sa, quits_level_nsa, quits_rate_sa, quits_rate_nsa, layoffs_discharges_level_sa, layoffs_discharges_level_nsa, layoffs_discharges_rate_sa, layoffs_discharges_rate_nsa, total_separations_level_sa, total_separations_level_nsa, total_separations_rate_sa, total_separations_rate_nsa, other_separations_level_sa, other_separations_level_nsa, other_separations_rate_sa, other_separations_rate_nsa, job_openings_unemployed_ratio_sa, job_openings_unemployed_ratio_nsa',
  ui_state_weekly_claims:
    'initial_claims, continued_claims, covered_employment, insured_unemployment_rate, insured_unemployment_rate_week',
  personal_income_and_outlays: 'total_personal_income',
  us_exports: 'north_america, central_america, south_america, europe, asia, australia_oceania, africa',
  factors_affecting_reserve_balances:
    'treasury_securities_total, treasury_bills, treasury_notes_bonds_nominal, treasury_notes_bonds_inflation_indexed, treasury_inflation_compensation, federal_agency_debt_securities, mortgage_backed_securities, loans, repurchase_agreements, reverse_repurchase_agreements, treasury_general_account, term_deposits_held_by_depository_institutions, other_deposits_held_by_depository_institutions, other_assets_total',
  us_debt: 'debt_held_by_public, intragovernmental_holdings, total_public_debt_outstanding',
  yields:
    'US1M, US1_5M, US2M, US3M, US4M, US6M, US1Y, US2Y, US3Y, US5Y, US7Y, US10Y, US20Y, US30Y, US10Y_US2Y, US10Y_US3M, US30Y_US5Y',
  constituents: 'SP500, IVV, SPY',
};
const FREQUENCIES = [
  'Weekly',
  'Monthly',
  'Weekly',
  'Monthly',
  'Monthly',
  'Weekly',
  'Daily',
  'Daily',
  'Daily',
];
const ALL = DATASETS.flatMap((dataset) => dataset.series.map((series) => ({ dataset, series })));

/** One sentence: it begins with a capital, and its only full stop is at the end. */
const SENTENCE = /^[A-Z][^.!?]*(?:(?:\d\.\d|f\.a\.s\.)[^.!?]*)*\.$/;

describe('the catalogue', () => {
  it('has the datasets and codes that users rely on, in their order', () => {
    expect(DATASETS.map(({ id }) => id)).toEqual(Object.keys(CODES));
    expect(ECONOMIC_DATASET_IDS).toEqual(Object.keys(CODES).slice(0, 7));
    for (const { id, series } of DATASETS) expect(series.map(({ code }) => code).join(', ')).toBe(CODES[id]);
    expect(storedSeries(MARKET_OBSERVATIONS).map(({ code }) => code)).toEqual(YIELD_CODES);
    expect(DATASETS.map(({ frequency }) => frequency)).toEqual(FREQUENCIES);
    expect(ALL.filter(({ dataset }) => dataset.group === 'economic-data')).toHaveLength(62);
  });

  it('finds datasets and series by exact id and code only', () => {
    for (const { dataset, series } of ALL) {
      expect(findDataset(dataset.id)).toBe(dataset);
      expect(findSeries(dataset.id, series.code)).toBe(series);
    }
    expect(findDataset('US_DEBT')).toBeUndefined();
    expect(findDataset('constructor')).toBeUndefined();
    expect(findSeries('jolts', 'initial_claims_sa')).toBeUndefined();
    expect(findSeries('us_debt', '')).toBeUndefined();
  });

  it('gives each publisher id to one series', () => {
    const ids = ALL.flatMap(({ series }) => series.publisherIds.map(({ system, id }) => `${system}: ${id}`));
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
    const without = ALL.filter(
      ({ dataset, series }) =>
        dataset.id !== 'constituents' && !series.spread && series.publisherIds.length === 0,
    );
    expect(without).toEqual([]);
  });

  it('finds the dataset of a list by its code; unknown codes belong to the constituents', () => {
    const lists = ALL.filter(({ dataset }) => dataset.kind === 'list');
    for (const { dataset, series } of lists) expect(datasetOfList(series.code)).toBe(dataset);
    expect(datasetOfList('MY_OWN').id).toBe('constituents');
  });

  it('has only the yields as observations in the market-data group, which have their own path', () => {
    const market = DATASETS.filter(({ group, kind }) => group === 'market-data' && kind === 'observations');
    expect(market).toEqual([MARKET_OBSERVATIONS]);
  });

  it('gives each series a title and description of its own', () => {
    expect(new Set(ALL.map(({ series }) => series.title)).size).toBe(ALL.length);
    expect(new Set(ALL.map(({ dataset, series }) => dataset.id + series.description)).size).toBe(ALL.length);
  });

  it.each(ALL.map(({ dataset, series }) => [`${dataset.id}/${series.code}`, dataset, series] as const))(
    '%s is described in full',
    (_name, dataset, series) => {
      expect(series.description).toMatch(SENTENCE);
      for (const text of [series.title, series.group, series.unit, series.unitShort]) {
        expect(text).toMatch(/\S/);
        expect(text).toBe(text.trim());
      }
      expect(series.frequency).toBe(dataset.frequency);
      expect(series.synonyms.length).toBeGreaterThan(2);
      for (const synonym of series.synonyms) expect(synonym).toBe(synonym.toLowerCase().trim());
      expect(new Set(series.synonyms).size).toBe(series.synonyms.length);
      if (series.historyFrom !== undefined) {
        expect(dayNumber(series.historyFrom)).toBeGreaterThan(
          dayNumber(dataset.kind === 'list' ? '' : dataset.historyFrom) ?? 0,
        );
      }
    },
  );

  it.each(DATASETS.map((dataset) => [dataset.id, dataset] as const))(
    '%s is described in full',
    (_id, dataset) => {
      expect(dataset.description).toMatch(SENTENCE);
      expect(new URL(dataset.source.url).protocol).toBe('https:');
      for (const text of [
        dataset.title,
        dataset.publisher,
        dataset.source.name,
        dataset.licence,
        dataset.release.text,
      ]) {
        expect(text).toMatch(/\S/);
      }
      expect(dataset.notes.length).toBeGreaterThan(0);
      for (const note of dataset.notes) expect(note).toMatch(/^[A-Z].*\.$/);
      expect(dataset.release.timeEastern).toMatch(/^([01]\d|2[0-3]):[0-5]\d$/);
      expect(findSeries(dataset.id, dataset.headline)).toBeDefined();
      if (dataset.kind === 'observations') expect(dayNumber(dataset.historyFrom)).toBeDefined();
    },
  );
});

describe('aggregation', () => {
  it('defaults to an allowed method, or to none if no method is allowed', () => {
    for (const { series } of ALL) {
      if (series.defaultAggregation === null) expect(series.allowedAggregations).toEqual([]);
      else expect(series.allowedAggregations).toContain(series.defaultAggregation);
    }
  });

  it('allows sums only for counts that start again in each period', () => {
    const summed = ALL.filter(({ series }) => series.allowedAggregations.includes('sum'));
    for (const { series } of summed) {
      expect(series.seasonalAdjustment).not.toBe('SAAR');
      expect(series.unitShort).not.toMatch(/%|ratio/);
    }
    expect(summed.map(({ series }) => series.code)).toEqual([
      'initial_claims_sa',
      'initial_claims_nsa',
      ...['hires', 'quits', 'layoffs_discharges', 'total_separations', 'other_separations'].flatMap(
        (flow) => [`${flow}_level_sa`, `${flow}_level_nsa`],
      ),
      'initial_claims',
      ...(CODES.us_exports?.split(', ') ?? []),
    ]);
  });

  it('has the usual defaults', () => {
    const defaults = [
      ['ui_weekly_claims', 'initial_claims_sa', 'avg'],
      ['jolts', 'job_openings_level_sa', 'eop'],
      ['jolts', 'hires_level_nsa', 'sum'],
      ['jolts', 'hires_rate_nsa', 'avg'],
      ['personal_income_and_outlays', 'total_personal_income', 'avg'],
      ['us_exports', 'asia', 'sum'],
      ['factors_affecting_reserve_balances', 'loans', 'eop'],
      ['us_debt', 'debt_held_by_public', 'eop'],
      ['yields', 'US10Y', 'avg'],
      ['constituents', 'SP500', null],
    ] as const;
    for (const [dataset, code, wanted] of defaults) {
      expect(findSeries(dataset, code)?.defaultAggregation).toBe(wanted);
    }
  });
});

describe('the texts of a series', () => {
  it.each([
    ['factors_affecting_reserve_balances', 'other_assets_total', 'title', /without bank premises/],
    [
      'factors_affecting_reserve_balances',
      'other_assets_total',
      'description',
      /bank premises are a line of their own/,
    ],
    ['jolts', 'job_openings_unemployed_ratio_sa', 'title', /^Unemployed persons per job opening/],
    [
      'jolts',
      'job_openings_unemployed_ratio_nsa',
      'description',
      /^Unemployed persons divided by job openings, .* as BLS publishes it/,
    ],
    ['jolts', 'job_openings_unemployed_ratio_nsa', 'unitShort', /^persons per opening$/],
    ['us_exports', 'central_america', 'title', /Central America and the Caribbean/],
    ['us_exports', 'central_america', 'description', /the Caribbean and Bermuda \(without Mexico\)/],
    ['us_exports', 'asia', 'description', /^Goods .*\(f\.a\.s\.\), Census basis, not seasonally adjusted\.$/],
  ] as const)('%s.%s: its %s has the important words', (dataset, code, member, words) => {
    expect(findSeries(dataset, code)?.[member]).toMatch(words);
  });

  it('of claims count claims, and those of continued claims mention insured unemployment', () => {
    const claims = ALL.filter(({ series }) => /_claims/.test(series.code)).map(({ series }) => series);
    expect(claims.length).toBeGreaterThan(6);
    for (const { code, unit, unitShort, description } of claims) {
      expect([code, unit, unitShort]).toEqual([code, 'claims', 'claims']);
      expect(description).not.toMatch(/persons/i);
      if (/^continued_claims(?!.*avg)/.test(code)) expect(description).toMatch(/insured unemployment/);
    }
  });

  it('are the same in the statement: other assets are without bank premises', () => {
    const labels = RESERVE_STATEMENT.flatMap(({ lines }) => lines).filter(
      ({ code }) => code === 'other_assets_total',
    );
    expect(labels.map(({ label }) => label)).toEqual(['Other assets (without bank premises)']);
  });
});

describe('important facts', () => {
  it.each([
    ['ui_state_weekly_claims', /13-week average \(c19\), as published/],
    ['ui_weekly_claims', /lag initial claims by one week/],
    ['personal_income_and_outlays', /millions of dollars.*billions/],
    ['us_exports', /Canada and Mexico/],
    ['us_exports', /not the total of the world: .*\$229 million less/],
    ['us_exports', /f\.a\.s\. value/],
    ['ui_weekly_claims', /Claims are counted, not persons/],
    ['factors_affecting_reserve_balances', /Bank premises .* other assets are without them/],
    ['jolts', /unemployed persons per job opening/],
    ['constituents', /no weights/],
  ])('are in the notes of %s', (dataset, note) => {
    expect(findDataset(dataset)?.notes.join('\n')).toMatch(note);
  });

  it('are lags: only continued claims and the insured rate come a week later', () => {
    for (const { dataset, series } of ALL) {
      expect(series.extraLagDays).toBe(
        /claims$/.test(dataset.id) && /^(continued|insured)/.test(series.code) ? 7 : undefined,
      );
    }
  });
});

const series = (dataset: string, code: string) => findSeries(dataset, code) as Series;
const ways = (dataset: string, code: string) => {
  const { defaultAggregation, allowedAggregations } = series(dataset, code);
  return [defaultAggregation, ...allowedAggregations.toSorted()];
};

describe('methods of aggregation', () => {
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
  ])('of %s %s are %o, with the default first', (dataset, code, expected) => {
    expect(ways(dataset, code)).toEqual(expected);
  });

  it('have an allowed default, and a warning for each method that is not allowed', () => {
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
    ['us_debt', 'debt_held_by_public', /is a level/],
    ['constituents', 'SP500', /list for a single day/],
  ])('warn of the sum of %s %s', (dataset, code, sentence) => {
    expect(aggregationWarning(series(dataset, code), 'sum')).toMatch(sentence);
  });
});
