import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import {
  copied,
  groupDigits,
  type NumberStyle,
  plainly,
  showNumbersAs,
  signedText,
  withUnit,
} from '../../service/series-math/decimal-text.ts';
import {
  parseDecimal,
  printDecimal,
  rescaled,
  roundedRatio,
} from '../../service/series-math/exact-decimal.ts';
import {
  percentChange,
  readDigits,
  shortAmount,
  shortChange,
  shortValue,
  wholeAmount,
} from '../../service/series-math/short-value.ts';

afterEach(() => void showNumbersAs('plain'));

const CLAIMS = { unit: 'claims', unitShort: 'claims' };
const OPENINGS = { unit: 'thousands of positions', unitShort: 'thousands' };
const PER_OPENING = { unit: 'persons per job opening', unitShort: 'persons per opening' };
const EXPORTS = { unit: 'millions of US dollars', unitShort: '$ mn' };
const INCOME = { unit: 'billions of US dollars', unitShort: '$ bn' };
const DEBT = { unit: 'US dollars', unitShort: '$' };
const YIELD = { unit: 'percent per year', unitShort: '%' };
const SPREAD = { unit: 'percentage points', unitShort: 'pp' };

/** On a card, and the whole number in its title: with commas, and with the marks of the third style. */
test.each<[{ unit: string; unitShort: string }, string, string, string, string]>([
  [CLAIMS, '207000', '207,000 claims', '207,000 claims', '207.000 claims'],
  [CLAIMS, '6137000', '6,137,000 claims', '6,137,000 claims', '6.137.000 claims'],
  [CLAIMS, '23128000', '23.13 mn claims', '23,128,000 claims', '23,13 mn claims'],
  [OPENINGS, '7271', '7.271 mn positions', '7,271 thousands of positions', '7,271 mn positions'],
  [OPENINGS, '554', '554 k positions', '554 thousands of positions', '554 k positions'],
  [PER_OPENING, '0.98', '0.98 persons per opening', '0.98 persons per opening', '0,98 persons per opening'],
  [EXPORTS, '46007.301227', '$46.01 bn', '46,007.301227 $ mn', '$46,01 bn'],
  [EXPORTS, '639.5', '$639.5 mn', '639.5 $ mn', '$639,5 mn'],
  [INCOME, '27114.8', '$27.11 tn', '27,114.8 $ bn', '$27,11 tn'],
  [DEBT, '36104343213100.10', '$36.10 tn', '$36,104,343,213,100.10', '$36,10 tn'],
  [DEBT, '-5230118.55', '−$5,230,119', '−$5,230,118.55', '−$5.230.119'],
  [YIELD, '4.32', '4.32 %', '4.32 %', '4,32 %'],
  [YIELD, '-0.05', '−0.05 %', '−0.05 %', '−0,05 %'],
  [SPREAD, '-0.02', '−0.02 pp', '−0.02 pp', '−0,02 pp'],
])('%o: %s is shown as %s, and whole as %s', (series, value, short, whole, withPoints) => {
  showNumbersAs('comma');
  expect([shortAmount(value, series), wholeAmount(value, series)]).toEqual([short, whole]);
  showNumbersAs('point');
  expect(shortAmount(value, series)).toBe(withPoints);
});

test.each([
  ['6000', 'claims', '+6,000'],
  ['89', 'thousands', '+89 k'],
  ['-4660.428227', '$ mn', '−$4.66 bn'],
  ['1891447318.65', '$', '+$1.89 bn'],
  ['0.02', '%', '+0.02 pp'],
  ['0.00', '%', '±0'],
])('a change of %s in %s is shown as %s', (change, unit, shown) => {
  expect(shortChange(change, unit)).toBe(shown);
});

test.each([
  ['3.30189', '+3.3 %'],
  ['-66.45', '−66.5 %'],
  ['0.04', '+0.04 %'],
  ['-0.004', '±0 %'],
  ['0', '±0 %'],
  ['1234.56', '+1,235 %'],
])('a percent change of %s is shown as %s', (change, shown) => {
  expect(percentChange(change)).toBe(shown);
});

