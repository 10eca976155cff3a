import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  businessDayOnOrAfter,
  easternTime,
  federalHolidays,
  isBusinessDay,
  isFederalHoliday,
  type ObservedOn,
  observedOnOrBefore,
} from '../../service/calendar/business-days.ts';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { newestReleased } from '../../service/calendar/releases.ts';
import { type DatasetId, findDataset, findSeries } from '../../service/datasets/index.ts';

/** @returns the day number of a real date. */
function day(text: string): number {
  const found = dayNumber(text);
  if (found === undefined) throw new Error(`${text} is no date`);
  return found;
}

function newest(dataset: DatasetId, code: string, now: string): string {
  return dateText(newestReleased(findDataset(dataset), code, Date.parse(now)));
}

describe('federal holidays', () => {
  // The official table of the Office of Personnel Management for each year.
  it.each([
    [
      2026,
      [
        '2026-01-01',
        '2026-01-19',
        '2026-02-16',
        '2026-05-25',
        '2026-06-19',
        '2026-07-03',
        '2026-09-07',
        '2026-10-12',
        '2026-11-11',
        '2026-11-26',
        '2026-12-25',
      ],
    ],
    [
      2022,
      [
        '2021-12-31',
        '2022-01-17',
        '2022-02-21',
        '2022-05-30',
        '2022-06-20',
        '2022-07-04',
        '2022-09-05',
        '2022-10-10',
        '2022-11-11',
        '2022-11-24',
        '2022-12-26',
      ],
    ],
    [
      2020,
      [
        '2020-01-01',
        '2020-01-20',
        '2020-02-17',
        '2020-05-25',
        '2020-07-03',
        '2020-09-07',
        '2020-10-12',
        '2020-11-11',
        '2020-11-26',
        '2020-12-25',
      ],
    ],
  ])('of %i are the days of the official table', (year, dates) => {
    expect(federalHolidays(year).map(dateText)).toEqual(dates);
  });

  it('include New Year observed on 31 December', () => {
    expect(isFederalHoliday(day('2021-12-31'))).toBe(true);
    expect(isFederalHoliday(day('2022-01-01'))).toBe(false);
    expect(isBusinessDay(day('2022-01-03'))).toBe(true);
  });

  it('include no Juneteenth before 2021 and no Martin Luther King day before 1986', () => {
    expect(isBusinessDay(day('2020-06-19'))).toBe(true);
    expect(isBusinessDay(day('2021-06-18'))).toBe(false);
    expect(isBusinessDay(day('1985-01-21'))).toBe(true);
  });

  it('never fall on a weekend, and leave 248 to 253 business days a year', () => {
    for (let year = 1978; year <= 2100; year++) {
      for (const holiday of federalHolidays(year))
        expect([0, 6]).not.toContain((((holiday + 4) % 7) + 7) % 7);
      let count = 0;
      for (let d = day(`${year}-01-01`); d <= day(`${year}-12-31`); d++) if (isBusinessDay(d)) count++;
      expect(count).toBeGreaterThanOrEqual(248);
      expect(count).toBeLessThanOrEqual(253);
    }
  });
});

describe('easternTime', () => {
  it.each([
    ['2026-03-08T06:59:00Z', '2026-03-08', 119],
    ['2026-03-08T07:00:00Z', '2026-03-08', 180],
    ['2026-11-01T05:59:00Z', '2026-11-01', 119],
    ['2026-11-01T06:00:00Z', '2026-11-01', 60],
    ['2026-07-01T03:00:00Z', '2026-06-30', 23 * 60],
    ['2026-12-01T04:59:59Z', '2026-11-30', 23 * 60 + 59],
  ])('%s is %s, minute %i', (now, date, minutes) => {
    expect(easternTime(Date.parse(now))).toEqual({ day: day(date), minutes });
  });
});

