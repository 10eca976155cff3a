import { isStateCode, STATES } from '../contract/states.ts';
import { findDataset, findSeries } from '../datasets/index.ts';
import type { Dataset, Series } from '../datasets/types.ts';
import type { LineId, SeriesChoice, SeriesId } from './types.ts';

/** @returns `dataset.code` or `dataset.code.STATE`: the identity of a series in addresses and caches. */
export function seriesId({ dataset, code, area }: SeriesChoice): SeriesId {
  return area === '' ? `${dataset}.${code}` : `${dataset}.${code}.${area}`;
}

/** @returns the identity of a formula among the lines. */
export function formulaId({ text }: { text: string }): LineId {
  return `=${text}`;
}

/** @returns the series that an id names, or `undefined` where the catalogue has no such series or the state is no state. */
export function parseSeriesId(text: string): SeriesChoice | undefined {
  const [dataset = '', code = '', area = '', ...more] = text.split('.');
  const known = findDataset(dataset);
  if (more.length > 0 || known === undefined || findSeries(dataset, code) === undefined) return undefined;
  // Constituents are lists of one day: no series over time that a chart could show.
  if (known.historyFrom === null) return undefined;
  if (known.byState !== (area !== '') || (area !== '' && !isStateCode(area))) return undefined;
  return { dataset, code, area };
}

/** @returns what the catalogue says of a series. A series out of `parseSeriesId` is always in it. */
export function entryOf(choice: SeriesChoice): { dataset: Dataset; series: Series } {
  const dataset = findDataset(choice.dataset);
  const series = findSeries(choice.dataset, choice.code);
  if (!dataset || !series) throw new Error(`The catalogue has no series ${choice.dataset}.${choice.code}.`);
  return { dataset, series };
}

/** @returns the title, with the state where the series belongs to one: 'California: Initial claims'. */
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
