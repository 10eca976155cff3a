import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendPage, emptyColumn } from '../../../renderer/api/observations.ts';
import { dateText } from '../../../service/calendar/dates.ts';
import { cutColumn } from '../../../service/view/derive-lines.ts';

const choice = { dataset: 'us_debt', code: 'debt_held_by_public', area: '' } as const;

const rows = fc
  .uniqueArray(fc.integer({ min: -5000, max: 25_000 }), { maxLength: 200 })
  .chain((days) =>
    fc
      .array(fc.tuple(fc.nat(), fc.nat(99)), { minLength: days.length, maxLength: days.length })
      .map((numbers) =>
        days
          .sort((a, b) => a - b)
          .map((day, i) => ({ date: dateText(day), value: `${numbers[i]?.[0]}.${numbers[i]?.[1]}0` })),
      ),
  );

describe('columns', () => {
  it('hold all rows, however they were split into pages, with every digit', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 1, max: 60 }), (all, pageSize) => {
        let column = emptyColumn(choice);
        for (let i = 0; i < all.length; i += pageSize)
          column = appendPage(column, { rows: all.slice(i, i + pageSize) });
        expect([...column.days].map((day, i) => ({ date: dateText(day), value: column.values[i] }))).toEqual(
          all,
        );
        expect([...column.numbers]).toEqual(all.map((row) => Number(row.value)));
      }),
    );
  });

  it('are cut to a range, both ends included', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: -6000, max: 26_000 }), fc.nat(9000), (all, from, width) => {
        const column = cutColumn(appendPage(emptyColumn(choice), { rows: all }), from, from + width);
        const inside = all.filter((row) => row.date >= dateText(from) && row.date <= dateText(from + width));
        expect(column.values).toEqual(inside.map((row) => row.value));
        expect([...column.days].map(dateText)).toEqual(inside.map((row) => row.date));
        expect(column.numbers).toHaveLength(inside.length);
      }),
    );
  });
});
