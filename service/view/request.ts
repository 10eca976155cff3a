import { MOST_FAULTS } from '../contract/errors.ts';
import { Failure, shortened, together } from '../contract/failure.ts';
import { API_PREFIX } from '../contract/names.ts';
import { adviceOnId } from '../datasets/nearest-choices.ts';
import { seriesId } from '../datasets/series-choice.ts';
import { pickViewSearch, readStrictly, type ViewSearch, viewSearch } from './address.ts';
import { WORD_NAMES, WORDS, type WordName } from './grammar.ts';
import { fittedView } from './meaning.ts';
import { neededSeries } from './needed.ts';
import type { AddressProblem, DateRange, View } from './types.ts';

/** A view as a request to the API: reading, writing, errors. */

export const VIEW_PATH = `${API_PREFIX}/view`;

/** Other paths of the API call the ends of a range so; this one accepts both names. */
const SYNONYMS = { date_from: 'from', date_to: 'to' } as const;

/**
 * Reads the parameters of a request. None is repeated.
 * @param latest `YYYY-MM-DD`, the last day that a range may name.
 * @throws Failure 'invalid_parameter' that names the parameter and says what would be right; `more` has the others that are wrong.
 */
export function readRequest(query: Readonly<Record<string, string | undefined>>, latest: string): View {
  const search = pickViewSearch(query);
  const found: Failure[] = [];
  for (const [name, plain] of Object.entries(SYNONYMS)) {
    const text = query[name];
    if (text === undefined) continue;
    if (search[plain] !== undefined)
      found.push(wrong(name, `${name} and ${plain} are the same parameter. Write one of them.`));
    else search[plain] = text;
  }
  const read = readStrictly(search, latest);
  if ('problems' in read)
    for (const problem of read.problems.slice(0, MOST_FAULTS)) found.push(refusalOf(problem, query));
  else if (read.view.series.length === 0)
    found.push(wrong('series', `series names no series. Write for example series=${WORDS.series.example}.`));
  else
    for (const { parameter, message } of fittedView(read.view).misfits.slice(0, MOST_FAULTS))
      found.push(wrong(parameter, message));
  if ('view' in read && found.length === 0) return read.view;
  throw together(found);
}

function wrong(parameter: string, message: string): Failure {
  return new Failure('invalid_parameter', message, { parameter });
}

function refusalOf(
  { parameter, refused, value, unknownId }: AddressProblem<WordName>,
  query: Readonly<Record<string, string | undefined>>,
): Failure {
  const advice = unknownId === undefined ? '' : adviceOnId(unknownId, seriesId);
  const message = value === undefined ? refused : refused.replaceAll(value, shortened(value));
  const written = `date_${parameter}`;
  // Texts about the ends of a range begin with the parameter's name.
  return query[parameter] === undefined && query[written] !== undefined
    ? wrong(written, message.startsWith(parameter) ? `date_${message}` : message)
    : wrong(parameter, `${message}${advice}`);
}

/** @returns only the parameters that concern the lines, in canonical form: equal for all addresses with the same lines. */
export function linesSearch(view: View): ViewSearch {
  const plain = <Shown extends View['series'][number] | View['formulas'][number]>(shown: Shown): Shown => {
    const { axis: _, type: __, ...style } = shown.style;
    return { ...shown, style };
  };
  const search = viewSearch({ ...view, series: view.series.map(plain), formulas: view.formulas.map(plain) });
  const ids = view.series.map(({ choice }) => seriesId(choice));
  // Formulas and names of lines have their letters, and so may a series that stands several times.
  const isLettered = view.formulas.length > 0 || search.names !== undefined || new Set(ids).size < ids.length;
  const names = WORD_NAMES.filter(
    (name) => WORDS[name].of === 'lines' && search[name] !== undefined && (name !== 'colours' || isLettered),
  );
  return Object.fromEntries(names.map((name) => [name, search[name] as string]));
}

/**
 * @param drawn whose indices name their day (`withIndexDates`). @param range the days that it shows.
 * @returns the parameters of a request for exactly the lines that the view shows on these days, also when more data come later.
 * Hidden lines are in it only if a formula needs them, and words only if their lines have what they ask for.
 */
export function requestSearch(drawn: View, range: DateRange): ViewSearch {
  const { view } = fittedView(drawn);
  const formulas = view.formulas.filter(({ hidden }) => !hidden);
  return linesSearch({ ...view, series: neededSeries(view), formulas, range });
}

/** @returns path and query of a request. */
export function requestPath(search: Readonly<Record<string, string | undefined>>): string {
  return `${VIEW_PATH}?${requestQuery(search)}`;
}

/** @returns the query of a request; commas, colons and slashes, which need no escape in a query, stay readable. */
export function requestQuery(search: Readonly<Record<string, string | undefined>>): string {
  const query = Object.entries(search).flatMap(([name, value]) =>
    value === undefined
      ? []
      : [`${name}=${encodeURIComponent(value).replace(/%2C|%3A|%2F/g, decodeURIComponent)}`],
  );
  return query.join('&');
}
