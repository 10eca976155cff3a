import { ECONOMIC_PREFIX } from '../../service/contract/names.ts';
import { findChoices } from '../../service/datasets/find-choices.ts';
import { type Dataset, findDataset, MARKET_OBSERVATIONS } from '../../service/datasets/index.ts';
import { entryOf, parseSeriesId, type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import { isStateCode, STATES } from '../../service/datasets/states.ts';
import {
  frequencyCode,
  isAggregation,
  isAskedFrequency,
  isUnits,
  listOfFrequencies,
} from '../../service/series-math/fred-codes.ts';
import { cadenceOf, isSameCadence, outputCadence } from '../../service/series-math/frequency.ts';
import { listText, pickViewSearch, type ViewSearch } from '../../service/view/index.ts';
import { type LineStyle, MOST_SERIES, type View } from '../../service/view/types.ts';
import { addLine, addSeries, hasSeries } from './change-view.ts';
import { parseView } from './parse-view.ts';

/** The view of an address, and a sentence for each part that could not be shown. */
type PastedView = { view: View; problems: readonly string[] };

/** Reads an API URL, or its path and query; `undefined` for other texts. Ignores an API key in it. */
export function viewOfApiUrl(text: string): PastedView | undefined {
  const query = /\/view\?(.*)/s.exec(text)?.[1];
  if (query !== undefined) {
    const given = Object.fromEntries(new URLSearchParams(query.trim()));
    const { date_from: from = given.from, date_to: to = given.to } = given;
    return parseView(pickViewSearch({ ...given, from, to }));
  }
  const at = text.search(/\/(api\/v1\/economic-data|economic-data|yields)\//);
  if (at < 0) return undefined;
  const path = text
    .trim()
    .slice(at)
    .replace(/^\/economic-data/, ECONOMIC_PREFIX);
  const url = URL.parse(path, 'http://almanac.invalid');
  if (url === null) return undefined;
  const { pathname, searchParams } = url;
  const isYields = pathname.startsWith('/yields/');
  const codes = isYields ? codesOfPath(pathname) : searchParams.get('series');
  const known = isYields ? MARKET_OBSERVATIONS : findDataset(pathname.split('/')[4] ?? '');
  if (!known || codes === null) return undefined;
  const problems: string[] = [];
  const choices = choicesOf(known, words(codes), searchParams, problems);
  if (choices.length === 0) return undefined;
  const read = parseView(viewSearchOf(searchParams, isYields ? YIELDS_NAMES : NAMES));
  const view = choices.reduce(addSeries, read.view);
  const left = choices.map(seriesId).filter((id) => !hasSeries(view, id));
  if (left.length > 0 && known.byState && !searchParams.has('state'))
    problems.push(
      `The request names no state, so it means all ${Object.keys(STATES).length}. A chart has room for ${MOST_SERIES} lines: the first are shown, of ${choices.length}.`,
    );
  else if (left.length > 0)
    problems.push(
      `A chart has room for ${MOST_SERIES} lines. ${left.map((id) => `'${id}'`).join(', ')} ${left.length === 1 ? 'was' : 'were'} left out.`,
    );
  return { view, problems: [...problems, ...read.problems] };
}

function codesOfPath(path: string): string | null {
  try {
    return decodeURIComponent(path.slice('/yields/'.length)).replace(/^series=/, '');
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

/** @returns each requested series for each requested state; unknown ones add sentences to `problems`. */
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
    const ids = areas.map((area) => [dataset.id, code, area].filter((part) => part !== '').join('.'));
    const found = ids.flatMap((id) => parseSeriesId(id) ?? []);
    if (found.length === 0 && areas.length > 0)
      problems.push(`There is no series '${code}' in ${dataset.title}.`);
    return found;
  });
}

function words(list: string): string[] {
  return [...new Set(list.split(',').map((word) => word.trim()))].filter((word) => word !== '');
}

/** The API's parameters, and the same parameters of Explore's address. */
const NAMES = {
  date_from: 'from',
  date_to: 'to',
  units: 'units',
  index_date: 'index_date',
  frequency: 'frequency',
  aggregation_method: 'aggregation',
  as_of: 'as_of',
} as const satisfies Readonly<Record<string, keyof ViewSearch>>;
/** Yields have no other parameters: their chart shows all days. */
const YIELDS_NAMES = { as_of: 'as_of' } as const;

function viewSearchOf(query: URLSearchParams, names: Readonly<Record<string, keyof ViewSearch>>): ViewSearch {
  const search: ViewSearch = { series: '' };
  for (const [parameter, name] of Object.entries(names)) {
    const value = query.get(parameter);
    if (value !== null) search[name] = value.trim();
  }
  return search;
}

/** Addresses of FRED's pages and API, and the paths that Almanac answers as FRED does. */
const FRED_HOSTS = /(^|\.)((al)?fred|api)\.stlouisfed\.org$/;
const FRED_PATHS = /^\/(graph\/fredgraph\.csv|fred\/series(\/observations)?)$/;

function fredUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim().replace(/^(?=(www\.)?((al)?fred|api)\.stlouisfed\.org)/, 'https://'));
  return url && (FRED_HOSTS.test(url.hostname) || FRED_PATHS.test(url.pathname)) ? url : undefined;
}

