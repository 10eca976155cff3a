import { expect, it } from 'vitest';
import {
  pickViewSearch,
  readStrictly,
  readView,
  type ViewSearch,
  viewSearch,
} from '../../service/view/index.ts';
import { isAverage, lineId, lineText, wrongFormulas } from '../../service/view/line-words.ts';
import { TODAY } from './some-source.ts';

/** An address, word by word: what is read of it, what is written, and the sentence of each error. */

const QUITS = 'jolts.quits_level_sa';
const EVERYTHING: ViewSearch = {
  series: `${QUITS}:pc1:2020-02-03:q:avg:right:bar:ma3:hidden,ui_state_weekly_claims.initial_claims.CA:own:usual:left`,
  formulas: 'a-b:nbd:2020-02-04:a:sum:right:step:ma1,ma(a,4)/2:hidden',
  colours: '3,1,7,0',
  names: 'd:Quits, all,h:Spread',
  title: 'Title',
  subtitle: 'Under it',
  range: '5Y',
  units: 'chg',
  index_date: '2020-02-01',
  frequency: 'wesu',
  aggregation: 'eop',
  average: '4',
  as_of: '2026-11-20T14:02:00Z',
  compare: 'now',
  type: 'area',
  scale: 'log',
  recessions: 'off',
  table: 'closed',
  layout: 'long',
  order: 'oldest',
  details: QUITS,
  explain: 'ui_state_weekly_claims.initial_claims.CA@2024-02-03',
};

it('everything that an address can say is read, each word into its place', () => {
  expect(readView(EVERYTHING, TODAY)).toEqual({
    view: {
      series: [
        {
          choice: { dataset: 'jolts', code: 'quits_level_sa', area: '' },
          slot: 3,
          hidden: true,
          style: {
            units: 'pc1',
            indexDate: '2020-02-03',
            frequency: 'q',
            aggregation: 'avg',
            axis: 'right',
            type: 'bar',
            average: 3,
            name: 'Quits, all',
          },
        },
        {
          choice: { dataset: 'ui_state_weekly_claims', code: 'initial_claims', area: 'CA' },
          slot: 1,
          hidden: false,
          style: { frequency: 'own', aggregation: 'usual', axis: 'left' },
        },
      ],
      formulas: [
        {
          text: 'a-b',
          slot: 7,
          hidden: false,
          style: {
            units: 'nbd',
            indexDate: '2020-02-04',
            frequency: 'a',
            aggregation: 'sum',
            axis: 'right',
            type: 'step',
            average: 1,
            name: 'Spread',
          },
        },
        { text: 'ma(a,4)/2', slot: 0, hidden: true, style: {} },
      ],
      heading: { title: 'Title', subtitle: 'Under it' },
      range: { preset: '5Y' },
      units: 'chg',
      indexDate: '2020-02-01',
      frequency: 'wesu',
      aggregation: 'eop',
      average: 4,
      asOf: '2026-11-20T14:02:00Z',
      withNow: true,
      type: 'area',
      isLog: true,
      hasRecessions: false,
      tableOpen: false,
      tableLayout: 'long',
      newestFirst: false,
      details: 'jolts.quits_level_sa',
      explained: { line: 'ui_state_weekly_claims.initial_claims.CA', date: '2024-02-03' },
    },
    problems: [],
  });
});

it('everything is written in the order of the reference, and nothing that is usual', () => {
  const { view } = readView(EVERYTHING, TODAY);
  expect(Object.entries(viewSearch(view))).toEqual([
    [
      'series',
      'jolts.quits_level_sa:pc1:2020-02-03:q:avg:right:bar:ma3:hidden,ui_state_weekly_claims.initial_claims.CA:own:usual:left',
    ],
    ['formulas', 'a-b:nbd:2020-02-04:a:sum:right:step:ma1,ma(a,4)/2:hidden'],
    ['colours', '3,1,7,0'],
    ['names', 'd:Quits, all,h:Spread'],
    ['title', 'Title'],
    ['subtitle', 'Under it'],
    ['range', '5Y'],
    ['units', 'chg'],
    ['index_date', '2020-02-01'],
    ['frequency', 'wesu'],
    ['aggregation', 'eop'],
    ['average', '4'],
    ['as_of', '2026-11-20T14:02:00Z'],
    ['compare', 'now'],
    ['type', 'area'],
    ['scale', 'log'],
    ['recessions', 'off'],
    ['table', 'closed'],
    ['layout', 'long'],
    ['order', 'oldest'],
    ['details', 'jolts.quits_level_sa'],
    ['explain', 'ui_state_weekly_claims.initial_claims.CA@2024-02-03'],
  ]);
  expect(viewSearch(readView({ series: QUITS }, TODAY).view)).toEqual({ series: QUITS });
});

