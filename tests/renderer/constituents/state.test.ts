import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  chosenOf,
  foundCompanies,
  type HeldIndex,
  heldIndices,
  ledgerDates,
  listedMembers,
  MOST_LEDGER_LISTS,
  sentenceOf,
  shownRows,
  weightChangeText,
} from '../../../renderer/constituents/members.ts';
import {
  LIST_VIEWS,
  listSearch,
  MEMBER_SORTS,
  pickListSearch,
  readListState,
  SIZES,
} from '../../../renderer/constituents/search.ts';
import { sentenceText } from '../../../renderer/explain/index.ts';
import { dateText } from '../../../service/calendar/dates.ts';
import { listChange } from '../../../service/series-math/list-change.ts';
import { listFigures } from '../../../service/series-math/list-figures.ts';
import { ledgerOf } from '../../../service/series-math/list-ledger.ts';
import type { Constituent } from '../../../service/series-math/members.ts';
import { expectWrittenAnswers } from '../../support/written-answers.ts';

const list = (as_of: string, has_weights = true) => ({
  as_of,
  count: 2,
  has_weights,
  origin: 'file' as const,
});
const HELD: HeldIndex[] = [
  { code: 'SP500', title: 'S&P 500', lists: [list('2026-08-08'), list('2020-02-03'), list('2014-12-07')] },
  { code: 'IVV', title: 'iShares', lists: [list('2024-12-06')] },
];
/** The shown list, the earlier one, those compared, and the problems. */
const chosen = (search: Record<string, string>) => {
  const { chosen: one, problems } = chosenOf(readListState(search).state, HELD);
  const compared = one.compared.map(({ code, date }) => `${code}@${date}`).join(' ');
  return [`${one.index.code} ${one.list.as_of}`, one.earlier?.as_of, compared, ...problems];
};
const USUAL = readListState({}).state;

describe('the address', () => {
  test('reads back as it was written', () => {
    const state = fc.record({
      code: fc.constantFrom(undefined, 'IVV'),
      date: fc.constantFrom(undefined, '2024-12-06'),
      vs: fc.constantFrom(undefined, '2014-12-07'),
      view: fc.constantFrom(...LIST_VIEWS),
      size: fc.constantFrom(...SIZES),
      sector: fc.constantFrom(undefined, 'Health Care'),
      q: fc.constantFrom('', 'brk b'),
      sort: fc.constantFrom(...MEMBER_SORTS),
      isTurned: fc.boolean(),
      explain: fc.constantFrom(undefined, 'hhi', 'change:BRKB'),
      with: fc.uniqueArray(fc.constantFrom('SPY@2025-02-07', 'IVV@2024-12-06'), { maxLength: 2 }),
    });
    fc.assert(
      fc.property(state, (one) => {
        expect(readListState(listSearch(one))).toEqual({ state: one, problems: [] });
      }),
    );
  });

  test('without words means the map of the first list by weight', () => {
    expect(USUAL).toEqual({
      ...{ code: undefined, date: undefined, vs: undefined, view: 'map', size: 'weight', sector: undefined },
      ...{ q: '', sort: 'weight', isTurned: false, with: [], explain: undefined },
    });
  });
});

test('an address is read, and its mistakes are named', () =>
  expectWrittenAnswers(`${import.meta.dirname}/addresses.md`, (query) => {
    const { state, problems } = readListState(pickListSearch(Object.fromEntries(new URLSearchParams(query))));
    return [`?${decodeURIComponent(String(new URLSearchParams(listSearch(state))))}`, ...problems];
  }));

