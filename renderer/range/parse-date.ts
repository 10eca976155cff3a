import {
  dateText,
  dayNumber,
  daysFromCivil,
  lastDayOfMonth,
  MONTH_NAMES,
} from '../../service/calendar/dates.ts';
import { dayBack, isPreset, lastOf, rangeProblem, readBack, resolveRange } from '../../service/view/index.ts';
import type { Back, DateRange, RangeChoice } from '../../service/view/types.ts';
import { backWords, rangeWords } from './presets.ts';

/** The end of a range that a text means: `2020` begins on 2020-01-01 and ends on 2020-12-31. */
export type RangeEnd = 'from' | 'to';

export type DateContext = {
  today: string;
  /** The day from which `-5Y` counts back. */
  anchor: string;
};

/** A date with the reading of its text, or a problem. `back`: its distance from the anchor, if typed so. */
export type ParsedDate = { date: string; meaning: string; back?: Back } | { problem: string };

export const DATE_FORMS = '2020, 2020Q1, FY2020, Mar 2020, 2020-03-15, 3/15/2020 (month first), today or -5Y';
export const RANGE_FORMS = '5Y, 2008Q1.., FY2022 to FY2024 or 2008Q1 to 2010Q4';

/** Reads a typed date. Ignores spaces at the ends and the case of letters. */
export function parseDate(text: string, end: RangeEnd, context: DateContext): ParsedDate {
  const typed = text.trim();
  if (typed === '') return { problem: `Type a date: ${DATE_FORMS}.` };
  return readDate(typed, end, context) ?? { problem: `'${typed}' is not a date. Type ${DATE_FORMS}.` };
}

/** Like `parseDate`, but `undefined` for a text in none of `DATE_FORMS`: it may be something else. */
function readDate(typed: string, end: RangeEnd, context: DateContext): ParsedDate | undefined {
  const found =
    readWord(typed, context) ??
    readRelative(typed, context) ??
    readSlashes(typed) ??
    readFiscalYear(typed) ??
    readPeriod(monthAsNumber(typed));
  if (found === undefined || 'problem' in found) return found;
  const { first, last, back } = found;
  const { today } = context;
  const [date, ofName] =
    end === 'from'
      ? [first, `From the first day of ${found.name}, ${first}.`]
      : [last, `To the last day of ${found.name}, ${last}.`];
  if (date <= today) return { date, meaning: found.meaning ?? ofName, ...(back && { back }) };
  // A period that has begun but not ended is taken up to today.
  if (end === 'to' && first <= today)
    return { date: today, meaning: `${typed} has not ended yet: up to today, ${today}.` };
  return { problem: `${first} is in the future. The latest day is today, ${today}.` };
}

/** Recognises ends that move with new data: 'since 2020-02', 'latest'. Returns the text without 'since'. */
export function readOpen(text: string, end: RangeEnd): { text: string; isOpen: boolean } {
  const since = end === 'from' ? /^\s*since\s+(.*)$/i.exec(text)?.[1] : undefined;
  return {
    text: since ?? text,
    isOpen: since !== undefined || (end === 'to' && text.trim().toLowerCase() === 'latest'),
  };
}

/** A day or a period: its first and last day, and its name, or how the text was understood. */
type Read =
  | { first: string; last: string; name?: string; meaning?: string; back?: Back | undefined }
  | { problem: string };

function readWord(typed: string, { today, anchor }: DateContext): Read | undefined {
  const word = typed.toLowerCase();
  if (word === 'today' || word === 'now') return oneDay(today, `Today, ${today}.`);
  return word === 'latest' ? oneDay(anchor, `The last observation, ${anchor}.`) : undefined;
}

function oneDay(day: string, meaning = `${day}.`, back?: Back): Read {
  return { first: day, last: day, meaning, back };
}

const RELATIVE = /^(?:(today|now|latest)\s*)?([-−–]\s*\d{1,4}\s*[DWMQY])$/i;

