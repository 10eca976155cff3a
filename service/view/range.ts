import { dateText, dayNumber, shiftDays, shiftMonths } from '../calendar/dates.ts';
import { withWholePeriods } from '../series-math/periods.ts';
import type { Cadence } from '../series-math/types.ts';
import {
  type AddressProblem,
  type Back,
  type DateRange,
  PRESETS,
  type Preset,
  type RangeChoice,
} from './types.ts';

/** Reads a number of periods, with any case and any minus. @returns its standard form, or `undefined` */
export function readBack(text: string): Back | undefined {
  const found = /^\s*[-−–]\s*(\d{1,4})\s*([DWMQY])\s*$/i.exec(text);
  const count = Number(found?.[1]);
  return found && count > 0 ? (`-${count}${found[2]?.toUpperCase()}` as Back) : undefined;
}

/** @returns the day that far before `date`, but not before 0001-01-01. */
export function dayBack(date: string, back: Back): string {
  const count = Number(back.slice(1, -1));
  const unit = back.slice(-1);
  if (unit === 'D' || unit === 'W') return shiftDays(date, -count * (unit === 'W' ? 7 : 1));
  return shiftMonths(date, -count * (unit === 'M' ? 1 : unit === 'Q' ? 3 : 12));
}

export function isPreset(text: string): text is Preset {
  return (PRESETS as readonly string[]).includes(text);
}

export function lastOf(back: Back): RangeChoice {
  const name = back.slice(1);
  return isPreset(name) ? { preset: name } : { back };
}

/** From the first date of a value to the last observation. `observed`: the first observation, if any. */
export type Held = DateRange & { observed?: string };

export function resolveRange(choice: RangeChoice, held: Held): DateRange {
  const { observed = held.from, to: last } = held;
  const { from, to } = daysOf(choice, { from: observed, to: last });
  return { from: from <= observed && held.from < from ? held.from : from, to };
}

function daysOf(choice: RangeChoice, held: DateRange): DateRange {
  // An open range that begins after the last observation is its first day alone.
  if ('since' in choice) return { from: choice.since, to: [choice.since, held.to].sort()[1] as string };
  if ('back' in choice) return { from: dayBack(held.to, choice.back), to: held.to };
  if (!('preset' in choice)) return choice;
  return { from: presetFrom(choice.preset, held), to: held.to };
}

function presetFrom(preset: Preset, { from, to }: DateRange): string {
  if (preset === 'Max') return from;
  return preset === 'YTD' ? `${to.slice(0, 4)}-01-01` : dayBack(to, `-${preset}`);
}

/** A series' first and last observation, `YYYY-MM-DD` (null if none), and the cadence it is shown in. */
export type HeldSeries = { first: string | null; last: string | null; cadence: Cadence };

/** @param held each shown series. @param today `YYYY-MM-DD`. @returns the last ten years if all are empty */
export function rangeOfHeld(held: readonly HeldSeries[], today: string): Held {
  const there = held.flatMap(({ first, last, cadence }) => {
    const [from, to] = [dayNumber(first ?? ''), dayNumber(last ?? '')];
    return from === undefined || to === undefined ? [] : [{ from, to, cadence }];
  });
  if (there.length === 0) return { from: `${Number(today.slice(0, 4)) - 10}-01-01`, to: today };
  const dated = there.map((one) => withWholePeriods(one, { first: one.from, last: one.to }, one.cadence));
  return {
    from: dateText(Math.min(...dated.map(({ from }) => from))),
    to: dateText(Math.max(...there.map(({ to }) => to))),
    observed: dateText(Math.min(...there.map(({ from }) => from))),
  };
}

/** A range in an address: `range=5Y` or `range=-18M`, `from=2020-02-01`, or both days; empty for all data. */
export type RangeSearch = { range?: string; from?: string; to?: string };

export function rangeSearch(choice: RangeChoice): RangeSearch {
  if ('since' in choice) return { from: choice.since };
  if ('back' in choice) return { range: choice.back };
  if ('preset' in choice) return choice.preset === 'Max' ? {} : { range: choice.preset };
  return { from: choice.from, to: choice.to };
}

type RangeProblem = AddressProblem<'range' | 'from' | 'to'>;

/** @param latest `YYYY-MM-DD`, the last day that a range may name. @returns the range, or all its errors. */
export function readRangeWords(
  { range, from, to }: RangeSearch,
  latest: string,
): { choice: RangeChoice } | { problems: readonly RangeProblem[] } {
  if (from !== undefined && to === undefined && dayNumber(from) !== undefined && from <= latest)
    return { choice: { since: from } };
  if (from !== undefined || to !== undefined) {
    const problems = datesProblems(from, to, latest);
    return problems.length > 0 ? { problems } : { choice: { from: from as string, to: to as string } };
  }
  if (range === undefined) return { choice: { preset: 'Max' } };
  if (isPreset(range)) return { choice: { preset: range } };
  const back = readBack(range);
  if (back) return { choice: lastOf(back) };
  const what = `There is no range '${range}', only ${PRESETS.join(', ')} and such as -18M.`;
  return { problems: [{ parameter: 'range', message: what, refused: what, value: range }] };
}

function datesProblems(from: string | undefined, to: string | undefined, latest: string): RangeProblem[] {
  const isDay = (text: string | undefined): text is string => dayNumber(text ?? '') !== undefined;
  const problems: RangeProblem[] = [];
  if (!isDay(from)) problems.push(noDay('from', from ?? ''));
  if (to !== undefined && !isDay(to)) problems.push(noDay('to', to));
  if (isDay(to) && to > latest) problems.push(inFuture('to', to, latest));
  else if (to === undefined && isDay(from)) problems.push(inFuture('from', from, latest));
  const message = isDay(from) && isDay(to) ? rangeProblem(from, to) : undefined;
  const refused = `from ${from} is after to ${to}. It must be on or before it.`;
  if (message !== undefined) problems.push({ parameter: 'from', message, refused });
  return problems;
}

function noDay(parameter: 'from' | 'to', text: string): RangeProblem {
  const example = `for example ${parameter}=2020-02-01`;
  if (text === '') {
    const message = `The link's range has no ${parameter === 'from' ? 'first' : 'last'} day.`;
    return { parameter, message, refused: `${parameter} has no day. Add ${example}.`, value: text };
  }
  const message = `'${text}' in the link is not a day written as YYYY-MM-DD.`;
  const refused = `${parameter} '${text}' is not a day written as YYYY-MM-DD. Write ${example}.`;
  return { parameter, message, refused, value: text };
}

function inFuture(parameter: 'from' | 'to', day: string, latest: string): RangeProblem {
  return {
    parameter,
    message: `The link's range ${parameter === 'from' ? 'begins' : 'ends'} on ${day}, in the future.`,
    refused: `${parameter} ${day} is in the future. The latest possible date is ${latest}, today in the easternmost time zone. All there is needs no date: range=Max.`,
  };
}

export function rangeProblem(from: string, to: string): string | undefined {
  return from <= to ? undefined : `The range would begin on ${from} and end before that, on ${to}.`;
}
