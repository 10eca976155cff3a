import { expect, test } from 'vitest';
import { checkFrozen, freeze, frozenLines } from '../../service/saved/index.ts';
import { type Lists, NOW, readerOf } from './kept-data.ts';

const AT = '2026-11-10T08:00:00.000Z';

/** Freezes an address of what was known then, and checks it against what is known now. */
async function checked(address: string, then: Lists, now: Lists) {
  const made = await freeze(readerOf({ [NOW]: { lists: then } }), address);
  return checkFrozen(readerOf({ [AT]: { lists: then }, [NOW]: { lists: now } }), address, made);
}

const HELD: Lists = {
  'SPY@2025-03-07': [{ ticker: 'C' }],
  'SPY@2025-02-07': [{ ticker: 'B' }],
  'SPY@2024-12-06': [{ ticker: 'A' }],
  'IVV@2025-02-07': [{ ticker: 'X' }],
  'IVV@2024-12-06': [{ ticker: 'W' }],
  'OWN@2024-12-06': [{ ticker: 'Z' }],
};

test.each([
  ['without a date the newest list', 'code=SPY', ['SPY@2025-03-07']],
  ['the list of that day', 'code=SPY&date=2025-02-07', ['SPY@2025-02-07']],
  ['the last list before a day without one', 'code=SPY&date=2025-02-06', ['SPY@2024-12-06']],
  ['the newest list for a day before all of them', 'code=SPY&date=2024-12-05', ['SPY@2025-03-07']],
  ['a code of the person’s own', 'code=OWN', ['OWN@2024-12-06']],
  ['the first code that is named here, without one', '', ['IVV@2025-02-07']],
  ['the first code that is named here, for a code without lists', 'code=NONE', ['IVV@2025-02-07']],
  ['the day that it is compared with', 'code=SPY&vs=2025-02-07', ['SPY@2025-03-07', 'SPY@2025-02-07']],
  ['the last list before that day', 'code=SPY&vs=2025-03-06', ['SPY@2025-03-07', 'SPY@2025-02-07']],
  ['no list where that day is before all of them', 'code=SPY&vs=2024-12-05', ['SPY@2025-03-07']],
  [
    'other lists of just that day, in the order of the address',
    'code=SPY&with=OWN@2024-12-06,IVV@2025-02-07,IVV@2025-02-08,IVV,NONE@2024-12-06',
    ['SPY@2025-03-07', 'OWN@2024-12-06', 'IVV@2025-02-07'],
  ],
  [
    'no other list where none is of just that day',
    'code=SPY&with=IVV@2025-02-08,OWN@2024-12-05',
    ['SPY@2025-03-07'],
  ],
  [
    'two lists of another code',
    'code=OWN&with=IVV@2024-12-06,IVV@2025-02-07',
    ['OWN@2024-12-06', 'IVV@2024-12-06', 'IVV@2025-02-07'],
  ],
  [
    'each list of a ledger once, its own day first',
    'code=SPY&view=ledger&date=2025-02-07&vs=2024-12-06',
    ['SPY@2025-02-07', 'SPY@2024-12-06', 'SPY@2025-03-07'],
  ],
])('an address of Constituents freezes %s', async (_, search, lists) => {
  const made = await freeze(readerOf({ [NOW]: { lists: HELD } }), `/constituents?${search}`);
  expect(made).toMatchObject({ as_of: AT, rows: lists.length, lists });
});

