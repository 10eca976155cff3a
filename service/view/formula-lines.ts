import { dateText, dayNumber } from '../calendar/dates.ts';
import { entryOf } from '../datasets/series-choice.ts';
import {
  type Alignable,
  type Aligned,
  type AlignmentNote,
  align,
  lowestCadence,
  periodText,
  shownCadence,
} from '../series-math/align.ts';
import type { Derived, derive, Recipe } from '../series-math/derive.ts';
import { type Formula, parseFormula, VARIABLES } from '../series-math/formula.ts';
import {
  type FormulaValues,
  FormulaWork,
  formulaValues,
  withoutPause,
} from '../series-math/formula-values.ts';
import { compareFrequencies, outputCadence } from '../series-math/frequency.ts';
import type { Cadence } from '../series-math/types.ts';
import { unitsAxisText, valueUnit } from '../series-math/units.ts';
import { cutLine, type DerivedLine, derivedOnce, lineColumn, wholePeriods } from './derive-lines.ts';
import { lineId, slotLetter } from './line-words.ts';
import { formulaTitle, namedFormula } from './names.ts';
import { aggregationOf, baseNote, fittingAggregation, indexStart, misfitNotes } from './recipes.ts';
import type { DateRange, Line, LineStyle, ShownFormula, View } from './types.ts';

/** Makes a formula's line, in FRED's order: frequency, units, formula, own units. Yields every few ms. */
export function* formulaLine(
  view: View,
  shown: ShownFormula,
  series: readonly DerivedLine[],
  asked: DateRange,
  work: FormulaWork,
): Generator<void, Line> {
  const { text, slot, hidden, style } = shown;
  const id = lineId(view, shown);
  const made = yield* evaluation(view, shown, series, work);
  const range = 'message' in made ? asked : wholePeriods(asked, made.used, made.aligned.cadence);
  const recipe = formulaRecipe(view, shown, range);
  const { units, average } = recipe;
  const named = namedFormula(view, text);
  const title = formulaTitle(view, shown, named.name);
  const line = {
    ...{ id, slot, hidden, style, title, choice: undefined, formula: text, units, average },
    to: undefined,
  } as const;
  const emptyColumn = lineColumn(id, { days: new Int32Array(0), values: [] });
  if ('message' in made)
    return {
      ...line,
      unit: '',
      unitText: title,
      cadence: { frequency: 'd' },
      baseDay: undefined,
      column: emptyColumn,
      notes: [made.message],
    };

  const { aligned, used, unit } = made;
  const done = derivedOnce(made.series, aligned.cadence, recipe);
  const column = cutLine(lineColumn(id, done.series), range);
  return {
    ...line,
    unit: valueUnit(units, unit),
    unitText: unitsAxisText(units, unit || title, done.base?.day),
    cadence: aligned.cadence,
    baseDay: done.base?.day,
    column,
    notes: [
      ...(style.name === undefined ? named.notes : []),
      ...aligned.notes.map((note) => `${used[note.index]?.title ?? ''}: ${note.text}.`),
      ...misfitNotes(view, shown),
      ...notWholeNote(used),
      ...(column.days.length === 0 ? [] : lackNote(made.series, range)),
      ...(column.days.length === 0 ? [emptyNote(made, done, recipe)] : baseNote(recipe, done, made.series)),
    ],
  };
}

/** Warns if a formula uses all series of a dataset and so may pass for a total. */
function notWholeNote(used: readonly DerivedLine[]): string[] {
  const [dataset, ...others] = new Set(used.map(({ choice }) => entryOf(choice).dataset));
  const isOfAll = others.length === 0 && dataset?.series.length === used.length;
  return isOfAll && dataset.notWhole ? [`${dataset.notWhole}.`] : [];
}

/** Returns how a formula's values are transformed. The chart's units and average apply only to series. */
export function formulaRecipe(
  view: Pick<View, 'indexDate'>,
  { style }: Pick<ShownFormula, 'style'>,
  range: DateRange,
): Recipe {
  const { units = 'lin', average = 1 } = style;
  return {
    units,
    ...(units === 'nbd' && indexStart(view, style, range)),
    ...(average > 1 && { average }),
  };
}

export type EvaluatedFormula = {
  formula: Formula;
  /** The lines in the formula, and their letters, in the same order as `aligned.values`. */
  used: readonly DerivedLine[];
  letters: readonly string[];
  aligned: Aligned;
  series: FormulaValues;
  /** The unit of its values; '' if they have none. */
  unit: string;
};

