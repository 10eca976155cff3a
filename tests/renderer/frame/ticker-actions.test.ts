import { expect, test } from 'vitest';
import { compareActions, listsToSearch, tickerActions } from '../../../renderer/frame/palette-results.ts';
import type { Catalog } from '../../../service/contract/catalog.ts';
import type { Constituent } from '../../../service/series-math/members.ts';

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

/** The titles and details of what a query finds, and where each leads. */
function found(query: string): string[][] {
  const opened: string[] = [];
  const actions = tickerActions(query, LISTS, (path) => opened.push(path));
  for (const action of actions) action.run();
  return actions.map(({ title, detail = '' }, i) => [title, detail, opened[i] ?? '']);
}

test('a ticker finds the newest list of each index or fund that holds it, however its dots are written', () => {
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

test('a short word in small letters, and words, are left to the other results', () => {
  for (const query of ['t', 'cbg', 'berkshire hathaway', 'AAPL', '']) expect(found(query)).toEqual([]);
});

test('two codes with vs between them compare their newest lists', () => {
  const opened: string[] = [];
  const asks = LISTS.map(({ ask }) => ask);
  const compare = (query: string) => compareActions(query, asks, (path) => opened.push(path));
  for (const action of compare('spy vs ivv')) action.run();
  expect(opened).toEqual(['/constituents?code=SPY&view=compare&with=IVV%402024-12-06']);
  for (const query of ['SPY vs QQQ', 'SPY vs spy', 'SPY IVV', 'yields vs 1y'])
    expect(compare(query)).toEqual([]);
});

test('the newest list of each index is searched before older ones, and not more than twelve', () => {
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
