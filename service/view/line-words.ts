import { dayNumber } from '../calendar/dates.ts';
import { FIRST_SHOWN } from '../datasets/examples.ts';
import { parseSeriesId, seriesId } from '../datasets/series-choice.ts';
import type { Aggregation } from '../datasets/types.ts';
import { parseFormula, plainFormula } from '../series-math/formula.ts';
import {
  AGGREGATIONS,
  ASKED_FREQUENCIES,
  isAggregation,
  isAskedFrequency,
  isUnits,
  UNITS,
} from '../series-math/fred-codes.ts';
import {
  type AddressProblem,
  LINE_TYPES,
  type LineId,
  type LineStyle,
  type LineType,
  LONGEST_AVERAGE,
  MOST_SERIES,
  type ShownFormula,
  type ShownSeries,
  type View,
} from './types.ts';

/** A line in an address: a name, then settings in any order: `jolts.quits_rate_sa:pc1:q:right:ma3:hidden`. */
type LineText = { name: string; style: LineStyle; hidden: boolean };

type LineProblem = AddressProblem<'series' | 'formulas' | 'hidden' | 'colours'>;

/** The characters and length allowed for a formula in an address. `series-math` parses it. */
const FORMULA = /^[a-z0-9.,+\-*/^() ]{1,200}$/;

/** @returns a line as text in an address, which `parseLine` reads back. */
export function lineText({ name, style, hidden }: LineText): string {
  const { units, indexDate, frequency, aggregation, axis, type, average } = style;
  const words = [
    units,
    indexDate,
    frequency,
    aggregation,
    axis,
    type,
    average && `ma${average}`,
    hidden && 'hidden',
  ];
  return [name, ...words.filter((word) => typeof word === 'string')].join(':');
}

/** Reads a line of an address. `unread`: unknown words; `second`: words for a setting that it already has. */
function parseLine(text: string): LineText & Record<'unread' | 'second', readonly string[]> {
  const [name = '', ...words] = text.split(':');
  let style: LineStyle = {};
  const [unread, second]: [string[], string[]] = [[], []];
  for (const word of words) {
    const read = readWord(word);
    if (read === undefined) unread.push(word);
    else if (Object.keys(read).some((kind) => kind in style)) second.push(word);
    else style = { ...style, ...read };
  }
  return { name, style, hidden: words.includes('hidden'), unread, second };
}

/** @returns the style that a word sets, empty for 'hidden'; `undefined` if the word is unknown. */
function readWord(word: string): LineStyle | undefined {
  if (word === 'hidden') return {};
  if (isUnits(word)) return { units: word };
  if (isAskedFrequency(word) || word === 'own') return { frequency: word };
  if (isWay(word)) return { aggregation: word };
  if (word === 'left' || word === 'right') return { axis: word };
  if (isLineType(word)) return { type: word };
  if (/^ma\d/.test(word) && isAverage(word.slice(2), 1)) return { average: Number(word.slice(2)) };
  return dayNumber(word) === undefined ? undefined : { indexDate: word };
}

const WORDS_OF_LINES = `units (${UNITS.join(' ')}), a frequency (${ASKED_FREQUENCIES.join(' ')} own), an aggregation (${AGGREGATIONS.join(' ')} usual), a moving average (ma1 to ma${LONGEST_AVERAGE}), the day of an index (2020-02-03), hidden, left, right, ${LINE_TYPES.join(', ')}`;

export function isLineType(text: string): text is LineType {
  return (LINE_TYPES as readonly string[]).includes(text);
}

/** @param least number of observations: 1 lets a line refuse the chart's average. */
export function isAverage(text: string, least: 1 | 2): boolean {
  return /^\d{1,3}$/.test(text) && Number(text) >= least && Number(text) <= LONGEST_AVERAGE;
}

function isWay(text: string): text is Aggregation | 'usual' {
  return isAggregation(text) || text === 'usual';
}

/** @returns the series and formulas of an address, at most `most`, and the errors in them. */
export function readLines(
  search: { series?: string; formulas?: string; hidden?: string; colours?: string },
  most: number,
): Pick<View, 'series' | 'formulas'> & { problems: LineProblem[] } {
  const problems: LineProblem[] = [];
  const series = parsedLines('series', parts(search.series ?? FIRST_SHOWN.join()), problems);
  const formulas = parsedLines('formulas', formulaParts(search.formulas), problems, plainFormula);
  const hidden = new Set(parts(search.hidden));
  const known = [
    ...series.flatMap((line) => {
      const choice = parseSeriesId(line.name);
      if (choice) return [{ ...line, hidden: line.hidden || hidden.has(line.name), choice }];
      problems.push(unknownSeries(line.name));
      return [];
    }),
    ...formulas.flatMap((line) => {
      if (FORMULA.test(line.name)) return [{ ...line, choice: undefined }];
      const what = `'${line.name}' is not a formula of series, such as a/b*100.`;
      problems.push(leftOutWord('formulas', line.name, what));
      return [];
    }),
  ];
  for (const { name, choice } of known.slice(most))
    problems.push({
      parameter: choice ? 'series' : 'formulas',
      message: `The link names more than ${most} series. '${name}' was left out.`,
      refused: `A view has at most ${most} lines, series and formulas together. '${name}' is one too many.`,
    });
  const fitting = known.slice(0, most);
  if (problems.length === 0)
    for (const id of hidden) if (!series.some(({ name }) => name === id)) problems.push(hiddenNothing(id));
  const slots = readSlots(search.colours, fitting.length, problems);
  const read: { series: ShownSeries[]; formulas: ShownFormula[] } = { series: [], formulas: [] };
  for (const [i, { name, choice, style, hidden }] of fitting.entries()) {
    const slot = slots[i] as number;
    if (choice) read.series.push({ choice, slot, hidden, style });
    else read.formulas.push({ text: name, slot, hidden, style });
  }
  return { ...read, problems };
}

