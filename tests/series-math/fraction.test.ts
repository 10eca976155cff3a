import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  exactText,
  fractionOf,
  percentOf,
  printRounded,
  quotient,
} from '../../service/series-math/fraction.ts';
import { anyValue } from './series.ts';

describe('fractions', () => {
  it('give percentages of five decimals', () => {
    const percent = (a: string, b: string, less: 0 | 1) => percentOf(fractionOf(a), fractionOf(b), less);
    expect(percent('219000', '212000', 1)).toBe('3.30189');
    expect(percent('1', '3.0', 0)).toBe('33.33333');
    expect(percent('-2', '3', 0)).toBe('-66.66667');
    expect(percent('2', '-3', 0)).toBe('-66.66667');
    expect(percent('100', '100.00', 1)).toBe('0.00000');
  });

  it.each([
    [{ n: 109n, d: 30n }, '3.6', '3.63333333333…'],
    [{ n: 815n, d: 4n }, '204', '203.75'],
    [{ n: 800n, d: 4n }, '200', '200'],
    [{ n: 36104343213100n, d: 300n }, '120347810710', '120347810710.3333333…'],
    [{ n: 1n, d: 300n }, '0.00', '0.00333333333333…'],
    [{ n: -1n, d: 3n }, '0', '-0.333333333333…'],
  ])('%o, shown as %s, are written out as %s', (exact, value, text) => {
    expect(exactText(exact, value)).toBe(text);
  });

  it('are written with as many correct digits as rates need, and never rounded', () => {
    fc.assert(
      fc.property(anyValue, fc.bigInt({ min: 1n, max: 300n }), (sum, count) => {
        const exact = quotient(fractionOf(sum), { n: count, d: 1n });
        const text = exactText(exact, printRounded(exact, 2));
        const told = fractionOf(text.replace('…', ''));
        const off = told.n * exact.d - exact.n * told.d;
        if (!text.endsWith('…')) expect(off).toBe(0n);
        else {
          // The digits that are cut off make it smaller, by less than one unit of its last digit.
          expect(exact.n < 0n ? off > 0n : off < 0n).toBe(true);
          expect((off < 0n ? -off : off) < exact.d).toBe(true);
          expect(text.replace(/^-?[0.]*|\D/g, '').length).toBeGreaterThanOrEqual(12);
        }
      }),
    );
  });
});
