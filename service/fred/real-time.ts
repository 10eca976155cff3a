import { invalid, type Site } from '../api/index.ts';
import { dateText, dayNumber, instantText } from '../calendar/dates.ts';
import { latestDay, today } from '../calendar/today.ts';

/** A real-time period: the days on which values were known here, as day numbers, both included. */
export type RealTime = {
  start: number;
  end: number;
  /** The end as an instant of the store; `undefined` where it is today or later: as known now. */
  asOf: string | undefined;
};

/** FRED's first and last day of all real time. */
export const EARLIEST = '1776-07-04';
export const LATEST = '9999-12-31';

/**
 * @param words as they were asked for, each a day. @param usual what is taken where they are missing; today without it.
 * @throws Refusal 422 where the period ends before it begins, or begins in the future, wherever the client is.
 */
export function realTimeOf(
  words: { realtime_start?: string | undefined; realtime_end?: string | undefined },
  now: Date,
  usual?: { start: string; end: string },
): RealTime {
  const last = today(now);
  const latest = latestDay(now);
  const asked = dayNumber(words.realtime_start ?? usual?.start ?? '');
  const end = dayNumber(words.realtime_end ?? usual?.end ?? '') ?? Math.max(last, asked ?? last);
  const start = asked ?? Math.min(last, end);
  if (start > end)
    throw invalid(
      'realtime_start',
      `The date set by variable realtime_start, ${dateText(start)}, is after that set by realtime_end, ${dateText(end)}.`,
    );
  if (start > latest)
    throw invalid(
      'realtime_start',
      `realtime_start ${dateText(start)} is in the future.  The latest possible date is ${dateText(latest)}, today in the easternmost time zone.`,
    );
  return { start, end, asOf: end >= last ? undefined : instantText(dateText(end)) };
}

/** @returns the period as FRED writes it. */
export function realTimeFacts({ start, end }: Pick<RealTime, 'start' | 'end'>): {
  realtime_start: string;
  realtime_end: string;
} {
  return { realtime_start: dateText(start), realtime_end: dateText(end) };
}

/** Values with the instant at which this Almanac first knew each (ISO 8601, UTC). */
type SeenValues = ReturnType<Site['reader']['valuesSeen']>;
/** A value, and the days on which it was the known one: from `start` up to, but not with, `end`. */
export type KnownValue = { day: number; value: string; start: number; end: number };

/**
 * @param values of a series by day, then in the order in which they were stored. That order decides, as for `as_of`, even where a clock was
 * set back. Of several values that came on one day the last counts.
 * @returns the values by day, then by when they were known.
 */
export function knownValues(values: SeenValues): KnownValue[] {
  const found: KnownValue[] = [];
  let end = Number.POSITIVE_INFINITY;
  for (let i = values.length - 1; i >= 0; i--) {
    const { day, value, seen } = values[i] as SeenValues[number];
    if (values[i + 1]?.day !== day) end = Number.POSITIVE_INFINITY;
    const start = dayNumber(seen.slice(0, 10)) ?? 0;
    if (start < end) found.push({ day, value, start, end });
    end = Math.min(end, start);
  }
  return found.reverse();
}
