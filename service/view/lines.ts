import { dateText, dayNumber } from '../calendar/dates.ts';
import { seriesId } from '../datasets/series-choice.ts';
import { neededFrom, type Recipe } from '../series-math/derive.ts';
import { parseFormula } from '../series-math/formula.ts';
import { FormulaWork, MOST_WORK, withoutPause } from '../series-math/formula-values.ts';
import { isSameCadence } from '../series-math/frequency.ts';
import { firstDayOf, periodOf } from '../series-math/periods.ts';
import type { Cadence } from '../series-math/types.ts';
import { lagOf } from '../series-math/units.ts';
import { type DerivedLine, derivedOnce, deriveLine } from './derive-lines.ts';
import { formulaLine, formulaRecipe, hasFunctionOfPeriods } from './formula-lines.ts';
import { lineId, slotLetter } from './line-words.ts';
import {
  formulaCadence,
  isPlain,
  type LineRecipe,
  lowestShownCadence,
  ownCadence,
  recipeOf,
} from './recipes.ts';
import type {
  DateRange,
  Line,
  PublishedColumn,
  SeriesRequest,
  ShownFormula,
  ShownSeries,
  View,
} from './types.ts';

export const WHOLE_FROM = '0001-01-01';

/** @returns what to load of each series: the range, or everything if it is calculated or as of an instant. */
export function asksOf(view: View, range: DateRange, today: string): SeriesRequest[] {
  const letters = view.series.map((one) => slotLetter(one.slot));
  const inFormulas = new Set(
    view.formulas.flatMap(({ text }) => {
      const parsed = parseFormula(text, letters);
      return parsed.isRight ? parsed.variables : [];
    }),
  );
  const isRaw = ({ choice, slot, style }: ShownSeries) =>
    view.asOf === undefined &&
    isPlain(recipeOf(view, choice, style, range)) &&
    !inFormulas.has(slotLetter(slot));
  const asked = Map.groupBy(view.series, ({ choice }) => seriesId(choice));
  return [...asked.values()].map((lines) => ({
    choice: (lines[0] as ShownSeries).choice,
    range: lines.every(isRaw) ? range : { from: WHOLE_FROM, to: today },
    ...(view.asOf !== undefined && { asOf: view.asOf }),
  }));
}

/** @param columns loaded for `asksOf`. @param isLoading more may come, so empty formulas get no notes yet */
export function linesOf(
  view: View,
  columns: readonly PublishedColumn[],
  range: DateRange,
  isLoading = false,
): Line[] {
  return withoutPause(linesInSteps(view, columns, range, isLoading));
}

/** Yields after each line, and within a formula every few milliseconds. Otherwise like `linesOf`. */
export function* linesInSteps(
  view: View,
  columns: readonly PublishedColumn[],
  range: DateRange,
  isLoading = false,
): Generator<void, Line[]> {
  const series: DerivedLine[] = [];
  for (const shown of view.series) {
    const column = columns.find(({ id }) => id === seriesId(shown.choice));
    if (column === undefined) continue;
    const { from, recipe } = recipeOf(view, shown.choice, shown.style, range);
    const { average, ...levels } = recipe;
    if (average !== undefined) {
      derivedOnce(column, from, levels);
      yield;
    }
    series.push(withRest(deriveLine(view, shown, column, range), column.rest));
    yield;
  }
  const rest = series.find(({ column }) => column.rest !== undefined)?.column.rest;
  // Each page that arrives recalculates the formulas. Long calculations wait for the last page.
  const work = new FormulaWork(isLoading ? MOST_WORK / 4 : MOST_WORK);
  const formulas: Line[] = [];
  for (const formula of view.formulas) {
    formulas.push(withRest(yield* formulaLine(view, formula, series, range, work), rest));
    yield;
  }
  return [...series, ...(isLoading ? formulas.map(withoutNotesWhereEmpty) : formulas)];
}

/** Marks a line as incomplete if it is computed from an incomplete series. */
function withRest<Of extends Line>(line: Of, rest: PublishedColumn['rest']): Of {
  return rest === undefined || line.column.rest === rest
    ? line
    : { ...line, column: { ...line.column, rest } };
}

