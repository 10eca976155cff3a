import { dayNumber, instantText } from '../calendar/dates.ts';
import { parseSeriesId, seriesId } from '../datasets/series-choice.ts';
import {
  AGGREGATIONS,
  ASKED_FREQUENCIES,
  isAggregation,
  isAskedFrequency,
  isUnits,
  UNITS,
} from '../series-math/fred-codes.ts';
import { WORD_NAMES, WORDS, type WordName } from './grammar.ts';
import {
  isAverage,
  isLineType,
  leftOutWord,
  lineId,
  lineText,
  readLines,
  slotLetter,
  wrongFormulas,
} from './line-words.ts';
import { namesWord, readHeading, readNames } from './names.ts';
import { rangeSearch, readRangeWords } from './range.ts';
import {
  type AddressProblem,
  LINE_TYPES,
  type LineId,
  type LineStyle,
  LONGEST_AVERAGE,
  MOST_ANSWERED,
  MOST_SERIES,
  type View,
} from './types.ts';

/** The search parameters of a chart's address, as text. Default values are left out, except in `series`. */
export type ViewSearch = Partial<Record<WordName, string>>;

/** @returns the parameters that belong to a chart's address, as text, without any others. */
export function pickViewSearch(raw: Record<string, unknown>): ViewSearch {
  const picked: ViewSearch = {};
  for (const name of WORD_NAMES) if (raw[name] !== undefined) picked[name] = String(raw[name]);
  return picked;
}

/** @returns the parameters from which `readView` reads the same view. */
export function viewSearch(view: View): ViewSearch {
  const { series, formulas, range, details, explained } = view;
  const slots = [...series, ...formulas].map((one) => one.slot);
  const names = namesWord(view);
  const texts = series.map((one) => lineText({ ...one, name: seriesId(one.choice) }));
  const formulaTexts = formulas.map((one) => lineText({ ...one, name: one.text }));
  return {
    series: texts.join(','),
    ...(formulas.length > 0 && { formulas: formulaTexts.join(',') }),
    ...(slots.some((slot, i) => slot !== i) && { colours: slots.join(',') }),
    ...(names !== undefined && { names }),
    ...view.heading,
    ...rangeSearch(range),
    ...(view.units !== 'lin' && { units: view.units }),
    ...(view.indexDate !== undefined && { index_date: view.indexDate }),
    ...(view.frequency !== undefined && { frequency: view.frequency }),
    ...(view.aggregation !== undefined && { aggregation: view.aggregation }),
    ...(view.average !== undefined && { average: String(view.average) }),
    ...(view.asOf !== undefined && { as_of: view.asOf }),
    ...(view.withNow && { compare: 'now' }),
    ...(view.type !== 'line' && { type: view.type }),
    ...(view.isLog && { scale: 'log' }),
    ...(!view.hasRecessions && { recessions: 'off' }),
    ...(!view.tableOpen && { table: 'closed' }),
    ...(view.tableLayout === 'long' && { layout: 'long' }),
    ...(!view.newestFirst && { order: 'oldest' }),
    ...(details !== undefined && { details }),
    ...(explained && { explain: `${explained.line}@${explained.date}` }),
  };
}

/**
 * Reads an address for the page. A bad link never fails: a wrong value becomes the default and a problem.
 * @param latest `YYYY-MM-DD`, the last day that a range may name. @param most lines to read
 */
export function readView(
  search: ViewSearch,
  latest: string,
  most: number = MOST_SERIES,
): { view: View; problems: readonly AddressProblem<WordName>[] } {
  const { series, formulas, problems: ofLines } = readLines(search, most);
  const problems: AddressProblem<WordName>[] = [...ofLines];
  const named = readNamed([...series, ...formulas], search.names, problems);
  const ids = [...series, ...formulas].map((one) => lineId({ series, formulas }, one));
  const oneOf = <Text extends string>(
    name: 'units' | 'frequency' | 'aggregation' | 'type',
    isWord: (text: string) => text is Text,
    words: readonly Text[],
  ): Text | undefined => {
    const text = search[name];
    if (text === undefined || isWord(text)) return text;
    const what = `There is no ${name} '${text}', only ${words.join(', ')}.`;
    problems.push(leftOutWord(name, text, what));
    return undefined;
  };
  const range = readRangeWords(search, latest);
  if ('problems' in range)
    for (const problem of range.problems)
      problems.push({ ...problem, message: `${problem.message} The whole range is shown instead.` });
  const view: View = {
    series: series.map(named),
    formulas: formulas.map(named),
    heading: readHeading(search),
    range: 'choice' in range ? range.choice : { preset: 'Max' },
    units: oneOf('units', isUnits, UNITS) ?? 'lin',
    indexDate: readDay(search.index_date, problems),
    frequency: oneOf('frequency', isAskedFrequency, ASKED_FREQUENCIES),
    aggregation: oneOf('aggregation', isAggregation, AGGREGATIONS),
    average: readAverage(search.average, problems),
    asOf: readAsOf(search.as_of, latest, problems),
    withNow: search.compare === 'now',
    type: oneOf('type', isLineType, LINE_TYPES) ?? 'line',
    isLog: search.scale === 'log',
    hasRecessions: search.recessions !== 'off',
    tableOpen: search.table !== 'closed',
    tableLayout: search.layout === 'long' ? 'long' : 'wide',
    newestFirst: search.order !== 'oldest',
    details: ids.find((id) => id === search.details && parseSeriesId(id) !== undefined),
    explained: readExplained(search.explain, ids),
  };
  return { view, problems };
}

