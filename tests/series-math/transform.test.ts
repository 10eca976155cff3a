import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import type { Units } from '../../service/series-math/fred-codes.ts';
import {
  daysBack,
  exactChange,
  firstBase,
  indexBase,
  placesBefore,
  transform,
} from '../../service/series-math/transform.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import { DAYS, dayOf, MONTHS, monthsOf, rowsOf, seriesOf, WEEKS } from './series.ts';

const months = (units: Units, ...values: string[]) =>
  transform(monthsOf('2024-01', ...values), units, MONTHS).values;

describe('units', () => {
  it('have FRED’s formulas, checked by hand', () => {
    // 110/100 = 1.1; 1.1^12 = 3.138428…; ln 1.1 = 0.0953101798…
    expect(months('lin', '100', '110')).toEqual(['100', '110']);
    expect(months('chg', '100', '110')).toEqual(['10']);
    expect(months('pch', '100', '110')).toEqual(['10.00000']);
    expect(months('pca', '100', '110')).toEqual(['213.84284']);
    expect(months('cch', '100', '110')).toEqual(['9.53102']);
    expect(months('cca', '100', '110')).toEqual(['114.37222']);
    expect(months('log', '100', '110')).toEqual(['4.60517', '4.70048']);
  });

  it('find the previous year by counting periods', () => {
    const year = Array.from({ length: 13 }, (_, i) => String(200 + i));
    expect(months('ch1', ...year)).toEqual(['12']);
    expect(months('pc1', ...year)).toEqual(['6.00000']);
    const weeks = seriesOf('2023-01-07 200000', '2024-01-06 208000', '2024-01-13 1');
    expect(rowsOf(transform(weeks, 'pc1', WEEKS))).toEqual(['2024-01-06 4.00000']);
    const days = seriesOf('2023-03-17 5.00', '2024-03-15 4.31');
    expect(rowsOf(transform(days, 'ch1', DAYS))).toEqual(['2024-03-15 -0.69']);
    expect(rowsOf(transform(seriesOf('2023-01-01 3', '2024-01-01 4'), 'pc1', { frequency: 'a' }))).toEqual([
      '2024-01-01 33.33333',
    ]);
  });

  it('have no change over a missing month or week', () => {
    expect(rowsOf(transform(monthsOf('2024-01', '1', '', '3', '4'), 'chg', MONTHS))).toEqual([
      '2024-04-01 1',
    ]);
    const weeks = seriesOf('2024-01-06 1', '2024-01-20 3', '2024-01-27 4');
    expect(rowsOf(transform(weeks, 'chg', WEEKS))).toEqual(['2024-01-27 1']);
  });

  it('compare a daily value with the previous observation, over weekends and holidays', () => {
    // 2024-03-29 is Good Friday.
    const days = seriesOf('2024-03-27 1', '2024-03-28 2', '2024-04-01 4', '2024-04-02 8');
    expect(rowsOf(transform(days, 'chg', DAYS))).toEqual(['2024-03-28 1', '2024-04-01 2', '2024-04-02 4']);
    expect(transform(days, 'pch', DAYS).values).toEqual(['100.00000', '100.00000', '100.00000']);
    // 2023-11-23 is Thanksgiving, 52 weeks before 2024-11-21.
    const year = seriesOf('2023-11-22 1', '2023-11-24 2', '2024-11-21 5', '2024-11-22 7');
    expect(rowsOf(transform(year, 'ch1', DAYS))).toEqual(['2024-11-21 4', '2024-11-22 5']);
  });

  it('reach over a gap of a week in a daily series, and no longer', () => {
    const days = (last: string) => seriesOf('2024-03-01 1', `${last} 2`);
    for (const [units, shift] of [
      ['chg', '2024-03-09'],
      ['ch1', '2025-03-07'],
    ] as const) {
      expect(rowsOf(transform(days(shift), units, DAYS))).toEqual([`${shift} 1`]);
      const later = dateText(dayOf(shift) + 1);
      expect(rowsOf(transform(days(later), units, DAYS))).toEqual([]);
    }
  });

  it('have no value if the formula has no result', () => {
    expect(months('pch', '0', '5', '-5', '10')).toEqual(['-200.00000', '-300.00000']);
    expect(months('pca', '0', '5', '-5', '0')).toEqual(['-100.00000']);
    expect(months('log', '0', '-1', '1')).toEqual(['0.00000']);
    expect(months('cch', '0', '5', '-5', '5', '5')).toEqual(['0.00000']);
    expect(months('cca', '-5', '5')).toEqual([]);
    expect(transform(monthsOf('2024-01', '1'), 'nbd', MONTHS).values).toEqual([]);
    expect(transform(monthsOf('2024-01', '1'), 'nbd', MONTHS, { day: 0, value: '0.0' }).values).toEqual([]);
  });

  it('keep the cents of changes in sixteen digits', () => {
    expect(months('chg', '36104343213999.10', '36104343214000.05')).toEqual(['0.95']);
  });

  it('as an index are 100 at the index date, and are missing if that date has no observation', () => {
    const series = monthsOf('2020-01', '50', '', '80', '75');
    const index = (date: string) => {
      const base = indexBase(series, MONTHS, dayOf(date));
      return rowsOf(transform(series, 'nbd', MONTHS, base));
    };
    expect(index('2020-01-20')).toEqual([
      '2020-01-01 100.00000',
      '2020-03-01 160.00000',
      '2020-04-01 150.00000',
    ]);
    for (const date of ['2020-02-01', '2020-05-01', '1999-01-01']) expect(index(date)).toEqual([]);
    // The week with New Year's Day ends on the Saturday after it.
    const weeks = seriesOf('2019-12-28 1', '2020-01-04 4', '2020-01-11 8');
    expect(indexBase(weeks, WEEKS, dayOf('2020-01-01'))).toEqual({ day: dayOf('2020-01-04'), value: '4' });
    // 2020-02-01 is a Saturday, 2020-02-17 a holiday.
    const days = seriesOf('2020-01-31 1', '2020-02-03 3', '2020-02-14 4', '2020-02-18 5');
    expect(indexBase(days, DAYS, dayOf('2020-02-01'))).toEqual({ day: dayOf('2020-02-03'), value: '3' });
    expect(indexBase(days, DAYS, dayOf('2020-02-02'))).toEqual({ day: dayOf('2020-02-03'), value: '3' });
    expect(indexBase(days, DAYS, dayOf('2020-02-17'))).toBeUndefined();
    // An observation on the Saturday itself has priority; for the Sunday, the Monday is used.
    const weekend = seriesOf('2020-01-31 1', '2020-02-01 2', '2020-02-03 3');
    expect(indexBase(weekend, DAYS, dayOf('2020-02-01'))?.value).toBe('2');
    expect(indexBase(weekend, DAYS, dayOf('2020-02-02'))?.value).toBe('3');
    // The base of means has their unrounded value.
    const exact = [
      { n: 7n, d: 3n },
      { n: 8n, d: 3n },
      { n: 10n, d: 3n },
    ];
    expect(indexBase({ ...monthsOf('2020-01', '2', '3', '3'), exact }, MONTHS, dayOf('2020-02-20'))).toEqual({
      day: dayOf('2020-02-01'),
      value: '3',
      exact: exact[1],
    });
  });

  it('as an index are 100 at the first observation from a day on, if no index date is given', () => {
    const series = monthsOf('2020-01', '50', '', '80');
    const base = (date: string) => firstBase(series, dayOf(date))?.value;
    expect(['1999-01-01', '2020-01-01', '2020-01-31', '2020-04-01'].map(base)).toEqual([
      '50',
      '50',
      '80',
      undefined,
    ]);
  });

  it('compare each observation with the one that they define, or with none', () => {
    const of = (dates: string[], units: Units, cadence: Cadence) => [
      ...placesBefore(Int32Array.from(dates, dayOf), units, cadence),
    ];
    const months = ['2023-01-01', '2023-12-01', '2024-01-01', '2024-03-01', '2024-12-01'];
    expect(of(months, 'lin', MONTHS)).toEqual([0, 1, 2, 3, 4]);
    expect(of(months, 'nbd', MONTHS)).toEqual([0, 1, 2, 3, 4]);
    expect(of(months, 'pch', MONTHS)).toEqual([-1, -1, 1, -1, -1]);
    expect(of(months, 'pc1', MONTHS)).toEqual([-1, -1, 0, -1, 1]);
    const days = ['2023-03-10', '2023-03-17', '2024-03-15', '2024-03-16', '2024-03-25'];
    expect(of(days, 'chg', DAYS)).toEqual([-1, 0, -1, 2, -1]);
    expect(of(days, 'ch1', DAYS)).toEqual([-1, -1, 1, 1, -1]);
    expect([1, 260, 5].map(daysBack)).toEqual([1, 364, 7]);
  });

  it('write a change with all digits, or with five decimals for means', () => {
    const third = { n: 1n, d: 3n };
    expect(exactChange({ n: 125n, d: 100n }, { n: 2n, d: 1n }, false)).toBe('-0.75');
    expect(exactChange({ n: 2n, d: 1n }, third, true)).toBe('1.66667');
    expect(exactChange(third, { n: 2n, d: 1n }, true)).toBe('-1.66667');
  });
});