/** @returns a formula's values from all loaded history, or a sentence that says why there are none. */
export function evaluateFormula(
  view: View,
  shown: Pick<ShownFormula, 'text' | 'style'>,
  series: readonly DerivedLine[],
): EvaluatedFormula | { message: string } {
  return withoutPause(evaluation(view, shown, series, new FormulaWork()));
}

export const TOO_MUCH_WORK =
  'It takes too much work to calculate. Use fewer powers, ln or exp in this chart, or a lower frequency.';

function* evaluation(
  view: View,
  shown: Pick<ShownFormula, 'text' | 'style'>,
  series: readonly DerivedLine[],
  all: FormulaWork,
): Generator<void, EvaluatedFormula | { message: string }> {
  const { text, style } = shown;
  const lines = new Map(series.map((line) => [slotLetter(line.slot), line]));
  const parsed = parseFormula(text, view.series.map(({ slot }) => slotLetter(slot)).sort());
  if (!parsed.isRight) return { message: parsed.message };
  const { formula, variables: letters } = parsed;
  const used = letters.flatMap((letter) => lines.get(letter) ?? []);
  if (used.length < letters.length) return { message: 'Its series are not loaded.' };
  const { frequency } = style;
  const to = frequency === undefined || frequency === 'own' ? undefined : outputCadence(DAYS, frequency);
  const way = fittingAggregation(view, shown);
  const result = yield* rememberedResult([text, frequency, way], used, all, (work) =>
    formulaSeries(
      formula,
      letters,
      VARIABLES.map((letter) => alignable(lines.get(letter), way)),
      to,
      derivedOnce,
      work,
    ),
  );
  if (result === undefined) return { message: TOO_MUCH_WORK };
  const { series: made, ...worked } = result;
  const placeOf = (index: number) => letters.indexOf(VARIABLES[index] ?? '');
  const aligned = { ...worked, notes: worked.notes.map((note) => ({ ...note, index: placeOf(note.index) })) };
  return {
    formula,
    used,
    letters,
    aligned,
    series: made,
    unit: formulaUnit(formula, new Map(used.map(({ unit }, i) => [letters[i] ?? '', unit]))),
  };
}

const DAYS: Cadence = { frequency: 'd' };

/** Prepares a line for alignment, with the formula's aggregation if it has one. */
function alignable(line: DerivedLine | undefined, way: LineStyle['aggregation']) {
  if (line === undefined) return undefined;
  const { published, made } = line;
  const method =
    way === undefined
      ? line.method
      : aggregationOf(NO_CHART_AGGREGATION, line.choice, { aggregation: way }).method;
  return { series: published, cadence: made.from, recipe: made.recipe, method };
}

const NO_CHART_AGGREGATION = { aggregation: undefined };

/** `result` is absent if the formula needs more than `work`. */
type RememberedFormula = { used: readonly DerivedLine[]; work: number; result: FormulaSeries | undefined };
/** Results of formulas by the values they use, so that a pan recalculates nothing. Unloading forgets them. */
const known = new WeakMap<readonly string[], Map<string, RememberedFormula>>();

/** @param all work left for the view's formulas. One formula may take half, to leave room for the others. */
function* rememberedResult(
  asked: readonly unknown[],
  used: readonly DerivedLine[],
  all: FormulaWork,
  steps: (work: FormulaWork) => Generator<void, FormulaSeries | undefined>,
): Generator<void, FormulaSeries | undefined> {
  const most = all.left / 2;
  const values = used[0]?.published.values;
  const ofValues = (values && known.get(values)) ?? new Map<string, RememberedFormula>();
  if (values) known.set(values, ofValues);
  const key = JSON.stringify([...asked, used.map(({ made, method }) => [made.recipe, method])]);
  const before = ofValues.get(key);
  const isSame =
    before?.used.length === used.length &&
    before.used.every((line, i) => line.published.values === used[i]?.published.values);
  if (isSame && (before.result || before.work >= most)) {
    all.left -= Math.min(before.work, most);
    return before.work > most ? undefined : before.result;
  }
  const work = new FormulaWork(most);
  const result = yield* steps(work);
  const workDone = result ? most - work.left : most;
  all.left -= workDone;
  ofValues.set(key, { used, work: workDone, result });
  return result;
}