/** @returns the ids in a FRED address, one for each line of the graph; `undefined` for other texts. */
export function fredIds(text: string): string[] | undefined {
  const url = fredUrl(text);
  if (!url) return undefined;
  const path = FRED_HOSTS.test(url.hostname) ? url.pathname.replace('/series/observations', '') : '';
  const idInPath = (/\/(?:series|data)\/([A-Za-z0-9_]+)$/.exec(path)?.[1] ?? '').toUpperCase();
  const given = url.searchParams.get('id') ?? url.searchParams.get('series_id') ?? '';
  const listed = given.split(/[,\s]+/).map((id) => id.toUpperCase());
  const known = (listed.includes(idInPath) ? listed : [idInPath, ...listed]).filter((id) => id !== '');
  return known.length === 0 ? undefined : known;
}

/** @returns whether a text addresses a graph saved at FRED by a short name: only FRED knows its series. */
export function isSavedFredGraph(text: string): boolean {
  return fredUrl(text)?.searchParams.has('g') === true && fredIds(text) === undefined;
}

/** Reads a FRED address; `undefined` for a single series (searched by its id) and if no series is known. */
export function viewOfFredUrl(text: string, state: string): PastedView | undefined {
  const ids = fredIds(text) ?? [];
  const query = fredUrl(text)?.searchParams;
  const hasOtherParameters = OTHER_PARAMETERS.some((name) => (query?.get(name) ?? 'lin') !== 'lin');
  if (!query || (ids.length < 2 && !hasOtherParameters)) return undefined;
  const found = ids.map((id) => ({ id, choice: choiceOf(id, state) }));
  const unknown = found.flatMap(({ id, choice }) => (choice ? [] : [id]));
  if (unknown.length === ids.length) return undefined;
  // The first element of the first of these parameters that has a value.
  const first = (...names: string[]) => names.map((name) => query.get(name)?.split(',')[0]).find(Boolean);
  const from = first('cosd', 'observation_start');
  const to = first('coed', 'observation_end');
  const { view: empty, problems } = parseView({ series: '', ...(from && { from, ...(to && { to }) }) });
  const lines = found.flatMap(({ choice }, i) =>
    choice ? [{ choice, style: styleOf(query, choice, i) }] : [],
  );
  const left = lines.slice(MOST_SERIES).map(({ choice }) => seriesId(choice));
  return {
    view: lines.reduce((view, { choice, style }) => addLine(view, choice, style), empty),
    problems: [
      ...problems,
      ...(unknown.length > 0 ? [`Almanac does not have ${listText(unknown)}.`] : []),
      ...(left.length > 0 ? [`There is no room for ${listText(left)}.`] : []),
    ],
  };
}

/** Parameters of FRED's graphs and of its API that add more than the series. */
const OTHER_PARAMETERS = ['cosd', 'observation_start', 'transformation', 'units', 'fq', 'frequency'];

/** @param line index among the address's lines: a parameter has an element for each, or one for all */
function styleOf(query: URLSearchParams, choice: SeriesChoice, line: number): LineStyle {
  const word = (names: readonly string[], split = (text: string) => text.split(',')): string => {
    const parts = split(names.map((name) => query.get(name)).find((text) => text !== null) ?? '');
    return (parts.length === 1 ? parts[0] : parts[line])?.trim() ?? '';
  };
  const units = word(['transformation', 'units']);
  const frequency = frequencyCode(word(['fq', 'frequency'], listOfFrequencies));
  const method = word(['fam', 'aggregation_method']);
  const index = word(['nd']);
  const own = cadenceOf(entryOf(choice).dataset);
  const isLower = isAskedFrequency(frequency) && !isSameCadence(outputCadence(own, frequency), own);
  return {
    ...(isUnits(units) && units !== 'lin' && { units }),
    ...(units === 'nbd' && index !== '' && { indexDate: index }),
    ...(isLower && { frequency }),
    ...(isLower && isAggregation(method) && { aggregation: method }),
  };
}

function choiceOf(id: string, state: string): SeriesChoice | undefined {
  const [first] = findChoices(id, state);
  const isIt =
    first && entryOf(first).series.publisherIds.some((one) => one.id.replace('{ST}', first.area) === id);
  return isIt ? first : undefined;
}
