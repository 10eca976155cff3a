import { dateText, dayNumber } from '../calendar/dates.ts';

/**
 * A contraction dated by NBER, as FRED shades it: from the first day (`YYYY-MM-DD`) of the peak's month to
 * the first day of the trough's month.
 */
export type Recession = { from: string; to: string };

/** The source of the dates, and the day up to which they are complete: NBER announces a peak months later. */
export const RECESSION_SOURCE = {
  name: 'NBER, US Business Cycle Expansions and Contractions',
  url: 'https://www.nber.org/research/data/us-business-cycle-expansions-and-contractions',
  checkedThrough: '2025-03-31',
};

export const RECESSIONS: readonly Recession[] = [
  { from: '1945-02-01', to: '1945-10-01' },
  { from: '1948-11-01', to: '1949-10-01' },
  { from: '1953-07-01', to: '1954-05-01' },
  { from: '1957-08-01', to: '1958-04-01' },
  { from: '1960-04-01', to: '1961-02-01' },
  { from: '1969-12-01', to: '1970-11-01' },
  { from: '1973-11-01', to: '1975-03-01' },
  { from: '1980-01-01', to: '1980-07-01' },
  { from: '1981-07-01', to: '1982-11-01' },
  { from: '1990-07-01', to: '1991-03-01' },
  { from: '2001-03-01', to: '2001-11-01' },
  { from: '2007-12-01', to: '2009-06-01' },
  { from: '2020-02-01', to: '2020-04-01' },
];

/** A recession as a bar, in day numbers. `isOngoing` if NBER has not dated its end; drawn lighter. */
export type RecessionBar = { from: number; to: number; isOngoing?: true };

/** @returns the recessions within a range of day numbers, cut to that range; one without `to` is ongoing. */
export function recessionBars(
  from: number,
  to: number,
  recessions: readonly { from: string; to?: string }[] = RECESSIONS,
): RecessionBar[] {
  return recessions
    .map((one) => ({
      from: Math.max(dayNumber(one.from) as number, from),
      to: one.to === undefined ? to : Math.min(dayNumber(one.to) as number, to),
      ...(one.to === undefined && { isOngoing: true as const }),
    }))
    .filter((bar) => bar.from < bar.to);
}

/** @returns the recession that contains a day number, or `undefined`. */
export function recessionAt(day: number): Recession | undefined {
  const date = dateText(day);
  return RECESSIONS.find(({ from, to }) => from <= date && date <= to);
}
