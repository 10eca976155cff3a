import {
  dateText,
  dayNumber,
  daysFromCivil,
  lastDayOfMonth,
  MONTH_NAMES,
} from '../../service/calendar/dates.ts';
import { dayBack, readBack } from '../../service/view/index.ts';
import type { Back } from '../../service/view/types.ts';
import { backWords } from './presets.ts';

/** Which end of a range a text stands for: `2020` begins on 2020-01-01 and ends on 2020-12-31. */
export type RangeEnd = 'from' | 'to';

export type DateContext = {
  /** The latest day that a range may have. */
  today: string;
  /** What `-5Y` counts from. */
  anchor: string;
};

/**
 * A date, and a sentence that says how the text was understood; or a sentence that says what is wrong and what would be right.
 * `back` is set where the date was given as a distance from the anchor, and moves with it.
 */
export type ParsedDate = { date: string; meaning: string; back?: Back } | { problem: string };

export const DATE_FORMS = '2020, 2020Q1, FY2020, Mar 2020, 2020-03-15, 3/15/2020 (month first), today or -5Y';

const RELATIVE = /^(?:(today|now|latest)\s*)?([-−–]\s*\d{1,4}\s*[DWMQY])$/i;
const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase());

/** Reads what a person types into a date field. Spaces at the ends and the case of letters do not matter. */
export function parseDate(text: string, end: RangeEnd, context: DateContext): ParsedDate {
  const typed = text.trim();
  if (typed === '') return { problem: `Type a date: ${DATE_FORMS}.` };
  return readDate(typed, end, context) ?? { problem: `'${typed}' is no date. Type ${DATE_FORMS}.` };
}

/** As `parseDate`, but `undefined` of a text that is none of `DATE_FORMS`, which may be something else. */
export function readDate(typed: string, end: RangeEnd, context: DateContext): ParsedDate | undefined {
  const found =
    readWord(typed, context) ??
    readRelative(typed, context) ??
    readSlashes(typed, end) ??
    readFiscalYear(typed, end) ??
    readPeriod(monthAsNumber(typed), end);
  if (found === undefined || 'problem' in found) return found;
  const { first, ...parsed } = found;
  return parsed.date > context.today ? beyondToday(typed, first, end, context.today) : parsed;
}

/**
 * Recognises a range whose end moves on with the data: 'since 2020-02' as its beginning, 'latest' as its end.
 * @returns `isOpen` for these, and the text without 'since'.
 */
export function readOpen(text: string, end: RangeEnd): { text: string; isOpen: boolean } {
  const since = end === 'from' ? /^\s*since\s+(.*)$/i.exec(text)?.[1] : undefined;
  return {
    text: since ?? text,
    isOpen: since !== undefined || (end === 'to' && text.trim().toLowerCase() === 'latest'),
  };
}

type Read = { date: string; first: string; meaning: string; back?: Back } | { problem: string };

function readWord(typed: string, { today, anchor }: DateContext): Read | undefined {
  const word = typed.toLowerCase();
  if (word === 'today' || word === 'now') return { date: today, first: today, meaning: `Today, ${today}.` };
  if (word !== 'latest') return undefined;
  return { date: anchor, first: anchor, meaning: `The last observation, ${anchor}.` };
}

function readRelative(typed: string, { today, anchor }: DateContext): Read | undefined {
  const found = RELATIVE.exec(typed);
  const back = readBack(found?.[2] ?? '');
  if (!found || !back) return undefined;
  const isOfData = found[1] === undefined || found[1].toLowerCase() === 'latest';
  const from = isOfData ? anchor : today;
  const date = dayBack(from, back);
  return { date, first: date, meaning: `${backWords(back)} before ${from}.`, ...(isOfData && { back }) };
}

/** 'Mar 2021', 'March 15, 2021' and '15 Mar 2021' as 2021-03 and 2021-03-15; any other text as it is. */
function monthAsNumber(typed: string): string {
  const words = typed.toLowerCase().split(/[\s,.-]+/);
  const name = words.find((word) => /^[a-z]{3,9}$/.test(word));
  const month = MONTHS.findIndex((full) => name !== undefined && isMonth(name, full)) + 1;
  const numbers = words.filter((word) => word !== name && word !== '');
  const year = numbers.find((number) => /^\d{4}$/.test(number));
  const day = numbers.find((number) => /^\d{1,2}$/.test(number));
  if (month === 0 || year === undefined || numbers.length !== (day === undefined ? 1 : 2)) return typed;
  return [year, pad(month), ...(day === undefined ? [] : [day])].join('-');
}

