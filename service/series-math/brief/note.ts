import { dateText, MONTH_NAMES } from '../../calendar/dates.ts';
import type { NotePart } from '../../contract/brief.ts';
import { withUnit } from '../decimal-text.ts';
import { difference, parseDecimal } from '../exact-decimal.ts';
import type { TimeSeries } from '../types.ts';
import { changesByPoints, unitChangeText } from '../unit-scale.ts';
import { type Every, extremeAt, periodBefore, yearBefore } from './history.ts';
import { medianIfLarge, type ReplacedValue, revisionOf } from './revisions.ts';

/** What a note says of its series. `unit` is the short one: 'thousands', '$ mn', '%'. `isLevel` as in `Cadence`. */
type NoteSubject = { title: string; unit: string; every: Every; isLevel?: boolean | undefined };

/** What is known of a series. `revised`: what was held before, by day number; `known`: all revisions ever seen. */
export type NoteHistory = {
  series: TimeSeries;
  revised: ReadonlyMap<number, string>;
  known: readonly ReplacedValue[];
};

/**
 * @param at the place of the observation that the note is about.
 * @returns the release note: its value, the change on the period and on the year, of what it is the highest or lowest, and how it and the
 * period before were revised. It says what the numbers are, never why, nor what comes.
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

/** @returns the note as plain text. */
export function noteText(parts: readonly NotePart[]): string {
  return parts.map(({ text }) => text).join('');
}

const PERIODS: Readonly<Record<Every, string>> = { Daily: 'day', Weekly: 'week', Monthly: 'month' };

/** @returns 'July 2026', '2026-11-14'. */
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
    return [{ text: `, the ${found.kind} of what is held, from ${first} on` }];
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

/** '… from 7,401 to 7,418 (+17)', and whether that is much; nothing where it was not revised. */
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
          { text: `, the median of the ${known.length} that are held` },
        ]),
  ];
}
