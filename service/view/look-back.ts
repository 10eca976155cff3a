import { dateText, dayNumber } from '../calendar/dates.ts';
import { seriesId } from '../datasets/series-choice.ts';
import { neededFrom, type Recipe } from '../series-math/derive.ts';
import { parseFormula } from '../series-math/formula.ts';
import { isSameCadence } from '../series-math/frequency.ts';
import { firstDayOf, periodOf } from '../series-math/periods.ts';
import type { Cadence } from '../series-math/types.ts';
import { lagOf } from '../series-math/units.ts';
import { formulaRecipe, hasFunctionOfPeriods } from './formula-lines.ts';
import { slotLetter } from './line-words.ts';
import { asksOf, WHOLE_FROM } from './lines.ts';
import { formulaCadence, type LineRecipe, recipeOf } from './recipes.ts';
import type { DateRange, SeriesRequest, ShownFormula, View } from './types.ts';

/**
 * `asksOf` for who shows one range and does not go on from there, as a tile of a board: of a calculated series no more than its values in the
 * range are made of. The values in the range are the same. Notes may lack what is said of days before it.
 */
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
/** The whole history. An index may be 100 on any day, and after a hole of years a period may have too few days. */
const WHOLE = Number.NEGATIVE_INFINITY;

/** The first day that a line needs, and a period more: a period at the edge of what is loaded may be left out for having too few observations. */
function ownDay(day: number, { from }: LineRecipe, recipe: Recipe): number {
  return recipe.units === 'nbd' || (recipe.to && from.frequency !== 'm')
    ? WHOLE
    : before(neededFrom(day, from, recipe), recipe.to?.cadence ?? from, 1);
}

/** The first day that a formula needs of one of its lines; `day` where it does not have that line. */
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
  // Means over periods are exact or rounded to many places, by what is loaded: here nothing may differ.
  if (units === 'nbd' || average !== undefined || hasFunctionOfPeriods(parsed.formula)) return WHOLE;
  const cadence = formulaCadence(view, shown);
  const own = lines.get(letter);
  if (!own) return day;
  const start = before(day, cadence, lagOf(units, cadence.frequency));
  // The method does not matter for which days are needed.
  const recipe = isSameCadence(own.from, cadence)
    ? own.recipe
    : { ...own.recipe, to: { cadence, method: 'eop' as const } };
  return ownDay(start, own, recipe);
}

const before = (day: number, cadence: Cadence, periods: number): number =>
  Math.min(day, firstDayOf(Math.floor(periodOf(day, cadence)) - periods, cadence));
