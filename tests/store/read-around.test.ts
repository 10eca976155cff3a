import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readAround } from '../../service/store/rescue/read-damaged.ts';

/** A gap between two unreadable pages may lose fewer keys than this. */
const SMALLEST_GAP = 64;

/** A table's pages in order: the distance of each key from the one before, and whether a page can be read. */
const pages = fc.array(
  fc.record({
    steps: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: SMALLEST_GAP, maxLength: 150 }),
    isReadable: fc.boolean(),
  }),
  { maxLength: 12 },
);

test('every row of a readable page comes once and in order, and failing reads are few', () => {
  fc.assert(
    fc.property(pages, fc.nat({ max: 3000 }), (given, room) => {
      let key = 0;
      const rows = given.flatMap(({ steps, isReadable }, page) =>
        steps.map((step) => {
          key += step;
          return { key, page, isReadable };
        }),
      );
      const last = key + room;
      let failures = 0;
      // Like SQLite: a read begins at the page of the first key, and fails at the first unreadable page.
      const read = (from: number, to: number, isBackwards: boolean) => {
        const ahead = isBackwards ? rows.toReversed() : rows;
        const begin = ahead.findIndex(({ key: at }) => (isBackwards ? at <= to : at >= from));
        const found = begin < 0 ? [] : ahead.slice(begin);
        const end = found.findIndex(
          ({ key: at, isReadable }) => !isReadable || (isBackwards ? at < from : at > to),
        );
        const isWhole = end < 0 || found[end]?.isReadable === true;
        if (!isWhole) failures += 1;
        return { rows: end < 0 ? found : found.slice(0, end), isWhole };
      };
      const found = readAround(read, (row) => row.key, 0, last);
      expect(found).toEqual(rows.filter(({ isReadable }) => isReadable));
      expect(failures).toBeLessThanOrEqual(4 * Math.ceil((2 * (last + 1)) / SMALLEST_GAP));
      if (given.every(({ isReadable }) => isReadable)) expect(failures).toBe(0);
    }),
  );
});
