import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Origin } from '../../service/contract/catalog.ts';
import { checkFrozen, type FrozenReader, freeze, frozenLines, inputsOf } from '../../service/saved/index.ts';
import { openReader } from '../../service/store/index.ts';
import { type Observation, publish, temporaryFolder } from '../api/folder.ts';
import { type Lists, NOW, readerOf, type Series } from './kept-data.ts';

const AT = '2026-11-10T08:00:00.000Z';
const QUITS = '/explore?series=jolts.quits_level_sa';
const STATES = '/states?measure=persons';
const CLAIMS = 'ui_state_weekly_claims.initial_claims';
const runs = [{ dataset: 'ui_state_weekly_claims', fetchedAt: AT }];

const ids = (address: string) =>
  inputsOf(address).map(({ dataset, code, area }) => [dataset, code, ...(area ? [area] : [])].join('.'));

test.each([
  [
    '/explore?series=yields.US10Y_US2Y,yields.US10Y,us_debt.debt_held_by_public',
    ['us_debt.debt_held_by_public', 'yields.US10Y', 'yields.US2Y'],
  ],
  ['/explore?series=yields.US10Y_US3M', ['yields.US10Y', 'yields.US3M']],
  [
    '/explore?series=yields.US10Y_US2Y,yields.US10Y,jolts.quits_level_sa:hidden',
    ['yields.US10Y', 'yields.US2Y'],
  ],
  [
    '/explore?series=jolts.quits_level_sa:hidden,jolts.hires_level_sa&formulas=a/b',
    ['jolts.hires_level_sa', 'jolts.quits_level_sa'],
  ],
  [`/explore?series=${CLAIMS}.NY,${CLAIMS}.CA,${CLAIMS}.NY`, [`${CLAIMS}.CA`, `${CLAIMS}.NY`]],
  [
    '/yields?date=2024-01-02',
    '10Y 1M 1Y 1_5M 20Y 2M 2Y 30Y 3M 3Y 4M 5Y 6M 7Y'.split(' ').map((tenor) => `yields.US${tenor}`),
  ],
  ['/states', ['ui_state_weekly_claims.covered_employment', CLAIMS]],
  ['/states?measure=thousand', ['ui_state_weekly_claims.covered_employment', CLAIMS]],
  [STATES, [CLAIMS]],
  ['/states?series=initial&measure=persons', [CLAIMS]],
  ['/states?series=continued&measure=persons', ['ui_state_weekly_claims.continued_claims']],
  ['/states?measure=rate', [CLAIMS, 'ui_state_weekly_claims.insured_unemployment_rate']],
  ['/states?measure=weekrate', [CLAIMS, 'ui_state_weekly_claims.insured_unemployment_rate_week']],
])('%s is frozen as its published series, each once and in order', (address, expected) => {
  expect(ids(address)).toEqual(expected);
});

test.each([
  [
    '/overview?series=jolts.quits_level_sa',
    "What '/overview' shows cannot be frozen: only Explore, Yields, State map and Constituents can. Save it without freezing.",
  ],
  ['/explore?series=', 'This chart has no series, so there is nothing to freeze.'],
])('%s cannot be frozen, for a named reason', async (address, message) => {
  const refused = expect.objectContaining({ code: 'wrong_usage', message });
  await expect(freeze(readerOf({}), address)).rejects.toThrow(refused);
  const frozen = { as_of: AT, sha256: 'a'.repeat(64), rows: 1 };
  await expect(checkFrozen(readerOf({}), address, frozen)).rejects.toThrow(refused);
  expect(() => ids(address)).toThrow(refused);
});

test('the lines of states are sorted by area and then by day, from the first day to the last', async () => {
  const series: Series = {
    [`${CLAIMS}.NY`]: [['2024-01-06', '3']],
    [`${CLAIMS}.AK`]: [
      ['0001-01-01', '1'],
      ['9999-12-31', '2.50'],
    ],
    [`${CLAIMS}.CA`]: [['2024-01-06', '4']],
  };
  const reader = readerOf({ [NOW]: { series } }, runs);
  const lines = [
    `${CLAIMS},AK,0001-01-01,1\n`,
    `${CLAIMS},AK,9999-12-31,2.50\n`,
    `${CLAIMS},CA,2024-01-06,4\n`,
    `${CLAIMS},NY,2024-01-06,3\n`,
  ].join('');
  const made = await freeze(reader, STATES);
  expect(made).toEqual({ as_of: AT, rows: 4, sha256: createHash('sha256').update(lines).digest('hex') });
  expect(await frozenLines(reader, STATES, made)).toBe(lines);
  const one = await freeze(reader, `/explore?series=${CLAIMS}.CA`);
  expect(one.rows).toBe(1);
});

