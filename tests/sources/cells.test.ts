import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { isValueText } from '../../service/series-math/decimal-text.ts';
import { isPlainNumber, monthNameDay, plainNumber, usDay } from '../../service/sources/cells.ts';
import { shiftDecimal } from '../../service/sources/exact-decimals.ts';
import { workbookNumber } from '../../service/sources/workbook.ts';

const dateLike = fc
  .tuple(fc.integer({ min: 0, max: 9999 }), fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 32 }))
  .map(([year, month, day]) => ({
    year,
    month,
    day,
    text: `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`,
  }));
const plain = fc
  .tuple(fc.boolean(), fc.stringMatching(/^\d{1,20}$/), fc.option(fc.stringMatching(/^\d{1,8}$/)))
  .map(
    ([isNegative, whole, fraction]) =>
      `${isNegative ? '-' : ''}${whole}${fraction === null ? '' : `.${fraction}`}`,
  );
/** Value texts that no publisher writes. */
const isOdd = (text: string) => /^-?0\d/.test(text) || /^-[0.]+$/.test(text);

describe('dates in cells', () => {
  test('a US date is the same day as its ISO form, with and without leading zeros', () => {
    fc.assert(
      fc.property(dateLike, ({ year, month, day, text }) => {
        const four = String(year).padStart(4, '0');
        expect(usDay(`${month}/${day}/${four}`)).toBe(dayNumber(text));
        expect(usDay(`${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${four}`)).toBe(
          dayNumber(text),
        );
      }),
    );
    expect(usDay('2024-01-02')).toBeUndefined();
    expect(usDay('13/01/2024')).toBeUndefined();
  });

  test('a date with the name of the month', () => {
    expect(dateText(monthNameDay('Dec 06, 2024') ?? 0)).toBe('2024-12-06');
    expect(dateText(monthNameDay('March 1, 2025') ?? 0)).toBe('2025-03-01');
    for (const text of ['31/Mar/2023', '31-Mar-2023'])
      expect(dateText(monthNameDay(text) ?? 0)).toBe('2023-03-31');
    for (const text of ['31/Mar-2023', '31/Feb/2023', '31/mar/2023', '03/31/2023', 'Mar/31/2023'])
      expect(monthNameDay(text)).toBeUndefined();
    expect(monthNameDay('Foo 06, 2024')).toBeUndefined();
    expect(monthNameDay('Feb 30, 2024')).toBeUndefined();
  });
});

describe('numbers in cells', () => {
  test('a plain number is a value text without leading zeros and without a sign on zero', () => {
    fc.assert(
      fc.property(
        fc.oneof(plain, fc.string({ maxLength: 8 }), fc.stringMatching(/^[-.\d e,]{0,8}$/)),
        (text) => {
          expect(isPlainNumber(text)).toBe(isValueText(text) && !isOdd(text));
        },
      ),
      { numRuns: 3000 },
    );
  });

  test.each(['-0', '-0.0', '-0.00', '00', '-00', '007.50', '-007.50', '00.5', '000', '0,123', '001,234'])(
    '%s is no number of a publisher, with and without separators, in a workbook too',
    (text) => {
      expect(isPlainNumber(text)).toBe(false);
      expect(plainNumber(text)).toBeUndefined();
      expect(workbookNumber(text)).toBeUndefined();
    },
  );

  test.each(['0', '0.00', '0.5', '-0.5', '-0.01', '10', '100.0', '-7'])('%s is one', (text) => {
    expect(isPlainNumber(text)).toBe(true);
    expect(plainNumber(text)).toBe(text);
    expect(workbookNumber(text)).toBe(text);
  });

  test.each([
    ['41,700,670,815.44', '41700670815.44'],
    ['1,118,750', '1118750'],
    ['7.15', '7.15'],
    ['8.0', '8.0'],
    ['-1,000', '-1000'],
    ['0.00', '0.00'],
    ['1,00', undefined],
    ['12,3x', undefined],
    ['-', undefined],
    ['', undefined],
  ])('thousands separators: %s → %s', (text, right) => {
    expect(plainNumber(text)).toBe(right);
  });

  test('a shifted number is exactly 10^n as much', () => {
    const scaled = (text: string) => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(30, '0'));
    };
    fc.assert(
      fc.property(plain, fc.integer({ min: 0, max: 9 }), (text, power) => {
        const shifted = shiftDecimal(text, power);
        expect(isValueText(shifted)).toBe(true);
        expect(scaled(shifted)).toBe(scaled(text) * 10n ** BigInt(power));
      }),
    );
    expect(shiftDecimal('391.8', 3)).toBe('391800');
    expect(shiftDecimal('24738.0', 3)).toBe('24738000');
    expect(shiftDecimal('0.5', 3)).toBe('500');
    expect(shiftDecimal('1.23456', 3)).toBe('1234.56');
  });
});
