import { expect, it, onTestFinished } from 'vitest';
import { asNewChart } from '../../../renderer/frame/new-chart.ts';
import {
  compareActions,
  datedActions,
  listsToSearch,
  rangeAction,
  tickerActions,
} from '../../../renderer/frame/palette-results.ts';
import { nothingFound } from '../../../renderer/picker/index.ts';
import { findActions, firstActions, type SearchAction } from '../../../renderer/picker/search-actions.ts';
import {
  addAllSeries,
  fredIds,
  isSavedFredGraph,
  parseView,
  viewOfFredUrl,
} from '../../../renderer/view/index.ts';
import { showDatesAs } from '../../../service/calendar/dates.ts';
import type { Catalog } from '../../../service/contract/catalog.ts';
import { findChoices } from '../../../service/datasets/find-choices.ts';
import { isTypo } from '../../../service/datasets/search.ts';
import { type SeriesChoice, seriesId } from '../../../service/datasets/series-choice.ts';
import type { Constituent } from '../../../service/series-math/members.ts';
import { viewSearch } from '../../../service/view/index.ts';
import type { View } from '../../../service/view/types.ts';

const nothing = () => undefined;
const idsOf = (view: View | undefined) => view?.series.map(({ choice }) => seriesId(choice));
const action = (id: string, title: string, more: Partial<SearchAction> = {}): SearchAction => ({
  ...{ id, title, detail: '', words: '', run: () => undefined },
  ...more,
});

/** A new chart for a person whose settings leave out recessions and start with one year. */
const newChart = (series: readonly SeriesChoice[]): View =>
  addAllSeries(asNewChart(parseView({ series: '' }).view, { recessions: false, start_range: '1Y' }), series)
    .view;

it('words with a day open the chart around that day; yields and curve with a day or a comparison open the curve', () => {
  const run = (query: string) => {
    let shown: View | undefined;
    let opened: string | undefined;
    const [first] = datedActions(
      query,
      { today: '2023-09-01', state: 'CA' },
      {
        show: (view) => {
          shown = view;
        },
        open: (path) => {
          opened = path;
        },
        newChart,
      },
    );
    first?.run();
    return { title: first?.title, shown, opened };
  };
  const { title, shown } = run('quits 2023-07');
  expect(title).toBe('Quits, level, SA at 2023-07-01');
  expect(idsOf(shown)).toEqual(['jolts.quits_level_sa']);
  expect(shown?.range).toEqual({ from: '2023-01-01', to: '2023-09-01' });
  expect(shown?.hasRecessions).toBe(false);
  expect(shown?.explained).toEqual({ line: 'jolts.quits_level_sa', date: '2023-07-01' });
  expect(run('yields 2023-07-03')).toMatchObject({
    title: 'Yield curve of 2023-07-03',
    opened: '/yields?date=2023-07-03',
  });
  expect(run('curve vs 1y').opened).toBe('/yields?vs=1y');
  expect(run('Yield curve 2023-07-03 vs ytd')).toMatchObject({
    title: 'Yield curve of 2023-07-03 against YTD',
    opened: '/yields?date=2023-07-03&vs=YTD',
  });
  for (const query of ['yields', '2023-07-03', 'yields 2023-02-30', 'yields 2024-01-01', 'zzzz 2023-01-01'])
    expect(run(query).title).toBeUndefined();
});

it('a range by itself is an action that shows the chart in it, and says which days it has', () => {
  const context = { held: { from: '1990-01-02', to: '2023-09-01' }, today: '2023-09-05' };
  const run = (query: string) => {
    const shown: unknown[] = [];
    const { actions, problem } = rangeAction(query, context, (range) => shown.push(range));
    for (const action of actions) action.run();
    return [...actions.map(({ title, detail }) => `${title} | ${detail}`), ...shown, problem];
  };
  expect(run('5Y')).toEqual(['Range: five years | 2018-09-01 to 2023-09-01', { preset: '5Y' }, undefined]);
  expect(run('2008Q1..')).toEqual([
    'Range: since 2008-01-01 | 2008-01-01 to 2023-09-01',
    { since: '2008-01-01' },
    undefined,
  ]);
  expect(run('FY2022')).toEqual([
    'Range: 2021-10-01 to 2022-09-30 | ',
    { from: '2021-10-01', to: '2022-09-30' },
    undefined,
  ]);
  expect(run('2024')).toEqual(['2024-01-01 is in the future. The latest day is today, 2023-09-05.']);
  expect(run('quits')).toEqual([undefined]);
});

