import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { dayNumber } from '../../service/calendar/dates.ts';
import {
  countOf,
  groupDigits,
  isValueText,
  signedText,
  withUnit,
} from '../../service/series-math/decimal-text.ts';
import {
  csvCell,
  decimalsOf,
  EXCEL_EPOCH,
  excelSerial,
  guardFormula,
  isExactInExcel,
} from '../../service/series-math/spreadsheet-cells.ts';

it('a value text is a plain decimal number', () => {
  const right = ['207000', '-0.5', '36104343213.10', '0', '-0', '007', '1.50'];
  const wrong = [
    '',
    '.5',
    '5.',
    '1e3',
    '1,000',
    ' 1',
    '1 ',
    '+1',
    '--1',
    '-',
    '1.2.3',
    'NaN',
    '1\n',
    '−1',
    '½',
  ];
  expect(right.filter(isValueText)).toEqual(right);
  expect(wrong.filter(isValueText)).toEqual([]);
});

it('groups the digits before the point and keeps every digit', () => {
  expect(groupDigits('36104343213.10')).toBe('36,104,343,213.10');
  expect(groupDigits('-1234')).toBe('-1,234');
  expect(groupDigits('999')).toBe('999');
  expect(groupDigits('0.1234567')).toBe('0.1234567');
  expect(['0', '1000', '-999', '-123456', '1234567', '12345.6789'].map(groupDigits)).toEqual([
    ...['0', '1,000', '-999', '-123,456', '1,234,567', '12,345.6789'],
  ]);
  // A cut number ends with an ellipsis; any other text stays unchanged.
  expect(groupDigits('3456.3333…')).toBe('3,456.3333…');
  const others = ['(NA)', '', '1000…', '1,000', '1000 persons', 'a1000', '1000.', '+1000'];
  expect(others.map(groupDigits)).toEqual(others);
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
      fc.stringMatching(/^(\.\d{1,20})?$/),
      (whole, rest) => {
        const grouped = groupDigits(whole + rest);
        expect(grouped.replaceAll(',', '')).toBe(whole + rest);
        expect(grouped).toMatch(/^-?\d{1,3}(,\d{3})*(\.\d+)?$/);
      },
    ),
  );
});

it('writes a value with its unit and keeps every digit', () => {
  expect(withUnit('36104343213.10', '$')).toBe('$36,104,343,213.10');
  expect(withUnit('-5.00', '$')).toBe('-$5.00');
  expect(withUnit('207000', 'persons')).toBe('207,000 persons');
  expect(withUnit('100.00000', '')).toBe('100.00000');
  expect(['0', '-1234567.5'].map((value) => withUnit(value, '$'))).toEqual(['$0', '-$1,234,567.5']);
  expect([withUnit('-4.25', '%'), withUnit('1234', '$ mn'), withUnit('-1234', '')]).toEqual([
    '-4.25 %',
    '1,234 $ mn',
    '-1,234',
  ]);
});

it('writes a change with its sign, and a change of zero with ±', () => {
  expect(['6000', '-0.02', '0.00', '0'].map(signedText)).toEqual(['+6,000', '−0.02', '±0', '±0']);
  expect(['0.01', '-6000.5', '10', '9'].map(signedText)).toEqual(['+0.01', '−6,000.5', '+10', '+9']);
});

it('counts things, with the singular for one', () => {
  expect([0, 1, 2, 3765].map((count) => countOf(count, 'row'))).toEqual(
    '0 rows | 1 row | 2 rows | 3,765 rows'.split(' | '),
  );
  expect([1, 1000].map((count) => countOf(count, 'series', 'series'))).toEqual(['1 series', '1,000 series']);
  expect([1, 2].map((count) => countOf(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});

/** @returns a text that is equal for equal numbers: the significant digits, and the position of the first. */
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

  test('is quoted if it contains the separator in use', () => {
    expect([csvCell('a;b', ';'), csvCell('a,b', ';'), csvCell('a\tb', '\t')]).toEqual([
      '"a;b"',
      'a,b',
      '"a\tb"',
    ]);
  });
});

test('the decimals of a value text are the digits after its point', () => {
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
  ])('%s is not exact', (text) => expect(isExactInExcel(text)).toBe(false));

  test('is exact if and only if 15 digits give it back', () => {
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
        expect(isExactInExcel(value)).toBe(same);
      }),
      { numRuns: 2000 },
    );
  });

  test('for a date is the serial number of the 1900 system', () => {
    expect(EXCEL_EPOCH).toBe(25569);
    expect(excelSerial(dayNumber('1970-01-01') ?? 0)).toBe(25569);
    expect(excelSerial(dayNumber('2024-02-29') ?? 0)).toBe(45351);
    expect(excelSerial(dayNumber('1900-03-01') ?? 0)).toBe(61);
    expect(excelSerial(dayNumber('1900-02-28') ?? 0)).toBeUndefined();
  });
});

test.each([
  ['=1+1', ' =1+1'],
  ['+1', ' +1'],
  ['-a+b', ' -a+b'],
  ['--1', ' --1'],
  ['-1e3', ' -1e3'],
  ['@SUM(A1)', ' @SUM(A1)'],
  ['\t=1', ' \t=1'],
  ['\r=1', ' \r=1'],
  ['-', ' -'],
  ['-0.5', '-0.5'],
  ['-36104343213.10', '-36104343213.10'],
  ['Apple = Inc.', 'Apple = Inc.'],
  ['', ''],
])('%j is written as %j', (text, written) => {
  expect(guardFormula(text)).toBe(written);
});

test('a guarded text never begins a formula, and differs at most by one added space', () => {
  const odd = fc.tuple(fc.constantFrom(...'=+-@\t\r'), fc.string()).map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(fc.string(), odd), (text) => {
      const guarded = guardFormula(text);
      expect(/^[=+\-@\t\r]/.test(guarded) && !isValueText(guarded)).toBe(false);
      expect(guardFormula(guarded)).toBe(guarded);
      expect([text, ` ${text}`]).toContain(guarded);
    }),
  );
});
