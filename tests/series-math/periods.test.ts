import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { FREQUENCIES } from '../../service/series-math/fred-codes.ts';
import { cadenceOf, cadenceText, outputCadence } from '../../service/series-math/frequency.ts';
import {
  firstDayOf,
  LONGEST_HOLE,
  lastDayOf,
  periodDate,
  periodOf,
  sequenceOf,
  withWholePeriods,
} from '../../service/series-math/periods.ts';
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

  it.each<[Cadence, string, string, string]>([
    [{ frequency: 'w', weekEnd: 5 }, '2024-03-15', '2024-03-09', '2024-03-15'],
    [{ frequency: 'w' }, '2024-03-15', '2024-03-09', '2024-03-15'],
    [{ frequency: 'w', weekEnd: 0 }, '2024-03-15', '2024-03-11', '2024-03-17'],
    [{ frequency: 'm' }, '2024-02-10', '2024-02-01', '2024-02-29'],
    [{ frequency: 'q' }, '1969-11-10', '1969-10-01', '1969-12-31'],
    [{ frequency: 'sa' }, '2023-06-30', '2023-01-01', '2023-06-30'],
    [{ frequency: 'sa' }, '1903-07-01', '1903-07-01', '1903-12-31'],
    [{ frequency: 'a' }, '2023-12-31', '2023-01-01', '2023-12-31'],
    [{ frequency: 'd' }, '2024-03-14', '2024-03-14', '2024-03-14'],
    // Until Monday nothing follows a Friday.
    [{ frequency: 'd' }, '2024-03-15', '2024-03-15', '2024-03-17'],
  ])('%o with %s lasts from %s to %s', (cadence, date, first, last) => {
    const period = periodOf(dayOf(date), cadence);
    expect([firstDayOf(period, cadence), lastDayOf(period, cadence)].map(dateText)).toEqual([first, last]);
  });

  it('number observations so that those with successive numbers follow one another', () => {
    const of = (cadence: Cadence, dates: string[], isObservation?: (index: number) => boolean) => {
      const numbers = sequenceOf(Int32Array.from(dates, dayOf), cadence, isObservation);
      return Array.from(numbers, (number) => number - (numbers[0] as number));
    };
    expect(of({ frequency: 'm' }, ['2023-11-01', '2023-12-01', '2024-02-01'])).toEqual([0, 1, 3]);
    expect(of({ frequency: 'w', weekEnd: 6 }, ['2024-01-06', '2024-01-20'], () => false)).toEqual([0, 2]);
    // Days are counted, whatever lies between them, but for a hole of more than a week.
    expect(LONGEST_HOLE).toBe(7);
    const days = ['2024-03-15', '2024-03-18', '2024-03-26', '2024-04-04', '2024-04-05'];
    const [, , , over = 0] = of({ frequency: 'd' }, days);
    expect(of({ frequency: 'd' }, days)).toEqual([0, 1, 2, over, over + 1]);
    expect(over).toBeGreaterThan(99_999);
    // One without an observation has the number of the next, and does not shorten a hole.
    expect(of({ frequency: 'd' }, days.slice(0, 3), (index) => index !== 1)).toEqual([
      0,
      1,
      expect.toSatisfy((number: number) => number > 99_999),
    ]);
    expect(
      of(
        { frequency: 'd' },
        ['2024-03-13', '2024-03-14', '2024-03-15', '2024-03-18'],
        (index) => index !== 1,
      ),
    ).toEqual([0, 1, 1, 2]);
    expect([...sequenceOf(new Int32Array(), { frequency: 'd' })]).toEqual([]);
  });

  it.each<[string, Cadence, [string, string], [string, string], [string, string]]>([
    [
      'years',
      { frequency: 'a' },
      ['2020-03-01', '2023-06-01'],
      ['2020-03-01', '2023-06-01'],
      ['2020-01-01', '2023-06-01'],
    ],
    [
      'weeks',
      { frequency: 'w', weekEnd: 0 },
      ['2024-03-12', '2024-03-13'],
      ['2024-03-12', '2024-03-13'],
      ['2024-03-12', '2024-03-17'],
    ],
    // An observation lies before the range, and one behind it.
    [
      'years of a part',
      { frequency: 'a' },
      ['2020-03-02', '2023-06-01'],
      ['2020-03-01', '2023-06-02'],
      ['2020-03-02', '2023-06-01'],
    ],
    [
      'weeks of a part',
      { frequency: 'w', weekEnd: 0 },
      ['2024-03-12', '2024-03-13'],
      ['2024-03-01', '2024-03-14'],
      ['2024-03-12', '2024-03-13'],
    ],
    // A wider range stays as it is.
    [
      'more than is there',
      { frequency: 'q' },
      ['2019-01-01', '2030-01-01'],
      ['2020-03-01', '2023-06-01'],
      ['2019-01-01', '2030-01-01'],
    ],
    [
      'days',
      { frequency: 'd' },
      ['2024-03-16', '2024-03-17'],
      ['2024-03-16', '2024-03-17'],
      ['2024-03-16', '2024-03-17'],
    ],
  ])('a range of %s has the dates of its first and its last period', (_, cadence, range, held, whole) => {
    const [from, to] = range.map(dayOf) as [number, number];
    const [first, last] = held.map(dayOf) as [number, number];
    const found = withWholePeriods({ from, to }, { first, last }, cadence);
    expect([found.from, found.to].map(dateText)).toEqual(whole);
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
