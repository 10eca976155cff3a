import type { Catalog, CatalogSeries } from '../../service/contract/catalog.ts';
import { isStateCode, STATES } from '../../service/contract/states.ts';
import { findDataset, findSeries } from '../../service/datasets/index.ts';
import type { Dataset, Series } from '../../service/datasets/types.ts';
import type { SeriesChoice } from '../api/index.ts';

/** What the catalogue says of a choice. A choice out of `parseSeriesId` is always in it. */
export function entryOf(choice: SeriesChoice): { dataset: Dataset; series: Series } {
  const dataset = findDataset(choice.dataset);
  const series = findSeries(choice.dataset, choice.code);
  if (!dataset || !series) throw new Error(`The catalogue has no series ${choice.dataset}.${choice.code}.`);
  return { dataset, series };
}

/** @returns the title, with the state where the series belongs to one. */
export function seriesTitle(choice: SeriesChoice): string {
  const { title } = entryOf(choice).series;
  return isStateCode(choice.area) ? `${STATES[choice.area]}: ${title.replace(' by state', '')}` : title;
}

/** @returns the title short enough for a chip, a column or a tooltip: 'Initial claims, SA'. */
export function shortTitle(choice: SeriesChoice): string {
  return seriesTitle(choice)
    .replace(/,? not seasonally adjusted/i, ', NSA')
    .replace(/,? seasonally adjusted( annual rate)?/i, (_, annual) => (annual ? ', SAAR' : ', SA'));
}

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
