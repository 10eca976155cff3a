import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import {
  csvCell,
  decimalsOf,
  EXCEL_EPOCH,
  excelSerial,
  isExactInExcel,
} from '../../service/series-math/spreadsheet-cells.ts';

/** Equal for equal decimal numbers: the digits without zeros at either end, and the position of the first. */
function canonical(text: string): string {
  const [mantissa = '', exponent = '0'] = text.replace(/^-/, '').split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const digits = (whole + decimals).replace(/^0+/, '');
  const place = digits.length - decimals.length + Number(exponent);
  const significant = digits.replace(/0+$/, '');
  return significant === '' ? '0' : `${text.startsWith('-') ? '-' : ''}${significant}e${place}`;
}

describe('a cell of a CSV', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    ['a;b', 'a;b'],
    ['a,b', '"a,b"'],
    ['say "no"', '"say ""no"""'],
    ['"', '""""'],
    ['two\nlines', '"two\nlines"'],
    ['two\rlines', '"two\rlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' a ', ' a '],
  ])('%j is written %s', (text, cell) => {
    expect(csvCell(text)).toBe(cell);
  });

  test('is quoted by the separator that is used', () => {
    expect([csvCell('a;b', ';'), csvCell('a,b', ';'), csvCell('a\tb', '\t')]).toEqual([
      '"a;b"',
      'a,b',
      '"a\tb"',
    ]);
  });
});

test('the decimals of a value text are those behind its point', () => {
  expect(['36104343213.10', '-0.5', '207000', '0.000'].map(decimalsOf)).toEqual([2, 1, 0, 3]);
});

describe('a number in Excel', () => {
  test.each([
    '207000',
    '4.25',
    '-0.5',
    '0',
    '36104343213.10',
    '999999999999999',
    '1000000000000000000',
    '0.000000000000001234',
    '-123456789012345',
    '123456789012345.000',
    '00123456789012345',
    '0.00',
  ])('%s is exact', (text) => expect(isExactInExcel(text)).toBe(true));
  test.each([
    '38967833861543.11',
    '1234567890123456',
    '-0.1234567890123456',
    '1000000000000.001',
    '1.0000000000000001',
  ])('%s is not', (text) => expect(isExactInExcel(text)).toBe(false));

  test('that is exact comes back from 15 digits as it was', () => {
    const text = fc
      .tuple(fc.boolean(), fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 4 }))
      .map(([negative, digits, decimals]) => {
        const padded = String(digits).padStart(decimals + 1, '0');
        const whole = padded.slice(0, padded.length - decimals);
        return `${negative ? '-' : ''}${whole}${decimals ? `.${padded.slice(-decimals)}` : ''}`;
      });
    fc.assert(
      fc.property(text, (value) => {
        const same = canonical(Number(value).toExponential(14)) === canonical(value);
        // A number survives if and only if it is called exact.
        expect(isExactInExcel(value)).toBe(same);
      }),
      { numRuns: 2000 },
    );
  });

  test('as a date is the serial number of the 1900 system', () => {
    expect(EXCEL_EPOCH).toBe(25569);
    expect(excelSerial(dayNumber('1970-01-01') ?? 0)).toBe(25569);
    expect(excelSerial(dayNumber('2024-02-29') ?? 0)).toBe(45351);
    expect(excelSerial(dayNumber('1900-03-01') ?? 0)).toBe(61);
    expect(excelSerial(dayNumber('1900-02-28') ?? 0)).toBeUndefined();
  });
});
