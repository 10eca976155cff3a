import { dateText, dayNumber, daysFromCivil } from '../../service/contract/dates.ts';

/**
 * @param date a real day, `YYYY-MM-DD`.
 * @returns the day `months` later (negative: earlier), on the same day of the month or on the month's last day where it has
 * no such day: 2024-03-31 − 1 month is 2024-02-29. Not before 0001-01-01.
 */
export function shiftMonths(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const index = year * 12 + (month - 1) + months;
  if (index < 12) return '0001-01-01';
  const target = { year: Math.floor(index / 12), month: (index % 12) + 1 };
  return dateText(
    Math.min(daysFromCivil(target.year, target.month, day), lastDayOfMonth(target.year, target.month)),
  );
}

/** @returns the day `days` later (negative: earlier). Not before 0001-01-01. */
export function shiftDays(date: string, days: number): string {
  const first = daysFromCivil(1, 1, 1);
  return dateText(Math.max(first, (dayNumber(date) ?? first) + days));
}

/** @returns the day number of the last day of a month. */
export function lastDayOfMonth(year: number, month: number): number {
  return month === 12 ? daysFromCivil(year, 12, 31) : daysFromCivil(year, month + 1, 1) - 1;
}

/** Today as the API understands it: the later of the UTC and the local day, so that nobody's today is in the future. */
export function today(now: Date = new Date()): string {
  const utc = dayNumber(now.toISOString().slice(0, 10)) ?? 0;
  const local = daysFromCivil(now.getFullYear(), now.getMonth() + 1, now.getDate());
  return dateText(Math.max(utc, local));
}
