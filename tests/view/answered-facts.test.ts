import { expect, it } from 'vitest';
import type { ViewLine } from '../../service/contract/view.ts';
import { lineFacts } from '../../service/view/answer.ts';
import { metaOf } from '../../service/view/answer-text.ts';
import { askedOf, CLAIMS, QUITS, SEARCH } from './some-source.ts';

/** What an answer says about its lines, and the names of their columns. */

const origins: Record<string, ViewLine['origin']> = { jolts: 'file', yields: 'sample' };
const originOf = (dataset: string) => origins[dataset] ?? 'publisher';

it('says of each line what it is made of', async () => {
  const answer = await askedOf(SEARCH);
  expect(metaOf(answer, lineFacts(answer, originOf))).toEqual({
    schema_version: '1.0',
    range: { from: '2024-03-30', to: '2024-05-04' },
    fields: { date: 'string (YYYY-MM-DD)', line: 'string', value: 'numerical string' },
    lines: [
      {
        line: 'jolts.quits_level_sa',
        series: 'jolts.quits_level_sa',
        formula: null,
        letters: null,
        title: 'Quits, level, SA',
        unit: 'thousands',
        units: 'Levels',
        frequency: 'Monthly',
        aggregation: null,
        average: null,
        index_date: null,
        origin: 'file',
        notes: [],
      },
      {
        line: 'ui_state_weekly_claims.initial_claims.CA',
        series: 'ui_state_weekly_claims.initial_claims.CA',
        formula: null,
        letters: null,
        title: 'California: Initial claims, NSA',
        unit: 'claims',
        units: 'Levels',
        frequency: 'Weekly, ending Saturday',
        aggregation: null,
        average: null,
        index_date: null,
        origin: 'publisher',
        notes: [],
      },
      {
        line: 'Quits, "per" claim',
        series: null,
        formula: 'a/b*1000',
        letters: { a: 'jolts.quits_level_sa', b: 'ui_state_weekly_claims.initial_claims.CA' },
        title: 'Quits, "per" claim',
        unit: '',
        units: 'Formula',
        frequency: 'Monthly',
        aggregation: 'eop',
        average: 2,
        index_date: null,
        origin: null,
        notes: [
          'California: Initial claims, NSA: weekly→monthly eop, partial 2024-06 dropped (1 of 3 weeks).',
        ],
      },
      {
        line: '10-year × 2, Treasury par yields',
        series: null,
        formula: 'c*2',
        letters: { c: 'yields.US10Y' },
        title: '10-year × 2, Treasury par yields',
        unit: '',
        units: 'Formula',
        frequency: 'Daily',
        aggregation: null,
        average: null,
        index_date: null,
        origin: 'sample',
        notes: [],
      },
    ],
  });
});

it('names columns by id, units, day of 100, average and, beside another, frequency', async () => {
  const named = async (series: string, formulas?: string, more = {}) =>
    (await askedOf({ series, ...(formulas && { formulas }), range: '3M', ...more })).lines.map(
      ({ name }) => name,
    );
  expect(
    await named(`${QUITS}:q:avg,${QUITS}:q:eop,${QUITS}:nbd:2023-05-20,${QUITS}:nbd:ma3,${QUITS}:pc1:ma2`),
  ).toEqual([
    'jolts.quits_level_sa_Q_AVG',
    'jolts.quits_level_sa_Q_EOP',
    'jolts.quits_level_sa_NBD20230520',
    'jolts.quits_level_sa_NBD20240901_MA3',
    'jolts.quits_level_sa_PC1_MA2',
  ]);
  expect(await named(`${QUITS}:q,yields.US10Y,yields.US10Y`, 'a*2:nbd,a*2:nbd:ma2,a*2:pch')).toEqual([
    'jolts.quits_level_sa',
    'yields.US10Y',
    'yields.US10Y (2)',
    'Quits × 2, Index_NBD20241001',
    'Quits × 2, Index, average of the last 2 observations_NBD20241001_MA2',
    'Quits × 2, % chg_PCH',
  ]);
  expect(
    await named(`${QUITS},${QUITS},${QUITS},${QUITS}`, undefined, { names: 'b:One,c:One,d:One' }),
  ).toEqual(['jolts.quits_level_sa', 'One', 'One (2)', 'One (3)']);
  // A hidden one takes no name.
  expect(await named(`${QUITS}:hidden,${QUITS}`, 'a*2')).toEqual([QUITS, 'Quits × 2']);
  expect(
    await named(`${QUITS}:nbd:1990-01-01`, 'a*2:nbd', { units: 'pc1', index_date: '1990-02-03' }),
  ).toEqual(['jolts.quits_level_sa_NBD19900101', '(Quits, Index) × 2_NBD']);
});

it('says of an index its day, of a formula whether its sources are of one kind, of a way what it is', async () => {
  const factsOf = async (search: Record<string, string>) => {
    const answer = await askedOf({ range: '3M', ...search });
    return lineFacts(answer, originOf);
  };
  expect(
    await factsOf({
      series: `${QUITS}:nbd:ma2,${CLAIMS}:m,jolts.hires_level_sa:q`,
      formulas: 'a/c:nbd,a/b:q:usual,c-a:a:avg',
    }),
  ).toMatchObject([
    {
      index_date: '2024-09-01',
      origin: 'file',
      aggregation: null,
      units: 'Index (date = 100)',
      letters: null,
    },
    { index_date: null, origin: 'publisher', aggregation: 'avg', units: 'Levels', letters: null },
    { index_date: null, origin: 'file', aggregation: 'sum', units: 'Levels', letters: null },
    {
      index_date: null,
      origin: 'file',
      aggregation: null,
      units: 'Index (date = 100)',
      letters: { a: 'jolts.quits_level_sa', c: 'jolts.hires_level_sa' },
    },
    {
      index_date: null,
      origin: null,
      aggregation: null,
      units: 'Formula',
      letters: { a: 'jolts.quits_level_sa', b: 'ui_state_weekly_claims.initial_claims.CA' },
    },
    {
      index_date: null,
      origin: 'file',
      aggregation: 'avg',
      units: 'Formula',
      letters: { a: 'jolts.quits_level_sa', c: 'jolts.hires_level_sa' },
    },
  ]);
  // Letters are those of the places in the palette; of sample data and others the answer is one of sample data.
  const swapped = { series: `${QUITS},yields.US10Y`, colours: '1,0,2', formulas: 'a/b' };
  expect((await factsOf(swapped)).at(-1)).toMatchObject({
    origin: 'sample',
    letters: { a: 'yields.US10Y', b: QUITS },
  });
  // The way that a series names is of a formula of it: its own line stays daily.
  const daily = await factsOf({ series: `yields.US10Y:eop,${QUITS}`, formulas: 'a-b' });
  expect(daily.map(({ aggregation }) => aggregation)).toEqual([null, null, null]);
  expect(await factsOf({ series: QUITS, formulas: 'a*2:nbd:2023-05-20', average: '4' })).toMatchObject([
    { index_date: null, average: 4 },
    { index_date: '2023-05-01', average: null },
  ]);
});
