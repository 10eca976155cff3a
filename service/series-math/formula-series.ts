import {
  type Alignable,
  type Aligned,
  type AlignmentNote,
  align,
  lowestCadence,
  shownCadence,
} from './align.ts';
import type { derive } from './derive.ts';
import { type Formula, VARIABLES } from './formula.ts';
import { type FormulaValues, formulaValues } from './formula-values.ts';
import type { FormulaWork } from './formula-work.ts';
import { compareFrequencies } from './frequency.ts';
import type { Cadence } from './types.ts';

/** The result of a formula, and of what it was calculated: `values` of each variable on `days`, as `Aligned` has them. */
export type FormulaSeries = { series: FormulaValues; cadence: Cadence; notes: AlignmentNote[] } & Pick<
  Aligned,
  'days' | 'values' | 'exact'
>;

/**
 * Calculates a formula from complete series, on the dates of the lowest frequency among the series in it. In FRED's order: frequency,
 * then units, then the formula. Means are used unrounded.
 * @param variables names in the formula, as `parseFormula` returns them.
 * @param series a is the first, b the second, …; a series that the formula does not use may be undefined.
 * @param to an even lower cadence; ignored if it is not lower. @param make see `align`.
 * @param work see `formulaValues`, of which this has the pauses.
 * @returns `notes` on the aggregated series, with `index` their position in `series`; `undefined` where the formula needs more work than
 * is left.
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
