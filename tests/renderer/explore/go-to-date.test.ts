import fc from 'fast-check';
import { expect, it } from 'vitest';
import { observedNear, rangeAround } from '../../../renderer/explore/go-to-date.tsx';
import { dateText, dayNumber, daysFromCivil } from '../../../service/calendar/dates.ts';

const day = fc.integer({ min: daysFromCivil(1950, 1, 1), max: daysFromCivil(2024, 1, 1) });
const number = (date: string) => dayNumber(date) as number;

it('a date outside the range moves it within the data, at the same width; a date inside leaves it as it is', () => {
  fc.assert(
    fc.property(fc.tuple(day, day, day, day), day, (days, wanted) => {
      const [from, first, last, to] = days.sort((a, b) => a - b).map(dateText) as [
        string,
        string,
        string,
        string,
      ];
      const held = { from, to };
      const range = { from: first, to: last };
      const date = dateText(Math.min(number(to), Math.max(number(from), wanted)));
      const moved = rangeAround(range, date, held);
      expect(moved.from <= date && date <= moved.to).toBe(true);
      expect(moved.from >= from && moved.to <= to).toBe(true);
      expect(number(moved.to) - number(moved.from)).toBe(number(last) - number(first));
      if (first <= date && date <= last) expect(moved).toBe(range);
    }),
  );
});

it('the nearest observation of the visible lines in the range is found', () => {
  const line = (dates: readonly string[], hidden = false) => ({
    hidden,
    column: {
      id: dates.join(),
      days: Int32Array.from(dates, number),
      values: dates,
      numbers: Float64Array.from(dates, () => 1),
    },
  });
  const range = { from: '2020-01-01', to: '2020-12-31' };
  const near = (lines: Parameters<typeof observedNear>[0], date: string) =>
    dateText(observedNear(lines, date, range));
  const weekly = line(['2020-03-07', '2020-03-14', '2020-03-21']);
  expect(near([weekly], '2020-03-15')).toBe('2020-03-14');
  expect(near([weekly, line(['2020-03-16'])], '2020-03-15')).toBe('2020-03-14');
  expect(near([weekly, line(['2020-03-15'], true)], '2020-03-15')).toBe('2020-03-14');
  expect(near([line(['2019-12-31'])], '2020-01-02')).toBe('2020-01-02');
  expect(near([], '2020-01-02')).toBe('2020-01-02');
});
