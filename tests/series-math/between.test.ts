import fc from 'fast-check';
import { expect, it } from 'vitest';
import { changeBetween } from '../../service/series-math/between.ts';
import { fractionOf } from '../../service/series-math/fraction.ts';

const between = (a: string, b: string, days: number, isOfMeans = false) =>
  changeBetween(fractionOf(a), fractionOf(b), days, isOfMeans);

it.each([
  // A doubling in two years, a long number, a fall, few days, a fall below zero, a rise from there.
  ['100', '200', 731, { change: '100', percent: '100.00', perYear: '41.39' }],
  ['36104343213.10', '36204343213.10', 366, { change: '100000000.00', percent: '0.28', perYear: '0.28' }],
  ['400', '300', 365, { change: '-100', percent: '-25.00', perYear: '-25.01' }],
  ['0.5', '4.25', 10, { change: '3.75', percent: '750.00' }],
  ['5', '-1', 400, { change: '-6', percent: '-120.00' }],
  ['-5', '1', 400, { change: '6' }],
  ['0', '1', 400, { change: '1' }],
  ['5', '0', 400, { change: '-5', percent: '-100.00' }],
  // From 28 days on there is an annual rate: 1.01 ^ (365.25 / 28).
  ['100', '101', 27, { change: '1', percent: '1.00' }],
  ['100', '101', 28, { change: '1', percent: '1.00', perYear: '13.86' }],
  ['100.0', '100.25', 1461, { change: '0.25', percent: '0.25', perYear: '0.06' }],
  ['100', '99.995', 1461, { change: '-0.005', percent: '-0.01', perYear: '0.00' }],
])('the change from %s to %s in %i days is exact', (a, b, days, change) => {
  expect(between(a, b, days)).toEqual(change);
});

it('a change of means has five decimals', () => {
  expect(changeBetween({ n: 1n, d: 3n }, { n: 2n, d: 3n }, 366, true)).toEqual({
    change: '0.33333',
    percent: '100.00',
    perYear: '99.72',
  });
});

it('the rate is rounded correctly next to a tie, beyond double precision', () => {
  // In four years (1,461 days), growth by 1.00005 ^ 4 or 0.99995 ^ 4 is exactly ±0.005 % a year.
  const beside = (base: bigint, more: bigint) => {
    const [n, d] = [base ** 4n, 100_000n ** 4n];
    return changeBetween({ n: 1n, d: 1n }, { n: n * 10n ** 9n + more, d: d * 10n ** 9n }, 1461, false)
      .perYear;
  };
  expect([beside(100_005n, -1n), beside(100_005n, 1n)]).toEqual(['0.00', '0.01']);
  expect([beside(99_995n, -1n), beside(99_995n, 1n)]).toEqual(['-0.01', '0.00']);
});

it('the annual rate, compounded over the days, leads from one value to the other', () => {
  const value = fc.integer({ min: 1, max: 1e9 });
  fc.assert(
    fc.property(value, value, fc.integer({ min: 200, max: 30_000 }), (a, b, days) => {
      const { perYear, percent } = between(String(a), String(b), days);
      const rate = (b / a) ** (365.25 / days) - 1;
      expect(Math.abs(Number(perYear) / 100 - rate)).toBeLessThanOrEqual(0.5001e-4 + Math.abs(rate) * 1e-9);
      expect(Math.abs(Number(percent) - (b / a - 1) * 100)).toBeLessThanOrEqual(0.005_01 + (b / a) * 1e-9);
    }),
  );
});