/** @param shown values before the cut to the range. @returns why a formula's line is empty, as a sentence */
function emptyNote(made: EvaluatedFormula, shown: Omit<Derived, 'dropped'>, recipe: Recipe): string {
  const { series, used, aligned } = made;
  const [first, last] = [shown.series.days[0], shown.series.days.at(-1)];
  if (first !== undefined && last !== undefined) {
    const [from, to] = [first, last].map((day) => periodText(day, shown.cadence));
    return first === last
      ? `Its only value has the date ${from}, which is not shown.`
      : `Its values run from ${from} to ${to}: none is in the range.`;
  }
  const [based] = shown.base ? [] : baseNote(recipe, shown, series);
  if (based !== undefined) return based;
  if (series.days.length > 0)
    return 'Nothing can be calculated from its values in these units (a value to compare with is missing, or is zero).';

  const without = used.filter(({ published }) => published.days.length === 0);
  if (without.length > 0)
    return `There are no observations of ${without.map(({ title }) => title).join(' and ')}.`;
  const lost = used.filter((_, i) => aligned.values[i]?.every((value) => value === undefined) ?? true);
  if (lost.length > 0)
    return `No value can be calculated from ${lost.map(({ title }) => title).join(' and ')} here.`;

  const why = lacksOf(series.without);
  const isMet = aligned.days.some((_, at) => aligned.values.every((values) => values[at] !== undefined));
  if (why.length === 0) return isMet ? TOO_FEW : noDateNote(made);
  const where =
    series.without.missing.length > 0 ? 'every date on which all its lines have a value' : 'every date';
  return `It ${why.join(', or ')}${/,/.test(why.join(',')) ? ',' : ''} on ${where}.`;
}

const TOO_FEW = 'No date has as many observations before it as its ma or lag needs.';

const LACKS = {
  zero: 'divides by zero',
  power: 'takes a root of a negative number, or makes a number that is too large',
  log: 'takes the logarithm of zero or less',
} as const;
type Without = FormulaValues['without'];

function lacksOf(without: Without): string[] {
  return (['zero', 'power', 'log'] as const).flatMap((lack) =>
    without[lack].length > 0 ? [LACKS[lack]] : [],
  );
}

/** 'On 3 dates there is no value: it takes the logarithm of zero or less.', for dates in the range. */
function lackNote({ without }: FormulaValues, { from, to }: DateRange): string[] {
  const [first, last] = [dayNumber(from) ?? 0, dayNumber(to) ?? 0];
  const inRange = (days: readonly number[]) => days.filter((day) => day >= first && day <= last);
  const shown: Without = {
    missing: [],
    zero: inRange(without.zero),
    power: inRange(without.power),
    log: inRange(without.log),
  };
  const count = shown.zero.length + shown.power.length + shown.log.length;
  if (count === 0) return [];
  return [
    `On ${count} ${count === 1 ? 'date' : 'dates'} there is no value: it ${lacksOf(shown).join(', or ')}.`,
  ];
}

/** @returns whether a formula uses values of earlier dates, by `ma` or `lag`. */
export function hasFunctionOfPeriods(formula: Formula): boolean {
  switch (formula.kind) {
    case 'minus':
      return hasFunctionOfPeriods(formula.of);
    case 'operation':
      return hasFunctionOfPeriods(formula.left) || hasFunctionOfPeriods(formula.right);
    case 'call':
      return formula.count !== undefined || formula.of.some(hasFunctionOfPeriods);
    default:
      return false;
  }
}

function noDateNote({ used, letters, aligned }: EvaluatedFormula): string {
  const spans = used.map((_, i) => {
    const days = Array.from(aligned.days).filter((__, at) => aligned.values[i]?.[at] !== undefined);
    return `${letters[i]} ${dateText(days[0] ?? 0)} to ${dateText(days.at(-1) ?? 0)}`;
  });
  return `Its lines have no date in common: ${spans.join(', ')}.`;
}

/** A formula's results and its input: `values` of each variable on `days`, as in `Aligned`. */
export type FormulaSeries = { series: FormulaValues; cadence: Cadence; notes: AlignmentNote[] } & Pick<
  Aligned,
  'days' | 'values' | 'exact'
>;

/**
 * Calculates a formula from complete series, in FRED's order: frequency, units, formula; with unrounded
 * means. @param series by letter, a first. @param to an even lower cadence. @returns `undefined` if it needs
 * more `work` than is left
 */
