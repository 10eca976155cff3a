import { dateText } from '../calendar/dates.ts';
import { seriesId } from '../datasets/series-choice.ts';
import { parseFormula } from '../series-math/formula.ts';
import { FormulaWork, MOST_WORK, withoutPause } from '../series-math/formula-values.ts';
import { isSameCadence } from '../series-math/frequency.ts';
import { type DerivedLine, derivedOnce, deriveLine } from './derive-lines.ts';
import { formulaLine } from './formula-lines.ts';
import { lineId, slotLetter } from './line-words.ts';
import { isPlain, lowestShownCadence, ownCadence, recipeOf } from './recipes.ts';
import type {
  DateRange,
  Line,
  PublishedColumn,
  SeriesRequest,
  ShownFormula,
  ShownSeries,
  View,
} from './types.ts';

/** Where a whole history begins. */
export const WHOLE_FROM = '0001-01-01';

/**
 * @returns what must be loaded to draw a view, each series once. For a series as published it is the range. A calculated series needs its whole history,
 * since its values depend on days outside the range (the year before, a whole period, the day of an index). So does what was known at an
 * instant, because only the observations themselves tell how far it reached.
 * @param today `YYYY-MM-DD`, the last day of a whole history.
 */
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

/**
 * @param columns what has been loaded of `asksOf`. @param isLoading more may come, so formulas do not say yet that they are empty.
 * @returns the view's lines in its order, formulas last.
 */
export function linesOf(
  view: View,
  columns: readonly PublishedColumn[],
  range: DateRange,
  isLoading = false,
): Line[] {
  return withoutPause(linesInSteps(view, columns, range, isLoading));
}

/** `linesOf` with pauses: after each line, and within a formula after every few milliseconds. */
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
  // Formulas are calculated again with each page that arrives: those that take long wait for the last page.
  const work = new FormulaWork(isLoading ? MOST_WORK / 4 : MOST_WORK);
  const formulas: Line[] = [];
  for (const formula of view.formulas) {
    formulas.push(withRest(yield* formulaLine(view, formula, series, range, work), rest));
    yield;
  }
  return [...series, ...(isLoading ? formulas.map(withoutNotesWhereEmpty) : formulas)];
}

/** A line computed from an incomplete series is incomplete too. */
function withRest<Of extends Line>(line: Of, rest: PublishedColumn['rest']): Of {
  return rest === undefined || line.column.rest === rest
    ? line
    : { ...line, column: { ...line.column, rest } };
}

function withoutNotesWhereEmpty(line: Line): Line {
  return line.column.days.length === 0 ? { ...line, notes: [] } : line;
}

/**
 * @param lines of the view on the screen.
 * @returns the view with a fixed day of 100 for each index, so that it stays the same for any range and in a request. An index without
 * a day of its own gets the day that it has on the screen, unless a formula has it at a lower frequency, where it begins on another.
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
