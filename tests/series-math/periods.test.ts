import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { FREQUENCIES } from '../../service/series-math/fred-codes.ts';
import { cadenceOf, cadenceText, outputCadence } from '../../service/series-math/frequency.ts';
import { firstDayOf, lastDayOf, periodDate, periodOf } from '../../service/series-math/periods.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import { dayOf } from './series.ts';

const anyCadence: fc.Arbitrary<Cadence> = fc.oneof(
  fc.constantFrom(...FREQUENCIES.filter((code) => code !== 'w')).map((frequency) => ({ frequency })),
  fc.integer({ min: 0, max: 6 }).map((weekEnd) => ({ frequency: 'w' as const, weekEnd })),
);
/** From 1583 to 2200. */
const anyDay = fc.integer({ min: -141_000, max: 84_000 });

describe('periods', () => {
  it.each([
    ['2010-09-03', { frequency: 'm' }, '2010-09-01'],
    ['2024-03-31', { frequency: 'q' }, '2024-01-01'],
    ['2024-12-31', { frequency: 'sa' }, '2024-07-01'],
    ['1969-12-31', { frequency: 'a' }, '1969-01-01'],
    ['2024-03-14', { frequency: 'w', weekEnd: 5 }, '2024-03-15'],
    ['2024-03-16', { frequency: 'w', weekEnd: 5 }, '2024-03-22'],
    ['2024-03-16', { frequency: 'w', weekEnd: 6 }, '2024-03-16'],
    ['2024-03-15', { frequency: 'd' }, '2024-03-15'],
  ] as [string, Cadence, string][])('%s lies in the period %o dated %s', (date, cadence, dated) => {
    expect(dateText(periodDate(periodOf(dayOf(date), cadence), cadence))).toBe(dated);
  });

  it('contain each day once, one after the other', () => {
    fc.assert(
      fc.property(anyDay, anyCadence, (day, cadence) => {
        const period = Math.floor(periodOf(day, cadence));
        expect(firstDayOf(period, cadence)).toBeLessThanOrEqual(day);
        expect(lastDayOf(period, cadence)).toBeGreaterThanOrEqual(day);
        expect(lastDayOf(period, cadence) + 1).toBe(firstDayOf(period + 1, cadence));
        expect(periodOf(periodDate(period, cadence), cadence)).toBe(period);
        expect(periodOf(day, cadence)).toBeLessThanOrEqual(periodOf(day + 1, cadence));
      }),
    );
  });

  it('counts working days: a Monday follows a Friday, and weekends have no whole number', () => {
    const of = (date: string) => periodOf(dayOf(date), { frequency: 'd' });
    expect(of('2024-03-18') - of('2024-03-15')).toBe(1);
    expect(of('2024-03-15') - of('2023-03-17')).toBe(260);
    for (const date of ['2024-03-16', '2024-03-17']) {
      expect(of(date)).toBeGreaterThan(of('2024-03-15'));
      expect(of(date)).toBeLessThan(of('2024-03-18'));
      expect(Number.isInteger(of(date))).toBe(false);
    }
  });

  it('takes the weekday of weekly data from the catalogue, and ends weeks of a daily series on Friday', () => {
    const cadence = (id: string) => cadenceOf(findDataset(id) as Parameters<typeof cadenceOf>[0]);
    expect(cadenceText(cadence('ui_weekly_claims'))).toBe('Weekly, ending Saturday');
    expect(cadenceText(cadence('factors_affecting_reserve_balances'))).toBe('Weekly, as of Wednesday');
    expect(cadenceText(cadence('jolts'))).toBe('Monthly');
    expect(cadenceText(outputCadence(cadence('us_debt'), 'w'))).toBe('Weekly, ending Friday');
    expect(outputCadence(cadence('ui_weekly_claims'), 'w')).toEqual({ frequency: 'w', weekEnd: 6 });
  });
});
