import { dateText, dayNumber, MONTH_NAMES, shiftMonths } from '../calendar/dates.ts';
import type { NotePart } from '../contract/brief.ts';
import { withUnit } from './decimal-text.ts';
import { indexAtOrAfter } from './decimate.ts';
import {
  compareDecimals,
  difference,
  parseDecimal,
  powerOfTen,
  printDecimal,
  rescaled,
} from './exact-decimal.ts';
import { LONGEST_HOLE } from './periods.ts';
import type { TimeSeries } from './types.ts';
import { changesByPoints, unitChangeText } from './unit-scale.ts';

/** The series that a note describes. `unit` is the short unit: 'thousands', '$ mn', '%'. */
type NoteSubject = { title: string; unit: string; every: Every; isLevel?: boolean | undefined };

/** A series and its revisions. `revised`: old values by day number; `known`: all revisions ever seen. */
export type NoteHistory = {
  series: TimeSeries;
  revised: ReadonlyMap<number, string>;
  known: readonly ReplacedValue[];
};

/**
 * Writes the release note for the observation at index `at`: its value, its changes from the period and the
 * year before, whether it is a high or a low, and how it and the period before were revised. The note states
 * numbers, never reasons or forecasts.
 */
export function releaseNote(subject: NoteSubject, history: NoteHistory, at: number): NotePart[] {
  const { series } = history;
  const { every } = subject;
  const before = periodBefore(series, at, every);
  return [
    { text: `${subject.title}: ` },
    valuePart(subject, series, at),
    { text: ` ${whenText(series.days[at] as number, subject)}` },
    ...revisedParts(subject, history, at, ', revised from '),
    ...changeParts(subject, series, at, before, PERIODS[every]),
    ...changeParts(subject, series, at, yearBefore(series, at, every), 'year'),
    ...extremeParts(subject, series, at),
    { text: '.' },
    ...(before === undefined ? [] : periodBeforeParts(subject, history, before)),
  ];
}

export function noteText(parts: readonly NotePart[]): string {
  return parts.map(({ text }) => text).join('');
}

const PERIODS: Readonly<Record<Every, string>> = { Daily: 'day', Weekly: 'week', Monthly: 'month' };

/** @returns the observation's date as a note writes it: 'July 2026', '2026-11-14'. */
function notePeriod(day: number, every: Every): string {
  const date = dateText(day);
  return every === 'Monthly' ? `${MONTH_NAMES[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}` : date;
}

/** 'in July 2026', 'in the week ending 2026-11-14', 'as of 2026-11-18', 'on 2026-11-20'. */
function whenText(day: number, { every, isLevel }: NoteSubject): string {
  const words = { Daily: 'on', Weekly: isLevel ? 'as of' : 'in the week ending', Monthly: 'in' }[every];
  return `${words} ${notePeriod(day, every)}`;
}

function valuePart({ unit }: NoteSubject, { days, values }: TimeSeries, at: number): NotePart {
  const date = dateText(days[at] as number);
  return { text: withUnit(values[at] as string, unit), role: 'value', date };
}

function changeParts(
  { unit }: NoteSubject,
  { days, values }: TimeSeries,
  at: number,
  from: number | undefined,
  span: string,
): NotePart[] {
  if (from === undefined) return [{ text: `, – on the ${span}` }];
  const change = difference(parseDecimal(values[at] as string), parseDecimal(values[from] as string));
  return [
    { text: ', ' },
    {
      text: unitChangeText(change, unit),
      role: 'change',
      date: dateText(days[at] as number),
      from: dateText(days[from] as number),
    },
    { text: ` on the ${span}` },
  ];
}

function extremeParts(subject: NoteSubject, series: TimeSeries, at: number): NotePart[] {
  const { every } = subject;
  const found = extremeAt(series, at, every);
  if (!found) return [];
  if (found.since === undefined) {
    const first = notePeriod(series.days[found.from] as number, every);
    return [{ text: `, the ${found.kind} in the stored data, which begin with ${first}` }];
  }
  return [
    { text: `, ${found.kind} since ${notePeriod(series.days[found.since] as number, every)} (` },
    valuePart(subject, series, found.since),
    { text: ')' },
  ];
}

/** ' June 2026 was revised from 7,401 to 7,418 (+17).' */
function periodBeforeParts(subject: NoteSubject, history: NoteHistory, at: number): NotePart[] {
  const { series } = history;
  const parts = revisedParts(subject, history, at, ' was revised from ');
  if (parts.length === 0) return [];
  return [{ text: ` ${notePeriod(series.days[at] as number, subject.every)}` }, ...parts, { text: '.' }];
}

/** '… from 7,401 to 7,418 (+17)', and whether the revision is large; empty if there was no revision. */
function revisedParts(
  subject: NoteSubject,
  { series, revised, known }: NoteHistory,
  at: number,
  words: string,
): NotePart[] {
  const day = series.days[at] as number;
  const was = revised.get(day);
  if (was === undefined) return [];
  const revision = { oldValue: was, newValue: series.values[at] as string };
  const median = medianIfLarge(revision, known);
  const date = dateText(day);
  return [
    { text: words },
    { text: withUnit(was, subject.unit), role: 'value', date, was },
    { text: ' to ' },
    valuePart(subject, series, at),
    { text: ' (' },
    { text: unitChangeText(revisionOf(revision), subject.unit), role: 'change', date, was },
    ...(median === undefined
      ? [{ text: ')' }]
      : [
          { text: '), a large revision: at least twice ' },
          {
            text: withUnit(median, changesByPoints(subject.unit) ? 'pp' : ''),
            role: 'median' as const,
            date,
            was,
          },
          { text: `, the median of the ${known.length} stored revisions` },
        ]),
  ];
}

