import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRows, completeRows } from '../../../renderer/table/sheet.ts';

const days = fc
  .uniqueArray(fc.integer({ min: -40_000, max: 40_000 }), { maxLength: 60 })
  .map((list) => Int32Array.from(list.sort((a, b) => a - b)));

describe('aligned rows', () => {
  it('have every observation once, on its own day, and gaps elsewhere', () => {
    fc.assert(
      fc.property(fc.array(days, { maxLength: 8 }), (lists) => {
        const aligned = alignRows(lists.map((list) => ({ days: list })));
        const expected = [...new Set(lists.flatMap((list) => [...list]))].sort((a, b) => a - b);
        expect([...aligned.days]).toEqual(expected);
        for (const [c, list] of lists.entries()) {
          const found = [...aligned.days].map((day) => list.indexOf(day));
          expect([...(aligned.at[c] as Int32Array)]).toEqual(found);
        }
      }),
    );
  });
});

it('keeps only rows without a gap, each with its observations', () => {
  const lists = [Int32Array.of(1, 2, 5, 9), Int32Array.of(2, 3, 9)];
  const { days, at } = completeRows(alignRows(lists.map((list) => ({ days: list }))));
  expect([...days]).toEqual([2, 9]);
  expect(at.map((column) => [...column])).toEqual([
    [1, 3],
    [0, 2],
  ]);
});
