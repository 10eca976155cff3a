import type { CatalogSeries } from '../../service/contract/catalog.ts';

/** Why no other series can be chosen: `MOST_SERIES` in words. */
export const FULL_TEXT = 'Eight lines are shown: remove one to add another.';

/** @returns '1967–2026', or 'no data yet'. */
export function heldYears(held: CatalogSeries | undefined): string {
  if (!held?.first_date || !held.last_date) return 'no data yet';
  // Word joiners: a span of years is not broken over two lines.
  return `${held.first_date.slice(0, 4)}\u2060–\u2060${held.last_date.slice(0, 4)}`;
}
