import { describe, expect, it } from 'vitest';
import { forwardRate } from '../../../service/series-math/curve.ts';

describe('forward rates from par yields, bootstrapped and as if they were zero rates', () => {
  it('are right where the curve is flat', () => {
    const flat = [0.5, 10, 30].map((years) => [years, 4] as const);
    for (const [from, to] of [
      [1, 2],
      [5, 10],
      [10, 30],
    ] as const) {
      const { bootstrapped, naive } = forwardRate(flat, from, to);
      expect(bootstrapped).toBeCloseTo(4, 10);
      expect(naive).toBeCloseTo(4, 10);
    }
  });

  it('of a curve of two tenors are those by hand', () => {
    // A half-year at 2 %, a year at 4 %: 1 = 0.02 d1 + 1.02 d2 with d1 = 1 / 1.01.
    const second = (1 - 0.02 / 1.01) / 1.02;
    const curve = [
      [0.5, 2],
      [1, 4],
      [2, 4],
    ] as const;
    const third = (1 - 0.02 * (1 / 1.01 + second)) / 1.02;
    const fourth = (1 - 0.02 * (1 / 1.01 + second + third)) / 1.02;
    const { bootstrapped, naive } = forwardRate(curve, 1, 2);
    expect(bootstrapped).toBeCloseTo(200 * (Math.sqrt(second / fourth) - 1), 12);
    // 4 % up to the year and up to two: what a zero rate grows to, compounded twice a year.
    expect(naive).toBeCloseTo(4, 12);
  });

  it('join the par yields between the tenors by straight lines', () => {
    // 2, 3, 4 and 5 % at half-years, of two tenors and of four.
    const given = (years: number) => [years, 1 + 2 * years] as const;
    const joined = forwardRate([given(0.5), given(2)], 1, 2);
    expect(joined).toEqual(forwardRate([0.5, 1, 1.5, 2].map(given), 1, 2));
    // (1.025 ^ 4 ÷ 1.015 ^ 2) ^ (1 / 2), half-yearly.
    expect(joined.naive).toBeCloseTo(200 * (1.025 ** 2 / 1.015 - 1), 12);
    expect(joined.bootstrapped).toBeGreaterThan(joined.naive);
  });
});
