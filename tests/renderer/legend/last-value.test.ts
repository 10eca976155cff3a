import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lastChange, withUnit } from '../../../renderer/legend/last-value.ts';
import { unitsOfKey } from '../../../renderer/legend/unit-choices.ts';

it('shows the very digits of the last value, with its unit', () => {
  expect(withUnit('36104343213.10', '$')).toBe('$36,104,343,213.10');
  expect(withUnit('-5.00', '$')).toBe('-$5.00');
  expect(withUnit('207000', 'persons')).toBe('207,000 persons');
  expect(withUnit('100.00000', '')).toBe('100.00000');
});

it('shows the change exactly, with its sign', () => {
  expect(lastChange(['213000', '219000'])).toBe('+6,000');
  expect(lastChange(['36217456695558.86', '36216695558849.80'])).toBe('−761,136,709.06');
  expect(lastChange(['4.25', '4.250'])).toBe('±0');
  expect(lastChange(['4.25'])).toBeUndefined();
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: -1e9, max: 1e9 }), (a, b) => {
      const text = lastChange([String(a), String(b)]) as string;
      const number = Number(text.replaceAll(',', '').replace('−', '-').replace('±', ''));
      expect(number).toBe(b - a);
    }),
  );
});

it('gives each digit the units in FRED’s order, and 0 the index', () => {
  expect([...'1234567890'].map(unitsOfKey)).toEqual([
    'lin',
    'chg',
    'ch1',
    'pch',
    'pc1',
    'pca',
    'cch',
    'cca',
    'log',
    'nbd',
  ]);
  expect(unitsOfKey('a')).toBeUndefined();
  expect(unitsOfKey('10')).toBeUndefined();
});