/** A month's name, in full or its first three letters ('sept' too). */
function isMonth(name: string, full: string): boolean {
  return name === full || name === full.slice(0, 3) || (name === 'sept' && full === 'september');
}

/** '3/15/2020' and '3/2020': the month first, as in the US. The year needs four digits. */
function readSlashes(typed: string, end: RangeEnd): Read | undefined {
  const [, month = '', day, year = ''] = /^(\d{1,2})\/(?:(\d{1,2})\/)?(\d{4})$/.exec(typed) ?? [];
  if (year === '') return undefined;
  if (Number(month) > 12 && day !== undefined && Number(day) <= 12)
    return {
      problem: `There is no month ${month}: with slashes the month comes first, ${day}/${month}/${year}.`,
    };
  const read = readPeriod([year, month, ...(day === undefined ? [] : [day])].join('-'), end);
  if (!read || 'problem' in read || day === undefined) return read;
  return { ...read, meaning: `${read.date} (with slashes the month comes first).` };
}

/** 'FY2024': the fiscal year of the US government, from October of the year before to September. */
function readFiscalYear(typed: string, end: RangeEnd): Read | undefined {
  const [, text] = /^FY\s*(\d{4}|\d{2})$/i.exec(typed) ?? [];
  if (text === undefined) return undefined;
  const year = Number(text) + (text.length === 2 ? 2000 : 0);
  if (year < 2) return { problem: 'Fiscal years go from FY0002 to FY9999.' };
  const first = dateText(daysFromCivil(year - 1, 10, 1));
  const last = dateText(lastDayOfMonth(year, 9));
  return endOf({ first, last }, end, `US fiscal year ${year}`);
}

function readPeriod(typed: string, end: RangeEnd): Read | undefined {
  const found = /^(\d{4})(?:-?Q(\d)|-(\d{1,2})(?:-(\d{1,2}))?)?$/i.exec(typed);
  if (!found) return undefined;
  const year = Number(found[1]);
  if (year < 1) return { problem: 'Years go from 0001 to 9999.' };
  if (found[2] !== undefined) return readQuarter(year, Number(found[2]), end);
  if (found[3] === undefined) return between(year, 1, 12, end, `the year ${found[1]}`);
  const month = Number(found[3]);
  if (month < 1 || month > 12) return { problem: `There is no month ${found[3]}: months go from 01 to 12.` };
  if (found[4] === undefined) return between(year, month, month, end, `${found[1]}-${pad(month)}`);
  return readDay(year, month, Number(found[4]));
}

function readQuarter(year: number, quarter: number, end: RangeEnd): Read {
  if (quarter < 1 || quarter > 4) return { problem: `There is no quarter ${quarter}: type Q1 to Q4.` };
  return between(year, quarter * 3 - 2, quarter * 3, end, `quarter ${quarter} of ${year}`);
}

function readDay(year: number, month: number, day: number): Read {
  const last = dateText(lastDayOfMonth(year, month));
  const date = `${last.slice(0, 8)}${pad(day)}`;
  if (dayNumber(date) === undefined)
    return { problem: `There is no such day: ${last.slice(0, 7)} ends on ${last}.` };
  return { date, first: date, meaning: `${date}.` };
}

function between(year: number, firstMonth: number, lastMonth: number, end: RangeEnd, name: string): Read {
  const first = dateText(daysFromCivil(year, firstMonth, 1));
  const last = dateText(lastDayOfMonth(year, lastMonth));
  return endOf({ first, last }, end, name);
}

function endOf({ first, last }: { first: string; last: string }, end: RangeEnd, name: string): Read {
  return end === 'from'
    ? { date: first, first, meaning: `From the first day of ${name}, ${first}.` }
    : { date: last, first, meaning: `To the last day of ${name}, ${last}.` };
}

/** A period that has begun but not ended is taken up to today. A later date is a problem. */
function beyondToday(typed: string, first: string, end: RangeEnd, today: string): ParsedDate {
  if (end === 'to' && first <= today)
    return { date: today, meaning: `${typed} has not ended yet: up to today, ${today}.` };
  return { problem: `${first} is in the future. The latest day is today, ${today}.` };
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}
