import { daysFromCivil } from '../contract/dates.ts';

/** @returns the day number of today: the later of the UTC and the local day, so that no one's newest data are 'future'. */
export function today(now: Date): number {
  const utc = daysFromCivil(now.getUTCFullYear(), now.getUTCMonth() + 1, now.getUTCDate());
  const local = daysFromCivil(now.getFullYear(), now.getMonth() + 1, now.getDate());
  return Math.max(utc, local);
}
