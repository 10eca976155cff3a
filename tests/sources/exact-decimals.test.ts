import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareDecimals } from '../../service/series-math/exact-decimal.ts';
import { addDecimals, moveDecimalPoint } from '../../service/sources/exact-decimals.ts';
import { workbookNumber } from '../../service/sources/workbook.ts';

/** Plain decimal text of an integer and a number of places, without needless zeros. */
const decimal = fc.record({
  units: fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }),
  places: fc.integer({ min: 0, max: 12 }),
});
function textOf({ units, places }: { units: bigint; places: number }): string {
  const digits = (units < 0n ? -units : units).toString().padStart(places + 1, '0');
  const [whole, fraction] = [digits.slice(0, digits.length - places), digits.slice(digits.length - places)];
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

describe('exact decimals', () => {
  test('sums equal those of whole numbers', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const places = Math.max(a.places, b.places);
        const up = ({ units, places: own }: typeof a) => units * 10n ** BigInt(places - own);
        const sum = addDecimals(textOf(a), textOf(b));
        expect(compareDecimals(sum, textOf({ units: up(a) + up(b), places }))).toBe(0);
        expect(sum).not.toMatch(/\.\d*0$/);
        expect(compareDecimals(textOf(a), textOf(b))).toBe(Math.sign(Number(up(a) - up(b))));
      }),
    );
  });

  test.each([
    ['0.1', '0.2', '0.3'],
    ['-0.1', '0.1', '0'],
    ['99999999999999.99', '0.01', '100000000000000'],
  ])('%s + %s = %s', (a, b, sum) => expect(addDecimals(a, b)).toBe(sum));

  test.each([
    ['4558332', -3, '4558.332'],
    ['4558332', 3, '4558332000'],
    ['5', -6, '0.000005'],
    ['1200000', -6, '1.2'],
    ['-1500', -3, '-1.5'],
    ['0', -6, '0'],
    ['1.25', 1, '12.5'],
    ['1.25', 3, '1250'],
    ['007.50', 0, '007.50'],
  ])('%s × 10^%i = %s', (text, power, moved) => expect(moveDecimalPoint(text, power)).toBe(moved));

  test('moving the point there and back changes nothing', () => {
    fc.assert(
      fc.property(decimal, fc.integer({ min: -9, max: 9 }), (a, power) => {
        const there = moveDecimalPoint(textOf(a), power);
        expect(compareDecimals(moveDecimalPoint(there, -power), textOf(a))).toBe(0);
      }),
    );
  });
});

describe('numbers of workbooks', () => {
  test.each([
    ['6.727683', '6.727683'],
    ['15134', '15134'],
    ['1.50', '1.50'],
    ['-0.5', '-0.5'],
    ['0', '0'],
    ['1.85531362E8', '185531362'],
    ['1.0E7', '10000000'],
    ['9.6e-05', '0.000096'],
    ['7.500000000000001e-05', '0.000075'],
    ['-2.5E-3', '-0.0025'],
    ['1e+2', '100'],
    ['0e5', '0'],
    ['.5', '0.5'],
    ['65465.873227000001', '65465.873227'],
    ['1.000000000000005', '1.00000000000001'],
    ['1.000000000000004', '1'],
    ['9.999999999999995', '10'],
    ['23420.618563000015', '23420.618563'],
    ['30005.254820999995', '30005.254821'],
    ['999999999999999.9', '1000000000000000'],
    ['0.30000000000000004', '0.3'],
    ['123456789012345678', '123456789012346000'],
  ])('%s is %s', (text, plain) => expect(workbookNumber(text)).toBe(plain));

  test.each([
    '',
    '-',
    '.',
    'E5',
    '1,000',
    '1.2.3',
    'NaN',
    '1e999',
    '1e31',
    '0x10',
    ' 1',
    '#N/A',
    `0.${'0'.repeat(60)}1`,
  ])('%j is none', (text) => {
    expect(workbookNumber(text)).toBeUndefined();
  });

  test('the text of a double reads as that double, to fifteen digits', () => {
    fc.assert(
      fc.property(
        fc
          .double({ min: -1e12, max: 1e12, noNaN: true })
          .filter((value) => value === 0 || Math.abs(value) > 1e-12),
        (value) => {
          const plain = workbookNumber(String(value)) ?? 'none';
          expect(plain).toMatch(/^-?\d+(\.\d+)?$/);
          expect(Math.abs(Number(plain) - value)).toBeLessThanOrEqual(Math.abs(value) * 6e-15);
        },
      ),
    );
  });
});
