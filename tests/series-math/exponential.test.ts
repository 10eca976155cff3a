import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exponential, preciseLogarithm } from '../../service/series-math/logarithm.ts';
import type { Fraction } from '../../service/series-math/types.ts';
import { exponentialOf, ONE } from './reference.ts';

/** Numbers to calculate with have forty correct decimals; those that are shown have five (`growth.test.ts`). */
const PLACES = 10n ** 40n;

/** Whether two fixed-point numbers of `ONE` differ by half a unit of the fortieth decimal at most. */
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
          // Of a number below zero it is the reciprocal of these digits.
          expect(exponential({ n: -n, d })).toEqual({ n: power.d, d: power.n });
        },
      ),
      { numRuns: 30 },
    );
  });

  it.each([
    // The digits of e and of its powers, as published.
    [{ n: 1n, d: 1n }, '2.7182818284590452353602874713526624977572'],
    [{ n: 2n, d: 2n }, '2.7182818284590452353602874713526624977572'],
    [{ n: 1n, d: 2n }, '1.6487212707001281468486507878141635716538'],
    [{ n: 2n, d: 1n }, '7.3890560989306502272304274605750078131803'],
  ])('e^%o is %s', (exponent, text) => {
    expect(exponential(exponent)).toEqual({ n: BigInt(text.replace('.', '')), d: PLACES });
  });

  it('exists up to an exponent of 709, and is nothing below −709', () => {
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

describe('a logarithm to calculate with', () => {
  it.each([
    // ln 2, ln 10 and ln 0.5, as published.
    [{ n: 2n, d: 1n }, '0.6931471805599453094172321214581765680755'],
    [{ n: 30n, d: 3n }, '2.3025850929940456840179914546843642076011'],
    [{ n: 1n, d: 2n }, '-0.6931471805599453094172321214581765680755'],
  ])('ln %o is %s', (x, text) => {
    expect(preciseLogarithm(x)).toEqual({ n: BigInt(text.replace('.', '')), d: PLACES });
  });

  it('is that whose power of e is the number', () => {
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

  it('is nothing of zero and below, and 0 of 1', () => {
    expect([0n, -1n].map((n) => preciseLogarithm({ n, d: 1n }))).toEqual([undefined, undefined]);
    expect(preciseLogarithm({ n: 7n, d: 7n })).toEqual({ n: 0n, d: PLACES });
  });
});