function readRelative(typed: string, { today, anchor }: DateContext): Read | undefined {
  const found = RELATIVE.exec(typed);
  const back = readBack(found?.[2] ?? '');
  if (!found || !back) return undefined;
  const isOfData = found[1] === undefined || found[1].toLowerCase() === 'latest';
  const from = isOfData ? anchor : today;
  return oneDay(dayBack(from, back), `${backWords(back)} before ${from}.`, isOfData ? back : undefined);
}

/** @returns 'Mar 2021' as 2021-03, 'March 15, 2021' or '15 Mar 2021' as 2021-03-15; else the text. */
function monthAsNumber(typed: string): string {
  const words = typed.toLowerCase().split(/[\s,.-]+/);
  const name = words.find((word) => /^[a-z]{3,9}$/.test(word));
  const month = MONTH_NAMES.findIndex((full) => name !== undefined && isMonth(name, full.toLowerCase())) + 1;
  const numbers = words.filter((word) => word !== name && word !== '');
  const year = numbers.find((number) => /^\d{4}$/.test(number));
  const day = numbers.find((number) => /^\d{1,2}$/.test(number));
  if (month === 0 || year === undefined || numbers.length !== (day === undefined ? 1 : 2)) return typed;
  return [year, pad(month), day].filter((part) => part !== undefined).join('-');
}

/** True for a month's full name or its first three letters ('sept' too). */
function isMonth(name: string, full: string): boolean {
  return name === full || name === full.slice(0, 3) || (name === 'sept' && full === 'september');
}

/** '3/15/2020' and '3/2020': the month first, as in the US. The year needs four digits. */
function readSlashes(typed: string): Read | undefined {
  const [, month = '', day, year = ''] = /^(\d{1,2})\/(?:(\d{1,2})\/)?(\d{4})$/.exec(typed) ?? [];
  if (year === '') return undefined;
  if (day === undefined) return readPeriod(`${year}-${month}`);
  if (Number(month) > 12 && Number(day) <= 12)
    return {
      problem: `There is no month ${month}: with slashes the month comes first, ${day}/${month}/${year}.`,
    };
  const read = readPeriod(`${year}-${month}-${day}`);
  if (!read || 'problem' in read) return read;
  return { ...read, meaning: `${read.first} (with slashes the month comes first).` };
}

/** 'FY2024': the US government's fiscal year, from the previous October to September. */
function readFiscalYear(typed: string): Read | undefined {
  const [, text] = /^FY\s*(\d{4}|\d{2})$/i.exec(typed) ?? [];
  if (text === undefined) return undefined;
  const year = Number(text) + (text.length === 2 ? 2000 : 0);
  if (year < 2) return { problem: 'Fiscal years go from FY0002 to FY9999.' };
  return { first: firstOf(year - 1, 10), last: lastOfMonth(year, 9), name: `US fiscal year ${year}` };
}

function readPeriod(typed: string): Read | undefined {
  const found = /^(\d{4})(?:-?Q(\d)|-(\d{1,2})(?:-(\d{1,2}))?)?$/i.exec(typed);
  if (!found) return undefined;
  const [, yearText, quarterText, monthText, dayText] = found;
  const year = Number(yearText);
  if (year < 1) return { problem: 'Years go from 0001 to 9999.' };
  if (quarterText !== undefined) {
    const quarter = Number(quarterText);
    if (quarter < 1 || quarter > 4) return { problem: `There is no quarter ${quarter}: type Q1 to Q4.` };
    return months(year, quarter * 3 - 2, quarter * 3, `quarter ${quarter} of ${year}`);
  }
  if (monthText === undefined) return months(year, 1, 12, `the year ${yearText}`);
  const month = Number(monthText);
  if (month < 1 || month > 12) return { problem: `There is no month ${monthText}: months go from 01 to 12.` };
  if (dayText === undefined) return months(year, month, month, `${yearText}-${pad(month)}`);
  const last = lastOfMonth(year, month);
  const date = `${last.slice(0, 8)}${pad(Number(dayText))}`;
  if (dayNumber(date) === undefined)
    return { problem: `There is no such day: ${last.slice(0, 7)} ends on ${last}.` };
  return oneDay(date);
}

