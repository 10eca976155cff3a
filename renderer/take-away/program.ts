import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { RATE_PLACES } from '../../service/series-math/exact-decimal.ts';
import { type Formula, parseFormula } from '../../service/series-math/formula.ts';
import { isExact } from '../../service/series-math/formula-values.ts';
import { isSameCadence } from '../../service/series-math/frequency.ts';
import { firstDayOf, periodOf } from '../../service/series-math/periods.ts';
import type { Cadence } from '../../service/series-math/types.ts';
import type { DateRange } from '../api/index.ts';
import { type Line, recipeOf } from '../lines/index.ts';
import { formulaId, type ShownFormula, type ShownSeries, slotLetter, type View } from '../view/index.ts';
import {
  type ApiRequest,
  averagePhrase,
  isYield,
  requestsFor,
  requestsOf,
  unitsLeft,
  type ViewRequests,
} from './requests.ts';

/** A moving average over `count` periods, rounded to so many decimals, half away from zero. */
export type Average = { count: number; places: number };

/** A series that a program fetches: to show it, to average it, or because a formula takes it. */
export type FetchedLine = {
  /** By which formulas name it. */
  letter: string;
  code: string;
  area: string;
  cadence: Cadence;
  average: Average | undefined;
  isShown: boolean;
  /** Its values are means of several observations: what the app makes of them is made of them unrounded. */
  isOfMeans: boolean;
};

/** A formula of fetched lines of one cadence: it is worked out on the days that all of them have. */
export type FormulaLine = {
  text: string;
  formula: Formula;
  letters: readonly string[];
  cadence: Cadence;
  /** Decimals that its results are rounded to; absent where they are averaged as they are. */
  places: number | undefined;
  average: Average | undefined;
};

/** What a program does to print the chart's numbers. */
export type Program = {
  /** What is shown: the last thing a program does is to leave out what lies around it. */
  range: DateRange;
  hasYields: boolean;
  requests: readonly ApiRequest[];
  fetched: readonly FetchedLine[];
  formulas: readonly FormulaLine[];
  /** What neither the API nor the program can say, a phrase each. */
  left: readonly string[];
  /** For languages that compute nothing here: what the API has of the view. */
  asked: ViewRequests;
};

/** @param lines as they are drawn: from them comes how many decimals a computed line has. */
export function programOf(view: View, range: DateRange, lines: readonly Line[]): Program {
  const left: string[] = [];
  const computable = new Map<string, FetchedLine & { series: ShownSeries }>();
  for (const series of view.series) {
    const line = fetchedLine(view, series, range, lines);
    const problems = [...unitsLeft(view, series, range), ...averageLeft(view, series, range, line)];
    if (!series.hidden) left.push(...problems);
    if (problems.length === 0) computable.set(line.letter, { ...line, series });
  }
  const formulas = view.formulas.flatMap((formula) => {
    if (formula.hidden) return [];
    const made = formulaLine(formula, computable, lines);
    if (made === undefined) left.push(`formula ${formula.text}`);
    return made ?? [];
  });
  const needed = new Set(formulas.flatMap(({ letters }) => letters));
  const fetched = view.series.flatMap((series) => {
    const letter = slotLetter(series.slot);
    // What the program cannot make of a series, it shows as the API gives it.
    const line = computable.get(letter) ?? {
      ...fetchedLine(view, series, range, lines),
      average: undefined,
      series,
    };
    return line.isShown || needed.has(letter) ? [line] : [];
  });
  const asked = fetched.map(({ series, ...line }) => ({ series, from: firstNeeded(line, formulas, range) }));
  return {
    range,
    hasYields: fetched.some(({ series }) => isYield(series)),
    requests: requestsFor(asked, view, range),
    fetched: fetched.map(({ series: _, ...line }) => line),
    formulas,
    left,
    asked: requestsOf(view, range),
  };
}

/** @returns whether a program computes anything of what it fetches. */
export function isComputing({ fetched, formulas }: Program): boolean {
  return formulas.length > 0 || fetched.some(({ average, isShown }) => average !== undefined || !isShown);
}

function fetchedLine(
  view: View,
  { choice, slot, style, hidden }: ShownSeries,
  range: DateRange,
  lines: readonly Line[],
): FetchedLine {
  const { recipe, from } = recipeOf(view, choice, style, range);
  return {
    letter: slotLetter(slot),
    code: choice.code,
    area: choice.area,
    cadence: recipe.to?.cadence ?? from,
    average: averageOf(recipe.average, placesOf(lines, seriesId(choice))),
    isShown: !hidden,
    isOfMeans: recipe.units === 'lin' && recipe.to?.method === 'avg',
  };
}

/** @returns the phrase for an average that no one rounding says, or of means, which the API answers rounded. */
function averageLeft(
  view: View,
  { choice, style }: ShownSeries,
  range: DateRange,
  line: FetchedLine,
): string[] {
  const { average } = recipeOf(view, choice, style, range).recipe;
  if (average === undefined) return [];
  return line.average === undefined || line.isOfMeans ? [averagePhrase(choice, average)] : [];
}

/** A mean has the decimals of its members: where they differ from day to day, no one rounding says it. */
function averageOf(count: number | undefined, places: ReadonlySet<number>): Average | undefined {
  const [only] = places;
  return count === undefined || only === undefined || places.size > 1 ? undefined : { count, places: only };
}

/** @returns how many decimals the values of a line have, as they are drawn; each number once. */
function placesOf(lines: readonly Line[], id: string): ReadonlySet<number> {
  const values = lines.find((line) => line.id === id)?.column.values ?? [];
  return new Set(values.map((value) => value.split('.')[1]?.length ?? 0));
}

/**
 * @returns nothing where a program would need more than arithmetic on what the API answers: other units, lines that are first
 * brought to one frequency, means before their rounding.
 */
function formulaLine(
  { text, style }: ShownFormula,
  computable: ReadonlyMap<string, FetchedLine>,
  lines: readonly Line[],
): FormulaLine | undefined {
  const parsed = parseFormula(text, [...computable.keys()]);
  if (!parsed.isRight || (style.units ?? 'lin') !== 'lin') return undefined;
  const used = parsed.variables.flatMap((letter) => computable.get(letter) ?? []);
  const [first] = used;
  if (!first || used.some(({ isOfMeans }) => isOfMeans)) return undefined;
  if (used.some(({ cadence }) => !isSameCadence(cadence, first.cadence))) return undefined;
  const places = placesOf(lines, formulaId({ text }));
  // A line of one period's average has none, whatever the chart has.
  const count = style.average === 1 ? undefined : style.average;
  const average = averageOf(count, places);
  if (count !== undefined && average === undefined) return undefined;
  const exact = count === undefined ? Math.max(0, ...places) : undefined;
  return {
    text,
    formula: parsed.formula,
    letters: parsed.variables,
    cadence: first.cadence,
    places: isExact(parsed.formula) ? exact : RATE_PLACES,
    average,
  };
}

/** @returns the day from which on a line is needed, so that its averages and those of its formulas begin with the range. */
function firstNeeded(line: FetchedLine, formulas: readonly FormulaLine[], { from }: DateRange): string {
  const before = (average: Average | undefined) => (average?.count ?? 1) - 1;
  const users = formulas.filter(({ letters }) => letters.includes(line.letter));
  const periods = before(line.average) + Math.max(0, ...users.map(({ average }) => before(average)));
  if (periods === 0) return from;
  const first = Math.floor(periodOf(dayNumber(from) ?? 0, line.cadence)) - periods;
  return dateText(firstDayOf(first, line.cadence));
}
