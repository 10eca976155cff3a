import type { CatalogSeries } from '../../service/contract/catalog.ts';
import { type SeriesChoice, shortTitle } from '../../service/datasets/series-choice.ts';
import type { Series } from '../../service/datasets/types.ts';
import { unitScale } from '../../service/series-math/unit-scale.ts';
import { listText } from '../../service/view/index.ts';

/** Why no other series can be chosen. 'Eight' is `MOST_SERIES`. */
export const FULL_SHORT = 'Eight lines are shown';
export const FULL_TEXT = `${FULL_SHORT}: remove one to add another.`;

/** @returns which series did not fit beside the others: 'Not added: A, B and C.' */
export function notAddedText(left: readonly SeriesChoice[]): string {
  return `Not added: ${listText(left.map(shortTitle))}.`;
}

/** @returns 'Weekly · SA · claims', 'Monthly · SA · persons': what is counted, since the short value beside it is in that unit. */
export function seriesFactsText({ frequency, seasonalAdjustment, unit }: Series): string {
  return [frequency, seasonalAdjustment, unitScale(unit).noun || unit].join(' · ');
}

export function heldYears(held: CatalogSeries | undefined): string {
  if (!held?.first_date || !held.last_date) return 'no data yet';
  // Word joiners keep the years on one line.
  return `${held.first_date.slice(0, 4)}\u2060–\u2060${held.last_date.slice(0, 4)}`;
}
