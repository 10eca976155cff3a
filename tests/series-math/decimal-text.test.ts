import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  countOf,
  groupDigits,
  isValueText,
  signedText,
  withUnit,
} from '../../service/series-math/decimal-text.ts';

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
  // A number that was cut ends with dots, and any other text stays.
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

it('writes a change with its sign, and a change of zero with both', () => {
  expect(['6000', '-0.02', '0.00', '0'].map(signedText)).toEqual(['+6,000', '−0.02', '±0', '±0']);
  expect(['0.01', '-6000.5', '10', '9'].map(signedText)).toEqual(['+0.01', '−6,000.5', '+10', '+9']);
});

it('counts things, one of them in the singular', () => {
  expect([0, 1, 2, 3765].map((count) => countOf(count, 'row'))).toEqual([
    '0 rows',
    '1 row',
    '2 rows',
    '3,765 rows',
  ]);
  expect([1, 1000].map((count) => countOf(count, 'series', 'series'))).toEqual(['1 series', '1,000 series']);
  expect([1, 2].map((count) => countOf(count, 'entry', 'entries'))).toEqual(['1 entry', '2 entries']);
});