describe('the shown list', () => {
  test('is usually the newest one with weights, but the newest of all if the address names an index', () => {
    const plain = {
      code: 'SP500',
      title: 'S&P 500',
      lists: [list('2026-11-26', false), list('2026-01-02', false)],
    };
    const mixed = { code: 'OWN', title: 'Own', lists: [list('2026-11-26', false), list('2025-05-05')] };
    const fund = { code: 'SPY', title: 'SPDR', lists: [list('2025-03-07'), list('2024-12-06')] };
    const shown = (held: HeldIndex[], search: Record<string, string> = {}) => {
      const { index, list: one } = chosenOf(readListState(search).state, held).chosen;
      return `${index.code} ${one.as_of}`;
    };
    expect(shown([plain, mixed, fund])).toBe('SPY 2025-03-07');
    expect(shown([plain, mixed])).toBe('OWN 2025-05-05');
    expect(shown([plain])).toBe('SP500 2026-11-26');
    expect(shown([plain, mixed, fund], { code: 'OWN' })).toBe('OWN 2026-11-26');
    expect(shown([plain, mixed, fund], { code: 'SP500' })).toBe('SP500 2026-11-26');
    expect(shown([plain, mixed, fund], { code: 'QQQ' })).toBe('SPY 2025-03-07');
  });

  test('comes from the indices and funds that have a list', () => {
    const series = [
      { code: 'A', title: 'a', lists: [list('2026-01-01')] },
      { code: 'B', title: 'b', lists: [] },
    ];
    const dataset = { series: [...series, { code: 'C', title: 'c' }] } as unknown as Parameters<
      typeof heldIndices
    >[0];
    expect(heldIndices(dataset)).toEqual([{ code: 'A', title: 'a', lists: [list('2026-01-01')] }]);
  });

  test('is the newest one, or the newest one on or before the day of the address', () => {
    expect(chosen({})).toEqual(['SP500 2026-08-08', undefined, 'SP500@2026-08-08']);
    expect(chosen({ date: '2020-02-03' })).toEqual(['SP500 2020-02-03', undefined, 'SP500@2020-02-03']);
    expect(chosen({ date: '2020-02-02' })).toEqual([
      ...['SP500 2014-12-07', undefined, 'SP500@2014-12-07'],
      'There is no list of 2020-02-02: the list of 2014-12-07 is shown.',
    ]);
    // If the day is before the oldest list, the newest is shown.
    expect(chosen({ date: '2000-01-01' })).toEqual([
      ...['SP500 2026-08-08', undefined, 'SP500@2026-08-08'],
      'There is no list of 2000-01-01: the list of 2026-08-08 is shown.',
    ]);
    expect(chosen({ vs: '2014-12-07', date: '2020-02-03' }).slice(0, 2)).toEqual([
      'SP500 2020-02-03',
      '2014-12-07',
    ]);
    // The list to compare with may be the later one.
    expect(chosen({ vs: '2026-08-08', date: '2020-02-03' }).slice(0, 2)).toEqual([
      'SP500 2020-02-03',
      '2026-08-08',
    ]);
    expect(chosen({ vs: '2025-01-01' })).toEqual([
      ...['SP500 2026-08-08', '2020-02-03', 'SP500@2026-08-08'],
      'There is no list of 2025-01-01 to compare with: the list of 2020-02-03 is used.',
    ]);
    for (const vs of ['2026-08-08', '2000-01-01'])
      expect(chosen({ vs })).toEqual([
        ...['SP500 2026-08-08', undefined, 'SP500@2026-08-08'],
        `There is no other list of ${vs} or earlier to compare with.`,
      ]);
    expect(chosen({ code: 'IVV', with: 'SP500@2014-12-07,IVV@2024-12-06,SPY@2025-02-07' })).toEqual([
      ...['IVV 2024-12-06', undefined, 'IVV@2024-12-06 SP500@2014-12-07'],
      'There is no list SPY@2025-02-07 to compare with.',
    ]);
    expect(chosen({ code: 'QQQ' })).toEqual([
      ...['SP500 2026-08-08', undefined, 'SP500@2026-08-08', 'There is no list of QQQ: SP500 is shown.'],
    ]);
    expect(() => chosenOf(USUAL, [])).toThrow('There is no list');
  });

  const member = (ticker: string, weight: string, sector: string, name = `${ticker} Inc`): Constituent => ({
    ...{ ticker, name, sector, weight },
  });
  const OLD = [
    member('A', '5.0', 'Energy'),
    member('C', '1', 'Energy'),
    member('E', '', 'Water'),
    member('G', '7', ''),
  ];
  const NEW = [
    ...[member('B', '2', ''), member('A', '5.2', 'Energy'), member('C', '0.99', 'Communication')],
    ...[member('E', '0.1', 'Water'), member('F', '2.0', 'Water', 'A name')],
  ];
  const change = listChange(OLD, NEW);
  const rows = listedMembers(NEW, change);

  test('members are ranked by weight, then by name, with their standard sector and their change', () => {
    expect(rows.map((row) => [row.key, row.rank, row.sector, weightChangeText(row)])).toEqual([
      ['A', 1, 'Energy', '+0.2 points'],
      ['F', 2, 'Water', 'joined since'],
      ['B', 3, 'not given', 'joined since'],
      ['C', 4, 'Communication Services', '−0.01 points'],
      ['E', 5, 'Water', ''],
    ]);
    expect(listedMembers(NEW, undefined).map(weightChangeText)).toEqual(['', '', '', '', '']);
  });

  test('members are found by every word and by sector, and sorted by each column, then by weight', () => {
    const tickers = (search: Record<string, string>) =>
      shownRows(rows, readListState(search).state)
        .map((row) => row.member.ticker)
        .join('');
    const found: [Record<string, string>, string][] = [
      [{}, 'AFBCE'],
      [{ sort: '-weight' }, 'ECBFA'],
      [{ sort: 'change' }, 'AFBEC'],
      [{ sort: '-change' }, 'CEBFA'],
      [{ sort: 'ticker' }, 'ABCEF'],
      [{ sort: 'name' }, 'AFBCE'],
      [{ sort: 'sector' }, 'CABFE'],
      [{ sort: '-sector' }, 'EFBAC'],
      [{ q: ' INC  energy ' }, 'A'],
      [{ q: 'inc' }, 'ABCE'],
      [{ q: 'services' }, 'C'],
      [{ q: 'f' }, 'F'],
      [{ sector: 'not given' }, 'B'],
      [{ sector: 'Water', q: 'name' }, 'F'],
      [{ sector: 'Communication' }, ''],
    ];
    for (const [search, expected] of found) expect([search, tickers(search)]).toEqual([search, expected]);
  });

  test('a list is described in a sentence, whose numbers explain themselves', () => {
    const said = sentenceOf('X', '2024-12-06', listFigures(NEW), change);
    expect(sentenceText(said)).toBe(
      'X on 2024-12-06: 5 members; ten largest 10.29 %; Energy 5.2 %; 2 joined, 1 left, 3 stayed.',
    );
    expect(said.flatMap((part) => (typeof part === 'string' ? [] : [part.explain]))).toEqual([
      ...['members', 'top', 'sector:Energy', 'joined', 'left', 'stayed'],
    ]);
    const plain = (...members: Constituent[]) =>
      sentenceText(sentenceOf('X', '2024-12-06', listFigures(members), undefined));
    // Members without a sector are never named as the heaviest; without weights there is no sum.
    expect(plain(member('A', '5', ''), member('B', '1', 'Energy'))).toBe(
      'X on 2024-12-06: 2 members; ten largest 6 %.',
    );
    expect(plain(member('A', '', 'Energy'))).toBe('X on 2024-12-06: 1 member.');
    expect(plain(member('A', '1234.5', 'Energy'))).toBe(
      'X on 2024-12-06: 1 member; ten largest 1234.5 %; Energy 1,234.5 %.',
    );
  });
});

