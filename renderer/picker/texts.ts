import type { CatalogSeries } from '../../service/contract/catalog.ts';
import { type SeriesChoice, shortTitle } from '../../service/datasets/series-choice.ts';
import type { Series } from '../../service/datasets/types.ts';
import { unitScale } from '../../service/series-math/unit-scale.ts';
import { listText } from '../../service/view/index.ts';

/** Why no more series can be chosen. 'Eight' is `MOST_SERIES`. */
export const FULL_SHORT = 'Eight lines are shown';
export const FULL_TEXT = `${FULL_SHORT}: remove one to add another.`;

/** @returns 'Not added: A, B and C.' for the series that did not fit into the chart. */
export function notAddedText(left: readonly SeriesChoice[]): string {
  return `Not added: ${listText(left.map(shortTitle))}.`;
}

/** @returns 'Weekly · SA · claims', 'Monthly · SA · persons': the unit of the short value beside it. */
export function seriesFactsText({ frequency, seasonalAdjustment, unit }: Series): string {
  return [frequency, seasonalAdjustment, unitScale(unit).noun || unit].join(' · ');
}

export function heldYears(held: CatalogSeries | undefined): string {
  if (!held?.first_date || !held.last_date) return 'no data yet';
  // Word joiners keep the years on one line.
  return `${held.first_date.slice(0, 4)}\u2060–\u2060${held.last_date.slice(0, 4)}`;
}