const THEN: Series = {
  [`${CLAIMS}.CA`]: [
    ['2024-01-06', '1'],
    ['2024-01-13', '2'],
    ['2024-01-20', '3'],
  ],
  [`${CLAIMS}.NY`]: [['2024-01-06', '4']],
};
const NY = { [`${CLAIMS}.NY`]: THEN[`${CLAIMS}.NY`] as Series[string] };

test.each<[string, Series, object]>([
  ['nothing', THEN, { state: 'same', revised: 0, added: 0, gone: 0 }],
  ['one is revised', { ...THEN, [`${CLAIMS}.NY`]: [['2024-01-06', '5']] }, { revised: 1, added: 0, gone: 0 }],
  [
    'one is written in another way',
    { ...THEN, [`${CLAIMS}.NY`]: [['2024-01-06', '4.0']] },
    { revised: 1, added: 0, gone: 0 },
  ],
  ['a state is gone', NY, { revised: 0, added: 0, gone: 3 }],
  [
    'a state is new',
    {
      ...THEN,
      [`${CLAIMS}.AK`]: [
        ['2024-01-06', '1'],
        ['2024-01-13', '1'],
      ],
    },
    { revised: 0, added: 2, gone: 0 },
  ],
  [
    'some of each',
    {
      ...NY,
      [`${CLAIMS}.CA`]: [
        ['2024-01-06', '1'],
        ['2024-01-20', '7'],
        ['2024-01-27', '8'],
        ['2024-02-03', '9'],
      ],
    },
    { revised: 1, added: 2, gone: 1 },
  ],
])('the differences of states since the freeze are counted: %s', async (_, now, counts) => {
  const made = await freeze(readerOf({ [NOW]: { series: THEN } }, runs), STATES);
  const reader = readerOf({ [AT]: { series: THEN }, [NOW]: { series: now } }, runs);
  expect(await checkFrozen(reader, STATES, made)).toEqual({ state: 'changed', ...counts, total: 4 });
});

test('frozen numbers that cannot be rebuilt are lost, and counted', async () => {
  const made = await freeze(readerOf({ [NOW]: { series: THEN } }, runs), STATES);
  const reader = readerOf({ [NOW]: { series: NY } }, runs);
  expect(await checkFrozen(reader, STATES, made)).toEqual({
    ...{ state: 'lost', revised: 0, added: 0, gone: 0, total: 4 },
  });
  await expect(frozenLines(reader, STATES, made)).rejects.toThrow(
    expect.objectContaining({
      code: 'wrong_usage',
      message:
        'The numbers of this frozen view cannot be rebuilt, because an older back-up was restored. Export it without its data.',
    }),
  );
});

test.each(['/yields', `${QUITS},yields.US2Y`])('sample data are never frozen: %s', async (address) => {
  const origin = (id: string): Origin | undefined => (id === 'yields' ? 'sample' : undefined);
  await expect(freeze({ ...readerOf({ [NOW]: { series: THEN } }, runs), origin }, address)).rejects.toThrow(
    'Treasury par yields has sample data, which are made up and never frozen. Import or refresh it first.',
  );
});

const quits = (value: string, code = 'quits_level_sa'): Observation => ({ code, date: '2024-01-01', value });

async function frozen(
  dataDir: string,
  address: string,
  over: (reader: FrozenReader) => Partial<FrozenReader> = () => ({}),
) {
  const reader = openReader(dataDir);
  try {
    return await freeze({ ...reader, ...over(reader) }, address);
  } finally {
    reader.close();
  }
}

test('the instant is the newest run’s of its own data, not the last stored run’s or the sample’s', async () => {
  const dataDir = temporaryFolder();
  publish(dataDir, 'jolts', [quits('1')], 'sample', '2026-11-19T08:00:00.000Z');
  publish(dataDir, 'jolts', [quits('2')], 'file', '2026-11-12T08:00:00.000Z');
  // The clock was set back before this run.
  publish(dataDir, 'jolts', [quits('3')], 'file', '2026-11-11T08:00:00.000Z');
  const debt = { code: 'debt_held_by_public', date: '2024-01-02', value: '1' };
  publish(dataDir, 'us_debt', [debt], 'file', '2026-11-15T08:00:00.000Z');
  publish(dataDir, 'yields', [{ ...debt, code: 'US2Y' }], 'file', '2026-11-16T08:00:00.000Z');
  expect(await frozen(dataDir, QUITS)).toMatchObject({ as_of: '2026-11-12T08:00:00.000Z', rows: 1 });
  const both = `/explore?series=us_debt.debt_held_by_public,jolts.quits_level_sa`;
  expect(await frozen(dataDir, both)).toMatchObject({ as_of: '2026-11-15T08:00:00.000Z', rows: 2 });
});

