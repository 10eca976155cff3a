import { type Dataset, type DatasetId, findDataset, findSeries } from './index.ts';
import { isStateCode, STATES } from './states.ts';
import type { Series } from './types.ts';

/** One series over time that a user can choose. `area` is a state's postal code, or ''. */
export type SeriesChoice = { dataset: DatasetId; code: string; area: string };

/** Stable identity of a choice, also used in addresses: `ui_state_weekly_claims.initial_claims.CA`. */
export type SeriesId = string;

/** @returns `dataset.code` or `dataset.code.STATE`: the identity of a choice in addresses and caches. */
export function seriesId({ dataset, code, area }: SeriesChoice): SeriesId {
  return area === '' ? `${dataset}.${code}` : `${dataset}.${code}.${area}`;
}

/** @returns the choice that an id names; `undefined` if the catalogue has no such series or state. */
export function parseSeriesId(text: string): SeriesChoice | undefined {
  const [id = '', code = '', area = '', ...more] = text.split('.');
  const dataset = findDataset(id);
  if (more.length > 0 || !dataset || !findSeries(id, code)) return undefined;
  // A list has a single day, so a chart cannot show it.
  if (dataset.kind === 'list') return undefined;
  if (dataset.byState ? !isStateCode(area) : area !== '') return undefined;
  return { dataset: dataset.id, code, area };
}

/** @returns the catalogue's dataset and series of a choice. A choice from `parseSeriesId` is always there. */
export function entryOf(choice: SeriesChoice): { dataset: Dataset; series: Series } {
  const dataset = findDataset(choice.dataset);
  const series = findSeries(choice.dataset, choice.code);
  if (!dataset || !series) throw new Error(`The catalogue has no series ${choice.dataset}.${choice.code}.`);
  return { dataset, series };
}

/** @returns the title, with the state's name for a series by state. */
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

/** @returns Almanac's code of the series and its publishers' ids: 'initial_claims · FRED TXICLAIMS'. */
export function codesText(choice: SeriesChoice): string {
  const { series } = entryOf(choice);
  const ids = series.publisherIds.map(({ system, id }) => `${system} ${id.replace('{ST}', choice.area)}`);
  return [series.code, ...ids].join(' · ');
}
