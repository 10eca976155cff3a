import { findDataset } from '../../service/contract/catalogue/index.ts';
import { ECONOMIC_PREFIX } from '../../service/contract/names.ts';
import { isStateCode, STATES } from '../../service/contract/states.ts';
import { parseSeriesId } from '../api/index.ts';
import { addSeries } from './change-view.ts';
import type { View } from './types.ts';
import { parseView, type ViewSearch } from './view-search.ts';

/**
 * Reads an address of the API, whole or from its path on, as a view: what `requestsOf` writes comes back as the same chart.
 * @returns `undefined` where the text is no address of the economic data or of yields; problems as sentences where parts of it
 * could not be shown. A key in it is left where it is.
 */
export function viewOfApiUrl(text: string): { view: View; problems: readonly string[] } | undefined {
  const at = text.search(/\/(api\/v1\/economic-data|economic-data|yields)\//);
  if (at < 0) return undefined;
  const url = URL.parse(
    text
      .trim()
      .slice(at)
      .replace(/^\/economic-data/, ECONOMIC_PREFIX),
    'http://almanac.invalid',
  );
  if (url === null) return undefined;
  const [, , , , dataset = ''] = url.pathname.split('/');
  const isYields = url.pathname.startsWith('/yields/');
  const codes = isYields
    ? decodeURIComponent(url.pathname.slice('/yields/'.length)).replace(/^series=/, '')
    : url.searchParams.get('series');
  const id = isYields ? 'yields' : dataset;
  const known = findDataset(id);
  if (!known || codes === null) return undefined;
  const states = url.searchParams.get('state')?.split(',') ?? Object.keys(STATES).slice(0, 1);
  const areas = known.byState ? states.filter(isStateCode) : [''];
  const problems: string[] = [];
  const choices = codes.split(',').flatMap((code) =>
    areas.flatMap((area) => {
      const choice = parseSeriesId([id, code.trim(), area].filter((part) => part !== '').join('.'));
      if (!choice) problems.push(`There is no series '${code.trim()}' in ${known.title}.`);
      return choice ?? [];
    }),
  );
  const read = parseView(viewSearchOf(url.searchParams));
  const view = choices.reduce(addSeries, read.view);
  return choices.length === 0 ? undefined : { view, problems: [...problems, ...read.problems] };
}

function viewSearchOf(query: URLSearchParams): ViewSearch {
  const search: ViewSearch = { series: '' };
  const names = {
    date_from: 'from',
    date_to: 'to',
    units: 'units',
    index_date: 'index_date',
    frequency: 'frequency',
    aggregation_method: 'aggregation',
  } as const;
  for (const [asked, shown] of Object.entries(names) as [
    keyof typeof names,
    (typeof names)[keyof typeof names],
  ][]) {
    const value = query.get(asked);
    if (value !== null) search[shown] = value;
  }
  return search;
}
