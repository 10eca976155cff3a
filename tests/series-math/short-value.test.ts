import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { shortValue } from '../../service/series-math/short-value.ts';

describe('a value in a few characters', () => {
  test.each([
    ['40104343213100.10', '$', '$40.10 tn'],
    ['36104343213.10', '$', '$36.10 bn'],
    ['7272', 'thousands', '7.272 mn'],
    ['7272', 'thousands of positions', '7.272 mn'],
    ['7200', 'thousands', '7.200 mn'],
    ['7000', 'thousands', '7 mn'],
    ['207000', 'persons', '207,000'],
    ['207400', 'persons', '207,400'],
    ['9999', 'persons', '9,999'],
    ['10000', 'persons', '10,000'],
    ['1765000', 'claims', '1,765,000'],
    ['23128000', 'claims', '23.13 mn'],
    ['554', 'thousands', '554 k'],
    ['46007.301227', '$ mn', '$46.01 bn'],
    ['639', '$ mn', '$639 mn'],
    ['1891447318.65', '$', '$1.89 bn'],
    ['6605912', '$ mn', '$6.61 tn'],
    ['843219', 'millions of US dollars', '$843.2 bn'],
    ['-23.4', '$ mn', '−$23.4 mn'],
    ['4.38', '%', '4.38 %'],
    ['4.38', 'percent per year', '4.38 %'],
    ['0.33', 'pp', '0.33 pp'],
    ['-0.07', 'percentage points', '−0.07 pp'],
    ['2.0', '%', '2.0 %'],
    ['2.34567', '%', '2.35 %'],
    ['-0.00500', '%', '−0.0050 %'],
    ['0.00123', '%', '0.0012 %'],
    ['0.1', 'ratio', '0.1'],
    ['103.45678', '', '103.5'],
    ['1234.56789', '', '1,235'],
    ['0', 'persons', '0'],
    ['0.00', '%', '0.00 %'],
    ['0.00000', '$', '$0.00'],
    ['0', '$ mn', '$0'],
    ['0.5', 'thousands', '500'],
    ['0.0123', 'thousands', '12.3'],
    ['-207000', '$', '−$207,000'],
    ['1000', '', '1,000'],
    ['12345.678', '', '12,346'],
    ['99999', '', '99,999'],
    ['100000', '', '100,000'],
    ['100000.5', '', '100,001'],
    ['1000000.0', '', '1,000,000'],
    ['1000.5', 'thousands', '1.001 mn'],
    ['20000', 'millions', '20 bn'],
    ['999.95', '', '1,000'],
    ['99.995', '', '100.0'],
    ['9.995', '', '10.00'],
    ['0.0999', '', '0.10'],
    ['0.05', '', '0.05'],
    ['0.00999', '%', '0.010 %'],
    ['0.000001', '', '0.000001'],
    ['999999999999999', '', '1.00×10¹⁵'],
    ['999400000000000', '', '999.4 tn'],
    ['1234567890123456', '', '1.23×10¹⁵'],
    ['-1234567890123456', '$', '−$1.23×10¹⁵'],
  ])('%s in %s is %s', (text, unit, short) => {
    expect(shortValue(text, unit)).toBe(short);
  });

  test.each([
    ['9999999.6', 'persons', '10.00 mn'],
    ['999.9996', 'thousands', '1.000 mn'],
    ['9999.6', '', '10,000'],
    ['999.96', '$ mn', '$1.00 bn'],
    ['999999999999999', '$', '$1.00×10¹⁵'],
    ['4213000000000000000', '%', '4.21×10¹⁸ %'],
    ['0.0996', '', '0.10'],
  ])('rounding %s in %s up to a longer number gives it the right name: %s', (text, unit, short) => {
    expect(shortValue(text, unit)).toBe(short);
  });

  test('a text that is no number stays', () => {
    expect(['n/a', '', '1e5', '.5'].map((text) => shortValue(text, '$'))).toEqual(['n/a', '', '1e5', '.5']);
  });
});

const POWERS: Record<string, number> = { '': 0, k: 3, mn: 6, bn: 9, tn: 12 };

/** What a short value says, as a fraction of whole numbers, and half a unit of its last digit. */
function readBack(short: string): { value: [bigint, bigint]; half: [bigint, bigint] } {
  const found = /^(−?)\$?([\d,]+)(?:\.(\d+))?(?:×10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?: (k|mn|bn|tn))?)(?: %)?$/.exec(short);
  if (!found) throw new Error(`not a short value: ${short}`);
  const [, minus, whole = '', decimals = '', exponent, letter = ''] = found;
  const power = exponent
    ? Number([...exponent].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join(''))
    : (POWERS[letter] ?? Number.NaN);
  const digits = BigInt(whole.replaceAll(',', '') + decimals) * 10n ** BigInt(power);
  const below = 10n ** BigInt(decimals.length);
  return { value: [minus ? -digits : digits, below], half: [10n ** BigInt(power), 2n * below] };
}

const anyText = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 24n }), fc.integer({ min: 0, max: 20 }))
  .map(([isNegative, digits, cut]) => {
    const all = String(digits);
    const kept = all.slice(0, Math.max(1, all.length - cut));
    const rest = all.slice(kept.length);
    const text = rest === '' ? kept : `${kept}.${rest}`;
    return isNegative && /[1-9]/.test(text) ? `-${text}` : text;
  });
const anyUnit = fc.constantFrom('$', '$ mn', 'thousands', 'persons', '%', 'billions of US dollars', '');
const SHIFTS: Record<string, number> = { '$ mn': 6, thousands: 3, 'billions of US dollars': 9 };

/** A value text in its base unit, as a fraction. */
function exactly(text: string, unit: string): [bigint, bigint] {
  const [whole = '', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals) * 10n ** BigInt(SHIFTS[unit] ?? 0), 10n ** BigInt(decimals.length)];
}

const magnitude = (number: bigint) => (number < 0n ? -number : number);
const isAtMost = ([a, b]: [bigint, bigint], [c, d]: [bigint, bigint]) => a * d <= c * b;

describe('for any number in any unit', () => {
  test('it is wrong by half a unit of its last digit at most, and by no more than a twentieth of the number', () => {
    fc.assert(
      fc.property(anyText, anyUnit, (text, unit) => {
        const { value, half } = readBack(shortValue(text, unit));
        const true_ = exactly(text, unit);
        const off: [bigint, bigint] = [
          magnitude(value[0] * true_[1] - true_[0] * value[1]),
          value[1] * true_[1],
        ];
        expect(isAtMost(off, half)).toBe(true);
        expect(isAtMost([off[0] * 20n, off[1]], [magnitude(true_[0]), true_[1]])).toBe(true);
      }),
    );
  });

  test('a larger number is never shown as a smaller one', () => {
    fc.assert(
      fc.property(anyText, anyText, anyUnit, (one, other, unit) => {
        const [low, high] = isAtMost(exactly(one, unit), exactly(other, unit)) ? [one, other] : [other, one];
        expect(isAtMost(readBack(shortValue(low, unit)).value, readBack(shortValue(high, unit)).value)).toBe(
          true,
        );
      }),
    );
  });

  test('it is short', () => {
    fc.assert(
      fc.property(anyText, anyUnit, (text, unit) => {
        if (Number(text) !== 0 && Math.abs(Number(text)) < 0.01) return;
        expect(shortValue(text, unit).replace(/[−$]| %|×10.*/g, '').length).toBeLessThanOrEqual(9);
      }),
    );
  });
});
