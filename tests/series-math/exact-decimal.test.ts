import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  difference,
  meanOf,
  parseDecimal,
  powerOfTen,
  printDecimal,
  RATE_PLACES,
  rescaled,
  roundedRatio,
  sumOf,
} from '../../service/series-math/exact-decimal.ts';
import { anyValue, tenThousandths } from './series.ts';

const text = ({ scaled, places }: { scaled: bigint; places: number }) => printDecimal(scaled, places);

describe('exact decimals', () => {
  it.each([
    ['36104343213.10', 3610434321310n, 2],
    ['-0.05', -5n, 2],
    ['207000', 207000n, 0],
    ['-7', -7n, 0],
    ['0.00', 0n, 2],
  ] as const)('%s is %d with %d decimals', (value, scaled, places) => {
    expect(parseDecimal(value)).toEqual({ scaled, places });
    expect(printDecimal(scaled, places)).toBe(value);
  });

  it('get more decimals without a change', () => {
    expect([2, 3, 5].map((to) => rescaled({ scaled: -125n, places: 2 }, to))).toEqual([
      -125n,
      -1250n,
      -125_000n,
    ]);
    expect([0, 1, 5, 39, 40, 41].map((power) => String(powerOfTen(power)))).toEqual([
      ...['1', '10', '100000', `1${'0'.repeat(39)}`, `1${'0'.repeat(40)}`, `1${'0'.repeat(41)}`],
    ]);
    // As FRED shows rates.
    expect(RATE_PLACES).toBe(5);
  });

  it('are printed as they were read', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        // Zero has no sign.
        expect(text(parseDecimal(value))).toBe(/[1-9]/.test(value) ? value : value.replace('-', ''));
      }),
    );
  });

  it('add up to the cent', () => {
    expect(text(sumOf(['36104343213.10', '0.05', '-1']))).toBe('36104343212.15');
    expect(sumOf(['1', '0.25', '-2.5'])).toEqual({ scaled: -125n, places: 2 });
    expect(difference(parseDecimal('1'), parseDecimal('2.50'))).toBe('-1.50');
    expect(difference(parseDecimal('2.50'), parseDecimal('1'))).toBe('1.50');
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

  it.each([
    [5n, 2n, 3n],
    [-5n, 2n, -3n],
    [5n, -2n, -3n],
    [4n, 3n, 1n],
    [-4n, -3n, 1n],
    [0n, -7n, 0n],
    [49n, 100n, 0n],
    [-1n, 2n, -1n],
    [10n ** 30n + 1n, 2n, 5n * 10n ** 29n + 1n],
  ])('rounds %d / %d to %d: half-way away from zero', (n, d, rounded) => {
    expect(roundedRatio(n, d)).toBe(rounded);
  });
});
