import { expect, it } from 'vitest';
import {
  asksOf,
  linesOf,
  readView,
  shortAsksOf,
  type ViewSearch,
  withIndexDates,
} from '../../service/view/index.ts';
import { column, months } from './some-columns.ts';
import { HELD, TODAY } from './some-source.ts';

/** Which days are loaded to draw a view, for a chart and for a tile that shows one range. */

const QUITS = 'jolts.quits_level_sa';
const CLAIMS = 'ui_weekly_claims.initial_claims_sa';
const RANGE = { from: '2024-03-15', to: '2024-06-30' };
const viewOf = (search: ViewSearch) => readView(search, TODAY).view;
const idOf = ({ choice: { dataset, code } }: { choice: { dataset: string; code: string } }) =>
  `${dataset}.${code}`;

it.each<[ViewSearch, unknown]>([
  [
    { series: `${QUITS},yields.US10Y:ma2,yields.US2Y:lin:ma1` },
    [
      { id: 'jolts.quits_level_sa', from: '2024-03-15', to: '2024-06-30' },
      { id: 'yields.US10Y', from: '0001-01-01', to: '2026-11-20' },
      { id: 'yields.US2Y', from: '2024-03-15', to: '2024-06-30' },
    ],
  ],
  [
    { series: `${QUITS},${QUITS}:pc1,yields.US10Y,yields.US10Y` },
    [
      { id: 'jolts.quits_level_sa', from: '0001-01-01', to: '2026-11-20' },
      { id: 'yields.US10Y', from: '2024-03-15', to: '2024-06-30' },
    ],
  ],
  [
    { series: `${QUITS},yields.US10Y,yields.US2Y`, formulas: 'a/b:hidden,a+' },
    [
      { id: 'jolts.quits_level_sa', from: '0001-01-01', to: '2026-11-20' },
      { id: 'yields.US10Y', from: '0001-01-01', to: '2026-11-20' },
      { id: 'yields.US2Y', from: '2024-03-15', to: '2024-06-30' },
    ],
  ],
  [
    { series: `${QUITS},yields.US10Y`, formulas: 'b*2', colours: '1,0,2' },
    [
      { id: 'jolts.quits_level_sa', from: '0001-01-01', to: '2026-11-20' },
      { id: 'yields.US10Y', from: '2024-03-15', to: '2024-06-30' },
    ],
  ],
  [
    { series: `${QUITS}:hidden,yields.US10Y`, as_of: '2024-05-01' },
    [
      { id: 'jolts.quits_level_sa', from: '0001-01-01', to: '2026-11-20', asOf: '2024-05-01' },
      { id: 'yields.US10Y', from: '0001-01-01', to: '2026-11-20', asOf: '2024-05-01' },
    ],
  ],
  [{ series: '' }, []],
])('a chart of %j asks for', (search, asks) => {
  expect(
    asksOf(viewOf(search), RANGE, TODAY).map((ask) => ({
      id: idOf(ask),
      ...ask.range,
      ...(ask.asOf && { asOf: ask.asOf }),
    })),
  ).toEqual(asks);
});

it.each<[ViewSearch, string[]]>([
  [{ series: `${QUITS},${QUITS}:ch1` }, ['jolts.quits_level_sa 2023-02-01']],
  [{ series: `${QUITS}:chg` }, ['jolts.quits_level_sa 2024-01-01']],
  [{ series: `${QUITS}:ma4` }, ['jolts.quits_level_sa 2023-11-01']],
  [{ series: `${QUITS}:q` }, ['jolts.quits_level_sa 2023-10-01']],
  [{ series: `${QUITS}:a:pch:ma2` }, ['jolts.quits_level_sa 2021-01-01']],
  [{ series: `${CLAIMS}:pch` }, ['ui_weekly_claims.initial_claims_sa 2024-02-25']],
  [{ series: `${CLAIMS}:m` }, ['ui_weekly_claims.initial_claims_sa 0001-01-01']],
  [{ series: `${CLAIMS}:nbd` }, ['ui_weekly_claims.initial_claims_sa 0001-01-01']],
  [
    { series: `${CLAIMS},${QUITS}`, formulas: 'a/b' },
    ['ui_weekly_claims.initial_claims_sa 0001-01-01', 'jolts.quits_level_sa 2024-02-01'],
  ],
  [
    { series: `${QUITS},jolts.hires_level_sa,jolts.quits_rate_sa:ma2`, formulas: 'a/b' },
    ['jolts.quits_level_sa 2024-02-01', 'jolts.hires_level_sa 2024-02-01', 'jolts.quits_rate_sa 2024-01-01'],
  ],
  [
    { series: `${QUITS},jolts.hires_level_sa`, formulas: 'a/b:pc1' },
    ['jolts.quits_level_sa 2023-02-01', 'jolts.hires_level_sa 2023-02-01'],
  ],
  [
    { series: `${QUITS},jolts.hires_level_sa:q`, formulas: 'a/b' },
    ['jolts.quits_level_sa 2023-10-01', 'jolts.hires_level_sa 2023-10-01'],
  ],
  [
    { series: `${QUITS},jolts.hires_level_sa`, formulas: 'a/b:q:chg' },
    ['jolts.quits_level_sa 2023-07-01', 'jolts.hires_level_sa 2023-07-01'],
  ],
  [
    { series: `${QUITS},jolts.hires_level_sa`, formulas: 'a/b:ma2' },
    ['jolts.quits_level_sa 0001-01-01', 'jolts.hires_level_sa 0001-01-01'],
  ],
  [
    { series: `${QUITS},jolts.hires_level_sa`, formulas: 'a/b:ma1' },
    ['jolts.quits_level_sa 2024-02-01', 'jolts.hires_level_sa 2024-02-01'],
  ],
  [
    { series: `${QUITS},jolts.hires_level_sa`, formulas: 'a-lag(b,1)' },
    ['jolts.quits_level_sa 0001-01-01', 'jolts.hires_level_sa 0001-01-01'],
  ],
  [
    { series: `${QUITS},jolts.hires_level_sa`, formulas: 'a*2,b*2:nbd' },
    ['jolts.quits_level_sa 2024-02-01', 'jolts.hires_level_sa 0001-01-01'],
  ],
  [
    { series: `${QUITS}:pch,jolts.hires_level_sa`, formulas: 'a+' },
    ['jolts.quits_level_sa 2024-01-01', 'jolts.hires_level_sa 2024-03-15'],
  ],
  [{ series: `${QUITS}:pch`, as_of: '2024-05-01' }, ['jolts.quits_level_sa 0001-01-01']],
  [
    { series: 'yields.US10Y:chg,yields.US2Y:ma3,yields.US5Y:ch1:ma2,yields.US30Y:pch' },
    [
      'yields.US10Y 2024-03-06',
      'yields.US2Y 2024-02-27',
      'yields.US5Y 2023-03-01',
      'yields.US30Y 2024-03-06',
    ],
  ],
  [
    { series: 'yields.US10Y,yields.US2Y', formulas: 'a-b' },
    ['yields.US10Y 2024-03-14', 'yields.US2Y 2024-03-14'],
  ],
])('a tile of %j begins with', (search, first) => {
  expect(shortAsksOf(viewOf(search), RANGE, TODAY).map((ask) => `${idOf(ask)} ${ask.range.from}`)).toEqual(
    first,
  );
});

