import { dateText } from '../calendar/dates.ts';

/** @returns `2020-03-09 to 2025-03-06` of two day numbers, one date where they are equal, '' without any. */
export function dayRangeText(first: number | null | undefined, last: number | null | undefined): string {
  if (first === null || first === undefined || last === null || last === undefined) return '';
  return first === last ? dateText(first) : `${dateText(first)} to ${dateText(last)}`;
}