function months(year: number, first: number, last: number, name: string): Read {
  return { first: firstOf(year, first), last: lastOfMonth(year, last), name };
}

function firstOf(year: number, month: number): string {
  return dateText(daysFromCivil(year, month, 1));
}

function lastOfMonth(year: number, month: number): string {
  return dateText(lastDayOfMonth(year, month));
}

function pad(n: number): string {
  return String(n).padStart(2, '0');
}

/** A range with the reading of its text, or a problem. */
export type ParsedRange = { choice: RangeChoice; meaning: string } | { problem: string };

/** First and last day of the shown data, and the latest allowed day. */
type RangeContext = { held: DateRange; today: string };

/** 'A to B', 'A..B', 'A..', 'A to': two dates; the second may be missing. */
const FROM_TO = /^(?:from\s+)?(.+?)(?:\s*\.\.+\s*|\s+to(?:\s+|$)|\s+[–—]\s+|\s+-\s+)(.*)$/i;

/** Reads a length ('5Y', 'max'), two dates or an open end ('2008Q1..'); `undefined` if it may be one date. */
export function parseRange(text: string, { held, today }: RangeContext): ParsedRange | undefined {
  const typed = text.trim();
  const length = readLength(typed);
  if (length) {
    const { from, to } = resolveRange(length, held);
    return { choice: length, meaning: `${rangeWords(length)}: ${from} to ${to}. It moves on with new data.` };
  }
  const found = FROM_TO.exec(typed);
  const [, first = '', last = ''] = found ?? [];
  // 'now-1y' and '-5Y' are one date.
  if (!found || /^(today|now|latest)?\s*[-−–]/i.test(typed)) return undefined;
  const context = { today, anchor: held.to };
  const from = parseDate(first, 'from', context);
  if ('problem' in from) return from;
  if (last === '' || last.toLowerCase() === 'latest')
    return { choice: { since: from.date }, meaning: `From ${from.date} on. It moves on with new data.` };
  const to = parseDate(last, 'to', context);
  if ('problem' in to) return to;
  const problem = rangeProblem(from.date, to.date);
  if (problem !== undefined) return { problem };
  return { choice: { from: from.date, to: to.date }, meaning: `${from.date} to ${to.date}.` };
}

/** Reads a text that is only a range: as `parseRange`, a period, 'since Feb 2020' or a first day. */
export function parseWhole(text: string, context: RangeContext): ParsedRange | undefined {
  const { text: typed, isOpen } = readOpen(text.trim(), 'from');
  // 'today' and 'latest' are dates, but not ranges.
  if (!/\d/.test(typed) && readLength(typed) === undefined) return undefined;
  const range = isOpen ? undefined : parseRange(typed, context);
  if (range) return range;
  const ends = { today: context.today, anchor: context.held.to };
  const [from, to] = [readDate(typed, 'from', ends), readDate(typed, 'to', ends)];
  if (!from || !to) return undefined;
  if ('problem' in from) return from;
  if ('problem' in to) return to;
  if (from.back) return parseRange(typed.replace(/^\D+/, ''), context);
  return parseRange(isOpen || from.date === to.date ? `${from.date}..` : `${from.date}..${to.date}`, context);
}

function readLength(typed: string): RangeChoice | undefined {
  const preset = (['YTD', 'Max'] as const).find((name) => name.toLowerCase() === typed.toLowerCase());
  if (preset) return { preset };
  if (isPreset(typed)) return { preset: typed };
  const back = /^\d/.test(typed) ? readBack(`-${typed}`) : undefined;
  return back && lastOf(back);
}
