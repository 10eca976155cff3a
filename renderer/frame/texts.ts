import { shownDate } from '../../service/calendar/dates.ts';
import { daysText, freshnessText } from '../../service/calendar/freshness.ts';
import type { CatalogDataset, CatalogSeries } from '../../service/contract/catalog.ts';
import { shortened } from '../../service/contract/failure.ts';
import { type SeriesChoice, shortTitle } from '../../service/datasets/series-choice.ts';
import { inNumberStyle } from '../../service/series-math/decimal-text.ts';
import type { ListAsk } from '../api/index.ts';

type HeldDates = Pick<CatalogDataset, 'last_date'> & Partial<Pick<CatalogDataset, 'series'>>;

/** @returns the indices and funds with at least one stored list; each is as fresh as its newest list. */
export function heldLists({ series = [] }: Partial<Pick<CatalogDataset, 'series'>>): CatalogSeries[] {
  return series.filter(({ lists = [] }) => lists.length > 0);
}

/** @returns 'Data to 2026-11-19', or the oldest and newest last date if they differ. */
export function heldDaysText(datasets: readonly HeldDates[]): string {
  const own = datasets.flatMap((one): HeldDates[] => {
    const lists = heldLists(one);
    return lists.length > 0 ? lists : [one];
  });
  const dates = own.flatMap(({ last_date }) => last_date ?? []).sort();
  const [oldest, newest] = [dates[0], dates.at(-1)];
  if (oldest === undefined || newest === undefined) return 'No data yet';
  return oldest === newest
    ? `Data to ${shownDate(newest)}`
    : `Data to ${shownDate(oldest)} … ${shownDate(newest)}`;
}

/** Length in characters of the longest code that fits in the bar. */
const CODE_SIGNS = 24;

/** @returns 'IVV as of 2024-12-06', or the oldest and newest day of several lists. */
export function listsText(lists: readonly ListAsk[]): string {
  const dates = lists.map(({ date }) => date).sort();
  const [oldest = '', newest = ''] = [dates[0], dates.at(-1)];
  const [only, ...others] = lists;
  if (only && others.length === 0) return `${shortened(only.code, CODE_SIGNS)} as of ${shownDate(only.date)}`;
  const range = oldest === newest ? shownDate(oldest) : `${shownDate(oldest)} … ${shownDate(newest)}`;
  return `${lists.length} lists as of ${range}`;
}

type Dated = Pick<CatalogDataset, 'id' | 'title' | 'freshness'>;

/** @returns the late series: 'Quits, level, SA: 3 days late', 'A and B are late'; '' if none is late. */
export function lateNames(datasets: readonly Dated[], series: readonly SeriesChoice[]): string {
  const names = datasets.flatMap(({ id, title, freshness }) => {
    if (freshness?.state !== 'late') return [];
    const own = series.filter(({ dataset, code }) => dataset === id && freshness.behind.includes(code));
    // A series may be shown several times.
    const shown = new Set(own.length > 0 ? own.map(shortTitle) : [title]);
    return [...shown].map((name) => ({
      name,
      days: freshness.days_late,
    }));
  });
  const [first, second, ...others] = names;
  if (first === undefined) return '';
  if (second === undefined) return `${first.name}: ${inNumberStyle(daysText(first.days))} late`;
  if (others.length === 0) return `${first.name} and ${second.name} are late`;
  return `${first.name} and ${names.length - 1} others are late`;
}

/** @returns 'late 12 days' for one dataset, '3 late' for several; '' if none is late. */
export function lateText(datasets: readonly Pick<CatalogDataset, 'freshness'>[]): string {
  const late = datasets.flatMap(({ freshness }) => (freshness?.state === 'late' ? freshness.days_late : []));
  const [days] = late;
  if (days === undefined) return '';
  return datasets.length > 1 ? `${late.length} late` : `late ${inNumberStyle(daysText(days))}`;
}

/** @returns `freshnessText` in the user's number style: 'Late 1.326 days'. */
export function shownFreshness(freshness: CatalogDataset['freshness']): string {
  return inNumberStyle(freshnessText(freshness));
}

/** @returns '1.24 GB', '37.2 MB', '4 KB'; decimal units. */
export function sizeText(bytes: number): string {
  if (bytes >= 1_000_000_000) return `${inNumberStyle((bytes / 1_000_000_000).toFixed(2))} GB`;
  if (bytes >= 1_000_000) return `${inNumberStyle((bytes / 1_000_000).toFixed(1))} MB`;
  return `${Math.max(1, Math.round(bytes / 1_000))} KB`;
}
