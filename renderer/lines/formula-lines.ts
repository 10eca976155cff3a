import type { Aligned } from '../../service/series-math/align.ts';
import type { Recipe } from '../../service/series-math/derive.ts';
import { type Formula, parseFormula, VARIABLES } from '../../service/series-math/formula.ts';
import { formulaSeries } from '../../service/series-math/formula-series.ts';
import type { FormulaValues } from '../../service/series-math/formula-values.ts';
import { frequencyName, isSameCadence, outputCadence } from '../../service/series-math/frequency.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import { unitsAxisText, valueUnit } from '../../service/series-math/units.ts';
import type { DateRange } from '../api/index.ts';
import { formulaId, type ShownFormula, slotLetter, type View } from '../view/index.ts';
import { averaged, columnOf, cut, type DerivedLine, derivedOnce } from './derive-lines.ts';
import { emptyNote } from './empty-note.ts';
import { baseNote } from './notes.ts';
import { indexStart, wayDown } from './recipes.ts';
import type { Line } from './types.ts';

/**
 * A formula of shown series as a line: of their values at the lowest frequency among them, each made there as it is shown; then
 * in units of its own (FRED's order: frequency, units, formula).
 */
export function formulaLine(
  view: View,
  shown: ShownFormula,
  series: readonly DerivedLine[],
  range: DateRange,
): Line {
  const { text, slot, hidden, style } = shown;
  const id = formulaId({ text });
  const made = evaluateFormula(view, shown, series);
  const recipe = formulaRecipe(view, shown, range);
  const { units, average } = recipe;
  const line = {
    ...{ id, slot, hidden, style, title: text, choice: undefined, formula: text, units, average },
    to: undefined,
  } as const;
  const nothing = columnOf(id, { days: new Int32Array(0), values: [] });
  if ('message' in made)
    return {
      ...line,
      unit: '',
      unitText: text,
      cadence: { frequency: 'd' },
      baseDay: undefined,
      column: nothing,
      notes: [made.message],
    };

  const { aligned, used, unit } = made;
  const done = derivedOnce(made.series, aligned.cadence, recipe);
  const column = cut(columnOf(id, done.series), range);
  return {
    ...line,
    unit: valueUnit(units, unit),
    unitText: averaged(unitsAxisText(units, unit || text, done.base?.day), average),
    cadence: aligned.cadence,
    baseDay: done.base?.day,
    column,
    notes: [
      ...aligned.notes.map((note) => `${used[note.index]?.title ?? ''}: ${note.text}.`),
      ...frequencyNote(shown, aligned.cadence),
      ...(column.days.length === 0 ? [emptyNote(made, done, recipe)] : baseNote(recipe, done, made.series)),
    ],
  };
}

/** Where a formula cannot have the frequency that it is to have. */
function frequencyNote({ style: { frequency } }: ShownFormula, cadence: Cadence): string[] {
  if (frequency === undefined || frequency === 'own') return [];
  if (isSameCadence(outputCadence(cadence, frequency), cadence)) return [];
  return [`It stays ${frequencyName(cadence.frequency).toLowerCase()}, the lowest frequency of its lines.`];
}

/** What is made of a formula's values, as `recipeOf` says it of a series; the chart's units and average are of its lines alone. */
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

/** A formula worked out: of which lines, how they were brought together, and what came of it on each day. */
export type EvaluatedFormula = {
  formula: Formula;
  /** The lines that stand in it, and the letters that name them there, in the same order as `aligned.values`. */
  used: readonly DerivedLine[];
  letters: readonly string[];
  aligned: Aligned;
  series: FormulaValues;
  /** Of its values; '' where they have none. */
  unit: string;
};

/** @returns what a formula makes of all that is loaded of the lines in it, or what is wrong with its text. */
export function evaluateFormula(
  view: Pick<View, 'series'>,
  { text, style }: Pick<ShownFormula, 'text' | 'style'>,
  series: readonly DerivedLine[],
): EvaluatedFormula | { message: string } {
  const lines = new Map(series.map((line) => [slotLetter(line.slot), line]));
  const parsed = parseFormula(text, view.series.map(({ slot }) => slotLetter(slot)).sort());
  if (!parsed.isRight) return { message: parsed.message };
  const { formula, variables: letters } = parsed;
  const used = letters.flatMap((letter) => lines.get(letter) ?? []);
  if (used.length < letters.length) return { message: 'Its series are not loaded.' };
  const { frequency } = style;
  const to = frequency === undefined || frequency === 'own' ? undefined : outputCadence(DAYS, frequency);
  const { series: made, ...worked } = workedOut([text, frequency, style.aggregation], used, () =>
    formulaSeries(
      formula,
      letters,
      VARIABLES.map((letter) => alignable(lines.get(letter), style)),
      to,
      derivedOnce,
    ),
  );
  const placeOf = (index: number) => letters.indexOf(VARIABLES[index] ?? '');
  const aligned = { ...worked, notes: worked.notes.map((note) => ({ ...note, index: placeOf(note.index) })) };
  return { formula, used, letters, aligned, series: made, unit: unitOf(formula, used) };
}

const DAYS: Cadence = { frequency: 'd' };

/** A line, and how it meets the others: as the formula says, where it says so and that means something for the line. */
function alignable(line: DerivedLine | undefined, { aggregation }: ShownFormula['style']) {
  if (line === undefined) return undefined;
  const { published, made } = line;
  const method = aggregation ? wayDown(EACH, line.choice, { aggregation }).method : line.method;
  return { series: published, cadence: made.from, recipe: made.recipe, method };
}

const EACH = { aggregation: undefined };

type Worked = ReturnType<typeof formulaSeries>;
/** What came of a formula of which values: a pan or a hidden line works nothing out again, and what is unloaded is forgotten. */
const known = new WeakMap<readonly string[], Map<string, { of: readonly DerivedLine[]; worked: Worked }>>();

function workedOut(asked: readonly unknown[], used: readonly DerivedLine[], work: () => Worked): Worked {
  const values = used[0]?.published.values;
  if (values === undefined) return work();
  const ofValues = known.get(values) ?? new Map<string, { of: readonly DerivedLine[]; worked: Worked }>();
  known.set(values, ofValues);
  const key = JSON.stringify([...asked, used.map(({ made, method }) => [made.recipe, method])]);
  const before = ofValues.get(key);
  const isSame = before?.of.every((line, i) => line.published.values === used[i]?.published.values);
  if (before && isSame && before.of.length === used.length) return before.worked;
  const worked = work();
  ofValues.set(key, { of: used, worked });
  return worked;
}

/** Sums and differences of one unit keep it; a product, ratio or power has none. */
function unitOf(formula: Formula, used: readonly DerivedLine[]): string {
  const units = new Set(used.map(({ unit }) => unit));
  return units.size === 1 && isSum(formula) ? ([...units][0] as string) : '';
}

function isSum(formula: Formula): boolean {
  if (formula.kind === 'minus') return isSum(formula.of);
  if (formula.kind !== 'operation') return formula.kind === 'variable';
  const isAdded = formula.operator === '+' || formula.operator === '-';
  return isAdded && isSum(formula.left) && isSum(formula.right);
}