it('a tile asks until today, and for the whole history where its range begins with it', () => {
  const view = viewOf({ series: `${QUITS}:pch` });
  expect(shortAsksOf(view, RANGE, TODAY)[0]?.range.to).toBe(TODAY);
  expect(shortAsksOf(view, { from: '0001-01-10', to: TODAY }, TODAY)[0]?.range.from).toBe('0001-01-01');
});

it('a line and a formula of what is still coming, or stopped, are so too', () => {
  const [quits, hires] = [HELD.get(QUITS), HELD.get('jolts.hires_level_sa')].map(
    (one) => one as NonNullable<typeof one>,
  );
  const rest = (search: ViewSearch, ...states: (undefined | 'coming' | 'stopped')[]) =>
    linesOf(
      viewOf(search),
      [quits, hires].map((one, i) => ({
        ...(one as NonNullable<typeof one>),
        ...(states[i] && { rest: states[i] }),
      })),
      RANGE,
    ).map(({ column: { rest } }) => rest);
  const search = { series: `${QUITS}:pc1,jolts.hires_level_sa`, formulas: 'a/2,b/2' };
  expect(rest(search, undefined, 'coming')).toEqual([undefined, 'coming', 'coming', 'coming']);
  expect(rest(search, 'stopped', undefined)).toEqual(['stopped', undefined, 'stopped', 'stopped']);
  expect(rest(search)).toEqual([undefined, undefined, undefined, undefined]);
});

it('lines stand in the order of the view, and what is not loaded is left out', () => {
  const search = {
    series: `yields.US10Y,${QUITS},yields.US2Y,jolts.hires_level_sa`,
    formulas: 'd*2,b*2',
    colours: '1,3,0,2,5,4',
  };
  expect(linesOf(viewOf(search), [...HELD.values()].reverse(), RANGE).map(({ id }) => id)).toEqual([
    'yields.US10Y',
    'jolts.quits_level_sa',
    'jolts.hires_level_sa',
    '=d*2',
    '=b*2',
  ]);
});

it('each index gets the day that it has on the screen, but what has one or cannot have it stays', () => {
  const columns = [
    column(QUITS, months(2023, 24), Array(24).fill('5')),
    column('jolts.hires_level_sa', months(2024, 5), ['1', '2', '3', '4', '5']),
  ];
  const dated = (search: ViewSearch) => {
    const view = viewOf(search);
    const { series, formulas } = withIndexDates(
      view,
      linesOf(view, columns, { from: '2024-03-02', to: '2024-12-31' }),
    );
    return [...series, ...formulas].map(({ style }) => style.indexDate);
  };
  expect(
    dated({
      series: `${QUITS}:nbd,${QUITS}:nbd:2023-05-01,${QUITS}:pch,jolts.hires_level_sa:nbd,jolts.hires_level_sa:q:nbd`,
    }),
  ).toEqual(['2024-04-01', '2023-05-01', undefined, '2024-04-01', undefined]);
  expect(
    dated({
      series: `${QUITS}:nbd,jolts.hires_level_sa`,
      formulas: 'a*2:nbd,a*2:nbd:2023-02-01,a/b:q:nbd,b*2',
    }),
  ).toEqual([undefined, undefined, '2024-04-01', '2023-02-01', undefined, undefined]);
  expect(dated({ series: `${QUITS}:nbd`, formulas: 'a*2:nbd', index_date: '2023-02-01' })).toEqual([
    undefined,
    undefined,
  ]);
});
