import { describe, expect, test } from 'vitest';
import { UNITS } from '../../service/series-math/fred-codes.ts';
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

  test('look back no period, one, or those of a year', () => {
    const lags = (frequency: 'd' | 'w' | 'm') => UNITS.map((units) => lagOf(units, frequency));
    expect(lags('m')).toEqual([0, 1, 12, 1, 12, 1, 1, 1, 0, 0]);
    expect(lags('d')).toEqual([0, 1, 260, 1, 260, 1, 1, 1, 0, 0]);
    expect(lags('w')[4]).toBe(52);
  });

  test('are rates where their scale is another than that of the series', () => {
    expect(UNITS.filter(isRateUnits)).toEqual(['pch', 'pc1', 'pca', 'cch', 'cca', 'log', 'nbd']);
  });

  test('that mean nothing for a difference are refused, with those that do', () => {
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
    // Day 0 is a day as others.
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

  test('with a moving average say so', () => {
    expect(averageText(20)).toBe('average of the last 20 observations');
    expect([averaged('persons', 4), averaged('persons', undefined)]).toEqual([
      'persons, average of the last 4 observations',
      'persons',
    ]);
  });
});