test('an address of the past freezes the lists of that day', async () => {
  const then = { 'SPY@2025-02-07': [{ ticker: 'B' }, { ticker: 'A' }], 'SPY@2024-12-06': [{}] };
  const instant = '2026-11-11T23:59:59.999Z';
  const reader = readerOf({ [instant]: { lists: then }, [NOW]: { lists: HELD } }, [
    { dataset: 'constituents', fetchedAt: '2026-11-12T08:00:00.000Z' },
    { dataset: 'constituents', fetchedAt: AT },
  ]);
  const made = await freeze(reader, '/constituents?code=SPY&vs=2025-01-01&as_of=2026-11-11');
  expect(made).toMatchObject({ as_of: instant, rows: 3, lists: ['SPY@2025-02-07', 'SPY@2024-12-06'] });
  const now = await freeze(reader, '/constituents?code=SPY');
  expect(now).toMatchObject({ as_of: '2026-11-12T08:00:00.000Z', lists: ['SPY@2025-03-07'] });
});

test('where no code that is named here has lists, it is one of the person’s own', async () => {
  const reader = readerOf({ [NOW]: { lists: { 'OWN@2024-12-06': [{}] } } });
  expect(await freeze(reader, '/constituents?code=SPY')).toMatchObject({ lists: ['OWN@2024-12-06'] });
});

test('the lines are CSV, by series and date whatever the address says first, each list once in its own order', async () => {
  const lists = {
    'SPY@2024-12-06': [
      { ticker: 'Z', name: 'Zed, "Zee" Inc', sector: 'Energy', weight: '60.5' },
      { ticker: 'A', name: 'Ace', sector: 'Food,\nDrink', weight: '' },
    ],
    'IVV@2025-02-07': [{ ticker: 'B', name: 'Bee', sector: '', weight: '2' }],
    'IVV@2024-12-06': [{ ticker: 'C', name: 'Cee', sector: 'Energy', weight: '3' }],
  };
  const reader = readerOf({ [NOW]: { lists } });
  const address = '/constituents?code=SPY&vs=2024-12-06&with=IVV@2025-02-07,IVV@2024-12-06';
  const made = await freeze(reader, address);
  expect(made).toMatchObject({ rows: 4, lists: ['SPY@2024-12-06', 'IVV@2025-02-07', 'IVV@2024-12-06'] });
  expect(await frozenLines(reader, address, made)).toBe(
    [
      'constituents.IVV,2024-12-06,C,Cee,Energy,3\n',
      'constituents.IVV,2025-02-07,B,Bee,,2\n',
      'constituents.SPY,2024-12-06,Z,"Zed, ""Zee"" Inc",Energy,60.5\n',
      'constituents.SPY,2024-12-06,A,Ace,"Food,\nDrink",\n',
    ].join(''),
  );
});

test('of the members that stayed those with another weight, name, sector or spelling are revised', async () => {
  const tickers = ['A', 'B', 'C', 'D', 'BRK.B', 'GONE'].map((ticker) => ({ ticker }));
  const now = [
    ...[{ ticker: 'A' }, { ticker: 'B', weight: '2' }, { ticker: 'C', name: 'Cee' }],
    ...[{ ticker: 'D', sector: 'Utilities' }, { ticker: 'BRK-B' }, { ticker: 'NEW' }, { ticker: 'NEWER' }],
  ];
  const check = await checked(
    '/constituents?code=SPY',
    { 'SPY@2025-02-07': tickers },
    { 'SPY@2025-03-07': now },
  );
  expect(check).toEqual({
    ...{ state: 'changed', revised: 4, added: 2, gone: 1, total: 6 },
    lists: { reweighted: 1, added: 0, is_replaced: true },
  });
});

const TWO: Lists = {
  'SPY@2025-02-07': [{ ticker: 'A' }, { ticker: 'B' }],
  'SPY@2024-12-06': [{ ticker: 'A' }],
};
const same = { state: 'same', revised: 0, added: 0, gone: 0, total: 3 };
const none = { reweighted: 0, added: 0, is_replaced: false };

