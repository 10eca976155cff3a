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
import {
  added,
  exactText,
  fractionOf,
  fractionsOf,
  negated,
  percentOf,
  printExact,
  printRounded,
  quotient,
} from '../../service/series-math/fraction.ts';
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
    // FRED shows rates with five decimals.
    expect(RATE_PLACES).toBe(5);
  });

  it('are printed as they were read', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        // Zero is printed without a sign.
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

  it("have means with the decimals of their members: FRED's own example", () => {
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
  ])('round %d / %d to %d: half-way away from zero', (n, d, rounded) => {
    expect(roundedRatio(n, d)).toBe(rounded);
  });
});

describe('fractions', () => {
  it.each([
    // Equal denominators; one that divides the other, in both orders; and neither.
    [
      { n: 1n, d: 4n },
      { n: 2n, d: 4n },
      { n: 3n, d: 4n },
    ],
    [
      { n: 1n, d: 100n },
      { n: 3n, d: 10n },
      { n: 31n, d: 100n },
    ],
    [
      { n: 3n, d: 10n },
      { n: -1n, d: 100n },
      { n: 29n, d: 100n },
    ],
    [
      { n: 1n, d: 4n },
      { n: 1n, d: 6n },
      { n: 10n, d: 24n },
    ],
  ])('%o and %o add up to %o', (a, b, sum) => {
    expect(added(a, b)).toEqual(sum);
  });

  it('are negated and divided, with the sign in the numerator', () => {
    expect(negated({ n: -3n, d: 7n })).toEqual({ n: 3n, d: 7n });
    expect(quotient({ n: 3n, d: 7n }, { n: -2n, d: 7n })).toEqual({ n: -3n, d: 2n });
    expect(quotient({ n: -3n, d: 7n }, { n: -2n, d: 5n })).toEqual({ n: 15n, d: 14n });
    expect(quotient({ n: 3n, d: 7n }, { n: 2n, d: 5n })).toEqual({ n: 15n, d: 14n });
  });

  it('come from value texts, or are the unrounded values of a series of means', () => {
    expect(['12.50', '-7'].map(fractionOf)).toEqual([
      { n: 1250n, d: 100n },
      { n: -7n, d: 1n },
    ]);
    const series = { days: Int32Array.of(1, 2), values: ['3.3', '7'] };
    const exact = [fractionOf('3.33'), fractionOf('7.1')];
    expect(fractionsOf(series)).toEqual([fractionOf('3.3'), fractionOf('7')]);
    expect(fractionsOf({ ...series, exact })).toEqual(exact);
  });

  it('are printed with all digits, or rounded half away from zero', () => {
    expect([printExact({ n: -1250n, d: 100n }), printExact({ n: 7n, d: 1n })]).toEqual(['-12.50', '7']);
    const printed = [
      [5n, 2n, 0],
      [-5n, 2n, 0],
      [2n, 3n, 4],
      [7n, 1n, 2],
    ] as const;
    expect(printed.map(([n, d, places]) => printRounded({ n, d }, places))).toEqual(
      '3 -3 0.6667 7.00'.split(' '),
    );
  });

  it('give percentages with five decimals', () => {
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
    [{ n: -815n, d: 4n }, '-204', '-203.75'],
    [{ n: 1n, d: 8n }, '0.1', '0.125'],
    [{ n: 4000n, d: 40n }, '100.0', '100.0'],
    // At least one decimal more than the value, seven decimals, and twelve digits.
    [{ n: 2n, d: 3n }, '0.66666666666667', '0.666666666666666…'],
    [{ n: 20_000_000n, d: 3n }, '6666667', '6666666.6666666…'],
    [{ n: 20_000n, d: 3n }, '6667', '6666.66666666…'],
    [{ n: 200n, d: 3n }, '66.7', '66.6666666666…'],
    [{ n: 99n, d: 98n }, '1.01', '1.01020408163…'],
    [{ n: 2n, d: 30_000n }, '0.0', '0.0000666666666666…'],
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
          // Truncation makes the size smaller, by less than one unit of the last digit.
          expect(exact.n < 0n ? off > 0n : off < 0n).toBe(true);
          expect((off < 0n ? -off : off) < exact.d).toBe(true);
          expect(text.replace(/^-?[0.]*|\D/g, '').length).toBeGreaterThanOrEqual(12);
        }
      }),
    );
  });
});
