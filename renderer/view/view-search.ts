import { dayNumber } from '../../service/calendar/dates.ts';
import {
  AGGREGATIONS,
  ASKED_FREQUENCIES,
  isAggregation,
  isAskedFrequency,
  isUnits,
  UNITS,
} from '../../service/contract/transforms.ts';
import { parseSeriesId, seriesId } from '../../service/datasets/series-choice.ts';

import { rangeSearch, readRange } from '../range/index.ts';
import { readHeading } from './heading.ts';
import { isAverage, isLineType, lineText } from './line-text.ts';
import { readLines } from './read-lines.ts';
import { LINE_TYPES, type LineId, LONGEST_AVERAGE, type View } from './types.ts';

/** The search parameters of Explore's URL, as text. What is at its default is left out, but for `series`. */
export type ViewSearch = Partial<Record<(typeof PARAMETERS)[number], string>>;

const PARAMETERS = [
  'series',
  'formulas',
  'colours',
  'hidden',
  'title',
  'subtitle',
  'range',
  'from',
  'to',
  'units',
  'index_date',
  'frequency',
  'aggregation',
  'average',
  'type',
  'scale',
  'recessions',
  'table',
  'layout',
  'order',
  'details',
  'explain',
] as const;

/** @returns the parameters that belong to Explore, as text; the rest is dropped. */
export function pickViewSearch(raw: Record<string, unknown>): ViewSearch {
  const picked: ViewSearch = {};
  for (const name of PARAMETERS) if (raw[name] !== undefined) picked[name] = String(raw[name]);
  return picked;
}

/** @returns the parameters that `parseView` reads back as the same view. */
export function viewSearch(view: View): ViewSearch {
  const { series, formulas, range, details, explained } = view;
  const slots = [...series, ...formulas].map((one) => one.slot);
  const texts = series.map((one) => lineText({ ...one, name: seriesId(one.choice) }));
  const formulaTexts = formulas.map((one) => lineText({ ...one, name: one.text }));
  return {
    series: texts.join(','),
    ...(formulas.length > 0 && { formulas: formulaTexts.join(',') }),
    ...(slots.some((slot, i) => slot !== i) && { colours: slots.join(',') }),
    ...view.heading,
    ...rangeSearch(range),
    ...(view.units !== 'lin' && { units: view.units }),
    ...(view.indexDate !== undefined && { index_date: view.indexDate }),
    ...(view.frequency !== undefined && { frequency: view.frequency }),
    ...(view.aggregation !== undefined && { aggregation: view.aggregation }),
    ...(view.average !== undefined && { average: String(view.average) }),
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
 * Reads the URL. What it says wrongly is replaced by what is usual, and said in `problems`, each one sentence: a bad link
 * never fails.
 */
export function parseView(search: ViewSearch): { view: View; problems: readonly string[] } {
  const problems: string[] = [];
  const { series, formulas } = readLines(search, problems);
  const ids = [...series.map((one) => seriesId(one.choice)), ...formulas.map((one) => `=${one.text}`)];
  const oneOf = <Word extends string>(
    name: 'units' | 'frequency' | 'aggregation' | 'type',
    isWord: (text: string) => text is Word,
    words: readonly Word[],
  ): Word | undefined => {
    const text = search[name];
    if (text === undefined || isWord(text)) return text;
    problems.push(`There is no ${name} '${text}', only ${words.join(', ')}. It was left out.`);
    return undefined;
  };
  const view: View = {
    series,
    formulas,
    heading: readHeading(search),
    range: readRange(search, problems),
    units: oneOf('units', isUnits, UNITS) ?? 'lin',
    indexDate: readDay(search.index_date, problems),
    frequency: oneOf('frequency', isAskedFrequency, ASKED_FREQUENCIES),
    aggregation: oneOf('aggregation', isAggregation, AGGREGATIONS),
    average: readAverage(search.average, problems),
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

function readExplained(text: string | undefined, ids: readonly LineId[]): View['explained'] {
  const at = text?.lastIndexOf('@') ?? -1;
  if (text === undefined || at < 0) return undefined;
  const [line, date] = [text.slice(0, at), text.slice(at + 1)];
  return ids.includes(line) && dayNumber(date) !== undefined ? { line, date } : undefined;
}

function readAverage(text: string | undefined, problems: string[]): number | undefined {
  if (text === undefined || isAverage(text, 2)) return text === undefined ? undefined : Number(text);
  problems.push(
    `'${text}' in the link is no moving average, of 2 to ${LONGEST_AVERAGE} periods. It was left out.`,
  );
  return undefined;
}

function readDay(text: string | undefined, problems: string[]): string | undefined {
  if (text === undefined || dayNumber(text) !== undefined) return text;
  problems.push(`'${text}' in the link is no day written as YYYY-MM-DD. It was left out.`);
  return undefined;
}