it.each([
  ['https://fred.stlouisfed.org/series/UNRATE', ['UNRATE']],
  ['fred.stlouisfed.org/series/icsa', ['ICSA']],
  ['https://fred.stlouisfed.org/graph/?id=ICSA,JTSJOL&cosd=2020-01-01', ['ICSA', 'JTSJOL']],
  ['https://fred.stlouisfed.org/graph/fredgraph.csv?id=DGS10', ['DGS10']],
  ['https://api.stlouisfed.org/fred/series/observations?series_id=icsa&api_key=x', ['ICSA']],
  ['http://127.0.0.1:4780/graph/fredgraph.csv?id=ICSA,CCSA', ['ICSA', 'CCSA']],
  ['https://fred.stlouisfed.org/graph/?g=1abc', undefined],
  ['https://fred.stlouisfed.org/', undefined],
  ['https://example.org/series/UNRATE', undefined],
  ['https://fred.stlouisfed.org.example.org/series/UNRATE', undefined],
  ['ICSA', undefined],
])('%s has the ids %j of FRED', (text, ids) => {
  expect(fredIds(text)).toEqual(ids);
});

it('several series ids of FRED open as a chart, and unknown ones are named', () => {
  const read = viewOfFredUrl('https://fred.stlouisfed.org/graph/?id=ICSA,UNRATE,JTSJOL,CAICLAIMS', 'CA');
  expect(idsOf(read?.view)).toEqual([
    'ui_weekly_claims.initial_claims_sa',
    'jolts.job_openings_level_sa',
    'ui_state_weekly_claims.initial_claims.CA',
  ]);
  expect(read?.problems).toEqual(['Almanac does not have UNRATE.']);
  expect(viewOfFredUrl('https://fred.stlouisfed.org/graph/?id=UNRATE,GDP', 'CA')).toBeUndefined();
  expect(viewOfFredUrl('https://fred.stlouisfed.org/series/ICSA', 'CA')).toBeUndefined();
});

it('an address of FRED opens with its range, units and frequency', () => {
  const read = viewOfFredUrl(
    'https://fred.stlouisfed.org/graph/fredgraph.csv?id=DGS10,ICSA&cosd=2020-01-01,2020-01-01&coed=2024-06-30,2024-06-30&transformation=lin,pc1&fq=Monthly,Weekly%2C%20Ending%20Saturday&fam=eop,avg&nd=1962-01-02,1967-01-07',
    'CA',
  );
  expect(read?.problems).toEqual([]);
  expect(read?.view.range).toEqual({ from: '2020-01-01', to: '2024-06-30' });
  expect(read?.view.series.map(({ style }) => style)).toEqual([
    { frequency: 'm', aggregation: 'eop' },
    { units: 'pc1' },
  ]);
  const one = viewOfFredUrl('https://fred.stlouisfed.org/graph/?id=T10Y2Y&fq=Annual', 'CA');
  expect(idsOf(one?.view)).toEqual(['yields.US10Y_US2Y']);
  expect(one?.view.series[0]?.style).toEqual({ frequency: 'a' });
  const index = viewOfFredUrl('fred.stlouisfed.org/graph/?id=ICSA&transformation=nbd&nd=2020-02-01', 'CA');
  expect(index?.view.series[0]?.style).toEqual({ units: 'nbd', indexDate: '2020-02-01' });
  const twice = viewOfFredUrl(
    'fred.stlouisfed.org/graph/?id=ICSA,ICSA,T10Y2Y&transformation=lin,pc1,lin',
    'CA',
  );
  expect(twice?.view.series.map(({ style }) => style)).toEqual([{}, { units: 'pc1' }, {}]);
});

