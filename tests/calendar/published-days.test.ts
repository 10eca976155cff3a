import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { type ObservedOn, observedOnOrBefore } from '../../service/calendar/business-days.ts';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';

/** The calendars compared with the days that have values in files of publishers. */

const FOLDER = new URL('../../../shared/data/', import.meta.url);
const WHY = 'the files of publishers are not on this computer';

/** @returns the days of a file's rows that have a value, `YYYY-MM-DD`. */
function daysOf(name: string): string[] {
  const rows = readFileSync(new URL(name, FOLDER), 'utf8').split(/\r?\n/);
  return rows.flatMap((row) => {
    const [first = '', ...values] = row.replaceAll(/["\uFEFF]/g, '').split(',');
    const date = first.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2');
    return dayNumber(date) !== undefined && values.some((value) => /\d/.test(value)) ? [date] : [];
  });
}

/** @returns the days of a calendar from one date to another. */
function calendarOf(kind: ObservedOn, from: string, to: string): string[] {
  const days: string[] = [];
  for (let day = dayNumber(to) ?? 0; day >= (dayNumber(from) ?? 0); day--)
    if (observedOnOrBefore(kind, day) === day) days.unshift(dateText(day));
  return days;
}

it.for<[kind: ObservedOn, folder: string, file: RegExp, count: number]>([
  // The years from 1990 to 2023, 2024, and 2025 up to 6 March.
  ['market day', 'yields', /^(par-yield.*|cassiano.*)\.csv$/, 8801],
  ['bank day', 'us_debt', /^DebtPenny.*\.csv$/, 1255],
])('each %s has a value in %s, and no other day', ([kind, folder, file, count], { skip }) => {
  const path = new URL(`${folder}/`, FOLDER);
  skip(!existsSync(path), WHY);
  const files = readdirSync(path).filter((name) => file.test(name));
  const days = [...new Set(files.flatMap((name) => daysOf(`${folder}/${name}`)))].sort();
  expect(days.length).toBe(count);
  expect(days).toEqual(calendarOf(kind, days[0] ?? '', days.at(-1) ?? ''));
});

it('FRED’s daily yields have values on the same days since 1990', ({ skip }) => {
  skip(!existsSync(FOLDER), WHY);
  const days = daysOf('fred/fredgraph_2024_DGS10.csv').filter((date) => date >= '1990-01-02');
  expect(days).toEqual(calendarOf('market day', '1990-01-02', days.at(-1) ?? ''));
});