describe('newestReleased', () => {
  it.each<[DatasetId, string, string, string]>([
    // Claims: Thursday 08:30 ET, up to the previous Saturday; continued claims a week older.
    ['ui_weekly_claims', 'initial_claims_sa', '2026-09-24T12:29:00Z', '2026-09-12'],
    ['ui_weekly_claims', 'initial_claims_sa', '2026-09-24T12:30:00Z', '2026-09-19'],
    ['ui_weekly_claims', 'continued_claims_sa', '2026-09-24T12:30:00Z', '2026-09-12'],
    // H.4.1: Thursday 16:30 ET; for Thanksgiving, Friday.
    ['factors_affecting_reserve_balances', 'loans', '2026-09-24T20:30:00Z', '2026-09-23'],
    ['factors_affecting_reserve_balances', 'loans', '2026-11-26T23:00:00Z', '2026-11-18'],
    ['factors_affecting_reserve_balances', 'loans', '2026-11-27T22:00:00Z', '2026-11-25'],
    // Debt: 16:15 ET on the next business day; Friday's figure is released on Monday.
    ['us_debt', 'total_public_debt_outstanding', '2026-09-26T23:00:00Z', '2026-09-24'],
    ['us_debt', 'total_public_debt_outstanding', '2026-09-28T20:15:00Z', '2026-09-25'],
    // Yields: 18:00 ET on the same day; none on Columbus Day.
    ['yields', 'US10Y', '2026-10-12T23:00:00Z', '2026-10-09'],
    ['yields', 'US10Y', '2026-10-13T22:00:00Z', '2026-10-13'],
    // Personal income is released in the last week of the next month.
    ['personal_income_and_outlays', 'total_personal_income', '2026-09-30T12:29:00Z', '2026-07-01'],
    ['personal_income_and_outlays', 'total_personal_income', '2026-09-30T12:30:00Z', '2026-08-01'],
    // On Good Friday the bond market is closed, except for the morning after a payrolls report.
    ['yields', 'US10Y', '2025-04-18T23:00:00Z', '2025-04-17'],
    ['yields', 'US10Y', '2026-04-03T23:00:00Z', '2026-04-03'],
    // Independence Day 2026 is a Saturday: the debt of that Friday is released with Thursday's.
    ['yields', 'US10Y', '2026-07-05T12:00:00Z', '2026-07-02'],
    ['us_debt', 'debt_held_by_public', '2026-07-06T20:14:00Z', '2026-07-01'],
    ['us_debt', 'debt_held_by_public', '2026-07-06T20:15:00Z', '2026-07-03'],
    // JOLTS of July was released on 1 September 2026; September's release is on 3 November.
    ['jolts', 'hires_rate_sa', '2026-09-20T13:00:00Z', '2026-07-01'],
    ['us_exports', 'asia', '2026-09-20T13:00:00Z', '2026-07-01'],
  ])('%s/%s at %s is %s', (dataset, code, now, date) => {
    expect(newest(dataset, code, now)).toBe(date);
  });

  it('is the latest released observation', () => {
    const moment = fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2060, 0, 1) });
    const which = fc.constantFrom<[DatasetId, string][]>(
      ['ui_weekly_claims', 'initial_claims_sa'],
      ['ui_weekly_claims', 'continued_claims_sa'],
      ['factors_affecting_reserve_balances', 'loans'],
      ['us_debt', 'debt_held_by_public'],
      ['us_exports', 'asia'],
      ['jolts', 'hires_rate_sa'],
    );
    fc.assert(
      fc.property(which, moment, ([id, code], now) => {
        const dataset = findDataset(id);
        const extra = findSeries(id, code)?.extraLagDays ?? 0;
        const date = newestReleased(dataset, code, now);
        expect(observedOnOrBefore(dataset.observedOn, date)).toBe(date);
        expect(dataset.release.day(date + extra)).toBeLessThanOrEqual(easternTime(now).day);
        let next = date + 1;
        while (observedOnOrBefore(dataset.observedOn, next) !== next) next++;
        expect(dataset.release.day(next + extra)).toBeGreaterThanOrEqual(easternTime(now).day);
      }),
    );
  });
});

