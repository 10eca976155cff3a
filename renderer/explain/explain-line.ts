import { upperFirst } from '@mantine/hooks';
import { dayNumber } from '../../service/calendar/dates.ts';
import { entryOf, seriesId } from '../../service/datasets/series-choice.ts';
import type { SpreadLegs } from '../../service/datasets/types.ts';
import { periodText } from '../../service/series-math/align.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import type { Recipe } from '../../service/series-math/derive.ts';
import { type Formula, printFormula } from '../../service/series-math/formula.ts';
import {
  type Counted,
  formulaValues,
  indexBefore,
  withoutPause,
} from '../../service/series-math/formula-values.ts';
import { exactText } from '../../service/series-math/fraction.ts';
import { cadenceOf, frequencyName } from '../../service/series-math/frequency.ts';
import { LONGEST_HOLE, periodDate, periodOf } from '../../service/series-math/periods.ts';
import {
  type DerivedLine,
  deriveLine,
  type EvaluatedFormula,
  evaluateFormula,
  formulaName,
  formulaRecipe,
  lineId,
  recipeOf,
  seriesName,
} from '../../service/view/index.ts';
import type {
  DateRange,
  LineId,
  PublishedColumn,
  ShownFormula,
  ShownSeries,
  View,
} from '../../service/view/types.ts';
import { enclosed, explainSeries, nodeWithoutValue, type SeriesSource } from './explain-series.ts';
import type { NumberNode } from './types.ts';

type ViewData = {
  view: View;
  /** The whole history of each series, and of the two series behind each spread. */
  columns: readonly PublishedColumn[];
  /** The shown range: an index is 100 on its first day, unless the view names a day. */
  range: DateRange;
};

/** @returns how a line's value on a date was computed; `undefined` for unknown or unloaded lines. */
export function explainLine(shown: ViewData, id: LineId, date: string): NumberNode | undefined {
  const day = dayNumber(date);
  if (day === undefined) return undefined;
  const { view } = shown;
  const one = view.series.find((each) => lineId(view, each) === id);
  if (one) return seriesNode(shown, one, day, seriesName(view, one));
  const formula = view.formulas.find((each) => lineId(view, each) === id);
  return formula && formulaNode(shown, formula, day);
}

function seriesNode(
  { view, columns, range }: ViewData,
  { choice, style }: ShownSeries,
  day: number,
  label: string,
  to?: Recipe['to'],
): NumberNode | undefined {
  const column = columns.find(({ id }) => id === seriesId(choice));
  if (!column) return undefined;
  const { recipe } = recipeOf(view, choice, style, range);
  return explainSeries(publishedSource(column, columns), { ...recipe, ...(to && { to }) }, day, label);
}

/** A source of published observations, or of a spread of two series. @param columns also those two series */
function publishedSource(column: PublishedColumn, columns: readonly PublishedColumn[]): SeriesSource {
  const { dataset, series } = entryOf(column.choice);
  const cadence = cadenceOf(dataset);
  const places = new Map(Array.from(column.days, (day, i) => [day, i]));
  if (series.spread) return spreadSource(column, series.spread, columns);
  return {
    series: column,
    cadence,
    unit: series.unitShort,
    leaf(day, label) {
      const value = column.values[places.get(day) ?? -1];
      return {
        ...nodeWithoutValue(day, cadence, label),
        value,
        unit: series.unitShort,
        words: value === undefined ? 'No observation' : 'As published',
        published: column.choice,
      };
    },
  };
}

