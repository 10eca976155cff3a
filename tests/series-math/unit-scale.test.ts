import { describe, expect, test } from 'vitest';
import {
  changesByPoints,
  changeUnit,
  LARGEST_NAMED_POWER,
  namedPower,
  powerOfTenText,
  unitChangeText,
  unitScale,
} from '../../service/series-math/unit-scale.ts';

describe('a unit says', () => {
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
  ])('%j how its numbers are scaled', (unit, scale) => {
    expect(unitScale(unit)).toEqual(scale);
  });

  test('whether changes are in points, and in what they are', () => {
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

test('numbers of five digits on have a name, and those of sixteen on a power of ten', () => {
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
