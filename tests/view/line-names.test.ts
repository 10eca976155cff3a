import { expect, it } from 'vitest';
import { parseSeriesId, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import { TENORS } from '../../service/datasets/yields/curve.ts';
import { linesOf, MOST_ANSWERED, readView, type ViewSearch } from '../../service/view/index.ts';
import {
  fullTitle,
  linesText,
  lineUnits,
  listText,
  madeName,
  seriesName,
  sharedNames,
} from '../../service/view/names.ts';
import { column } from './some-columns.ts';
import { TODAY } from './some-source.ts';

/** Names of lines: of equal series and formulas, of several at once, in formulas and in an address. */

const QUITS = 'jolts.quits_level_sa';
const CLAIMS = 'ui_state_weekly_claims.initial_claims';
const RANGE = { from: '2024-01-01', to: '2024-12-31' };
const viewOf = (search: ViewSearch) => readView(search, TODAY, MOST_ANSWERED).view;
const linesFor = (search: ViewSearch) => {
  const view = viewOf(search);
  const ids = new Set(
    view.series.map(({ choice: { dataset, code, area } }) => [dataset, code, area].filter(Boolean).join('.')),
  );
  return linesOf(
    view,
    [...ids].map((id) => column(id, [], [])),
    RANGE,
  );
};

it.each<[ViewSearch, string[]]>([
  [{ series: `${QUITS},jolts.hires_level_sa` }, ['Quits, level, SA', 'Hires, level, SA']],
  [
    { series: `${QUITS},${QUITS}:pc1,${QUITS}:q:eop,${QUITS}:pc1:ma3,${QUITS}:ma1` },
    [
      'Quits, level, SA',
      'Quits, level, SA, % yr ago',
      'Quits, level, SA, quarterly eop',
      'Quits, level, SA, % yr ago, average of the last 3 observations',
      'Quits, level, SA (e)',
    ],
  ],
  [
    { series: `${QUITS},${QUITS},${QUITS}` },
    ['Quits, level, SA', 'Quits, level, SA (b)', 'Quits, level, SA (c)'],
  ],
  [{ series: `${QUITS},${QUITS}`, colours: '1,0' }, ['Quits, level, SA (b)', 'Quits, level, SA']],
  [{ series: `${QUITS}:hidden,${QUITS}:pch` }, ['Quits, level, SA (a)', 'Quits, level, SA']],
  [
    { series: `${QUITS}:hidden:pc1,${QUITS}:hidden,${QUITS}:pch,${QUITS}:log` },
    [
      'Quits, level, SA, % yr ago (a)',
      'Quits, level, SA (b)',
      'Quits, level, SA, % chg',
      'Quits, level, SA, Log',
    ],
  ],
  [
    { series: `${QUITS}:hidden:pc1,${QUITS}:pch,${QUITS}:log`, formulas: 'a*2' },
    [
      'Quits, level, SA, % yr ago (a)',
      'Quits, level, SA, % chg',
      'Quits, level, SA, Log',
      '(Quits, % yr ago) × 2',
    ],
  ],
  [{ series: `${QUITS},${QUITS}:pc1`, names: 'b:Mine' }, ['Quits, level, SA', 'Mine']],
  [{ series: `${QUITS}:hidden,${QUITS}:hidden` }, ['Quits, level, SA (a)', 'Quits, level, SA (b)']],
  [
    { series: `${QUITS}:lin,${QUITS}`, units: 'pca', average: '2' },
    [
      'Quits, level, SA, average of the last 2 observations',
      'Quits, level, SA, % annual, average of the last 2 observations',
    ],
  ],
  [
    { series: 'yields.US10Y_US2Y:pc1,yields.US10Y_US2Y:chg' },
    ['Yield spread, 10-year less 2-year', 'Yield spread, 10-year less 2-year, Chg'],
  ],
  [
    { series: `${QUITS},yields.US10Y`, formulas: 'a/b,a/b:pch,a/b:q,a/b:wesu:ma2,a/b:own,a/b:hidden' },
    [
      'Quits, level, SA',
      'Treasury par yield, 10-year',
      'Quits ÷ (Treasury par yield, 10-year)',
      'Quits ÷ (Treasury par yield, 10-year), % chg',
      'Quits ÷ (Treasury par yield, 10-year), quarterly',
      'Quits ÷ (Treasury par yield, 10-year), weekly, ending Sunday, average of the last 2 observations',
      'Quits ÷ (Treasury par yield, 10-year) (g)',
      'Quits ÷ (Treasury par yield, 10-year) (h)',
    ],
  ],
  [
    { series: QUITS, formulas: 'a*2,a*2,a*2:ma1', names: 'c:Twice' },
    ['Quits, level, SA', 'Quits × 2', 'Twice', 'Quits × 2 (d)'],
  ],
])('the lines of %j are called', (search, titles) => {
  expect(linesFor(search).map(({ title }) => title)).toEqual(titles);
});

it('a line outside the request does not change the name of one in it', () => {
  const view = viewOf({ series: `${QUITS}:hidden,${QUITS}` });
  expect(view.series.map((one) => seriesName(view, one))).toEqual([
    'Quits, level, SA (a)',
    'Quits, level, SA',
  ]);
});

it('a title in full is that of the catalogue, unless the line has another', () => {
  const titles = (search: ViewSearch) => linesFor(search).map(fullTitle);
  expect(titles({ series: `${QUITS},yields.US10Y`, names: 'b:Ten', formulas: 'a*2' })).toEqual([
    'Quits, level, seasonally adjusted',
    'Ten',
    'Quits × 2',
  ]);
  expect(titles({ series: `${QUITS},${QUITS}:pch` })).toEqual([
    'Quits, level, seasonally adjusted',
    'Quits, level, SA, % chg',
  ]);
  const view = viewOf({ series: `${QUITS}:pch`, formulas: 'a*2', names: 'a:Mine,b:Yours' });
  expect(
    linesFor({ series: `${QUITS}:pch`, formulas: 'a*2', names: 'a:Mine,b:Yours' }).map((line) =>
      madeName(view, line),
    ),
  ).toEqual(['Quits, level, SA', '(Mine, % chg) × 2']);
});

const choice = (id: string) => parseSeriesId(id) as SeriesChoice;
it.each([
  [
    ['yields.US10Y', 'yields.US2Y'],
    { own: ['10-year', '2-year'], shared: 'Treasury par yields', isBefore: true, isFamily: true },
  ],
  [['yields.US10Y'], { own: ['10-year'], shared: 'Treasury par yields', isBefore: true, isFamily: true }],
  [[QUITS], { own: ['Quits'], shared: 'level, SA', isBefore: false, isFamily: false }],
  [
    [QUITS, 'jolts.hires_level_sa'],
    { own: ['Quits', 'Hires'], shared: 'level, SA', isBefore: false, isFamily: false },
  ],
  [
    [QUITS, 'jolts.quits_rate_sa'],
    { own: ['level', 'rate'], shared: 'Quits, SA', isBefore: true, isFamily: false },
  ],
  [
    [QUITS, 'jolts.quits_level_nsa'],
    { own: ['SA', 'NSA'], shared: 'Quits, level', isBefore: true, isFamily: false },
  ],
  [
    [QUITS, 'jolts.hires_rate_sa'],
    { own: ['Quits, level, SA', 'Hires, rate, SA'], shared: '', isBefore: false, isFamily: false },
  ],
  [
    [QUITS, 'jolts.quits_rate_nsa'],
    { own: ['Quits, level, SA', 'Quits, rate, NSA'], shared: '', isBefore: false, isFamily: false },
  ],
  [
    [QUITS, QUITS],
    { own: ['Quits, level, SA', 'Quits, level, SA'], shared: '', isBefore: false, isFamily: false },
  ],
  [
    [`${CLAIMS}.CA`, `${CLAIMS}.TX`],
    { own: ['CA', 'TX'], shared: 'Initial claims, NSA', isBefore: true, isFamily: true },
  ],
  [
    [`${CLAIMS}.CA`, `${CLAIMS}.CA`],
    {
      own: ['California: Initial claims, NSA', 'California: Initial claims, NSA'],
      shared: '',
      isBefore: false,
      isFamily: false,
    },
  ],
  [
    [`${CLAIMS}.CA`, 'ui_state_weekly_claims.continued_claims.TX'],
    {
      own: ['California: Initial claims', 'Texas: Continued claims'],
      shared: 'NSA',
      isBefore: false,
      isFamily: false,
    },
  ],
  [[`${CLAIMS}.CA`], { own: ['CA'], shared: 'Initial claims, NSA', isBefore: true, isFamily: true }],
  [
    ['us_debt.debt_held_by_public'],
    { own: ['Debt held by the public'], shared: '', isBefore: false, isFamily: false },
  ],
  [[], { own: [], shared: '', isBefore: false, isFamily: false }],
])('%j share words', (ids, shared) => {
  expect(sharedNames(ids.map((id) => ({ choice: choice(id), style: {} })))).toEqual(shared);
});

it('names of the user’s own share nothing', () => {
  expect(
    sharedNames([
      { choice: choice('yields.US10Y'), style: { name: 'Ten' } },
      { choice: choice('yields.US2Y'), style: {} },
    ]),
  ).toEqual({ own: ['Ten', 'Treasury par yield, 2-year'], shared: '', isBefore: false, isFamily: false });
});

it.each<[ViewSearch, string]>([
  [{ series: '' }, ''],
  [{ series: 'yields.US10Y' }, 'Treasury par yield, 10-year'],
  [
    { series: 'yields.US10Y:hidden', formulas: 'a*2,a/3' },
    '10-year × 2, Treasury par yields and 10-year ÷ 3, Treasury par yields',
  ],
  [
    { series: TENORS.map(({ code }) => `yields.${code}`).join() },
    'Treasury par yields: 1-month, 1.5-month, 2-month and 11 more',
  ],
  [
    {
      series: TENORS.slice(0, 6)
        .map(({ code }) => `yields.${code}`)
        .join(),
      names: 'a:One',
    },
    'One; Treasury par yield, 1.5-month; Treasury par yield, 2-month and 3 more',
  ],
  [
    {
      series: `${QUITS},jolts.hires_level_sa,jolts.total_separations_level_sa,jolts.layoffs_discharges_level_sa,jolts.other_separations_level_sa`,
    },
    'Quits, Hires, Total separations, Layoffs and discharges and Other separations, level, SA',
  ],
  [
    {
      series: `${QUITS},jolts.hires_level_sa,jolts.total_separations_level_sa,jolts.layoffs_discharges_level_sa`,
    },
    'Quits, Hires, Total separations and Layoffs and discharges, level, SA',
  ],
  [
    {
      series: ['US1M', 'US3M', 'US6M', 'US1Y', 'US2Y', 'US5Y', 'US10Y', 'US30Y']
        .map((code) => `yields.${code}`)
        .join(),
    },
    'Treasury par yields: 1-month, 3-month, 6-month, 1-year, 2-year, 5-year, 10-year, 30-year',
  ],
  [
    { series: `yields.US10Y,yields.US2Y,${QUITS}:hidden`, formulas: 'a-b,a/c,c*2' },
    'Treasury par yields: 10-year, 2-year, 10-year − 2-year; (Treasury par yield, 10-year) ÷ Quits and Quits × 2',
  ],
  [
    { series: `${QUITS},jolts.hires_level_sa`, formulas: 'a/b', names: 'c:Share, level, SA' },
    'Quits, Hires and Share, level, SA',
  ],
  [
    { series: ['CA', 'TX', 'FL', 'NY'].map((state) => `${CLAIMS}.${state}`).join() },
    'Initial claims, NSA: CA, TX, FL, NY',
  ],
])('%j together', (search, text) => {
  expect(linesText(linesFor(search).filter(({ hidden }) => !hidden))).toEqual(text);
});

it('a list of exactly ninety characters is whole, a longer one names three', () => {
  const text = (...titles: string[]) =>
    linesText(titles.map((title) => ({ title, choice: undefined, style: {} })));
  const [a, b, c] = ['a'.repeat(20), 'b'.repeat(20), 'c'.repeat(20)];
  expect(text(a, b, c, 'd'.repeat(21))).toBe(`${a}, ${b}, ${c} and ${'d'.repeat(21)}`);
  expect(text(a, b, c, 'd'.repeat(22))).toBe(`${a}, ${b}, ${c} and 1 more`);
  expect(text(a, b, 'c'.repeat(60))).toBe(`${a}, ${b} and ${'c'.repeat(60)}`);
  expect(listText([])).toBe('');
});

it('units are said once, with the average that all lines have, and not of a formula that has none', () => {
  const line = (unitText: string, average?: number, title = 'T') => ({ title, unitText, average });
  expect(lineUnits([line('%', 4), line('%', 4), line('persons', 4)])).toEqual([
    '%, average of the last 4 observations',
    'persons, average of the last 4 observations',
  ]);
  expect(lineUnits([line('%', 4), line('%')])).toEqual(['%']);
  expect(
    lineUnits([line(''), line('a ÷ b', undefined, 'a ÷ b'), line('a ÷ b, x', undefined, 'a ÷ b')]),
  ).toEqual([]);
  expect(lineUnits([])).toEqual([]);
});
