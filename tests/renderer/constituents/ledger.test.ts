import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  barOf,
  foundCompanies,
  ledgerDates,
  MOST_LEDGER_LISTS,
  staysText,
} from '../../../renderer/constituents/members.ts';
import { dateText } from '../../../service/calendar/dates.ts';
import { ledgerOf } from '../../../service/series-math/list-ledger.ts';
import type { Constituent } from '../../../service/series-math/members.ts';

const DATES = ['2014-12-07', '2020-01-01', '2026-08-08'];
const stays = (...pairs: [number, number][]) => ({ stays: pairs.map(([first, last]) => ({ first, last })) });

test('a ledger says between which lists a company joined or left, and never a day', () => {
  expect(staysText(stays([1, 2]), DATES)).toBe('joined between 2014-12-07 and 2020-01-01');
  expect(staysText(stays([0, 0]), DATES)).toBe('left between 2014-12-07 and 2020-01-01');
  expect(staysText(stays([0, 2]), DATES)).toBe('in all 3 lists');
  expect(staysText(stays([0, 0], [2, 2]), DATES)).toBe(
    'left between 2014-12-07 and 2020-01-01, joined between 2020-01-01 and 2026-08-08',
  );
});

test('a bar is solid from list to list and hatched where no list says', () => {
  const middle = 1851 / 4262;
  expect(barOf(stays([1, 2]), DATES)).toEqual([
    { from: 0, to: middle, isSure: false },
    { from: middle, to: 1, isSure: true },
  ]);
  expect(barOf(stays([0, 2]), DATES)).toEqual([{ from: 0, to: 1, isSure: true }]);
  expect(barOf(stays([0, 0], [2, 2]), DATES)).toEqual([
    { from: 0, to: 0, isSure: true },
    { from: 0, to: middle, isSure: false },
    { from: middle, to: 1, isSure: false },
    { from: 1, to: 1, isSure: true },
  ]);
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

test('sixty lists are all shown, and of sixty-one the one in the middle is not', () => {
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

test('companies are found by any of their tickers, their names and their newest sectors, each word of them', () => {
  const member = (ticker: string, name: string, sector: string): Constituent => ({
    ticker,
    name,
    sector,
    weight: '',
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
