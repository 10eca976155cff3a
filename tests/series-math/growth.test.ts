import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fractionOf } from '../../service/series-math/fraction.ts';
import {
  exponential,
  logarithm,
  logarithmOfRatio,
  preciseLogarithm,
} from '../../service/series-math/logarithm.ts';
import { compounded } from '../../service/series-math/transform.ts';
import type { Fraction } from '../../service/series-math/types.ts';

/**
 * Growth at an annual rate and logarithms, of any size. The expected numbers come from Python's decimal module:
 *
 *   from decimal import Decimal as D, getcontext, ROUND_HALF_UP; getcontext().prec = 420
 *   r = lambda x: x.quantize(D('0.00001'), rounding=ROUND_HALF_UP)
 *   r(((D(b)/D(a))**n - 1) * 100), r((D(b).ln() - D(a).ln()) * 100), r((D(b).ln() - D(a).ln()) * 100 * n), r(D(b).ln())
 */
const HUGE = [`1${'0'.repeat(319)}`, `2${'0'.repeat(309)}${'1'.repeat(10)}`] as const;

const TOLD = [
  [
    ...['271000', '2914000', 52],
    ...[
      '43556536759103798294899723345105828320190092745428163855.49319',
      '237.51632',
      '12350.84846',
      '14.88504',
    ],
  ],
  ['4.25', '4.26', 260, '84.23577', '0.23502', '61.10461', '1.44927'],
  ['36104343213999.10', '36104343214000.05', 260, '0.00000', '0.00000', '0.00000', '31.21743'],
  ['1234567890123456789012345', '1234567890123456789012346', 12, '0.00000', '0.00000', '0.00000', '55.47276'],
  ['3.00', '0.01', 12, '-100.00000', '-570.37825', '-6844.53897', '-4.60517'],
  ['0.05', '0.06', 1, '20.00000', '18.23216', '18.23216', '-2.81341'],
  [...HUGE, 4, '1500.00000', '69.31472', '277.25887', '735.21779'],
] as [string, string, number, string, string, string, string][];