function withoutNotesWhereEmpty(line: Line): Line {
  return line.column.days.length === 0 ? { ...line, notes: [] } : line;
}

/**
 * @returns the view with the base day on the screen for each index, except for series that a formula uses at
 * a lower frequency, where the base day differs.
 */
export function withIndexDates(view: View, lines: readonly Line[]): View {
  if (view.indexDate !== undefined) return view;
  const days = new Map(lines.map(({ id, baseDay }) => [id, baseDay]));
  const dated = <Shown extends ShownSeries | ShownFormula>(shown: Shown): Shown => {
    const day = days.get(lineId(view, shown));
    if (day === undefined || shown.style.indexDate !== undefined) return shown;
    return { ...shown, style: { ...shown.style, indexDate: dateText(day) } };
  };
  return {
    ...view,
    series: view.series.map((shown) =>
      isSameCadence(ownCadence(view, shown), lowestShownCadence(view, shown)) ? dated(shown) : shown,
    ),
    formulas: view.formulas.map(dated),
  };
}

/** Like `asksOf` for a tile's fixed range: loads only days that values need, so some notes may be missing. */
export function shortAsksOf(view: View, range: DateRange, today: string): SeriesRequest[] {
  const day = dayNumber(range.from);
  const lines = new Map(
    view.series.map(({ choice, slot, style }) => [slotLetter(slot), recipeOf(view, choice, style, range)]),
  );
  return asksOf(view, range, today).map((ask) => {
    if (ask.range.from !== WHOLE_FROM || ask.asOf !== undefined || day === undefined) return ask;
    const days = view.series.flatMap(({ choice, slot }) => {
      const letter = slotLetter(slot);
      const made = lines.get(letter);
      if (!made || seriesId(choice) !== seriesId(ask.choice)) return [];
      return [
        ownDay(day, made, made.recipe),
        ...view.formulas.map((formula) => formulaDay(view, formula, lines, letter, range, day)),
      ];
    });
    const first = Math.min(...days);
    return first > FIRST_DAY ? { ...ask, range: { ...ask.range, from: dateText(first) } } : ask;
  });
}

const FIRST_DAY = dayNumber(WHOLE_FROM) ?? 0;
/** The whole history: an index may be 100 on any day, and a hole of years may leave a period too few days. */
const WHOLE = Number.NEGATIVE_INFINITY;

/** Returns the first day that a line needs, and one period more, because a partial period may be dropped. */
function ownDay(day: number, { from }: LineRecipe, recipe: Recipe): number {
  return recipe.units === 'nbd' || (recipe.to && from.frequency !== 'm')
    ? WHOLE
    : before(neededFrom(day, from, recipe), recipe.to?.cadence ?? from, 1);
}

/** Returns the first day that a formula needs of a line; `day` if it does not use the line. */
function formulaDay(
  view: View,
  shown: ShownFormula,
  lines: ReadonlyMap<string, LineRecipe>,
  letter: string,
  range: DateRange,
  day: number,
): number {
  const parsed = parseFormula(shown.text, [...lines.keys()].sort());
  if (!parsed.isRight || !parsed.variables.includes(letter)) return day;
  const { units, average } = formulaRecipe(view, shown, range);
  // Loading less would change how means over periods are rounded, so these need the whole history.
  if (units === 'nbd' || average !== undefined || hasFunctionOfPeriods(parsed.formula)) return WHOLE;
  const cadence = formulaCadence(view, shown);
  const own = lines.get(letter);
  if (!own) return day;
  const start = before(day, cadence, lagOf(units, cadence.frequency));
  // The needed days do not depend on the method.
  const recipe = isSameCadence(own.from, cadence)
    ? own.recipe
    : { ...own.recipe, to: { cadence, method: 'eop' as const } };
  return ownDay(start, own, recipe);
}

const before = (day: number, cadence: Cadence, periods: number): number =>
  Math.min(day, firstDayOf(Math.floor(periodOf(day, cadence)) - periods, cadence));
