import {
  dayNumber,
  inDateStyle,
  minuteText,
  shiftDays,
  shownDate,
  WEEKDAYS,
  weekday,
} from '../../service/calendar/dates.ts';
import type {
  CalendarRelease,
  ChangedValue,
  Changes,
  DatasetNews,
  NotePart,
} from '../../service/contract/brief.ts';
import { findDataset, findSeries } from '../../service/datasets/index.ts';
import { parseSeriesId, shortTitle } from '../../service/datasets/series-choice.ts';
import { revisionOf } from '../../service/series-math/brief/revisions.ts';
import { groupDigits, plainly, signedText } from '../../service/series-math/decimal-text.ts';
import type { ToldPart } from '../explain/types.ts';
import { numberWord } from './number-words.ts';

/** The sentences of the screen. */

/** @returns 'Friday 17:02 UTC' within a week, else '2026-11-13 17:02 UTC'. @param today `YYYY-MM-DD` */
export function momentText(instant: string, today: string): string {
  const day = dayNumber(instant.slice(0, 10));
  const isNear = day !== undefined && instant.slice(0, 10) > shiftDays(today, -7);
  return isNear ? `${WEEKDAYS[weekday(day)]} ${instant.slice(11, 16)} UTC` : minuteText(instant);
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
    ({ series, as_of, count }) => `${series} of ${shownDate(as_of)}, ${count} members`,
  );
  return `${title}: ${[countsText(news), ...lists].filter(Boolean).join('; ')}`;
}

/** 'Nothing new since Friday 17:02 UTC. Next: Weekly claims, Wed 2026-11-25, 08:30 ET.' */
export function nothingNewText(
  { since }: Pick<Changes, 'since'>,
  releases: readonly CalendarRelease[],
  now: string,
): string {
  const next = releases.find(({ at, is_here }) => at > now && !is_here);
  const first = since === '' ? 'Nothing new.' : `Nothing new since ${momentText(since, now.slice(0, 10))}.`;
  return next ? `${first} Next: ${findDataset(next.dataset)?.title}, ${inDateStyle(next.text)}.` : first;
}

/** @param id of the series. @returns the note with the word of the address that explains each number. */
export function toldNote(id: string, parts: readonly NotePart[]): ToldPart[] {
  return parts.map((part) => ('role' in part ? { text: part.text, explain: wordOf(id, part) } : part.text));
}

function wordOf(id: string, { role, date, from, was }: Extract<NotePart, { role: string }>): string {
  if (role === 'value') return was === undefined ? numberWord(id, date) : numberWord(id, date, 'was', was);
  return from === undefined ? numberWord(id, date, 'revised', was) : numberWord(id, date, 'from', from);
}

/** '2024-11: 8,031 → 7,566 (−465)', its numbers explained. @param id of the series */
export function toldRevision(id: string, { date, old_value, new_value }: ChangedValue): ToldPart[] {
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

/** '2024-11' of a monthly series, else the day. */
function dateOfPeriod(id: string, date: string): string {
  const [dataset = '', code = ''] = id.split('.');
  return findSeries(dataset, code)?.frequency === 'Monthly' ? date.slice(0, 7) : date;
}

/** @returns a told sentence as plain text. */
export const plainText = (parts: readonly ToldPart[]): string =>
  parts.map((part) => (typeof part === 'string' ? part : part.text)).join('');

/** @returns the title of a series by its id. */
export function titleOf(id: string): string {
  const choice = parseSeriesId(id);
  if (choice) return shortTitle(choice);
  const [dataset = '', code = ''] = id.split('.');
  return findSeries(dataset, code)?.title ?? code;
}

/** @returns the title of a series by its code. */
export const titleOfCode = (dataset: string, code: string): string =>
  findSeries(dataset, code)?.title ?? code;
