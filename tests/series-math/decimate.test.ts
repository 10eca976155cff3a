import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decimate, indexAtOrAfter, indexNearest, longestStep } from '../../service/series-math/decimate.ts';

/** Ascending days with random steps, and values, of one length. */
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
  it('keeps first, last, lowest and highest of every pixel column, in order, and few enough', () => {
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

  it('keeps everything where there are few enough', () => {
    const days = Int32Array.from([1, 2, 5, 9]);
    expect([...decimate(days, Float64Array.from([1, 1, 1, 1]), 1, 4, 1)]).toEqual([1, 2, 3]);
    expect([...decimate(days, new Float64Array(4), 2, 2, 10)]).toEqual([]);
  });
});

describe('looking up days', () => {
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
  });

  it('takes weekends and holidays for no gap, and a missing month for one', () => {
    const weekdays = Int32Array.from({ length: 60 }, (_, i) => Math.floor(i / 5) * 7 + (i % 5));
    expect(longestStep(weekdays)).toBeGreaterThanOrEqual(5);
    const months = Int32Array.from({ length: 24 }, (_, i) => Math.round(i * 30.44));
    expect(longestStep(months)).toBeGreaterThan(31);
    expect(longestStep(months)).toBeLessThan(59);
  });
});