test('the lists of a ledger are at most sixty, the first and the last among them, in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), (count) => {
      const lists = Array.from({ length: count }, (_, i) => ({ as_of: dateText(20_000 - i) }));
      const dates = ledgerDates(lists);
      expect(dates).toHaveLength(Math.min(count, MOST_LEDGER_LISTS));
      expect([dates[0], dates.at(-1)]).toEqual([lists.at(-1)?.as_of, lists[0]?.as_of]);
      expect([...new Set(dates)].sort()).toEqual(dates);
    }),
    { numRuns: 100 },
  );
});

test('sixty lists are all shown; of sixty-one, the one in the middle is left out', () => {
  const days = (count: number) => Array.from({ length: count }, (_, i) => dateText(20_000 + i));
  const shown = (count: number) =>
    ledgerDates(
      days(count)
        .map((as_of) => ({ as_of }))
        .reverse(),
    );
  expect(shown(1)).toEqual(days(1));
  expect(shown(60)).toEqual(days(60));
  expect(shown(61)).toEqual(days(61).filter((day) => day !== dateText(20_030)));
});

test('companies are found if every word matches one of their tickers, names or newest sectors', () => {
  const member = (ticker: string, name: string, sector: string): Constituent => ({
    ...{ ticker, name, sector, weight: '' },
  });
  const pair = { before: { ticker: 'CBG' }, after: { ticker: 'CBRE' } };
  const ledger = ledgerOf(
    [
      [member('CBG', 'CB Richard', 'Financials'), member('A.B', 'Agilent', 'Health Care')],
      [member('CBRE', 'CBRE Group', 'Communication')],
    ],
    [pair],
  );
  const found = (q: string) => foundCompanies(ledger, q).map(({ key }) => key);
  for (const [q, keys] of [
    ['', ['AB', 'CBRE']],
    ['  ', ['AB', 'CBRE']],
    ['cbg', ['CBRE']],
    ['cbre', ['CBRE']],
    ['agil', ['AB']],
    ['services', ['CBRE']],
    ['HEALTH  a.b', ['AB']],
    ['richard', []],
    ['financials', []],
    ['cbg agilent', []],
  ] as const)
    expect([q, found(q)]).toEqual([q, keys]);
});