/** How often a series has an observation, in the catalogue's words. */
export type Every = 'Daily' | 'Weekly' | 'Monthly';

/** The shortest time without a higher (lower) value worth mentioning: in observations, weeks, months. */
const LEAST = { Daily: 250, Weekly: 52, Monthly: 12 };

/** @returns the index of the previous period's observation; `undefined` if it is missing. */
export function periodBefore({ days }: TimeSeries, at: number, every: Every): number | undefined {
  const [day, before] = [days[at] as number, days[at - 1]];
  if (before === undefined) return undefined;
  const isNext = every === 'Daily' ? day - before - 1 <= LONGEST_HOLE : before === daysBack(day, every, 1);
  return isNext ? at - 1 : undefined;
}

/**
 * @returns the index of the observation a year before: the same month, 52 weeks before, or for a daily series
 * the newest in the week up to that day.
 */
export function yearBefore({ days }: TimeSeries, at: number, every: Every): number | undefined {
  const wanted = daysBack(days[at] as number, every, every === 'Weekly' ? LEAST.Weekly : 12);
  const place = indexAtOrAfter(days, wanted + 1) - 1;
  const found = days[place];
  if (found === undefined) return undefined;
  return wanted - found <= (every === 'Daily' ? LONGEST_HOLE : 0) ? place : undefined;
}

function daysBack(day: number, every: Every, periods: number): number {
  return every === 'Weekly' ? day - 7 * periods : (dayNumber(shiftMonths(dateText(day), -periods)) as number);
}

/**
 * A value that is the highest (lowest) since `since`, which was at least as high (low). Without `since`, all
 * values from `from` on are lower (higher).
 */
type Extreme = { kind: 'highest' | 'lowest'; from: number; since: number | undefined };

/** @returns since when an observation is the highest or lowest; `undefined` if for less than `LEAST`. */
export function extremeAt(series: TimeSeries, at: number, every: Every): Extreme | undefined {
  const before = periodBefore(series, at, every);
  if (before === undefined) return undefined;
  const value = series.values[at] as string;
  const sign = compareDecimals(value, series.values[before] as string);
  if (sign === 0) return undefined;
  let from = at;
  let since: number | undefined;
  for (;;) {
    const next = periodBefore(series, from, every);
    if (next === undefined) break;
    if (compareDecimals(value, series.values[next] as string) !== sign) {
      since = next;
      break;
    }
    from = next;
  }
  const isLong = spanOf(series, since ?? from, at, every) >= LEAST[every];
  return isLong ? { kind: sign > 0 ? 'highest' : 'lowest', from, since } : undefined;
}

/** @returns the time between two observations, in observations, weeks or months. */
function spanOf({ days }: TimeSeries, from: number, to: number, every: Every): number {
  const [first, last] = [days[from] as number, days[to] as number];
  if (every === 'Daily') return to - from;
  if (every === 'Weekly') return (last - first) / 7;
  const months = (day: number) => Number(dateText(day).slice(0, 4)) * 12 + Number(dateText(day).slice(5, 7));
  return months(last) - months(first);
}

/** A revision: the replaced value and the new one. */
type ReplacedValue = { oldValue: string; newValue: string };

/** How many revisions of a series must be known before one can be called large. */
const LEAST_KNOWN = 8;

/** @returns the new value minus the old one, exact. */
export function revisionOf({ oldValue, newValue }: ReplacedValue): string {
  return difference(parseDecimal(newValue), parseDecimal(oldValue));
}

/** @returns the revisions by size, largest first; equal ones keep their order. */
export function largestFirst<Of extends ReplacedValue>(revisions: readonly Of[]): Of[] {
  const sized = revisions.map((one) => ({ one, size: sizeOf(one) }));
  return sized.sort((a, b) => compareDecimals(b.size, a.size)).map(({ one }) => one);
}

/** @returns the median size of the revisions, without sign; `undefined` if there are none. */
export function medianRevision(revisions: readonly ReplacedValue[]): string | undefined {
  const sizes = revisions.map(sizeOf).sort(compareDecimals);
  const [low, high] = [sizes[(sizes.length - 1) >> 1], sizes[sizes.length >> 1]];
  if (low === undefined || high === undefined) return undefined;
  const [a, b] = [parseDecimal(low), parseDecimal(high)];
  const places = Math.max(a.places, b.places);
  const sum = rescaled(a, places) + rescaled(b, places);
  return sum % 2n === 0n
    ? printDecimal(sum / 2n, places)
    : printDecimal((sum * powerOfTen(1)) / 2n, places + 1);
}

/** @returns the median revision if this one is at least twice as large and `LEAST_KNOWN` are known. */
export function medianIfLarge(revision: ReplacedValue, known: readonly ReplacedValue[]): string | undefined {
  const median = known.length < LEAST_KNOWN ? undefined : medianRevision(known);
  if (median === undefined) return undefined;
  const { scaled, places } = parseDecimal(median);
  return compareDecimals(sizeOf(revision), printDecimal(scaled * 2n, places)) >= 0 ? median : undefined;
}

function sizeOf(revision: ReplacedValue): string {
  return revisionOf(revision).replace('-', '');
}
