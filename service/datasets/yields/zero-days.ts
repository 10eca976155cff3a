import { dateText } from '../../calendar/dates.ts';

/** A rate of a day, and the code of its maturity. */
type MaturityRate = { code: string; value: string };

/**
 * @returns whether a day has no curve although its file gives rates: all of them are 0, as on Good Friday 2017. Bills alone can have
 *   been at 0; no rate of a year or more ever was.
 */
export function isZeroDay(rates: readonly MaturityRate[]): boolean {
  return rates.some(({ code }) => code.endsWith('Y')) && rates.every(({ value }) => /^0(\.0+)?$/.test(value));
}

/** @returns a note on the days of a file that were left out, if there are any. */
export function zeroDayNotes(days: readonly number[]): string[] {
  const [first, ...others] = [...new Set(days)].sort((a, b) => a - b);
  if (first === undefined) return [];
  const rest = 'left out: every rate is 0, so there was no curve.';
  return [
    others.length === 0
      ? `${dateText(first)} was ${rest}`
      : `${others.length + 1} days, the first ${dateText(first)}, were ${rest}`,
  ];
}
