import type { CatalogDataset } from '../../service/contract/catalog.ts';

/** @returns 'Data to 2026-11-19', or the oldest and newest last date where they differ. */
export function rangeText(datasets: readonly Pick<CatalogDataset, 'last_date'>[]): string {
  const dates = datasets.flatMap(({ last_date }) => last_date ?? []).sort();
  const [oldest, newest] = [dates[0], dates.at(-1)];
  if (newest === undefined) return 'No data yet';
  return oldest === newest ? `Data to ${newest}` : `Data to ${oldest} … ${newest}`;
}

/** @returns 'late 12 days' for one dataset, '3 late' for several; '' where none is late. */
export function lateText(datasets: readonly Pick<CatalogDataset, 'freshness'>[]): string {
  const late = datasets.flatMap(({ freshness }) => (freshness?.state === 'late' ? freshness.days_late : []));
  const [days] = late;
  if (days === undefined) return '';
  return datasets.length > 1 ? `${late.length} late` : `late ${days} ${days === 1 ? 'day' : 'days'}`;
}
