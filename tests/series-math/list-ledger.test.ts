import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ledgerOf } from '../../service/series-math/list-ledger.ts';
import type { Constituent } from '../../service/series-math/members.ts';

const member = (ticker: string): Constituent => ({ ticker, name: `${ticker} Inc`, sector: '', weight: '' });
const tickers = (list: readonly Constituent[]) => list.map(({ ticker }) => ticker);

describe('a ledger', () => {
  test('has each member of each list once, in stays that are as long as they can be', () => {
    const list = fc.uniqueArray(
      fc.constantFrom('A', 'B', 'C', 'D', 'E').map((ticker) => member(ticker)),
      { selector: ({ ticker }) => ticker },
    );
    fc.assert(
      fc.property(fc.array(list, { minLength: 1, maxLength: 5 }), (lists) => {
        const companies = ledgerOf(lists);
        for (const [at, one] of lists.entries())
          expect(tickers(companies.flatMap(({ members }) => members[at] ?? [])).sort()).toEqual(
            tickers(one).sort(),
          );
        expect(companies).toHaveLength(new Set(lists.flat().map(({ ticker }) => ticker)).size);
        for (const { stays, members } of companies) {
          const there = stays.flatMap(({ first, last }) =>
            Array.from({ length: last - first + 1 }, (_, i) => first + i),
          );
          expect(there).toEqual(members.flatMap((one, at) => (one ? [at] : [])));
          for (const [i, stay] of stays.entries()) {
            const next = stays[i + 1];
            if (next) expect(next.first - stay.last).toBeGreaterThan(1);
          }
        }
        const isChanged = companies.map(
          ({ stays }) => stays.length > 1 || stays[0]?.first !== 0 || stays[0].last < lists.length - 1,
        );
        expect(isChanged).toEqual(isChanged.toSorted((a, b) => Number(b) - Number(a)));
      }),
      { numRuns: 200 },
    );
  });

  test('has first what changed, the latest change first, those that joined before those that left, by name', () => {
    const lists = [
      ['Z', 'B', 'D', 'Y', 'R'],
      ['Z', 'B', 'D', 'Y', 'N', 'M'],
      ['Z', 'B', 'N', 'R', 'Y', 'M'],
      ['Y', 'B', 'N', 'R', 'K', 'A'],
    ].map((list) => list.map(member));
    const stays = ledgerOf(lists).map(({ name, stays }) => [
      name.slice(0, 1),
      stays.map(({ first, last }) => `${first}-${last}`).join(' '),
    ]);
    expect(stays).toEqual([
      // Joined with the fourth list, then left with it.
      ['A', '3-3'],
      ['K', '3-3'],
      ['M', '1-2'],
      ['Z', '0-2'],
      // Came back with the third; left with it.
      ['R', '0-0 2-3'],
      ['D', '0-1'],
      ['N', '1-3'],
      // In all lists.
      ['B', '0-3'],
      ['Y', '0-3'],
    ]);
  });

  test('has the newest name of a company, and what each list has of it', () => {
    const named = (ticker: string, name: string, weight: string): Constituent => ({
      ticker,
      name,
      sector: '',
      weight,
    });
    const old = named('BLL', 'Ball Corp', '1');
    const young = named('BALL', 'Ball Corporation', '2');
    const again = named('ball', 'Ball', '3');
    const pair = { before: { ticker: 'BLL' }, after: { ticker: 'BALL' } };
    expect(ledgerOf([[old], [], [young], [again]], [pair])).toEqual([
      {
        key: 'BALL',
        name: 'Ball',
        tickers: ['ball', 'BALL', 'BLL'],
        members: [old, undefined, young, again],
        stays: [
          { first: 0, last: 0 },
          { first: 2, last: 3 },
        ],
      },
    ]);
    // Who takes a ticker that another has left is another company.
    const other = named('BLL', 'Bell', '4');
    expect(ledgerOf([[old], [young], [young, other]], [pair]).map((company) => company.members)).toEqual([
      [undefined, undefined, other],
      [old, young, young],
    ]);
    expect(ledgerOf([[old], [young]]).map((company) => company.tickers)).toEqual([['BALL'], ['BLL']]);
    const spelled = ['BRK.B', 'BRKB', 'BRK.B'].map((ticker) => [member(ticker)]);
    expect(ledgerOf(spelled).map((company) => company.tickers)).toEqual([['BRK.B', 'BRKB']]);
    expect(ledgerOf([])).toEqual([]);
    expect(ledgerOf([[], [old]])).toEqual([
      {
        ...{ key: 'BLL', name: 'Ball Corp', tickers: ['BLL'] },
        ...{ members: [undefined, old], stays: [{ first: 1, last: 1 }] },
      },
    ]);
  });

  test('keeps two of one ticker apart, in their order', () => {
    const list = ['Class A', 'Class C'].map((name) => ({ ...member('GOO'), name }));
    const rows = ledgerOf([list, list]).map(({ members }) => members.map((one) => one?.name));
    expect(rows).toEqual([
      ['Class A', 'Class A'],
      ['Class C', 'Class C'],
    ]);
  });
});
