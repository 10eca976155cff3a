import { describe, expect, test } from 'vitest';
import { UNITS } from '../../service/series-math/fred-codes.ts';
import {
  changesByPoints,
  changeUnit,
  LARGEST_NAMED_POWER,
  namedPower,
  powerOfTenText,
  unitChangeText,
  unitScale,
} from '../../service/series-math/unit-scale.ts';
import {
  averaged,
  averageText,
  isRateUnits,
  lagOf,
  unitsAxisText,
  unitsWarning,
  unitsWords,
  valueUnit,
} from '../../service/series-math/units.ts';
import { dayOf } from './series.ts';

describe('units', () => {
  test("have FRED's words and formulas", () => {
    expect(
      UNITS.map((units) => {
        const { label, short, formula } = unitsWords(units);
        return [units, label, short, formula];
      }),
    ).toEqual([
      ['lin', 'Levels', 'Level', 'x(t)'],
      ['chg', 'Change', 'Chg', 'x(t) − x(t−1)'],
      ['ch1', 'Change from year ago', 'Chg yr ago', 'x(t) − x(t−n)'],
      ['pch', 'Percent change', '% chg', '(x(t) ÷ x(t−1) − 1) × 100'],
      ['pc1', 'Percent change from year ago', '% yr ago', '(x(t) ÷ x(t−n) − 1) × 100'],
      ['pca', 'Compounded annual rate of change', '% annual', '((x(t) ÷ x(t−1)) ^ n − 1) × 100'],
      ['cch', 'Continuously compounded rate of change', 'ln chg', '(ln x(t) − ln x(t−1)) × 100'],
      [
        'cca',
        'Continuously compounded annual rate of change',
        'ln annual',
        '(ln x(t) − ln x(t−1)) × 100 × n',
      ],
      ['log', 'Natural log', 'Log', 'ln x(t)'],
      ['nbd', 'Index (date = 100)', 'Index', 'x(t) ÷ x(base) × 100'],
    ]);
  });

  test('look back no period, one period, or a year', () => {
    const lags = (frequency: 'd' | 'w' | 'm') => UNITS.map((units) => lagOf(units, frequency));
    expect(lags('m')).toEqual([0, 1, 12, 1, 12, 1, 1, 1, 0, 0]);
    expect(lags('d')).toEqual([0, 1, 260, 1, 260, 1, 1, 1, 0, 0]);
    expect(lags('w')[4]).toBe(52);
  });

  test('are rates if their scale differs from the series’ scale', () => {
    expect(UNITS.filter(isRateUnits)).toEqual(['pch', 'pc1', 'pca', 'cch', 'cca', 'log', 'nbd']);
  });

  test('that make no sense for a difference are refused, with a list of the others', () => {
    const spread = { code: 'T10Y2Y', spread: { long: 'US10Y', short: 'US2Y' } } as Parameters<
      typeof unitsWarning
    >[0];
    for (const units of UNITS) {
      expect(unitsWarning(spread, units)).toBe(
        isRateUnits(units)
          ? 'T10Y2Y is a difference, which can be zero or negative: percent changes, logarithms and indices of it mean nothing. Use lin, chg or ch1.'
          : undefined,
      );
      expect(unitsWarning({ code: 'US10Y' }, units)).toBeUndefined();
    }
  });

  test('title an axis, and give a value its unit', () => {
    expect(UNITS.map((units) => unitsAxisText(units, 'persons', dayOf('2020-02-01')))).toEqual([
      'persons',
      'Change, persons',
      'Change from year ago, persons',
      'Percent change',
      'Percent change from year ago',
      'Compounded annual rate of change, percent',
      'Continuously compounded rate of change, percent',
      'Continuously compounded annual rate of change, percent',
      'Natural log of persons',
      'Index, 2020-02-01 = 100',
    ]);
    expect(unitsAxisText('nbd', 'persons')).toBe('Index');
    // Day 0 is an ordinary day.
    expect(unitsAxisText('nbd', 'persons', 0)).toBe('Index, 1970-01-01 = 100');
    // A change of a percentage is in percentage points.
    expect(unitsAxisText('chg', '%')).toBe('Change, pp');
    expect(unitsAxisText('ch1', 'percent per year')).toBe('Change from year ago, percentage points');
    expect(unitsAxisText('log', 'percent')).toBe('Natural log of percent');
    expect(UNITS.map((units) => valueUnit(units, '$ mn'))).toEqual([
      ...['$ mn', '$ mn', '$ mn', '%', '%', '%', '%', '%', '', ''],
    ]);
    expect(UNITS.map((units) => valueUnit(units, '%'))).toEqual([
      ...['%', 'pp', 'pp', '%', '%', '%', '%', '%', '', ''],
    ]);
  });

  test('with a moving average have it in their text', () => {
    expect(averageText(20)).toBe('average of the last 20 observations');
    expect([averaged('persons', 4), averaged('persons', undefined)]).toEqual([
      'persons, average of the last 4 observations',
      'persons',
    ]);
  });
});

