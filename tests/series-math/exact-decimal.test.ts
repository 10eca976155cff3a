import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isValueText } from '../../service/contract/values.ts';
import {
  difference,
  meanOf,
  parseDecimal,
  percentOf,
  printDecimal,
  printRate,
  roundedRatio,
  sumOf,
} from '../../service/series-math/exact-decimal.ts';
import { anyValue, tenThousandths } from './series.ts';

const text = ({ scaled, places }: { scaled: bigint; places: number }) => printDecimal(scaled, places);

describe('exact decimals', () => {
  it('are printed as they were read', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        // Zero has no sign of its own.
        expect(text(parseDecimal(value))).toBe(/[1-9]/.test(value) ? value : value.replace('-', ''));
      }),
    );
  });

  it('add up to the cent', () => {
    expect(text(sumOf(['36104343213.10', '0.05', '-1']))).toBe('36104343212.15');
    expect(difference(parseDecimal('38967833861543.11'), parseDecimal('38967833861543.1'))).toBe('0.01');
  });

  it('agree with whole numbers of ten-thousandths', () => {
    fc.assert(
      fc.property(fc.array(anyValue, { minLength: 1, maxLength: 20 }), (values) => {
        const sum = sumOf(values);
        const naive = values.reduce((total, value) => total + tenThousandths(value), 0n);
        expect(sum.scaled * 10n ** BigInt(4 - sum.places)).toBe(naive);
        const [a, b] = [values[0] as string, values.at(-1) as string];
        expect(tenThousandths(difference(parseDecimal(a), parseDecimal(b)))).toBe(
          tenThousandths(a) - tenThousandths(b),
        );
      }),
    );
  });

  it("has means with the decimals of their members: FRED's own example", () => {
    expect(meanOf(['100.1', '100.4', '100.9'])).toBe('100.5');
    expect(meanOf(['1', '2'])).toBe('2');
    expect(meanOf(['-1', '-2'])).toBe('-2');
    expect(meanOf(['4.2', '4.25'])).toBe('4.23');
  });

  it('has means between the least and the greatest', () => {
    fc.assert(
      fc.property(fc.array(anyValue, { minLength: 1, maxLength: 20 }), (values) => {
        const all = values.map(tenThousandths);
        const mean = tenThousandths(meanOf(values));
        const places = Math.max(...values.map((value) => parseDecimal(value).places));
        // Twice everything: the rounding may be half a unit of the last decimal.
        const unit = 10n ** BigInt(4 - places);
        expect(all.some((one) => 2n * one - unit <= 2n * mean)).toBe(true);
        expect(all.some((one) => 2n * one + unit >= 2n * mean)).toBe(true);
        // The mean times the count is the sum, up to that rounding.
        const miss = 2n * (mean * BigInt(values.length) - all.reduce((a, b) => a + b));
        expect((miss < 0n ? -miss : miss) <= unit * BigInt(values.length)).toBe(true);
      }),
    );
  });

  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [4n, 3n, 1n],
    [-4n, -3n, 1n],
    [0n, -7n, 0n],
  ])('rounds %d / %d to %d: half-way away from zero', (n, d, rounded) => {
    expect(roundedRatio(n, d)).toBe(rounded);
  });

  it('has percentages of five decimals', () => {
    expect(percentOf(parseDecimal('219000'), parseDecimal('212000'), 1)).toBe('3.30189');
    expect(percentOf(parseDecimal('1'), parseDecimal('3.0'), 0)).toBe('33.33333');
    expect(percentOf(parseDecimal('-2'), parseDecimal('3'), 0)).toBe('-66.66667');
    expect(percentOf(parseDecimal('100'), parseDecimal('100.00'), 1)).toBe('0.00000');
  });

  it('prints rates of floating point without exponents or a sign of zero', () => {
    expect(printRate(12.245911)).toBe('12.24591');
    expect(printRate(-0.000001)).toBe('0.00000');
    expect(printRate(1e20)).toBe('100000000000000000000.00000');
    expect(printRate(-1e21)).toBe('-1000000000000000000000.00000');
    expect([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY].map(printRate)).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('prints every rate as a plain number that reads back as the same', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        const text = printRate(number) as string;
        expect(isValueText(text)).toBe(true);
        const isExact = Math.abs(number) >= 2 ** 53;
        if (isExact) expect(Number(text)).toBe(number);
        else expect(Math.abs(Number(text) - number)).toBeLessThanOrEqual(0.000005 + Math.abs(number) * 1e-15);
      }),
    );
  });
});