it('the usual view is a line chart of levels, with recessions and an open table, newest first', () => {
  expect(readView({ series: QUITS }, TODAY)).toEqual({
    view: {
      series: [
        { choice: { dataset: 'jolts', code: 'quits_level_sa', area: '' }, slot: 0, hidden: false, style: {} },
      ],
      formulas: [],
      heading: {},
      range: { preset: 'Max' },
      units: 'lin',
      withNow: false,
      type: 'line',
      isLog: false,
      hasRecessions: true,
      tableOpen: true,
      tableLayout: 'wide',
      newestFirst: true,
    },
    problems: [],
  });
  expect(readView({}, TODAY).view.series.map(({ choice }) => choice.code)).toEqual([
    'total_public_debt_outstanding',
    'debt_held_by_public',
    'intragovernmental_holdings',
  ]);
});

it('parameters of others are left out, and numbers are text', () => {
  expect(pickViewSearch({ series: QUITS, average: 4, utm: 'x', scale: undefined })).toEqual({
    series: QUITS,
    average: '4',
  });
});

it.each([
  ['yields.US10Y', 'yields.US10Y'],
  ['yields.US10Y:b', undefined],
  ['=a*2', undefined],
  ['yields.US2Y', undefined],
])('details of %s', (details, shown) => {
  expect(
    readView({ series: 'yields.US10Y,yields.US10Y', formulas: 'a*2', details }, TODAY).view.details,
  ).toBe(shown);
});

it.each([
  ['yields.US10Y@2024-01-02', { line: 'yields.US10Y', date: '2024-01-02' }],
  ['yields.US10Y:b@2024-01-02', { line: 'yields.US10Y:b', date: '2024-01-02' }],
  ['=a*2@2024-01-02', { line: '=a*2', date: '2024-01-02' }],
  ['=a*2@2024-02-30', undefined],
  ['=a*3@2024-01-02', undefined],
  ['=a*2', undefined],
  ['@2024-01-02', undefined],
])('the explained number of %s', (explain, explained) => {
  expect(
    readView({ series: 'yields.US10Y,yields.US10Y', formulas: 'a*2', explain }, TODAY).view.explained,
  ).toEqual(explained);
});

it('a parenthesis too many belongs to its own formula', () => {
  const { view } = readView({ series: QUITS, formulas: '(a)),a,ma(a,2)' }, TODAY);
  expect(view.formulas.map(({ text }) => text)).toEqual(['(a))', 'a', 'ma(a,2)']);
});

it('a line that stands several times has its letter from the second on, by its place in the palette', () => {
  const { view } = readView(
    { series: `${QUITS},yields.US2Y,${QUITS}`, formulas: 'a,b,a', colours: '4,1,2,7,3,5' },
    TODAY,
  );
  expect([...view.series, ...view.formulas].map((one) => lineId(view, one))).toEqual([
    'jolts.quits_level_sa:e',
    'yields.US2Y',
    'jolts.quits_level_sa',
    '=a:h',
    '=b',
    '=a',
  ]);
});

it('strictly, each error is one of the lines, and what only the page has is passed over', () => {
  const parametersOf = (search: ViewSearch) => {
    const read = readStrictly(search, TODAY);
    return 'problems' in read ? read.problems.map(({ parameter }) => parameter) : 'read';
  };
  expect(parametersOf({ series: 'x', formulas: 'a/b,c+', names: 'c:C', units: 'x' })).toEqual([
    'series',
    'units',
  ]);
  expect(parametersOf({ series: QUITS, formulas: 'a/b,a+', names: 'd:D', colours: '1' })).toEqual([
    'colours',
    'names',
    'formulas',
    'formulas',
  ]);
  expect(parametersOf({ series: QUITS, type: 'x', details: 'x', compare: 'x' })).toBe('read');
});

it('a formula is wrong where it cannot be worked out of the letters that there are', () => {
  const { view } = readView(
    { series: `${QUITS},yields.US2Y`, formulas: 'c/d,a,d-,2', colours: '3,2,0,1,4,5' },
    TODAY,
  );
  expect(wrongFormulas(view)).toEqual([
    {
      parameter: 'formulas',
      said: "'a' is not a series of this formula. There are: c, d.",
      refused: "The formula 'a' cannot be worked out: 'a' is not a series of this formula. There are: c, d.",
      value: 'a',
    },
    {
      parameter: 'formulas',
      said: 'The formula ends too early: a series (a, b, …), a number or ( is expected.',
      refused:
        "The formula 'd-' cannot be worked out: The formula ends too early: a series (a, b, …), a number or ( is expected.",
      value: 'd-',
    },
  ]);
});

it.each([
  ['1', 1, true],
  ['0', 1, false],
  ['1', 2, false],
  ['2', 2, true],
  ['520', 2, true],
  ['521', 1, false],
  ['0520', 1, false],
  ['2.0', 1, false],
  ['', 1, false],
] as const)('an average of %j observations, at least %d: %s', (text, least, is) => {
  expect(isAverage(text, least)).toBe(is);
});

it('a line is written with its own words in one order', () => {
  expect(
    lineText({
      name: 'x.y',
      hidden: true,
      style: {
        name: 'N',
        indexDate: '2020-01-01',
        type: 'bar',
        axis: 'left',
        average: 1,
        aggregation: 'usual',
        frequency: 'own',
        units: 'lin',
      },
    }),
  ).toBe('x.y:lin:2020-01-01:own:usual:left:bar:ma1:hidden');
});
