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
import { compareFrequencies } from './frequency.ts';
import type { Cadence } from './types.ts';

/**
 * A formula of whole series, brought together on the dates of the lowest frequency among those that stand in it.
 * @param variables names in the formula, as `parseFormula` gave them. @param series a is the first, b the second, …; one that
 * no variable names may be missing. Their units are made at the frequency that they meet at (FRED: frequency, units, formula);
 * means that are put together are taken unrounded.
 * @param to a still lower cadence; one that is not lower changes nothing. @param make see `align`.
 * @returns `notes` of what was aggregated; their `index` is the place in `series`. `values` of each variable on `days`.
 */
export function formulaSeries(
  formula: Formula,
  variables: readonly string[],
  series: readonly (Alignable | undefined)[],
  to?: Cadence,
  make?: typeof derive,
): { series: FormulaValues; cadence: Cadence; notes: AlignmentNote[] } & Pick<
  Aligned,
  'days' | 'values' | 'exact'
> {
  const places = variables.map((name) => VARIABLES.indexOf(name));
  const used = places.flatMap((place) => series[place] ?? []);
  const lowest = lowestCadence(used.map(shownCadence));
  const isLower = to !== undefined && compareFrequencies(to.frequency, lowest.frequency) > 0;
  const aligned = align(used, isLower ? to : lowest, make);
  const columns = Object.fromEntries(
    variables.map((name, i) => [name, aligned.exact[i] ?? aligned.values[i] ?? []]),
  );
  return {
    series: formulaValues(formula, aligned.days, columns),
    cadence: aligned.cadence,
    days: aligned.days,
    values: aligned.values,
    exact: aligned.exact,
    notes: aligned.notes.map((note) => ({ ...note, index: places[note.index] ?? note.index })),
  };
}