describe('a unit’s text', () => {
  const DOLLARS = { sign: '$', mark: '', noun: 'US dollars' };
  const plain = (power: number, noun: string) => ({ power, sign: '', mark: '', noun });

  test.each([
    ['$', { ...DOLLARS, power: 0 }],
    ['$ mn', { ...DOLLARS, power: 6 }],
    ['$ bn', { ...DOLLARS, power: 9 }],
    ['US dollars', { ...DOLLARS, power: 0 }],
    ['dollars', { ...DOLLARS, power: 0 }],
    ['millions of US dollars', { ...DOLLARS, power: 6 }],
    ['Billions of dollars', { ...DOLLARS, power: 9 }],
    ['thousands of US Dollars', { ...DOLLARS, power: 3 }],
    ['%', { power: 0, sign: '', mark: ' %', noun: 'percent' }],
    ['percent per year', { power: 0, sign: '', mark: ' %', noun: 'percent per year' }],
    ['percent', { power: 0, sign: '', mark: ' %', noun: 'percent' }],
    ['pp', { power: 0, sign: '', mark: ' pp', noun: 'pp' }],
    ['percentage points', { power: 0, sign: '', mark: ' pp', noun: 'percentage points' }],
    ['thousands', plain(3, '')],
    ['millions', plain(6, '')],
    ['thousands of persons', plain(3, 'persons')],
    ['persons', plain(0, 'persons')],
    ['thousandths', plain(0, 'thousandths')],
    ['US dollars per hour', plain(0, 'US dollars per hour')],
    ['percentile', plain(0, 'percentile')],
    ['$ per hour', plain(0, '$ per hour')],
    ['', plain(0, '')],
  ])('%j gives the scale of its numbers', (unit, scale) => {
    expect(unitScale(unit)).toEqual(scale);
  });

  test('shows whether changes are in points, and their unit', () => {
    const units = ['%', 'pp', 'percent per year', 'percentage points', 'percentile', '$ mn', ''];
    expect(units.map((unit) => [changesByPoints(unit), changeUnit(unit)])).toEqual([
      [true, 'pp'],
      [true, 'pp'],
      [false, 'percentage points'],
      [false, 'percentage points'],
      [false, 'percentile'],
      [false, '$ mn'],
      [false, ''],
    ]);
    expect(
      [
        ['6000', 'persons'],
        ['-0.07', '%'],
        ['0.00', 'pp'],
        ['-1234.5', '$ mn'],
      ].map(([change = '', unit = '']) => unitChangeText(change, unit)),
    ).toEqual(['+6,000', '−0.07 pp', '±0 pp', '−1,234.5']);
  });
});

test('numbers of 5 to 15 digits have a named power, and longer numbers have a power of ten', () => {
  expect([1, 4, 5, 6, 7, 9, 10, 12, 13, 15, 16].map((digits) => namedPower(digits))).toEqual([
    ...[
      [0, ''],
      [0, ''],
      [3, ' k'],
      [3, ' k'],
      [6, ' mn'],
      [6, ' mn'],
      [9, ' bn'],
      [9, ' bn'],
      [12, ' tn'],
      [12, ' tn'],
      [12, ' tn'],
    ],
  ]);
  expect(namedPower(0)).toEqual([0, '']);
  expect(LARGEST_NAMED_POWER).toBe(15);
  expect([57, 1_234_567_890, 8].map(powerOfTenText)).toEqual(['10⁵⁷', '10¹²³⁴⁵⁶⁷⁸⁹⁰', '10⁸']);
});
