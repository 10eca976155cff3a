import { isPreset, lastOf, rangeProblem, readBack, resolveRange } from '../../service/view/index.ts';
import type { DateRange, Preset, RangeChoice } from '../../service/view/types.ts';
import { parseDate, readDate, readOpen } from './parse-date.ts';
import { rangeWords } from './saved-ranges.ts';

export const RANGE_FORMS = '5Y, 2008Q1.., FY2022 to FY2024 or 2008Q1 to 2010Q4';

/** A range, and a sentence that says how the text was understood; or what is wrong with it. */
export type ParsedRange = { choice: RangeChoice; meaning: string } | { problem: string };

/** 'A to B', 'A..B', 'A..', 'A to': two dates, of which the last may be missing. */
const FROM_TO = /^(?:from\s+)?(.+?)(?:\s*\.\.+\s*|\s+to(?:\s+|$)|\s+[–—]\s+|\s+-\s+)(.*)$/i;

/**
 * Reads a whole range: a length ('5Y', '18M', 'max'), two dates ('2008Q1 to 2010Q4') or an open end ('2008Q1..').
 * @param held first and last day of the shown data. @param today the latest day that a range may have.
 * @returns `undefined` of a text that is no range, which may be one date.
 */
export function parseRange(
  text: string,
  { held, today }: { held: DateRange; today: string },
): ParsedRange | undefined {
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
  if ('problem' in from) return { problem: from.problem };
  if (last === '' || last.toLowerCase() === 'latest')
    return { choice: { since: from.date }, meaning: `From ${from.date} on. It moves on with new data.` };
  const to = parseDate(last, 'to', context);
  if ('problem' in to) return { problem: to.problem };
  const problem = rangeProblem(from.date, to.date);
  if (problem !== undefined) return { problem };
  return { choice: { from: from.date, to: to.date }, meaning: `${from.date} to ${to.date}.` };
}

/**
 * Reads a text that is nothing but a range, where no field says which end a date is of: what `parseRange` reads, a period
 * ('FY2024', 'Mar 2020'), 'since Feb 2020', or a day, with which the range begins.
 * @returns `undefined` of any other text, such as the name of a series.
 */
export function parseWhole(
  text: string,
  context: { held: DateRange; today: string },
): ParsedRange | undefined {
  const { text: typed, isOpen } = readOpen(text.trim(), 'from');
  // 'today' and 'latest' are dates, but not ranges.
  if (!/\d/.test(typed) && readLength(typed) === undefined) return undefined;
  const range = isOpen ? undefined : parseRange(typed, context);
  if (range) return range;
  const ends = { today: context.today, anchor: context.held.to };
  const from = readDate(typed, 'from', ends);
  const to = readDate(typed, 'to', ends);
  if (!from || !to) return undefined;
  if ('problem' in from) return from;
  if ('problem' in to) return to;
  if (from.back) return parseRange(typed.replace(/^\D+/, ''), context);
  return parseRange(isOpen || from.date === to.date ? `${from.date}..` : `${from.date}..${to.date}`, context);
}

function readLength(typed: string): RangeChoice | undefined {
  const preset = (['YTD', 'Max'] as const satisfies Preset[]).find(
    (name) => name.toLowerCase() === typed.toLowerCase(),
  );
  if (preset) return { preset };
  if (isPreset(typed)) return { preset: typed };
  const back = /^\d/.test(typed) ? readBack(`-${typed}`) : undefined;
  return back && lastOf(back);
}
