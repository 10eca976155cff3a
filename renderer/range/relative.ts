import { shiftDays, shiftMonths } from '../../service/calendar/dates.ts';

export const PERIODS = { D: 'day', W: 'week', M: 'month', Q: 'quarter', Y: 'year' } as const;
export type PeriodUnit = keyof typeof PERIODS;

/** So many periods back, as it is typed and stands in the URL: `-18M`. */
export type Back = `-${number}${PeriodUnit}`;

/** @returns the text as it is written everywhere; `undefined` where it is none. Letters of any case, any kind of minus. */
export function readBack(text: string): Back | undefined {
  const found = /^\s*[-−–]\s*(\d{1,4})\s*([DWMQY])\s*$/i.exec(text);
  const count = Number(found?.[1]);
  return found && count > 0 ? `-${count}${(found[2] as string).toUpperCase() as PeriodUnit}` : undefined;
}

/** @returns the day that lies so far before `date`, not before 0001-01-01. */
export function dayBack(date: string, back: Back): string {
  const count = Number(back.slice(1, -1));
  const unit = back.slice(-1) as PeriodUnit;
  if (unit === 'D' || unit === 'W') return shiftDays(date, -count * (unit === 'W' ? 7 : 1));
  return shiftMonths(date, -count * { M: 1, Q: 3, Y: 12 }[unit]);
}

/** @returns '18 months', '1 year'. */
export function backWords(back: Back): string {
  const count = Number(back.slice(1, -1));
  return `${count} ${PERIODS[back.slice(-1) as PeriodUnit]}${count === 1 ? '' : 's'}`;
}
