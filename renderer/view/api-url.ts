import { ECONOMIC_PREFIX } from '../../service/contract/names.ts';
import { type Dataset, findDataset, MARKET_OBSERVATIONS } from '../../service/datasets/index.ts';
import { parseSeriesId, type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { isStateCode, STATES } from '../../service/datasets/states.ts';
import { pickViewSearch, type ViewSearch } from '../../service/view/index.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { addSeries, hasSeries } from './change-view.ts';
import { parseView } from './parse-view.ts';

/**
 * Reads a URL of the API, or its path and query, as a view, so that a copied request can be pasted and shown as a chart.
 * @returns the view, and a sentence for each part that could not be shown; `undefined` where the text is not a URL of the API for a
 * view, economic data or yields. A key in the URL is ignored.
 */
export function viewOfApiUrl(text: string): { view: View; problems: readonly string[] } | undefined {
  const query = /\/view\?(.*)/s.exec(text)?.[1];
  if (query !== undefined) return viewOfRequest(new URLSearchParams(query.trim()));
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
  const codes = isYields ? codesOfPath(url.pathname) : url.searchParams.get('series');
  const known = isYields ? MARKET_OBSERVATIONS : findDataset(dataset);
  if (!known || codes === null) return undefined;
  const problems: string[] = [];
  const choices = choicesOf(known, words(codes), url.searchParams, problems);
  if (choices.length === 0) return undefined;
  const read = parseView(viewSearchOf(url.searchParams, isYields ? YIELDS_NAMES : NAMES));
  const view = choices.reduce(addSeries, read.view);
  const left = choices.filter((choice) => !hasSeries(view, seriesId(choice)));
  if (left.length > 0) problems.push(noRoom(known, url.searchParams, choices.length, left));
  return { view, problems: [...problems, ...read.problems] };
}

/** Reads the query of `GET /api/v1/view`. */
function viewOfRequest(query: URLSearchParams): { view: View; problems: readonly string[] } {
  const given = Object.fromEntries(query);
  const { date_from: from = given.from, date_to: to = given.to } = given;
  return parseView(pickViewSearch({ ...given, from, to }));
}

function codesOfPath(path: string): string | null {
  try {
    return decodeURIComponent(path.slice('/yields/'.length)).replace(/^series=/, '');
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** @returns every requested series, for every requested state. Adds a sentence to `problems` for each that does not exist. */
function choicesOf(
  dataset: Dataset,
  codes: readonly string[],
  query: URLSearchParams,
  problems: string[],
): SeriesChoice[] {
  const states = words(query.get('state') ?? Object.keys(STATES).join(','));
  for (const state of dataset.byState ? states : [])
    if (!isStateCode(state)) problems.push(`There is no state '${state}'. It was left out.`);
  const areas = dataset.byState ? states.filter(isStateCode) : [''];
  return codes.flatMap((code) => {
    const found = areas.flatMap(
      (area) => parseSeriesId([dataset.id, code, area].filter((part) => part !== '').join('.')) ?? [],
    );
    if (found.length === 0 && areas.length > 0)
      problems.push(`There is no series '${code}' in ${dataset.title}.`);
    return found;
  });
}

/** @returns a sentence that says why some of the lines are left out. */
function noRoom(
  dataset: Dataset,
  query: URLSearchParams,
  count: number,
  left: readonly SeriesChoice[],
): string {
  if (dataset.byState && !query.has('state'))
    return `The request names no state, and means all ${Object.keys(STATES).length}. A chart has room for ${MOST_SERIES} lines: the first are shown, of ${count}.`;
  return `A chart has room for ${MOST_SERIES} lines. ${left.map((choice) => `'${seriesId(choice)}'`).join(', ')} ${left.length === 1 ? 'was' : 'were'} left out.`;
}

function words(list: string): string[] {
  return [...new Set(list.split(',').map((word) => word.trim()))].filter((word) => word !== '');
}

/** The API's parameters, and the words of an address that say the same. */
const NAMES = {
  date_from: 'from',
  date_to: 'to',
  units: 'units',
  index_date: 'index_date',
  frequency: 'frequency',
  aggregation_method: 'aggregation',
  as_of: 'as_of',
} as const satisfies Readonly<Record<string, keyof ViewSearch>>;
/** The chart of yields' rows has all days. */
const YIELDS_NAMES = { as_of: 'as_of' } as const;

function viewSearchOf(query: URLSearchParams, names: Readonly<Record<string, keyof ViewSearch>>): ViewSearch {
  const search: ViewSearch = { series: '' };
  for (const [parameter, name] of Object.entries(names)) {
    const value = query.get(parameter);
    if (value !== null) search[name] = value.trim();
  }
  return search;
}