it('a graph saved by FRED cannot be read from its address, and the search says so', () => {
  expect(isSavedFredGraph('https://fred.stlouisfed.org/graph/?g=1abc')).toBe(true);
  expect(isSavedFredGraph('https://fred.stlouisfed.org/graph/?id=ICSA&g=1abc')).toBe(false);
  expect(nothingFound('https://fred.stlouisfed.org/graph/?g=1abc')).toMatch(/Only FRED knows/);
  expect(nothingFound('https://example.org/?g=1abc')).toMatch(/Nothing found/);
});

it.each([
  ['quitts', 'quits', true],
  ['quts', 'quits', true],
  ['unemploiment', 'unemployment', true],
  ['tresury', 'treasury', true],
  ['opennings', 'openings', true],
  ['jlts', 'jolts', true],
  ['qut', 'quit', false],
  ['claism', 'claims', false],
  ['lcaims', 'claims', false],
  ['yields', 'yields', false],
])('%s is a typing error of %s: %s', (word, known, is) => {
  expect(isTypo(word, known)).toBe(is);
});

it('the search forgives one letter if it finds nothing else, and takes no more than 30 ms a key', () => {
  const first = (query: string) => findChoices(query, 'CA').map(seriesId)[0];
  expect(first('quitts')).toBe(first('quits'));
  expect(first('unemploiment')).toBeDefined();
  expect(first('debt')).toMatch(/^us_debt\./);
  expect(findChoices('zzzzzz', 'CA')).toEqual([]);
  const queries = [...'unemploiment clams in texsa'].map((_, i, all) => all.slice(0, i + 1).join(''));
  const started = performance.now();
  for (const query of queries) findChoices(query, 'CA');
  expect((performance.now() - started) / queries.length).toBeLessThan(30);
  const actions = [action('a', 'Dark appearance'), action('b', 'Recession bands')];
  expect(findActions(actions, 'recesion').map(({ id }) => id)).toEqual(['b']);
  expect(findActions(actions, 'drk')).toEqual([]);
});

it('the first results are screens, then actions, without datasets', () => {
  const actions = [
    action('x', 'Copy link'),
    action('dataset:y', 'Yields', { isDataset: true }),
    action('screen:/data', 'Data'),
  ];
  expect(firstActions(actions).map(({ id }) => id)).toEqual(['screen:/data', 'x']);
});

it('titles write days in the style of the settings, and addresses do not', () => {
  const titles = (query: string) =>
    datedActions(query, { today: '2023-09-01', state: 'CA' }, { show: nothing, open: nothing, newChart }).map(
      ({ title, address }) => [title, address],
    );
  onTestFinished(() => void showDatesAs('iso'));
  showDatesAs('words');
  expect(titles('states 2020-04-04')).toEqual([
    ['State map, week ending 4 Apr 2020', '/states?week=2020-04-04'],
  ]);
  // A week is dated by its Saturday; the balance sheet of a day is that of the Wednesday before.
  expect(titles('states 2020-04-01')).toEqual([
    ['State map, week ending 4 Apr 2020', '/states?week=2020-04-04'],
  ]);
  expect(titles('h.4.1 2020-04-02')).toEqual([
    ['Fed balance sheet as of 2 Apr 2020', '/statement?date=2020-04-02'],
  ]);
  expect(titles('yields 2023-07-03')).toEqual([['Yield curve of 3 Jul 2023', '/yields?date=2023-07-03']]);
  expect(titles('quits 2023-07')[0]?.[0]).toMatch(/ at 1 Jul 2023$/);
});

