import { dateText, dayNumber } from '../calendar/dates.ts';
import { today } from '../calendar/today.ts';
import { type Query, quoted, required, single } from './parameters.ts';
import { invalid } from './refusal.ts';

const EXAMPLES = { date_from: '2020-01-01', date_to: '2024-12-31', as_of: '2025-06-30' };

/**
 * @returns the asked range as day numbers, both included.
 * @throws Refusal 422 naming the parameter.
 */
export function dateRange(query: Query, now: Date): { from: number; to: number } {
  const from = day(query, 'date_from');
  const to = day(query, 'date_to');
  if (from > to) {
    throw invalid(
      'date_from',
      `date_from ${dateText(from)} is after date_to ${dateText(to)}. It must be on or before it.`,
    );
  }
  const latest = today(now);
  if (to > latest) {
    throw invalid(
      'date_to',
      `date_to ${dateText(to)} is in the future. The latest possible date is today, ${dateText(latest)}.`,
    );
  }
  return { from, to };
}

/**
 * @returns the day of `as_of`, at whose end (UTC) the data are to be told as they were known here; `undefined` where it is missing.
 * @throws Refusal 422.
 */
export function asOfParameter(query: Query, now: Date): number | undefined {
  const text = single(query, 'as_of', EXAMPLES.as_of);
  if (text === undefined) return undefined;
  const asOf = dayOf('as_of', text);
  const latest = today(now);
  if (asOf > latest) {
    throw invalid(
      'as_of',
      `as_of ${dateText(asOf)} is in the future: what will be known then is not known yet. The latest possible date is today, ${dateText(latest)}.`,
    );
  }
  return asOf;
}

function day(query: Query, name: 'date_from' | 'date_to'): number {
  return dayOf(name, required(query, name, EXAMPLES[name]));
}

function dayOf(name: keyof typeof EXAMPLES, text: string): number {
  const found = dayNumber(text);
  if (found !== undefined) return found;
  const reason = /^\d{4}-\d{2}-\d{2}$/.test(text)
    ? 'is not a day of the calendar'
    : 'is not a date in the form YYYY-MM-DD';
  throw invalid(name, `${name} ${quoted(text)} ${reason}. Write for example ${name}=${EXAMPLES[name]}.`);
}