export function* formulaSeries(
  formula: Formula,
  variables: readonly string[],
  series: readonly (Alignable | undefined)[],
  to?: Cadence,
  make?: typeof derive,
  work?: FormulaWork,
): Generator<void, FormulaSeries | undefined> {
  const places = variables.map((name) => VARIABLES.indexOf(name));
  const used = places.flatMap((place) => series[place] ?? []);
  const lowest = lowestCadence(used.map(shownCadence));
  const isLower = to !== undefined && compareFrequencies(to.frequency, lowest.frequency) > 0;
  const aligned = align(used, isLower ? to : lowest, make);
  const columns = Object.fromEntries(
    variables.map((name, i) => [name, aligned.exact[i] ?? aligned.values[i] ?? []]),
  );
  const result = yield* formulaValues(
    formula,
    { days: aligned.days, cadence: aligned.cadence, columns },
    work,
  );
  if (result === undefined) return undefined;
  return {
    series: result,
    cadence: aligned.cadence,
    days: aligned.days,
    values: aligned.values,
    exact: aligned.exact,
    notes: aligned.notes.map((note) => ({ ...note, index: places[note.index] ?? note.index })),
  };
}

const PERCENT = '%';
const POINTS = 'pp';

/**
 * How many times a sum contains its lines, and its lines in percent (points count as none). `isScaled`: a
 * number multiplies or divides some of them.
 */
type Sum = { lines: number; percents: number; isScaled: boolean };

/**
 * @param units of the lines, by letter. @returns the unit of a formula's values: percentage points for a
 * difference of percents, '' if it is unknown, as for a ratio
 */
export function formulaUnit(formula: Formula, units: ReadonlyMap<string, string>): string {
  const sum = sumOf(formula, units);
  // A mean has the unit of its lines. Twice a value, or a thousandth of it, may be meant in another unit.
  if (sum === undefined || (sum.isScaled && !isNear(sum.lines, 1))) return '';
  const [unit = '', ...others] = new Set(units.values());
  const isPercent = [unit, ...others].every((one) => one === PERCENT || one === POINTS);
  if (!isPercent) return others.length === 0 ? unit : '';
  if (isNear(sum.percents, 0)) return POINTS;
  return Number.isNaN(sum.percents) || (sum.isScaled && !isNear(sum.percents, 1)) ? '' : PERCENT;
}

function isNear(count: number, wanted: number): boolean {
  return Math.abs(count - wanted) < 1e-9;
}

function sumOf(formula: Formula, units: ReadonlyMap<string, string>): Sum | undefined {
  switch (formula.kind) {
    case 'number':
      return undefined;
    case 'variable':
      return { lines: 1, percents: units.get(formula.name) === POINTS ? 0 : 1, isScaled: false };
    case 'minus':
      return times(sumOf(formula.of, units), -1);
    case 'operation': {
      const { operator, left, right } = formula;
      if (operator === '+') return added(sumOf(left, units), sumOf(right, units));
      if (operator === '-') return added(sumOf(left, units), times(sumOf(right, units), -1));
      if (operator === '/') return scaled(sumOf(left, units), 1 / constantOf(right));
      if (operator === '*')
        return scaled(sumOf(left, units), constantOf(right)) ?? scaled(sumOf(right, units), constantOf(left));
      return undefined;
    }
    case 'call': {
      if (formula.name === 'ln' || formula.name === 'exp') return undefined;
      // max(a, 0) has the unit of a.
      const [first, ...rest] = formula.of
        .filter(({ kind }) => kind !== 'number')
        .map((one) => sumOf(one, units));
      const sum = rest.reduce(either, first);
      return formula.name === 'abs' && sum && sum.lines < 0 ? times(sum, -1) : sum;
    }
  }
}

/** @returns the value of a formula that is a number, else NaN. */
function constantOf(formula: Formula): number {
  if (formula.kind === 'number') return Number(formula.text);
  return formula.kind === 'minus' ? -constantOf(formula.of) : Number.NaN;
}

function times(sum: Sum | undefined, by: number): Sum | undefined {
  return sum && { ...sum, lines: sum.lines * by, percents: sum.percents * by };
}

function scaled(sum: Sum | undefined, by: number): Sum | undefined {
  return sum && Number.isFinite(by) ? { ...(times(sum, by) as Sum), isScaled: true } : undefined;
}

function added(left: Sum | undefined, right: Sum | undefined): Sum | undefined {
  return (
    left &&
    right && {
      lines: left.lines + right.lines,
      percents: left.percents + right.percents,
      isScaled: left.isScaled || right.isScaled,
    }
  );
}

/** Returns the lines that min or max of two sums contains: NaN if the sums differ, since it may be either. */
function either(left: Sum | undefined, right: Sum | undefined): Sum | undefined {
  if (!left || !right) return undefined;
  const isScaled = left.isScaled || right.isScaled;
  const isSame = isNear(left.lines, right.lines) && isNear(left.percents, right.percents);
  return isSame ? { ...left, isScaled } : { lines: Number.NaN, percents: Number.NaN, isScaled };
}