describe('observedOnOrBefore', () => {
  it.each<[ObservedOn, string, string]>([
    ['Saturday', '2026-11-21', '2026-11-21'],
    ['Saturday', '2026-11-20', '2026-11-14'],
    ['Wednesday', '2026-11-20', '2026-11-18'],
    ['first of month', '2024-02-29', '2024-02-01'],
    ['bank day', '2026-11-26', '2026-11-25'],
    ['bank day', '2026-11-29', '2026-11-27'],
    ['bank day', '2026-07-04', '2026-07-03'],
    ['market day', '2026-07-04', '2026-07-02'],
    ['market day', '2027-06-18', '2027-06-17'],
    ['market day', '2025-04-18', '2025-04-17'],
    ['market day', '2026-04-03', '2026-04-03'],
    ['market day', '2028-01-01', '2027-12-31'],
    ['Saturday', '1969-12-31', '1969-12-27'],
  ])('%s on or before %s is %s', (kind, before, date) => {
    expect(dateText(observedOnOrBefore(kind, day(before)))).toBe(date);
  });

  it('the day found, also by businessDayOnOrAfter, is at most five days away', () => {
    fc.assert(
      fc.property(fc.integer({ min: -20_000, max: 50_000 }), (from) => {
        const on = businessDayOnOrAfter(from);
        expect(on - from).toBeLessThanOrEqual(4);
        expect(isBusinessDay(on)).toBe(true);
        expect(observedOnOrBefore('bank day', on)).toBe(on);
      }),
    );
  });
});

/** Compares the calendars with the days that have values in publishers' files. */

const FOLDER = new URL('../../../shared/data/', import.meta.url);
const WHY = 'the files of publishers are not on this computer';

/** @returns the days (`YYYY-MM-DD`) of a file's rows that have a value. */
function daysOf(name: string): string[] {
  const rows = readFileSync(new URL(name, FOLDER), 'utf8').split(/\r?\n/);
  return rows.flatMap((row) => {
    const [first = '', ...values] = row.replaceAll(/["\uFEFF]/g, '').split(',');
    const date = first.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2');
    return dayNumber(date) !== undefined && values.some((value) => /\d/.test(value)) ? [date] : [];
  });
}

/** @returns the days of a calendar between two dates. */
function calendarOf(kind: ObservedOn, from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = dayNumber(to) ?? 0; day >= (dayNumber(from) ?? 0); day--)
    if (observedOnOrBefore(kind, day) === day) days.unshift(dateText(day));
  return days;
}

it.for<[kind: ObservedOn, folder: string, file: RegExp, count: number]>([
  // The years 1990 to 2023, 2024, and 2025 up to 6 March.
  ['market day', 'yields', /^(par-yield.*|cassiano.*)\.csv$/, 8801],
  ['bank day', 'us_debt', /^DebtPenny.*\.csv$/, 1255],
])('each %s has a value in %s, and other days have none', ([kind, folder, file, count], { skip }) => {
  const path = new URL(`${folder}/`, FOLDER);
  skip(!existsSync(path), WHY);
  const files = readdirSync(path).filter((name) => file.test(name));
  const days = [...new Set(files.flatMap((name) => daysOf(`${folder}/${name}`)))].sort();
  expect(days.length).toBe(count);
  expect(days).toEqual(calendarOf(kind, days[0] ?? '', days.at(-1) ?? ''));
});

it('FRED’s daily yields have values on market days only, and on each one since 1990', ({ skip }) => {
  skip(!existsSync(FOLDER), WHY);
  const days = daysOf('fred/fredgraph_2024_DGS10.csv').filter((date) => date >= '1990-01-02');
  expect(days).toEqual(calendarOf('market day', '1990-01-02', days.at(-1) ?? ''));
});