const list = (as_of: string) => ({ as_of, count: 1, origin: 'file' as const });
const member = (ticker: string, name: string, weight = ''): Constituent => ({
  ticker,
  name,
  sector: '',
  weight,
});
const LISTS = [
  {
    ask: { code: 'IVV', date: '2024-12-06' },
    members: [member('BRKB', 'BERKSHIRE', '1.67'), member('T', 'AT&T')],
  },
  { ask: { code: 'SP500', date: '2026-08-08' }, members: [member('BRK.B', 'Berkshire Hathaway')] },
  {
    ask: { code: 'SP500', date: '2014-12-07' },
    members: [member('BRK.B', 'Berkshire'), member('CBG', 'CBRE')],
  },
  { ask: { code: 'SPY', date: '2025-02-07' }, members: undefined },
];

/** The title, the detail and the address of each action that a query finds. */
function found(query: string): string[][] {
  const opened: string[] = [];
  const actions = tickerActions(query, LISTS, (path) => opened.push(path));
  for (const action of actions) action.run();
  return actions.map(({ title, detail = '' }, i) => [title, detail, opened[i] ?? '']);
}

it('a ticker finds the newest list of each index or fund that holds it, however its dots are written', () => {
  const both = [
    ['BRKB BERKSHIRE', 'IVV of 2024-12-06, 1.67 %', '/constituents?code=IVV&date=2024-12-06&explain=BRKB'],
    [
      'BRK.B Berkshire Hathaway',
      'SP500 of 2026-08-08',
      '/constituents?code=SP500&date=2026-08-08&explain=BRKB',
    ],
  ];
  for (const query of ['BRK.B', 'brk.b', 'BRK-B', ' BRKB ']) expect(found(query)).toEqual(both);
  expect(found('CBG')).toMatchObject([[expect.anything(), 'SP500 of 2014-12-07', expect.anything()]]);
  expect(found('T')).toHaveLength(1);
});

it('a short word in small letters, several words, and an unknown ticker find no list', () => {
  for (const query of ['t', 'cbg', 'berkshire hathaway', 'AAPL', '']) expect(found(query)).toEqual([]);
});

it('two codes with vs between them compare their newest lists', () => {
  const opened: string[] = [];
  const asks = LISTS.map(({ ask }) => ask);
  const compare = (query: string) => compareActions(query, asks, (path) => opened.push(path));
  for (const action of compare('spy vs ivv')) action.run();
  expect(opened).toEqual(['/constituents?code=SPY&view=compare&with=IVV%402024-12-06']);
  for (const query of ['SPY vs QQQ', 'SPY vs spy', 'SPY IVV', 'yields vs 1y'])
    expect(compare(query)).toEqual([]);
});

it('the newest list of each index is searched before older ones, and not more than twelve', () => {
  const many = Array.from({ length: 20 }, (_, i) => list(`20${40 - i}-01-01`));
  const catalog = {
    datasets: [
      {
        id: 'constituents',
        series: [{ code: 'A', lists: many }, { code: 'B', lists: [list('2020-01-01')] }, { code: 'C' }],
      },
    ],
  } as unknown as Catalog;
  const asks = listsToSearch(catalog);
  expect(asks.slice(0, 3)).toEqual([
    { code: 'A', date: '2040-01-01' },
    { code: 'B', date: '2020-01-01' },
    { code: 'A', date: '2039-01-01' },
  ]);
  expect(asks).toHaveLength(12);
  expect(listsToSearch(undefined)).toEqual([]);
});

const QUITS = { series: 'jolts.quits_rate_sa' };
const searchOf = (values: Record<string, unknown>) => viewSearch(asNewChart(parseView(QUITS).view, values));

it('a new chart has the range, recessions and table of the settings, and the defaults if none are set', () => {
  expect(searchOf({})).toEqual({ ...QUITS, range: '5Y' });
  expect(searchOf({ start_range: 'MAX' })).toEqual(QUITS);
  expect(searchOf({ start_range: '1Y', recessions: false, start_table: 'closed' })).toEqual({
    ...QUITS,
    range: '1Y',
    recessions: 'off',
    table: 'closed',
  });
});