type NamedShown = Pick<ShownSeries, 'choice' | 'slot'> | Pick<ShownFormula, 'text' | 'slot'>;

/** @returns a line's id: its series or formula; for a repeated one with its letter: 'yields.US10Y:b'. */
export function lineId(view: Pick<View, 'series' | 'formulas'>, shown: NamedShown): LineId {
  const id = idOf(shown);
  const others = 'choice' in shown ? view.series : view.formulas;
  const isFirst = others.every((one) => one.slot >= shown.slot || idOf(one) !== id);
  return isFirst ? id : `${id}:${slotLetter(shown.slot)}`;
}

function idOf(shown: NamedShown): LineId {
  return 'choice' in shown ? seriesId(shown.choice) : `=${shown.text}`;
}

/** @returns the letter of a slot in formulas: 0 → a. */
export function slotLetter(slot: number): string {
  return String.fromCharCode(97 + slot);
}

/** @returns an error for each formula that cannot be computed. The page shows it as an empty line's note. */
export function wrongFormulas({ series, formulas }: Pick<View, 'series' | 'formulas'>): LineProblem[] {
  const letters = series.map(({ slot }) => slotLetter(slot)).sort();
  return formulas.flatMap(({ text }) => {
    const parsed = parseFormula(text, letters);
    if (parsed.isRight) return [];
    const refused = `The formula '${text}' cannot be worked out: ${parsed.message}`;
    return [{ parameter: 'formulas' as const, message: parsed.message, refused, value: text }];
  });
}

function parts(text: string | undefined): string[] {
  return text?.split(',').filter((part) => part !== '') ?? [];
}

/** @returns the formulas of a list. Commas within parentheses do not separate: `ma(a,4),a/b`. */
function formulaParts(text = ''): string[] {
  const found: string[] = [];
  let depth = 0;
  let part = '';
  for (const sign of text) {
    if (sign === '(') depth++;
    if (sign === ')') depth = Math.max(0, depth - 1);
    if (sign === ',' && depth === 0) {
      found.push(part);
      part = '';
    } else part += sign;
  }
  return [...found, part].filter((one) => one !== '');
}

/** @returns the lines of a list. @param plain puts a name into its standard form */
function parsedLines(
  parameter: 'series' | 'formulas',
  texts: readonly string[],
  problems: LineProblem[],
  plain = (name: string) => name,
): LineText[] {
  return texts.map((text) => {
    const { unread, second, ...line } = parseLine(text);
    for (const word of second) {
      const what = `'${word}' after '${line.name}' is one too many: a line has one word of a kind.`;
      problems.push(leftOutWord(parameter, word, what));
    }
    for (const word of unread)
      problems.push(
        leftOutWord(
          parameter,
          word,
          `'${word}' after '${line.name}' in the link means nothing.`,
          `'${word}' after '${line.name}' means nothing. After a line may stand, each after a colon: ${WORDS_OF_LINES}.`,
        ),
      );
    return { ...line, name: plain(line.name) };
  });
}

/** Describes a wrong value that the page leaves out and the API refuses. */
export const leftOutWord = <Name extends string>(
  parameter: Name,
  value: string,
  what: string,
  refused = what,
): AddressProblem<Name> => ({ parameter, message: `${what} It was left out.`, refused, value });

function unknownSeries(name: string): LineProblem {
  const what = `There is no series '${name}'.`;
  const right = 'Write dataset.code, and of state-level series dataset.code.STATE.';
  return { ...leftOutWord('series', name, what, `${what} ${right}`), unknownId: name };
}

function hiddenNothing(id: string): LineProblem {
  const what = `hidden names '${id}', which is not among the series.`;
  return { parameter: 'hidden', message: what, refused: `${what} Leave it out.`, value: id };
}

/** @returns the slots, or new ones if the list does not fit. Reports that unless there is another error. */
function readSlots(text: string | undefined, count: number, problems: LineProblem[]): readonly number[] {
  const usual = Array.from({ length: count }, (_, i) => i);
  if (text === undefined) return usual;
  const slots = text.split(',').map(Number);
  const fits =
    slots.length === count &&
    new Set(slots).size === count &&
    slots.every((slot) => Number.isInteger(slot) && slot >= 0 && slot < MOST_SERIES);
  if (fits) return slots;
  const what = `colours=${text} does not fit the ${count} ${count === 1 ? 'line' : 'lines'}.`;
  if (problems.length === 0)
    problems.push({
      parameter: 'colours',
      message: `${what} They have new colours and letters.`,
      refused: `${what} Write a number from 0 to ${MOST_SERIES - 1} for each, none twice.`,
      value: text,
    });
  return usual;
}

export function lettersIn(text: string): readonly string[] {
  const parsed = parseFormula(text);
  return parsed.isRight ? parsed.variables : [];
}

/** @returns the drawn series, and the hidden ones that drawn formulas use. */
export function neededSeries({ series, formulas }: Pick<View, 'series' | 'formulas'>): ShownSeries[] {
  const letters = new Set(formulas.flatMap(({ text, hidden }) => (hidden ? [] : lettersIn(text))));
  return series.filter(({ hidden, slot }) => !hidden || letters.has(slotLetter(slot)));
}

/** @returns the series that define the view's range: hidden ones do not widen it, unless all are hidden. */
export function rangedSeries(view: Pick<View, 'series' | 'formulas'>): readonly ShownSeries[] {
  const needed = neededSeries(view);
  return needed.length > 0 ? needed : view.series;
}
