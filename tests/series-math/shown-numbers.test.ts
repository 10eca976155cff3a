import fc from 'fast-check';
import { afterEach, describe, expect, it, test } from 'vitest';
import { valueTickLabels } from '../../renderer/chart/tick-labels.ts';
import { minuteText, showDatesAs, shownDate, shownDay } from '../../service/calendar/dates.ts';
import {
  asShown,
  copied,
  groupDigits,
  inNumberStyle,
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

/** Each number as on a card and in full as in its title, with commas, and as on a card in the third style. */
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
])('%o: %s is shown as %s, and in full as %s', (series, value, short, whole, withPoints) => {
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

test('the screen has a minus sign; copies, the service and programs have the hyphen', () => {
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
  test('any shown number, read back, is the value rounded to the shown digits', () => {
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
        // Both numbers in units of the last shown digit.
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

  test('a text that is not a number stays unchanged', () => {
    expect(['n/a', '', '1e5', '.5'].map((text) => shortValue(text, '$'))).toEqual(['n/a', '', '1e5', '.5']);
  });
});

const NAMED_POWERS: Record<string, number> = { '': 0, k: 3, mn: 6, bn: 9, tn: 12 };

/** @returns a short value as a fraction of whole numbers, and half a unit of its last digit. */
function readBack(short: string): { value: [bigint, bigint]; half: [bigint, bigint] } {
  const found = /^(−?)\$?([\d,]+)(?:\.(\d+))?(?:×10([⁰¹²³⁴⁵⁶⁷⁸⁹]+)|(?: (k|mn|bn|tn))?)(?: %)?$/.exec(short);
  if (!found) throw new Error(`not a short value: ${short}`);
  const [, minus, whole = '', decimals = '', exponent, letter = ''] = found;
  const power = exponent
    ? Number([...exponent].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'.indexOf(digit)).join(''))
    : (NAMED_POWERS[letter] ?? Number.NaN);
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

/** @returns a value in its base unit, as a fraction. */
function exactly(text: string, unit: string): [bigint, bigint] {
  const [whole = '', decimals = ''] = text.split('.');
  return [BigInt(whole + decimals) * 10n ** BigInt(SHIFTS[unit] ?? 0), 10n ** BigInt(decimals.length)];
}

const magnitude = (number: bigint) => (number < 0n ? -number : number);

const isAtMost = ([a, b]: [bigint, bigint], [c, d]: [bigint, bigint]) => a * d <= c * b;

describe('for any number in any unit, the short text', () => {
  test('is off by at most half a unit of its last digit, and by at most a twentieth of the number', () => {
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

  test('is never less for a larger number', () => {
    fc.assert(
      fc.property(anyText, anyText, anyUnit, (one, other, unit) => {
        const [low, high] = isAtMost(exactly(one, unit), exactly(other, unit)) ? [one, other] : [other, one];
        expect(isAtMost(readBack(shortValue(low, unit)).value, readBack(shortValue(high, unit)).value)).toBe(
          true,
        );
      }),
    );
  });

  test('has at most nine characters', () => {
    fc.assert(
      fc.property(anyText, anyUnit, (text, unit) => {
        if (Number(text) !== 0 && Math.abs(Number(text)) < 0.01) return;
        expect(shortValue(text, unit).replace(/[−$]| %|×10.*/g, '').length).toBeLessThanOrEqual(9);
      }),
    );
  });
});

afterEach(() => {
  showNumbersAs('plain');
  showDatesAs('iso');
});

const shown = () => [
  groupDigits('-36104343213.10'),
  withUnit('1234.5', '$'),
  signedText('-1234.5'),
  shortValue('1234567', 'persons'),
  shortValue('207000', 'persons'),
  shortValue('40104343213100.10', '$'),
  groupDigits('4.25'),
  ...valueTickLabels([0, 2.5, 5]),
  inNumberStyle('10,000 ÷ 1,234.5 = 8.1, of 2025-03-07'),
];

it.each<[NumberStyle, string, string]>([
  ['comma', ',', '.'],
  ['space', '\u202f', ','],
  ['point', '.', ','],
])('numbers have the style %s in every place, without losing a digit', (style, group, point) => {
  showNumbersAs(style);
  expect(shown()).toEqual([
    `−36${group}104${group}343${group}213${point}10`,
    `$1${group}234${point}5`,
    `−1${group}234${point}5`,
    `1${group}234${group}567`,
    `207${group}000`,
    `$40${point}10 tn`,
    `4${point}25`,
    '0',
    `2${point}5`,
    `5${point}0`,
    `10${group}000 ÷ 1${group}234${point}5 = 8${point}1, of 2025-03-07`,
  ]);
});

it('dates are in words, and other texts stay unchanged', () => {
  expect([shownDate('2025-03-07'), minuteText('2025-03-07T17:02:11.000Z')]).toEqual([
    '2025-03-07',
    '2025-03-07 17:02 UTC',
  ]);
  showDatesAs('words');
  expect([shownDate('2025-03-07'), shownDay(0), shownDate('2024-12'), shownDate('Max')]).toEqual(
    '7 Mar 2025, 1 Jan 1970, 2024-12, Max'.split(', '),
  );
  expect(minuteText('2025-03-07T17:02:11.000Z')).toBe('7 Mar 2025 17:02 UTC');
});

it('a text of the service gets the style, but names, files and typed texts do not', () => {
  showNumbersAs('point');
  showDatesAs('words');
  expect(asShown('H.4.1 of 2025-03-07: 1,034 new, −0.02 points (1.5M, 3.12.1, 1,034,500.25).')).toBe(
    'H.4.1 of 7 Mar 2025: 1.034 new, −0,02 points (1.5M, 3.12.1, 1.034.500,25).',
  );
  const kept =
    "list_2025-03-07.csv, 2025-03-07.csv, 2025-03-07T10:00:00Z, '2025-03-07', IVV@2025-03-07, 2025-13-07";
  expect(asShown(kept)).toBe(kept);
});

it('only numbers with commas or a point get the style in a text', () => {
  showNumbersAs('point');
  expect(
    [
      '1,234',
      '(1,234,567.25)',
      '0.5%',
      'up 1,234.',
      '1,234, 5',
      '-1,234.5',
      'from -5 to (-$2.5), not a-1, 2020-01 or x-2',
      '3.5,',
      '12',
      '1,23',
      '1234',
    ].map(inNumberStyle),
  ).toEqual([
    '1.234',
    '(1.234.567,25)',
    '0,5%',
    'up 1.234.',
    '1.234, 5',
    '−1.234,5',
    'from −5 to (−$2,5), not a-1, 2020-01 or x-2',
    '3,5,',
    '12',
    '1,23',
    '1234',
  ]);
  const names = ['H.4.1', 'a1,234', '1.5M', '3.12.1', '1,234,5', '1,234.5.6', 'v2.0_1', '.1,234'];
  expect(names.map(inNumberStyle)).toEqual(names);
});

it('the next style is in a fixed order', () => {
  expect([showNumbersAs('space'), showNumbersAs('point'), showNumbersAs('comma')]).toEqual([
    'plain',
    'space',
    'point',
  ]);
});

it('plain text has no style, and the style returns afterwards, even after an error', () => {
  showNumbersAs('space');
  showDatesAs('words');
  const write = () => `${groupDigits('1234.5')} ${shownDate('2025-03-07')}`;
  expect([plainly(write), plainly(() => plainly(write)), write()]).toEqual([
    '1,234.5 2025-03-07',
    '1,234.5 2025-03-07',
    '1\u202f234,5 7 Mar 2025',
  ]);
  expect(() =>
    plainly(() => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(write()).toBe('1\u202f234,5 7 Mar 2025');
});
