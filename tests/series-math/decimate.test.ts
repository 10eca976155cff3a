import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import {
  decimate,
  gapTest,
  indexAtOrAfter,
  indexNearest,
  longestStep,
} from '../../service/series-math/decimate.ts';
import { HAS_REAL_FILES, REAL_FILES, readText } from '../sources/read-text.ts';

/** Ascending days with random steps, and as many values. */
const column = fc
  .array(fc.record({ step: fc.integer({ min: 1, max: 40 }), value: fc.double({ noNaN: true }) }), {
    minLength: 1,
    maxLength: 3000,
  })
  .map((rows) => {
    let day = -3000;
    return {
      days: Int32Array.from(rows, (row) => {
        day += row.step;
        return day;
      }),
      numbers: Float64Array.from(rows, (row) => row.value),
    };
  });

describe('decimate', () => {
  it('keeps first, last, lowest and highest of every pixel column, in order, and at most four of each', () => {
    fc.assert(
      fc.property(column, fc.integer({ min: 1, max: 200 }), ({ days, numbers }, columns) => {
        const kept = [...decimate(days, numbers, 0, days.length, columns)];
        expect(kept.length).toBeLessThanOrEqual(Math.max(columns * 4, 1));
        expect(kept.every((index, i) => i === 0 || index > (kept[i - 1] as number))).toBe(true);
        expect([kept[0], kept.at(-1)]).toEqual([0, days.length - 1]);

        const width = ((days.at(-1) as number) - (days[0] as number) + 1) / columns;
        const buckets = new Map<number, number[]>();
        for (let i = 0; i < days.length; i++) {
          const bucket = Math.floor(((days[i] as number) - (days[0] as number)) / width);
          buckets.set(bucket, [...(buckets.get(bucket) ?? []), i]);
        }
        const keptValues = (indices: number[]) =>
          indices.filter((i) => kept.includes(i)).map((i) => numbers[i] as number);
        for (const indices of buckets.values()) {
          const all = indices.map((i) => numbers[i] as number);
          expect(Math.min(...keptValues(indices))).toBe(Math.min(...all));
          expect(Math.max(...keptValues(indices))).toBe(Math.max(...all));
          expect(kept).toContain(indices[0]);
          expect(kept).toContain(indices.at(-1));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('keeps all observations if there are few enough', () => {
    const days = Int32Array.from([1, 2, 5, 9]);
    expect([...decimate(days, Float64Array.from([1, 1, 1, 1]), 1, 4, 1)]).toEqual([1, 2, 3]);
    expect([...decimate(days, new Float64Array(4), 2, 2, 10)]).toEqual([]);
    expect([...decimate(days, new Float64Array(4), 3, 2, 10)]).toEqual([]);
    // Four observations per column are few enough, a fifth is too many.
    const many = Int32Array.from({ length: 9 }, (_, i) => i);
    const flat = new Float64Array(9).fill(7);
    expect([...decimate(many, flat, 0, 8, 2)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect([...decimate(many, flat, 0, 9, 2)]).toEqual([0, 4, 5, 8]);
  });

  it('keeps a column’s first, last and extreme observations in their order', () => {
    const kept = (from: number, to: number, columns: number, ...numbers: number[]) => [
      ...decimate(
        Int32Array.from(numbers, (_, i) => i),
        Float64Array.from(numbers),
        from,
        to,
        columns,
      ),
    ];
    expect(kept(0, 7, 1, 3, 5, 9, 4, 1, 2, 3)).toEqual([0, 2, 4, 6]);
    expect(kept(0, 7, 1, 3, 5, 1, 4, 9, 2, 3)).toEqual([0, 2, 4, 6]);
    // The first of equal values is kept; one observation may be both an end and an extreme.
    expect(kept(0, 7, 1, 9, 5, 1, 4, 9, 1, 3)).toEqual([0, 2, 6]);
    expect(kept(0, 7, 1, 5, 5, 6, 4, 5, 5, 9)).toEqual([0, 3, 6]);
    expect(kept(0, 5, 1, 5, 5, 5, 5, 5)).toEqual([0, 4]);
    // Only observations in the range count, not the 99 before it or the 0 after it.
    expect(kept(1, 11, 2, 99, 4, 5, 6, 7, 5, 3, 2, 8, 1, 4, 0)).toEqual([1, 4, 5, 6, 8, 9, 10]);
  });

  it('makes columns of equal spans of days, not of equal counts', () => {
    const days = Int32Array.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 19], (day) => 7003 + day);
    const numbers = Float64Array.from([5, 5, 1, 5, 5, 9, 5, 5, 5, 5]);
    expect([...decimate(days, numbers, 0, 10, 2)]).toEqual([0, 2, 5, 8, 9]);
  });
});

describe('the index of a day', () => {
  it('agrees with a linear search', () => {
    fc.assert(
      fc.property(column, fc.integer({ min: -4000, max: 130_000 }), ({ days }, day) => {
        const list = [...days];
        const after = list.findIndex((one) => one >= day);
        expect(indexAtOrAfter(days, day)).toBe(after < 0 ? list.length : after);
        const nearest = indexNearest(days, day);
        const distance = Math.min(...list.map((one) => Math.abs(one - day)));
        expect(Math.abs((days[nearest] as number) - day)).toBe(distance);
      }),
    );
    expect(indexNearest(new Int32Array(0), 5)).toBe(-1);
    // Of two equally near days, the earlier one is found.
    const days = Int32Array.of(10, 12, 17);
    expect([-9, 10, 11, 12, 14, 15, 17, 99].map((day) => indexNearest(days, day))).toEqual([
      ...[0, 0, 0, 1, 1, 2, 2, 2],
    ]);
    expect([10, 11, 17, 18].map((day) => indexAtOrAfter(days, day))).toEqual([0, 1, 2, 3]);
  });

  it('the longest step is how many days may lie between observations', () => {
    const weekdays = Int32Array.from({ length: 60 }, (_, i) => Math.floor(i / 5) * 7 + (i % 5));
    expect(longestStep(weekdays)).toBe(4);
    // 4 days for a usual step of up to 3, 13 for up to 7, and one and a half times a longer step.
    const every = (step: number) => longestStep(Int32Array.from({ length: 30 }, (_, i) => i * step));
    expect([1, 3, 4, 7, 8, 30, 31, 91, 365].map(every)).toEqual([4, 4, 13, 13, 12, 45, 47, 137, 548]);
    expect([0, 1, 2].map((count) => longestStep(Int32Array.of(1, 400).slice(0, count)))).toEqual(
      Array(3).fill(Number.POSITIVE_INFINITY),
    );
    // The usual step is the median; of two middle steps the longer one.
    expect(longestStep(Int32Array.of(0, 1, 41))).toBe(60);
    expect(longestStep(Int32Array.of(0, 1, 2, 42))).toBe(4);
    expect(longestStep(Int32Array.of(0, 1, 2, 42, 43, 44))).toBe(4);
    const long = Int32Array.from({ length: 5000 }, (_, i) => (i < 1500 ? i * 30 : 45_000 + i));
    expect(longestStep(long)).toBe(4);
    expect(longestStep(long.slice(0, 2900))).toBe(45);
  });
});

describe('gaps', () => {
  const dates = (...texts: string[]) => Int32Array.from(texts, (text) => dayNumber(text) as number);
  /** Every Monday to Friday of some years. */
  const weekdays = Int32Array.from({ length: 2000 }, (_, i) => 10_959 + Math.floor(i / 5) * 7 + (i % 5));
  const isGap = (before: string, after: string) => {
    const [from, to] = dates(before, after) as unknown as [number, number];
    return gapTest(weekdays)(from, to);
  };

  it.each([
    ['2001-09-10', '2001-09-13', 'after 11 September 2001 the markets were closed for two days'],
    ['2024-03-04', '2024-03-11', 'four business days are missing'],
    ['2024-03-05', '2024-03-08', 'two in the middle of a week'],
    ['2024-03-07', '2024-03-12', 'a Friday and a Monday'],
    ['2024-03-04', '2025-03-04', 'a year'],
  ])('exist from %s to %s: %s', (before, after) => {
    expect(isGap(before, after)).toBe(true);
  });

  it.each([
    ['2024-03-08', '2024-03-11', 'a weekend'],
    ['2024-05-24', '2024-05-28', 'Memorial Day'],
    ['2024-11-27', '2024-12-02', 'Thanksgiving, and the Friday after it'],
    ['2020-12-23', '2020-12-28', 'Christmas, and the day before it, given off'],
    ['2006-12-29', '2007-01-03', 'New Year, and a day of mourning'],
    ['2024-03-28', '2024-04-01', 'Good Friday'],
    ['2018-12-04', '2018-12-06', 'a day of mourning'],
    ['2022-06-17', '2022-06-21', 'Juneteenth, kept on a Monday'],
  ])('do not exist from %s to %s: %s', (before, after) => {
    expect(isGap(before, after)).toBe(false);
  });

  it.for<[string, string, string[]]>([
    ['yields/par-yield-curve-rates-1990-2023.csv', 'yields/US10Y', ['2001-09-10 to 2001-09-13']],
    ['us_debt/DebtPenny_20200307_20250306.csv', 'us_debt/total_public_debt_outstanding', []],
  ])('exist in the real %s exactly where working days are missing', ([file, code, gaps], { skip }) => {
    skip(!HAS_REAL_FILES, 'the publishers’ files are not beside the project (../shared/data)');
    const path = new URL(file, REAL_FILES);
    const { observations } = readText(readFileSync(path), { file });
    const own = observations.filter((one) => one.series === code);
    const days = dates(...new Set(own.map((one) => one.date))).sort();
    expect(days.length).toBeGreaterThan(1000);
    const isGap = gapTest(days);
    const found = Array.from(days.slice(1), (after, i) => [days[i] as number, after] as const)
      .filter(([before, after]) => isGap(before, after))
      .map(([before, after]) => `${dateText(before)} to ${dateText(after)}`);
    expect(found).toEqual(gaps);
  });

  it('are a missing week, month or quarter in a series of that frequency', () => {
    const weeks = Int32Array.from({ length: 60 }, (_, i) => i * 7);
    expect([gapTest(weeks)(0, 7), gapTest(weeks)(0, 14)]).toEqual([false, true]);
    const months = dates('2024-01-01', '2024-02-01', '2024-03-01', '2024-04-01');
    expect(gapTest(months)(months[0] as number, months[1] as number)).toBe(false);
    expect(gapTest(months)(months[0] as number, months[2] as number)).toBe(true);
    // A week that is up to six days late is not a gap.
    expect([gapTest(weeks)(0, 13), gapTest(weeks)(0, 14)]).toEqual([false, true]);
    // A line with two observations is never interrupted.
    expect(gapTest(Int32Array.of(0, 4000))(0, 4000)).toBe(false);
  });

  it('do not exist in a complete series', () => {
    const test = gapTest(weekdays);
    for (let i = 1; i < weekdays.length; i++)
      expect(test(weekdays[i - 1] as number, weekdays[i] as number)).toBe(false);
  });
});
