import {
  dayNumber,
  inDateStyle,
  shiftDays,
  shownDate,
  WEEKDAYS,
  weekday,
} from '../../service/calendar/dates.ts';
import { inZone } from '../../service/calendar/zone.ts';
import type { CalendarRelease, ChangedValue, DatasetNews, NotePart } from '../../service/contract/brief.ts';
import { findDataset, findSeries } from '../../service/datasets/index.ts';
import { parseSeriesId, shortTitle } from '../../service/datasets/series-choice.ts';
import { revisionOf } from '../../service/series-math/brief.ts';
import { countOf, groupDigits, plainly, signedText } from '../../service/series-math/decimal-text.ts';
import { shortAmount, shortChange, shortValue, wholeAmount } from '../../service/series-math/short-value.ts';
import { changeUnit } from '../../service/series-math/unit-scale.ts';
import type { SentencePart } from '../explain/types.ts';

/** The current instant, ISO 8601 in UTC, and the person's time zone. */
export type Here = { now: string; zone: string };

/** @returns an instant in local time: 'Friday 17:02' within a week, otherwise '2026-11-13 17:02'. */
export function momentText(instant: string, { now, zone }: Here): string {
  const { date, time } = inZone(instant, zone);
  const day = dayNumber(date);
  const isNear = day !== undefined && date > shiftDays(inZone(now, zone).date, -7);
  return `${isNear ? WEEKDAYS[weekday(day)] : shownDate(date)} ${time}`;
}

/**
 * @returns a release's local time: '05:30', or 'Thu 02:30' if the local day differs; `undefined` if the local
 * time is the same or the day is uncertain.
 */
export function timeHere({ at, text, is_about }: CalendarRelease, zone: string): string | undefined {
  const [, day, clock] = /(\d{4}-\d\d-\d\d), (\d\d:\d\d)/.exec(text) ?? [];
  const { date, time } = inZone(at, zone);
  if (is_about || (date === day && time === clock)) return undefined;
  const there = dayNumber(date);
  return date === day || there === undefined ? time : `${WEEKDAYS[weekday(there)]?.slice(0, 3)} ${time}`;
}

/** '15 new, 52 revised'. */
export function countsText({ new: added, revised }: { new: number; revised: number }): string {
  const parts = [
    ...(added > 0 ? [`${groupDigits(String(added))} new`] : []),
    ...(revised > 0 ? [`${groupDigits(String(revised))} revised`] : []),
  ];
  return parts.join(', ');
}

/** 'JOLTS: 15 new, 52 revised', 'Index constituents: IVV of 2024-12-06, 503 members'. */
export function newsTitle(news: DatasetNews): string {
  const title = findDataset(news.dataset)?.title ?? news.dataset;
  const lists = news.lists.map(
    ({ series, as_of, count }) => `${series} of ${shownDate(as_of)}, ${countOf(count, 'member')}`,
  );
  return `${title}: ${[countsText(news), ...lists].filter(Boolean).join('; ')}`;
}

/** 'Nothing new since Friday 17:02. Next: Weekly claims, Wed 2026-11-25, 08:30 ET (05:30 here).' */
export function nothingNewText(
  { words, moment }: { words: string; moment?: string },
  releases: readonly CalendarRelease[],
  { now, zone }: Here,
): string {
  const next = releases.find(({ at, is_here }) => at > now && !is_here);
  const first = `Nothing new ${moment === undefined ? words : `since ${moment}`}.`;
  if (!next) return first;
  const here = timeHere(next, zone);
  return `${first} Next: ${findDataset(next.dataset)?.title}, ${inDateStyle(next.text)}${here ? ` (${here} here)` : ''}.`;
}

/** @returns the note with the address word that explains each number. @param id the series' id */
export function noteParts(id: string, parts: readonly NotePart[]): SentencePart[] {
  const [dataset = '', code = ''] = id.split('.');
  const series = findSeries(dataset, code);
  const numbers = parts.filter((part) => 'role' in part);
  const shorts = new Map(series && numbers.map((part) => [part.text, shortOf(part, series.unitShort)]));
  // A number and its value before a revision must never look the same.
  const isClear = new Set(shorts.values()).size === shorts.size;
  return parts.flatMap((part): SentencePart[] => {
    if (!('role' in part)) return part.text.startsWith(NO_COMPARISON) ? [] : [part.text];
    const explained = { text: part.text, explain: wordOf(id, part) };
    if (!series || !isClear) return [explained];
    // Only the first number shows the unit.
    const short = part === numbers[0] ? shortAmount(digitsOf(part.text), series) : shorts.get(part.text);
    return [{ ...explained, short: short ?? part.text }];
  });
}