function spreadSource(
  column: PublishedColumn,
  { long, short }: SpreadLegs,
  columns: readonly PublishedColumn[],
): SeriesSource {
  const { dataset, series } = entryOf(column.choice);
  const cadence = cadenceOf(dataset);
  const legs = [long, short].map((code) => {
    const choice = { ...column.choice, code };
    const found = columns.find(({ id }) => id === seriesId(choice));
    const leg = found ?? { ...column, id: seriesId(choice), choice, days: new Int32Array(0), values: [] };
    return publishedSource(leg, columns);
  });
  return {
    series: column,
    cadence,
    unit: series.unitShort,
    leaf(day, label) {
      const parts = [long, short].map((code, i) => (legs[i] as SeriesSource).leaf(day, code));
      const value = column.values[column.days.indexOf(day)];
      const lacking = parts.filter((part) => part.value === undefined).map((part) => part.label);
      return {
        ...nodeWithoutValue(day, cadence, label),
        value,
        unit: series.unitShort,
        words:
          value === undefined
            ? `No value: ${lacking.join(' and ')} ${lacking.length === 1 ? 'has' : 'have'} none on this day`
            : 'The difference of two published values',
        formula: `${long} − ${short}`,
        numbers:
          value === undefined
            ? ''
            : `${parts.map((part) => enclosed(part.value ?? '')).join(' − ')} = ${groupDigits(value)}`,
        parts: () => parts,
      };
    },
  };
}

function formulaNode(shown: ViewData, formula: ShownFormula, day: number): NumberNode {
  const label = formula.style.name ?? formulaName(shown.view, formula.text);
  const { view, columns, range } = shown;
  const lines = view.series.flatMap((one) => {
    const column = columns.find(({ id }) => id === seriesId(one.choice));
    return column ? [deriveLine(view, one, column, range)] : [];
  });
  const made = evaluateFormula(view, formula, lines);
  if ('message' in made) return { ...nodeWithoutValue(day, { frequency: 'd' }, label), words: made.message };
  return explainSeries(formulaSource(shown, made), formulaRecipe(view, formula, range), day, label);
}

function formulaSource(shown: ViewData, made: EvaluatedFormula): SeriesSource {
  const { series, aligned, formula, letters, used, unit } = made;
  const { cadence } = aligned;
  const { placeOf, dayAt, indexAt, back } = placesOf(made);
  return {
    series,
    cadence,
    unit,
    leaf(day, label) {
      const value = series.values[series.days.indexOf(day)];
      const start = placeOf(day);
      const textOf = ({ letter, place }: Operand) =>
        valueInFormula(aligned, letters.indexOf(letter), indexAt(place) ?? -1);
      const found = start === undefined ? NO_OPERANDS : operandsOf(formula, start, back);
      return {
        ...nodeWithoutValue(day, cadence, label),
        value,
        unit,
        words: formulaWords(
          value,
          found,
          (one) => textOf(one) !== undefined,
          start,
          (place) => periodText(dayAt(place), cadence),
        ),
        formula: printFormula(formula),
        numbers:
          value === undefined || start === undefined
            ? ''
            : `${withValues(formula, start, back, textOf)} = ${groupDigits(value)}`,
        parts: () =>
          found?.operands.map(({ letter, place }) => {
            const i = letters.indexOf(letter);
            return letterNode(shown, made, { letter, i, day: dayAt(place), line: used[i] as DerivedLine });
          }) ?? [],
      };
    },
  };
}

type FoundOperands = ReturnType<typeof operandsOf>;
const NO_OPERANDS: FoundOperands = { operands: [], endsEarly: true };

/**
 * Defines the places by which `operandsOf` counts: periods, some of them without values. Daily lines skip
 * days, so their places are indexes of days.
 */
function placesOf({ formula, letters, aligned }: EvaluatedFormula): {
  placeOf: (day: number) => number | undefined;
  indexAt: (place: number) => number | undefined;
  dayAt: (place: number) => number;
  back: StepBack;
} {
  const { days, cadence } = aligned;
  if (cadence.frequency !== 'd') {
    const indexes = new Map(Array.from(days, (day, index) => [periodOf(day, cadence), index]));
    return {
      placeOf: (day) => periodOf(day, cadence),
      indexAt: (place) => indexes.get(place),
      dayAt: (place) => days[indexes.get(place) ?? -1] ?? periodDate(place, cadence),
      back: (_, place, count) => place - count,
    };
  }
  const indexes = new Map(Array.from(days, (day, index) => [day, index]));
  let counted: Map<Formula, Counted> | undefined;
  const countedOf = (call: Formula) => {
    if (counted) return counted.get(call);
    counted = new Map();
    const columns = Object.fromEntries(
      letters.map((letter, i) => [letter, aligned.exact[i] ?? aligned.values[i] ?? []]),
    );
    withoutPause(formulaValues(formula, { days, cadence, columns, counted }));
    return counted.get(call);
  };
  return {
    placeOf: (day) => indexes.get(day),
    indexAt: (place) => place,
    dayAt: (place) => days[place] as number,
    back: (call, place, count) => {
      const countedCall = countedOf(call);
      return countedCall && indexBefore(countedCall, place, count);
    },
  };
}