test.each([
  ['46007.301227', '$ mn', '46007'],
  ['-4660.528227', '$ mn', '-4661'],
  ['12.3456', '$ mn', '12.35'],
  ['27114.8', '$ bn', '27115'],
  ['7271', 'thousands', '7271'],
  ['36104343213100.10', '$', '36104343213100.10'],
  ['4.32', '%', '4.32'],
])('%s in a table beside %s has the digits %s', (value, unit, digits) => {
  expect(readDigits(value, unit)).toBe(digits);
});

test('on the screen there is one minus; a copy, the service and programs have the hyphen', () => {
  const write = () => [groupDigits('-1234'), withUnit('-5.00', '$'), withUnit('-4.25', '%')].join(' ');
  const plain = '-1,234 -$5.00 -4.25 %';
  expect(write()).toBe(plain);
  showNumbersAs('comma');
  expect(write()).toBe('−1,234 −$5.00 −4.25 %');
  expect([plainly(write), copied(write)]).toEqual([plain, plain]);
  const sentence = () => `4.32 % (${signedText('-0.02')} pp), ${signedText('-6000')}; x(t) − x(t−1)`;
  expect(copied(sentence)).toBe('4.32 % (-0.02 pp), -6,000; x(t) − x(t−1)');
});

const STYLES: readonly [NumberStyle, string, string][] = [
  ['comma', ',', '.'],
  ['space', '\u202f', ','],
  ['point', '.', ','],
];
const POWERS = { k: 3, mn: 6, bn: 9, tn: 12 };

describe.each(STYLES)('in the style %s', (style, group, point) => {
  test('any shown number, read back, is the value rounded to the digits that are shown', () => {
    const anyValue = fc
      .tuple(fc.bigInt({ min: -(10n ** 14n), max: 10n ** 14n }), fc.integer({ min: 0, max: 6 }))
      .map(([scaled, places]) => printDecimal(scaled, places));
    const anyUnit = fc.constantFrom('claims', 'thousands', '$', '$ mn', '$ bn', '%', 'pp');
    const unitPower: Record<string, number> = { thousands: 3, '$ mn': 6, '$ bn': 9 };
    fc.assert(
      fc.property(anyValue, anyUnit, (value, unit) => {
        showNumbersAs(style);
        const shown = shortValue(value, unit);
        showNumbersAs('plain');
        if (shown.includes('×')) return;
        const found = /^(−?)(\$?)([\d.,\u202f]+)(?: (k|mn|bn|tn))?( %| pp)?$/.exec(shown);
        const [, minus = '', dollar, digits = '', name, mark] = found ?? [];
        expect([dollar, mark?.trim() ?? '']).toEqual([
          unit.startsWith('$') ? '$' : '',
          /^(%|pp)$/.test(unit) ? unit : '',
        ]);
        const [whole = '', decimals = ''] = digits.split(point);
        expect(whole).toMatch(
          group === '.' ? /^\d{1,3}(\.\d{3})*$/ : new RegExp(`^\\d{1,3}(${group}\\d{3})*$`),
        );
        const read = parseDecimal(`${whole.replaceAll(group, '')}${decimals === '' ? '' : `.${decimals}`}`);
        const power = name === undefined ? 0 : POWERS[name as keyof typeof POWERS];
        // Both in units of the last digit that is shown.
        const last = power - read.places;
        const exact = parseDecimal(value);
        const inBase = (unitPower[unit] ?? 0) - exact.places;
        const size = exact.scaled < 0n ? -exact.scaled : exact.scaled;
        const rounded =
          inBase >= last
            ? size * 10n ** BigInt(inBase - last)
            : roundedRatio(size, 10n ** BigInt(last - inBase));
        expect(rescaled(read, read.places)).toBe(rounded);
        expect(minus === '−').toBe(exact.scaled < 0n);
      }),
    );
  });
});
