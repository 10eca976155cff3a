import type { Catalog, CatalogSeries } from '../../service/contract/catalog.ts';
import type { Series } from '../../service/datasets/types.ts';
import { entryOf } from '../../service/view/index.ts';
import type { SeriesChoice } from '../api/index.ts';

/** @returns 'Weekly · SA · persons'. */
export function seriesFacts(series: Series): string {
  return [series.frequency, series.seasonalAdjustment, series.unit].join(' · ');
}

/** @returns the series' code here and its publishers' ids: 'initial_claims · FRED TXICLAIMS'. */
export function codesText(choice: SeriesChoice): string {
  const { series } = entryOf(choice);
  const ids = series.publisherIds.map(({ system, id }) => `${system} ${id.replace('{ST}', choice.area)}`);
  return [series.code, ...ids].join(' · ');
}

/** @returns what the store holds of a series (all states of it together), if the catalogue has come. */
export function heldOf(
  catalog: Catalog | undefined,
  { dataset, code }: SeriesChoice,
): CatalogSeries | undefined {
  return catalog?.datasets.find(({ id }) => id === dataset)?.series.find((series) => series.code === code);
}

/** @returns '1967–2026', or 'no data yet'. */
export function heldYears(held: CatalogSeries | undefined): string {
  if (!held?.first_date || !held.last_date) return 'no data yet';
  // Word joiners: a span of years is not broken over two lines.
  return `${held.first_date.slice(0, 4)}\u2060–\u2060${held.last_date.slice(0, 4)}`;
}