/** Explains in words how a formula got its value, or why not. @param found `undefined`: too many values */
function formulaWords(
  value: string | undefined,
  found: FoundOperands,
  has: (operand: Operand) => boolean,
  start: number | undefined,
  textOf: (place: number) => string,
): string {
  if (found === undefined) return 'Formula of more values than can be listed';
  if (value !== undefined) return 'Formula of the lines below';
  const without = found.operands.filter((one) => !has(one));
  const [first] = without;
  if (!first)
    return found.endsEarly
      ? `No value: it needs more observations than there are without a gap of more than ${LONGEST_HOLE} days`
      : 'No value: the formula divides by zero, or takes a root of a negative number or a logarithm of zero or less, or makes a number that is too large';
  const names = [...new Set(without.map(({ letter }) => letter))];
  const lack = `${names.join(' and ')} ${names.length === 1 ? 'has' : 'have'} none`;
  if (without.every(({ place }) => place === start)) return `No value: ${lack} here`;
  return `No value: ${lack} for a period that the formula needs, first ${textOf(first.place)}`;
}

/** @returns the value that a formula takes from a line: for a mean, the unrounded one. */
function valueInFormula(
  { values, exact }: EvaluatedFormula['aligned'],
  line: number,
  at: number,
): string | undefined {
  const value = values[line]?.[at];
  const fraction = exact[line]?.[at];
  return value !== undefined && fraction ? exactText(fraction, value) : value;
}

/** Explains a letter's value: from its own line, or from the line at the formula's lower frequency. */
function letterNode(
  shown: ViewData,
  { aligned }: EvaluatedFormula,
  operand: { letter: string; i: number; day: number; line: DerivedLine },
): NumberNode {
  const { line, day } = operand;
  const label = `${operand.letter}: ${line.title}`;
  const own = shown.view.series.find(({ slot }) => slot === line.slot) as ShownSeries;
  const { method, to, text } = aligned.notes.find(({ index }) => index === operand.i) ?? {};
  const none = nodeWithoutValue(day, aligned.cadence, label);
  if (to === undefined) return seriesNode(shown, own, day, label) ?? none;
  if (!method) return { ...none, unit: line.unit, words: upperFirst(text ?? '') };
  const node = seriesNode(shown, own, day, label, { cadence: to, method }) ?? none;
  if (node.value === undefined) return node;
  const isLevel = line.units === 'lin' && line.made.recipe.average === undefined;
  const lower = frequencyName(to.frequency).toLowerCase();
  return {
    ...node,
    words: isLevel
      ? `${node.words}, to match the other lines’ frequency`
      : `${node.words} (of ${lower} values, first aggregated to match the other lines)`,
  };
}

/** A value that a formula takes: a letter at a place. */
type Operand = { letter: string; place: number };

/** Steps back by `count` periods or values for a `call` of `ma` or `lag`; `undefined` before the first. */
type StepBack = (call: Formula, place: number, count: number) => number | undefined;

/** Averages write out up to this many numbers; averages of averages, its square. */
const MOST_WRITTEN = 6;

/** A formula with more steps, such as an average of averages of a thousand days, does not list its values. */
const MOST_STEPS = 10_000;

/**
 * @returns each value that a formula takes, once, by letter, oldest first; `undefined` if there are too many
 * to list. `endsEarly`: a step back found no value.
 */