test.each<[string, string, Lists, object]>([
  ['nothing changed', '&vs=2025-01-01', TWO, { ...same, lists: none }],
  [
    'a newer list came, and both days are named',
    '&date=2025-02-07&vs=2025-01-01',
    { 'SPY@2025-03-07': [{ ticker: 'X' }], ...TWO },
    { ...same, lists: none },
  ],
  [
    'a newer list came, which is the newest now',
    '&vs=2025-01-01',
    { 'SPY@2025-03-07': [{ ticker: 'A', weight: '2' }], ...TWO },
    { ...same, state: 'changed', revised: 1, gone: 1, lists: { ...none, reweighted: 1 } },
  ],
  [
    'the first of the two was replaced',
    '&vs=2025-01-01',
    { ...TWO, 'SPY@2025-02-07': [{ ticker: 'A' }, { ticker: 'B', weight: '2' }] },
    { ...same, state: 'changed', revised: 1, lists: { ...none, reweighted: 1, is_replaced: true } },
  ],
  [
    'the other was replaced by the same members in another order of weight and one more',
    '&vs=2025-01-01',
    { ...TWO, 'SPY@2024-12-06': [{ ticker: 'A' }, { ticker: 'B' }] },
    { ...same, state: 'changed', added: 1, lists: { ...none, is_replaced: true } },
  ],
  [
    'both were replaced, by members that changed and some more',
    '&vs=2025-01-01',
    {
      'SPY@2025-02-07': [{ ticker: 'A', weight: '2' }, { ticker: 'C' }],
      'SPY@2024-12-06': [{ ticker: 'A', weight: '3' }, { ticker: 'D' }, { ticker: 'E' }],
    },
    {
      ...{ ...same, state: 'changed', revised: 2, added: 3, gone: 1 },
      lists: { ...none, reweighted: 2, is_replaced: true },
    },
  ],
  [
    'the other is gone',
    '&vs=2025-01-01',
    { 'SPY@2025-02-07': TWO['SPY@2025-02-07'] as Lists[string] },
    { ...same, state: 'changed', gone: 1, lists: { ...none, is_replaced: true } },
  ],
  [
    'the first is gone, and the one before it has its members now',
    '&date=2025-02-07',
    { 'SPY@2024-12-06': TWO['SPY@2025-02-07'] as Lists[string] },
    { ...same, total: 2, lists: { ...none, is_replaced: true } },
  ],
  [
    'the first has its members in another order',
    '&date=2025-02-07',
    { ...TWO, 'SPY@2025-02-07': TWO['SPY@2025-02-07']?.toReversed() as Lists[string] },
    { ...same, total: 2, lists: { ...none, is_replaced: true } },
  ],
  [
    'a ledger has two more',
    '&date=2025-02-07&view=ledger',
    { 'SPY@2025-03-07': [{}], ...TWO, 'SPY@2024-01-05': [{}] },
    { ...same, state: 'changed', lists: { ...none, added: 2 } },
  ],
  [
    'a list that is compared is there now',
    '&date=2025-02-07&vs=2025-01-01&with=IVV@2024-12-06',
    { ...TWO, 'IVV@2024-12-06': [{}] },
    { ...same, state: 'changed', lists: { ...none, added: 1 } },
  ],
])('frozen lists are compared with the newest: %s', async (_, search, now, expected) => {
  expect(await checked(`/constituents?code=SPY${search}`, TWO, now)).toEqual(expected);
});

test('a ledger of more lists than can be kept is not frozen', async () => {
  const first = Date.parse('2000-01-01');
  const days = Array.from({ length: 5001 }, (_, at) => new Date(first + at * 86_400_000).toISOString());
  const ledger = (count: number) =>
    readerOf({
      [NOW]: {
        lists: Object.fromEntries(days.slice(0, count).map((at) => [`SPY@${at.slice(0, 10)}`, [{}]])),
      },
    });
  const address = '/constituents?code=SPY&view=ledger';
  expect((await freeze(ledger(5000), address)).lists).toHaveLength(5000);
  await expect(freeze(ledger(5001), address)).rejects.toThrow(
    'This cannot be frozen: lists has 5,001 entries; the most is 5,000.',
  );
});