describe('growth and logarithms', () => {
  it.each(TOLD)('from %s to %s, %d periods a year, equal Python’s results', (a, b, n, pca, cch, cca, log) => {
    const [before, now] = [fractionOf(a), fractionOf(b)];
    expect(compounded(now, before, n)).toBe(pca);
    expect(logarithmOfRatio(now, before, 100)).toBe(cch);
    expect(logarithmOfRatio(now, before, 100 * n)).toBe(cca);
    expect(logarithm(now)).toBe(log);
  });

  it('have values beyond the largest floating-point number', () => {
    expect(compounded(fractionOf('1000000'), fractionOf('1'), 260)).toBe(`${'9'.repeat(1560)}00.00000`);
    const [one, ten] = [fractionOf('1'), fractionOf(`1${'0'.repeat(5000)}`)];
    // 5,000 × ln 10 = 11,512.925464970228…
    expect(logarithm(ten)).toBe('11512.92546');
    expect(logarithmOfRatio(one, ten, 100)).toBe('-1151292.54650');
    expect(compounded(one, ten, 260)).toBe('-100.00000');
    // One number is above 1.8e308, the other below: ln (10 / 19) = −0.641853886172…
    const [below, above] = [fractionOf(`1${'0'.repeat(308)}`), fractionOf(`19${'0'.repeat(307)}`)];
    expect(compounded(below, above, 1)).toBe('-47.36842');
    expect(logarithmOfRatio(below, above, 100)).toBe('-64.18539');
    expect(logarithmOfRatio(above, below, 100)).toBe('64.18539');
  });

  const number = fc.oneof(
    fc.bigInt({ min: 1n, max: 10n ** 12n }),
    fc.bigInt({ min: 1n, max: 10n ** 25n }),
    fc.bigInt({ min: 10n ** 305n, max: 10n ** 312n }),
  );
  /** Two numbers: any, neighbours, or half-way cases of simple fractions. */
  const pair = fc.oneof(
    fc.tuple(number, number),
    fc.tuple(number, fc.bigInt({ min: 0n, max: 1000n })).map(([a, more]) => [a, a + more] as const),
    fc.tuple(fc.bigInt({ min: 1n, max: 400n }), fc.bigInt({ min: 1n, max: 400n })),
  );
  const perYear = fc.constantFrom(1, 2, 4, 12, 52, 260);

  it('at an annual rate are the power of the fraction, rounded once, half away from zero', () => {
    fc.assert(
      fc.property(pair, perYear, ([a, b], n) => {
        const rounded = fractionOf(compounded({ n: b, d: 100n }, { n: a, d: 100n }, n) as string);
        expect(rounded.d).toBe(10n ** 5n);
        const [top, bottom] = [b ** BigInt(n) - a ** BigInt(n), a ** BigInt(n)];
        // |rounded − exact| × 2 is at most one unit; if it is one unit, rounded is farther from zero.
        const off = 2n * (rounded.n * bottom - top * 10n ** 7n);
        const size = off < 0n ? -off : off;
        expect(size <= bottom).toBe(true);
        if (size === bottom) expect(off < 0n === top < 0n).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('round half away from zero', () => {
    // 1.00000005 and 0.99999995 are half-way: off by half of 0.00001 %.
    expect(compounded(fractionOf('1.00000005'), fractionOf('1'), 1)).toBe('0.00001');
    expect(compounded(fractionOf('0.99999995'), fractionOf('1'), 1)).toBe('-0.00001');
    expect(compounded(fractionOf('1.0000000499999999999999999'), fractionOf('1'), 1)).toBe('0.00000');
  });

  it('as logarithms are correct: e raised to half a unit less and more encloses the number', () => {
    fc.assert(
      fc.property(pair, fc.constantFrom(1, 100, 1200, 26000), ([a, b], times) => {
        const text = logarithmOfRatio({ n: b, d: 1n }, { n: a, d: 1n }, times) as string;
        const rounded = fractionOf(text);
        const unit = BigInt(times) * 10n ** 5n * 2n;
        const [low, high] = [
          exponentialOf(rounded.n * 2n - 1n, unit),
          exponentialOf(rounded.n * 2n + 1n, unit),
        ];
        expect(low * a <= b * ONE).toBe(true);
        expect(b * ONE <= high * a).toBe(true);
      }),
      { numRuns: 400 },
    );
  });

  it('as logarithms are correct on both sides of a half-way value, however close', () => {
    const size = fc.constantFrom(16n, 20n).map((power) => 10n ** power);
    const units = fc.oneof(fc.bigInt({ min: 0n, max: 9n }), fc.bigInt({ min: 0n, max: 10n ** 6n }));
    fc.assert(
      fc.property(size, units, fc.constantFrom(1, 100, 1200, 26000), (a, count, times) => {
        const half = exponentialOf(2n * count + 1n, 2n * BigInt(times) * 10n ** 5n);
        const below = (half * a) / ONE;
        const rounded = [below, below + 1n].map((b) =>
          logarithmOfRatio({ n: b, d: 1n }, { n: a, d: 1n }, times),
        );
        expect(rounded.map((text) => BigInt((text as string).replace('.', '')))).toEqual([count, count + 1n]);
      }),
    );
  });

  it('do not exist for zero and negative numbers', () => {
    const [zero, one, less] = ['0.00', '1', '-5'].map(fractionOf) as [F, F, F];
    expect([
      logarithm(zero),
      logarithm(less),
      logarithmOfRatio(one, less, 100),
      logarithmOfRatio(zero, one, 100),
    ]).toEqual(Array(4).fill(undefined));
    expect([compounded(one, zero, 12), compounded(one, less, 12), compounded(less, one, 12)]).toEqual(
      Array(3).fill(undefined),
    );
    expect([compounded(zero, one, 12), compounded(less, less, 12)]).toEqual(['-100.00000', '0.00000']);
  });
});

type F = ReturnType<typeof fractionOf>;

/** Numbers for further calculation have forty correct decimals; shown numbers have five. */
const PLACES = 10n ** 40n;

/** True if two fixed-point numbers differ by at most half a unit of the fortieth decimal. */
const isNear = (a: bigint, b: bigint) => (a > b ? a - b : b - a) * 2n * PLACES <= ONE + PLACES;

const fixed = ({ n, d }: Fraction) => (n * ONE) / d;

describe('a power of e', () => {
  it('has forty correct decimals', () => {
    const exponent = fc.tuple(fc.bigInt({ min: 1n, max: 200_000n }), fc.bigInt({ min: 1n, max: 5000n }));
    fc.assert(
      fc.property(
        exponent.filter(([n, d]) => n < 400n * d),
        ([n, d]) => {
          const power = exponential({ n, d }) as Fraction;
          expect(power.d).toBe(PLACES);
          expect(isNear(fixed(power), exponentialOf(n, d))).toBe(true);
          // A negative exponent gives the reciprocal of these digits.
          expect(exponential({ n: -n, d })).toEqual({ n: power.d, d: power.n });
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each([
    // The published digits of e and of its powers.
    [{ n: 1n, d: 1n }, '2.7182818284590452353602874713526624977572'],
    [{ n: 2n, d: 2n }, '2.7182818284590452353602874713526624977572'],
    [{ n: 1n, d: 2n }, '1.6487212707001281468486507878141635716538'],
    [{ n: 2n, d: 1n }, '7.3890560989306502272304274605750078131803'],
  ])('e^%o is %s', (exponent, text) => {
    expect(exponential(exponent)).toEqual({ n: BigInt(text.replace('.', '')), d: PLACES });
  });

  it('exists up to an exponent of 709, and is zero below −709', () => {
    expect(exponential({ n: 0n, d: 7n })).toEqual({ n: 1n, d: 1n });
    // 8.2184 × 10^307
    expect(exponential({ n: 709n, d: 1n })?.n.toString().slice(0, 5)).toBe('82184');
    expect(exponential({ n: 709n, d: 1n })?.n.toString()).toHaveLength(308 + 40);
    expect(exponential({ n: 7_090_001n, d: 10_000n })).toBeUndefined();
    expect(exponential({ n: -7_090_001n, d: 10_000n })).toEqual({ n: 0n, d: 1n });
    const least = exponential({ n: -709n, d: 1n }) as Fraction;
    expect(least.d.toString()).toHaveLength(348);
  });
});

describe('a logarithm for further calculation', () => {
  it.each([
    // ln 2, ln 10 and ln 0.5, as published.
    [{ n: 2n, d: 1n }, '0.6931471805599453094172321214581765680755'],
    [{ n: 30n, d: 3n }, '2.3025850929940456840179914546843642076011'],
    [{ n: 1n, d: 2n }, '-0.6931471805599453094172321214581765680755'],
  ])('ln %o is %s', (x, text) => {
    expect(preciseLogarithm(x)).toEqual({ n: BigInt(text.replace('.', '')), d: PLACES });
  });

  it('is the exponent whose power of e is the number', () => {
    const part = fc.oneof(fc.bigInt({ min: 1n, max: 5000n }), fc.bigInt({ min: 1n, max: 10n ** 30n }));
    fc.assert(
      fc.property(part, part, (n, d) => {
        fc.pre(n !== d);
        const ln = preciseLogarithm({ n, d }) as Fraction;
        expect(ln.d).toBe(PLACES);
        const [low, high] = [2n * ln.n - 1n, 2n * ln.n + 1n].map((half) =>
          exponentialOf(half, 2n * PLACES),
        ) as [bigint, bigint];
        expect(low * d <= n * ONE && n * ONE <= high * d).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('does not exist for zero and below, and is 0 for 1', () => {
    expect([0n, -1n].map((n) => preciseLogarithm({ n, d: 1n }))).toEqual([undefined, undefined]);
    expect(preciseLogarithm({ n: 7n, d: 7n })).toEqual({ n: 0n, d: PLACES });
  });
});

/** Reference powers of e in fixed point, calculated in another way than the product's. */

/** 1 as a fixed-point number. */
const ONE = 10n ** 400n;

/** @returns e^(n / d) in fixed point by its series: (e^(x / 2^k))^(2^k). */
function exponentialOf(n: bigint, d: bigint): bigint {
  const halvings = 12n;
  const x = (n * ONE) / (d << halvings);
  let [sum, term] = [ONE, ONE];
  for (let i = 1n; term !== 0n; i++) {
    term = (term * x) / ONE / i;
    sum += term;
  }
  for (let i = 0n; i < halvings; i++) sum = (sum * sum) / ONE;
  return sum;
}