function operandsOf(
  formula: Formula,
  start: number,
  back: StepBack,
): { operands: Operand[]; endsEarly: boolean } | undefined {
  const found = new Map<string, Operand>();
  const seen = new Map<Formula, Set<number>>();
  let steps = 0;
  let endsEarly = false;
  const visit = (one: Formula, place: number): void => {
    const places = seen.get(one) ?? new Set();
    // An average of averages reaches the same value in many ways.
    if (places.has(place) || ++steps > MOST_STEPS) return;
    seen.set(one, places.add(place));
    if (one.kind === 'variable') found.set(keyOf({ letter: one.name, place }), { letter: one.name, place });
    else if (one.kind === 'minus') visit(one.of, place);
    else if (one.kind === 'operation') for (const side of [one.left, one.right]) visit(side, place);
    else if (one.kind === 'call') {
      const { name, of, count = 0 } = one;
      const [first, last] = name === 'ma' ? [0, count - 1] : [count, count];
      for (let i = first; i <= last && steps <= MOST_STEPS; i++) {
        const earlier = i === 0 ? place : back(one, place, i);
        if (earlier === undefined) {
          endsEarly = true;
          break;
        }
        for (const part of of) visit(part, earlier);
      }
    }
  };
  visit(formula, start);
  if (steps > MOST_STEPS) return undefined;
  const operands = [...found.values()].sort((a, b) => a.letter.localeCompare(b.letter) || a.place - b.place);
  return { operands, endsEarly };
}

/** @returns a formula with its numbers: 'a - lag(a, 1)' as '219,000 - 212,000'; short averages in full. */
function withValues(
  formula: Formula,
  start: number,
  back: StepBack,
  textOf: (operand: Operand) => string | undefined,
): string {
  const write = (name: string) => {
    const operand = operandNamed(name);
    return operand ? enclosed(textOf(operand) ?? operand.letter) : `(${name})`;
  };
  return printFormula(shifted(formula, start, back), write)
    .replaceAll('*', '×')
    .replaceAll('/', '÷')
    .replaceAll(', ', '; ');
}

/** @returns the formula at a place: without `ma` and `lag`, and with an operand's key for each letter. */
function shifted(formula: Formula, place: number, back: StepBack): Formula {
  switch (formula.kind) {
    case 'number':
      return formula;
    case 'variable':
      return { kind: 'variable', name: keyOf({ letter: formula.name, place }) };
    case 'minus':
      return { kind: 'minus', of: shifted(formula.of, place, back) };
    case 'operation': {
      const { left, right } = formula;
      return { ...formula, left: shifted(left, place, back), right: shifted(right, place, back) };
    }
    case 'call': {
      const { name, of, count = 0 } = formula;
      const [first] = of;
      const before = (steps: number) => (steps === 0 ? place : (back(formula, place, steps) ?? place));
      if (first && name === 'lag') return shifted(first, before(count), back);
      if (first && name === 'ma') return meanOf(first, count, (steps) => shifted(first, before(steps), back));
      return { ...formula, of: of.map((one) => shifted(one, place, back)) };
    }
  }
}

function meanOf(formula: Formula, count: number, shiftedBy: (steps: number) => Formula): Formula {
  if (count > MOST_WRITTEN || count * writtenIn(formula) > MOST_WRITTEN ** 2)
    return { kind: 'variable', name: `mean of ${count} values` };
  const sum = Array.from({ length: count }, (_, i) => shiftedBy(count - 1 - i)).reduce((left, right) => ({
    kind: 'operation',
    operator: '+',
    left,
    right,
  }));
  return { kind: 'operation', operator: '/', left: sum, right: { kind: 'number', text: String(count) } };
}

/** @returns how many numbers a formula shows if each of its averages is written out. */
function writtenIn(formula: Formula): number {
  switch (formula.kind) {
    case 'minus':
      return writtenIn(formula.of);
    case 'operation':
      return writtenIn(formula.left) + writtenIn(formula.right);
    case 'call': {
      const { name, of, count = 1 } = formula;
      const written = of.reduce((sum, one) => sum + writtenIn(one), 0);
      return name === 'ma' ? Math.min(count, MOST_WRITTEN) * written : written;
    }
    default:
      return 1;
  }
}

function keyOf({ letter, place }: Operand): string {
  return `${letter}@${place}`;
}

function operandNamed(key: string): Operand | undefined {
  const [letter = '', place] = key.split('@');
  return place === undefined ? undefined : { letter, place: Number(place) };
}