/** The beginning of a note's part about a missing comparison, which the screen omits. */
const NO_COMPARISON = ', – on the ';

/** '46,007.301227 $ mn' → '$46.01 bn', '+1,891,447,318.65' → '+$1.89 bn'. */
function shortOf({ role, text }: Extract<NotePart, { role: string }>, unitShort: string): string {
  if (role === 'change') return shortChange(digitsOf(text), unitShort);
  return shortValue(digitsOf(text), role === 'value' ? unitShort : changeUnit(unitShort));
}

/** @returns a note's number as value text: '−4,660.428227' → '-4660.428227'. */
function digitsOf(text: string): string {
  const [, sign = '', digits = ''] = /^([-−+±]?)\$?([\d,]+(?:\.\d+)?)/.exec(text) ?? [];
  return `${sign === '-' || sign === '−' ? '-' : ''}${digits.replaceAll(',', '')}`;
}

function wordOf(id: string, { role, date, from, was, text }: Extract<NotePart, { role: string }>): string {
  if (role === 'median') return numberWord(id, date, 'median', text.replaceAll(',', ''));
  if (role === 'value') return was === undefined ? numberWord(id, date) : numberWord(id, date, 'was', was);
  return from === undefined ? numberWord(id, date, 'revised', was) : numberWord(id, date, 'from', from);
}

/** 'Texas: Initial claims, NSA: 16,241 claims on 2025-03-08.', number explained. @param id the series' id */
export function newestParts(id: string, newest: { date: string; value: string }): SentencePart[] {
  const [dataset = '', code = ''] = id.split('.');
  const series = findSeries(dataset, code);
  return plainly(() => [
    `${titleOfId(id)}: `,
    {
      text: series ? wholeAmount(newest.value, series) : newest.value,
      explain: numberWord(id, newest.date),
      ...(series && { short: shortAmount(newest.value, series) }),
    },
    ` on ${newest.date}.`,
  ]);
}

/** '2024-11: 8,031 → 7,566 (−465)', with its numbers explained. @param id the series' id */
export function revisionParts(id: string, { date, old_value, new_value }: ChangedValue): SentencePart[] {
  const change = revisionOf({ oldValue: old_value, newValue: new_value });
  return plainly(() => [
    `${dateOfPeriod(id, date)}: `,
    { text: groupDigits(old_value), explain: numberWord(id, date, 'was', old_value) },
    ' → ',
    { text: groupDigits(new_value), explain: numberWord(id, date) },
    ' (',
    { text: signedText(change), explain: numberWord(id, date, 'revised', old_value) },
    ')',
  ]);
}

/** '2024-11' for a monthly series, otherwise the day. */
function dateOfPeriod(id: string, date: string): string {
  const [dataset = '', code = ''] = id.split('.');
  return findSeries(dataset, code)?.frequency === 'Monthly' ? date.slice(0, 7) : date;
}

export function titleOfId(id: string): string {
  const choice = parseSeriesId(id);
  if (choice) return shortTitle(choice);
  const [dataset = '', code = ''] = id.split('.');
  return findSeries(dataset, code)?.title ?? code;
}

export const titleOfCode = (dataset: string, code: string): string =>
  findSeries(dataset, code)?.title ?? code;

/**
 * A number of a series, as a word of the address: `SERIES.on.DATE` an observation, `….from.DATE` its change
 * since another date, `….was.OLD` its value before a revision, `….revised.OLD` the amount of the revision,
 * `….median.SIZE` the median size of all recorded revisions. For a list of constituents: its number of
 * members.
 */
export type NumberWord = {
  id: string;
  date: string;
  what: 'value' | 'from' | 'was' | 'revised' | 'median';
  /** The other date, the old value or the median; '' for a value. */
  other: string;
};

const FORM =
  /^([\w.]+?)\.on\.(\d{4}-\d{2}-\d{2})(?:\.from\.(\d{4}-\d{2}-\d{2})|\.(was|revised|median)\.(-?\d+(?:\.\d+)?))?$/;

export function numberWord(id: string, date: string, what: NumberWord['what'] = 'value', other = ''): string {
  return what === 'value' ? `${id}.on.${date}` : `${id}.on.${date}.${what}.${other}`;
}

/** @returns the number that a word names; `undefined` if the word is invalid. */
export function parseNumberWord(text: string): NumberWord | undefined {
  const [, id, date, from, what, old] = FORM.exec(text) ?? [];
  if (id === undefined || date === undefined) return undefined;
  if (from !== undefined) return { id, date, what: 'from', other: from };
  if (what !== undefined) return { id, date, what: what as 'was' | 'revised' | 'median', other: old ?? '' };
  return { id, date, what: 'value', other: '' };
}
