import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curvePaths } from '../../../renderer/yields/curve-plot.tsx';
import {
  AROUND,
  heatKey,
  heatPixels,
  heatScale,
  LEVELS,
  lookUp,
  pixelRows,
} from '../../../renderer/yields/heat-map.tsx';
import { TENORS } from '../../../service/datasets/yields/curve.ts';
import { someCurves } from './some-curves.ts';

const X = TENORS.map((_, i) => i * 10);
const y = (percent: number) => 100 - 10 * percent;

describe('the curve of a day', () => {
  it('passes over tenors that were not published yet, and bridges missing ones with dashes', () => {
    const curves = someCurves({
      '2005-01-03': { '1M': '2.00', '3M': '2.50', '20Y': '4.80' },
      '2006-03-01': { '1M': '4.00', '3M': '4.50', '30Y': '4.60' },
    });
    // 1.5, 2 and 4 months were first published later; the other gaps are missing yields.
    expect(curvePaths(curves, 0, X, y)).toEqual({
      solid: 'M0 80L30 75M120 52',
      dashed: 'M30 75L120 52',
      dots: 'M0 80h0M30 75h0M120 52h0',
    });
  });
});

describe('the heat map', () => {
  it('shows in each pixel column the newest day up to it, or nothing if that is more than a week older', () => {
    const days = Int32Array.of(0, 1, 4, 5, 30);
    expect([...pixelRows(days, 0, 5, 3)]).toEqual([1, 1, 3]);
    expect([...pixelRows(days, 0, 31, 32)].slice(5, 16)).toEqual([3, 3, 3, 3, 3, 3, 3, 3, -1, -1, -1]);
    expect([...pixelRows(days, -5, 0, 6)]).toEqual([-1, -1, -1, -1, -1, 0]);
  });

  it('never shows a day after its pixel column, nor an older day than necessary', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 400 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 300 }),
        (unsorted, width) => {
          const days = Int32Array.from(unsorted.toSorted((a, b) => a - b));
          const perPixel = 401 / width;
          for (const [x, row] of pixelRows(days, 0, 400, width).entries()) {
            if (row < 0) continue;
            const end = (x + 1) * perPixel;
            expect(days[row]).toBeLessThan(end);
            // The next day is after this pixel column.
            expect(days[row + 1] ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(end);
          }
        },
      ),
    );
  });

  it('has a scale from its lowest to its highest yield, or symmetric around its medians, and a key with the ends', () => {
    const curves = someCurves({
      '2025-01-02': { '1M': '1.00', '30Y': '5.00' },
      '2025-01-03': { '1M': '1.50', '30Y': '5.25' },
      '2025-01-06': { '1M': '-0.50', '30Y': '4.00' },
      '2025-01-07': { '1M': '9.00', '30Y': '9.00' },
    });
    const key = (isLessMedian: boolean, end = 3) => {
      const rows = { start: 0, end };
      const { low, high } = heatKey({ curves, rows, state: { isLessMedian }, scheme: 'dark' });
      return [
        low,
        high,
        heatScale(curves, rows, isLessMedian).low,
        heatScale(curves, rows, isLessMedian).high,
      ];
    };
    expect([key(false), key(true), key(false, 4)]).toEqual([
      ['-0.50', '5.25 %', -0.5, 5.25],
      // The medians are 1.00 and 5.00; −0.50 is the value farthest from its median.
      ['-1.50', '+1.50 points from its median', -1.5, 1.5],
      ['-0.50', '9.00 %', -0.5, 9],
    ]);
    const of = (isLessMedian: boolean, scheme: 'light' | 'dark') =>
      heatKey({ curves, rows: { start: 0, end: 3 }, state: { isLessMedian }, scheme }).colours;
    expect([of(false, 'dark'), of(true, 'light'), of(true, 'dark')]).toEqual([
      LEVELS,
      AROUND.light,
      AROUND.dark,
    ]);
    const one = someCurves({ '2025-01-02': { '1M': '1.00' } });
    expect(heatScale(one, { start: 0, end: 1 }, false)).toEqual({ low: 1, high: 1.01, medians: undefined });
    expect(heatScale(one, { start: 0, end: 1 }, true)).toMatchObject({ low: -0.01, high: 0.01 });
  });

  it('gives values outside the scale the colours at its ends', () => {
    const curves = someCurves({ '2025-01-02': { '1M': '0.50', '30Y': '9.00' } });
    const colours = lookUp(LEVELS);
    const pixels = heatPixels(curves, Int32Array.of(0), { low: 1, high: 2, medians: undefined }, colours);
    expect([...pixels.slice(0, 4)]).toEqual([...colours.slice(-3), 255]);
    expect([...pixels.slice(-4)]).toEqual([...colours.slice(0, 3), 255]);
  });

  it('goes from dark to light, so that it can be read in grey', () => {
    const table = lookUp(LEVELS);
    const light = Array.from(
      { length: 256 },
      (_, i) =>
        0.2126 * (table[3 * i] as number) +
        0.7152 * (table[3 * i + 1] as number) +
        0.0722 * (table[3 * i + 2] as number),
    );
    expect(light.every((one, i) => i === 0 || one >= (light[i - 1] as number) - 0.5)).toBe(true);
    expect((light.at(-1) as number) - (light[0] as number)).toBeGreaterThan(150);
  });
});
