import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ledgerOf } from '../../service/series-math/list-ledger.ts';
import type { Member } from '../../service/series-math/members.ts';

const member = (ticker: string): Member => ({ ticker, name: `${ticker} Inc`, sector: '', weight: '' });
const tickers = (list: readonly Member[]) => list.map(({ ticker }) => ticker);

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

  test('follows a confirmed pair through its tickers, also when the company was away between them', () => {
    const pair = { before: { ticker: 'CBG' }, after: { ticker: 'CBRE' } };
    const lists = [[member('CBG'), member('A')], [member('A')], [member('CBRE'), member('A')]];
    expect(ledgerOf(lists)).toHaveLength(3);
    expect(ledgerOf(lists, [pair])[0]).toMatchObject({
      tickers: ['CBRE', 'CBG'],
      stays: [
        { first: 0, last: 0 },
        { first: 2, last: 2 },
      ],
    });
  });
});