/** Reads an address for the API: the lines' parameters must be right; the page's are ignored. */
export function readStrictly(
  search: ViewSearch,
  latest: string,
): { view: View } | { problems: readonly AddressProblem<WordName>[] } {
  const { view, problems } = readView(search, latest, MOST_ANSWERED);
  const isOfSeries = problems.some(({ parameter }) => parameter === 'series');
  // After a wrong series, the others' letters are wrong too, so that formulas and names cannot be checked.
  const wrong = [...problems, ...(isOfSeries ? [] : wrongFormulas(view))].filter(
    ({ parameter }) => WORDS[parameter].appliesTo === 'lines' && !(isOfSeries && parameter === 'names'),
  );
  return wrong.length > 0 ? { problems: wrong } : { view };
}

function readNamed(
  lines: readonly { slot: number }[],
  text: string | undefined,
  problems: AddressProblem<WordName>[],
) {
  const { names, unread } = readNames(text);
  const letters = lines.map(({ slot }) => slotLetter(slot));
  for (const word of [...unread, ...[...names.keys()].filter((letter) => !letters.includes(letter))])
    problems.push(wrongName(word));
  return <Shown extends { slot: number; style: LineStyle }>(shown: Shown): Shown => {
    const name = names.get(slotLetter(shown.slot));
    return name === undefined ? shown : { ...shown, style: { ...shown.style, name } };
  };
}

function wrongName(word: string): AddressProblem<WordName> {
  const what = /^[a-h]$/.test(word)
    ? `There is no line ${word} that names could name.`
    : `'${word}' in names is not the name of a line.`;
  const right = `Write a line's letter, a colon and its name, for example names=${WORDS.names.example}.`;
  return leftOutWord('names', word, what, `${what} ${right}`);
}

function readExplained(text: string | undefined, ids: readonly LineId[]): View['explained'] {
  const at = text?.lastIndexOf('@') ?? -1;
  if (text === undefined || at < 0) return undefined;
  const [line, date] = [text.slice(0, at), text.slice(at + 1)];
  return ids.includes(line) && dayNumber(date) !== undefined ? { line, date } : undefined;
}

function readAverage(text: string | undefined, problems: AddressProblem<WordName>[]): number | undefined {
  if (text === undefined || isAverage(text, 2)) return text === undefined ? undefined : Number(text);
  const what = `'${text}' in the link is not a moving average, of 2 to ${LONGEST_AVERAGE} observations.`;
  const right = `Write a number of observations, 2 to ${LONGEST_AVERAGE}.`;
  problems.push(leftOutWord('average', text, what, `average '${text}' is not a moving average. ${right}`));
  return undefined;
}

function readAsOf(
  text: string | undefined,
  latest: string,
  problems: AddressProblem<WordName>[],
): string | undefined {
  if (text === undefined) return undefined;
  const isInstant = instantText(text) !== undefined;
  if (isInstant && text.slice(0, 10) <= latest) return text;
  const what = isInstant
    ? `as_of ${text} is in the future: what will be known then is not known yet.`
    : `as_of '${text}' is neither a day, YYYY-MM-DD, nor an instant in UTC.`;
  problems.push({
    parameter: 'as_of',
    message: `${what} The current data are shown instead.`,
    refused: isInstant
      ? `${what} The latest possible day is ${latest}, today in the easternmost time zone.`
      : `${what} Write for example as_of=2025-06-30 or as_of=2025-06-30T14:02:00Z.`,
    ...(!isInstant && { value: text }),
  });
  return undefined;
}

function readDay(text: string | undefined, problems: AddressProblem<WordName>[]): string | undefined {
  if (text === undefined || dayNumber(text) !== undefined) return text;
  const what = 'is not a day written as YYYY-MM-DD.';
  const refused = `index_date '${text}' ${what} Write for example index_date=2020-02-01.`;
  problems.push(leftOutWord('index_date', text, `'${text}' in the link ${what}`, refused));
  return undefined;
}