test.each([
  ['/yields', '2026-11-11T23:59:59.999Z'],
  ['/explore?series=yields.US2Y&to=2024-06-01', '2026-11-11T23:59:59.999Z'],
])(
  '%s with a past day is frozen as it was known then, and with a future day as it is known now',
  async (address, instant) => {
    const dataDir = temporaryFolder();
    const row = (value: string) => ({ code: 'US2Y', date: '2024-01-02', value });
    publish(dataDir, 'yields', [row('1')], 'file', AT);
    const first = await frozen(dataDir, address);
    publish(dataDir, 'yields', [row('2')], 'file', '2026-11-12T08:00:00.000Z');
    const join = address.includes('?') ? '&' : '?';
    expect(await frozen(dataDir, `${address}${join}as_of=2026-11-11`)).toEqual({ ...first, as_of: instant });
    const newest = await frozen(dataDir, address);
    expect(newest).toMatchObject({ as_of: '2026-11-12T08:00:00.000Z', rows: 1 });
    for (const day of ['2026-11-12', '2030-01-01'])
      expect(await frozen(dataDir, `${address}${join}as_of=${day}`)).toEqual(newest);
  },
);

test('a day in the future is ignored in a chart’s address, as on the screen', async () => {
  const ahead = { dataset: 'jolts', fetchedAt: '2200-01-01T08:00:00.000Z' };
  const known = { [NOW]: { series: { 'jolts.quits_level_sa': [['2024-01-01', '1']] } } } as const;
  const reader = readerOf(known as never, [ahead]);
  expect((await freeze(reader, `${QUITS}&as_of=2199-01-01`)).as_of).toBe(ahead.fetchedAt);
});

test.each([0, 1, 2, 3])(
  'data that change %i times during the freeze are frozen in their last state, unless they change too often',
  async (times) => {
    const dataDir = temporaryFolder();
    publish(dataDir, 'jolts', [quits('0')], 'file', AT);
    let left = times;
    const changing = (reader: FrozenReader): Partial<FrozenReader> => ({
      columns(asked) {
        if (asked.asOf === undefined && left-- > 0)
          publish(
            dataDir,
            'jolts',
            [quits(`${times - left}`)],
            'file',
            `2026-11-1${times - left}T08:00:00.000Z`,
          );
        return reader.columns(asked);
      },
    });
    const made = frozen(dataDir, QUITS, changing);
    if (times === 3)
      return await expect(made).rejects.toThrow(
        'The data kept changing while they were frozen. Wait until the refresh has ended, and freeze again.',
      );
    expect(await made).toEqual(await frozen(dataDir, QUITS));
  },
);

test('a past that gets another run during the freeze is frozen whole: both series before the run, or both after it', async () => {
  const dataDir = temporaryFolder();
  const both = (value: string) => [quits(value), quits(value, 'hires_level_sa')];
  publish(dataDir, 'jolts', both('1'), 'file', AT);
  publish(dataDir, 'jolts', both('3'), 'file', '2026-11-15T08:00:00.000Z');
  const address = `${QUITS},jolts.hires_level_sa&as_of=2026-11-13`;
  let left = 1;
  const made = await frozen(dataDir, address, (reader) => ({
    columns(asked) {
      const found = reader.columns(asked);
      // This run began on the 12th, within the frozen past, and is stored only now.
      if (left-- > 0) publish(dataDir, 'jolts', both('2'), 'file', '2026-11-12T08:00:00.000Z');
      return found;
    },
  }));
  expect(made).toEqual(await frozen(dataDir, address));
});

test('only the shown data are frozen: a freeze fails if another run was stored meanwhile', async () => {
  const reader = readerOf({ [AT]: { series: NY }, [NOW]: { series: THEN } }, runs);
  await expect(freeze(reader, STATES)).rejects.toThrow('The data kept changing while they were frozen.');
  const { as_of, rows } = await freeze(reader, `/explore?series=${CLAIMS}.NY`);
  expect([as_of, rows]).toEqual([AT, 1]);
});

test('a chart or lists without any data are refused, each with its own words', async () => {
  for (const [address, what] of [
    [QUITS, 'series'],
    ['/constituents', 'lists'],
  ] as const)
    await expect(freeze(readerOf({}), address)).rejects.toThrow(
      `Nothing of these ${what} is stored here, so there is nothing to freeze.`,
    );
});

/** Freezes an address with the lists `then`, and checks it against the lists `now`. */
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

test('an address with a past day freezes the lists that were known on that day', async () => {
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

test('if no known code has lists, one of the person’s own codes is frozen', async () => {
  const reader = readerOf({ [NOW]: { lists: { 'OWN@2024-12-06': [{}] } } });
  expect(await freeze(reader, '/constituents?code=SPY')).toMatchObject({ lists: ['OWN@2024-12-06'] });
});

test('the lines are CSV, sorted by series and date whatever the address’s order, each list once in its own order', async () => {
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

test('remaining members with another weight, name, sector or spelling count as revised', async () => {
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

test('a ledger with too many lists is not frozen', async () => {
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
