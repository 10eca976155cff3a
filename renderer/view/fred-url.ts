import { findChoices } from '../../service/datasets/find-choices.ts';
import { entryOf, type SeriesChoice, seriesId } from '../../service/datasets/series-choice.ts';
import {
  frequencyCode,
  isAggregation,
  isAskedFrequency,
  isUnits,
  listOfFrequencies,
} from '../../service/series-math/fred-codes.ts';
import { cadenceOf, isSameCadence, outputCadence } from '../../service/series-math/frequency.ts';
import { listText } from '../../service/view/index.ts';
import { type LineStyle, MOST_SERIES, type View } from '../../service/view/types.ts';
import { addLine } from './change-view.ts';
import { parseView } from './parse-view.ts';

/** Addresses of FRED: of its pages, its API, and the same paths of Almanac itself. */

const OF_FRED = /(^|\.)((al)?fred|api)\.stlouisfed\.org$/;
/** Paths that Almanac answers as FRED does. */
const ANSWERED_HERE = /^\/(graph\/fredgraph\.csv|fred\/series(\/observations)?)$/;

function fredUrl(text: string): URL | undefined {
  const url = URL.parse(text.trim().replace(/^(?=(www\.)?((al)?fred|api)\.stlouisfed\.org)/, 'https://'));
  if (!url) return undefined;
  return OF_FRED.test(url.hostname) || ANSWERED_HERE.test(url.pathname) ? url : undefined;
}

/** @returns the ids in an address of FRED, of a series or a graph, one a line; `undefined` of any other text. */
export function fredIds(text: string): string[] | undefined {
  const url = fredUrl(text);
  if (!url) return undefined;
  const [, ofPath] = OF_FRED.test(url.hostname)
    ? (/\/(?:series|data)\/([A-Za-z0-9_]+)$/.exec(url.pathname.replace('/series/observations', '')) ?? [])
    : [];
  const given = url.searchParams.get('id') ?? url.searchParams.get('series_id') ?? '';
  const listed = given.split(/[,\s]+/).map((id) => id.toUpperCase());
  const ids =
    ofPath === undefined || listed.includes(ofPath.toUpperCase())
      ? listed
      : [ofPath.toUpperCase(), ...listed];
  const known = ids.filter((id) => id !== '');
  return known.length === 0 ? undefined : known;
}

/** @returns whether a text is the address of a graph that FRED has saved under a short name: only FRED knows what is in it. */
export function isSavedFredGraph(text: string): boolean {
  const url = fredUrl(text);
  return url?.searchParams.has('g') === true && fredIds(text) === undefined;
}

/**
 * Reads an address of FRED as a view: its series, with range, units and frequency.
 * @returns the view, and a sentence on what could not be shown; `undefined` of an address of one series and no more, which is searched
 * like its id, and where Almanac has none of them.
 */
export function viewOfFredUrl(
  text: string,
  state: string,
): { view: View; problems: readonly string[] } | undefined {
  const ids = fredIds(text) ?? [];
  const query = fredUrl(text)?.searchParams;
  if (!query || (ids.length < 2 && !saysMore(query))) return undefined;
  const found = ids.map((id) => ({ id, choice: choiceOf(id, state) }));
  const unknown = found.flatMap(({ id, choice }) => (choice ? [] : [id]));
  if (unknown.length === ids.length) return undefined;
  const from = first(query, 'cosd', 'observation_start');
  const to = first(query, 'coed', 'observation_end');
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

/** Words of FRED's graphs and of its API for the same. */
const MORE = ['cosd', 'observation_start', 'transformation', 'units', 'fq', 'frequency'];

function saysMore(query: URLSearchParams): boolean {
  return MORE.some((name) => (query.get(name) ?? 'lin') !== 'lin');
}

/** @returns the first element of the first of the words that is there. */
function first(query: URLSearchParams, ...names: string[]): string | undefined {
  return names.map((name) => query.get(name)?.split(',')[0]).find(Boolean);
}

/** @param line which of the address's lines: a word has an element for each, or one for all. */
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
