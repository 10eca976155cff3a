import fc from 'fast-check';
import { expect, it } from 'vitest';
import { groupDigits, signedText, withUnit } from '../../service/series-math/decimal-text.ts';

it('groups the digits before the point and keeps every digit', () => {
  expect(groupDigits('36104343213.10')).toBe('36,104,343,213.10');
  expect(groupDigits('-1234')).toBe('-1,234');
  expect(groupDigits('999')).toBe('999');
  expect(groupDigits('0.1234567')).toBe('0.1234567');
  expect(groupDigits('(NA)')).toBe('(NA)');
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
});

it('writes a change with its sign, and a change of zero with both', () => {
  expect(['6000', '-0.02', '0.00', '0'].map(signedText)).toEqual(['+6,000', '−0.02', '±0', '±0']);
});
