import { dateText, dayNumber } from '../calendar/dates.ts';
import { entryOf, type SeriesChoice } from '../datasets/series-choice.ts';
import type { Aggregation } from '../datasets/types.ts';
import { lowestCadence, periodText } from '../series-math/align.ts';
import { indexAtOrAfter } from '../series-math/decimate.ts';
import type { Derived, Recipe } from '../series-math/derive.ts';
import { AGGREGATION_NAMES, frequencyText, UNITS_NAMES, type Units } from '../series-math/fred-codes.ts';
import {
  cadenceOf,
  cadenceWords,
  compareFrequencies,
  frequencyName,
  isSameCadence,
  outputCadence,
  periodName,
} from '../series-math/frequency.ts';
import type { Cadence, DroppedPeriod, TimeSeries } from '../series-math/types.ts';
import { unitsWarning } from '../series-math/units.ts';
import { lettersIn, slotLetter } from './line-words.ts';
import type { DateRange, LineStyle, ShownFormula, ShownSeries, View } from './types.ts';

/** How a shown series is transformed, and notes about that. */
export type LineRecipe = { from: Cadence; recipe: Recipe; units: Units; notes: readonly string[] };

/** The chart's settings for lines without their own. */
export type ChartStyle = Pick<View, 'units' | 'indexDate' | 'frequency' | 'aggregation' | 'average'>;

/** @param range the days on the screen. An index starts with them if neither line nor view names a day. */
export function recipeOf(
  view: ChartStyle,
  choice: SeriesChoice,
  style: LineStyle,
  range: DateRange,
): LineRecipe {
  const from = cadenceOf(entryOf(choice).dataset);
  const asked = style.units ?? view.units;
  const units = unitsOf(view, choice, style);
  const average = style.average ?? view.average ?? 1;
  const { to, notes } = lowered(view, choice, style, from);
  const recipe: Recipe = {
    units,
    ...(units === 'nbd' && indexStart(view, style, range)),
    ...(average > 1 && { average }),
    ...(to && { to }),
  };
  if (units !== asked)
    notes.unshift(
      `${UNITS_NAMES[asked]} means nothing for a spread, which can be zero or negative: levels are shown.`,
    );
  return { from, recipe, units, notes };
}

/** @returns the units of a line: the requested ones, or levels if these mean nothing for the series. */
export function unitsOf(
  view: Pick<ChartStyle, 'units'>,
  choice: SeriesChoice,
  style: Pick<LineStyle, 'units'>,
): Units {
  const asked = style.units ?? view.units;
  return unitsWarning(entryOf(choice).series, asked) === undefined ? asked : 'lin';
}

export const FORMULA = 'Formula';

/** @returns FRED's name for the units of a line, or `FORMULA`. */
export function unitsName({ formula, units }: { formula: string | undefined; units: Units }): string {
  return formula !== undefined && units === 'lin' ? FORMULA : UNITS_NAMES[units];
}

/** @returns the lowest cadence at which a view shows a series: in its own line, or in a drawn formula. */
export function lowestShownCadence(view: View, { choice, slot, style }: ShownSeries): Cadence {
  const ofFormulas = view.formulas.flatMap((shown) => {
    const used = shown.hidden ? [] : usedIn(view, shown);
    return used.some((one) => one.slot === slot) ? formulaCadence(view, shown) : [];
  });
  return lowestCadence([ownCadence(view, { choice, style }), ...ofFormulas].map((cadence) => ({ cadence })));
}

export function ownCadence(
  view: ChartStyle,
  { choice, style }: Pick<ShownSeries, 'choice' | 'style'>,
): Cadence {
  const from = cadenceOf(entryOf(choice).dataset);
  return lowered(view, choice, style, from).to?.cadence ?? from;
}

export function usedIn(
  { series }: Pick<View, 'series'>,
  { text }: Pick<ShownFormula, 'text'>,
): ShownSeries[] {
  return lettersIn(text).flatMap((letter) => series.find(({ slot }) => slotLetter(slot) === letter) ?? []);
}

export function formulaCadence(view: View, shown: FormulaStyle): Cadence {
  const { frequency } = shown.style;
  const lowest = lowestCadence(usedIn(view, shown).map((one) => ({ cadence: ownCadence(view, one) })));
  if (frequency === undefined || frequency === 'own') return lowest;
  const to = outputCadence({ frequency: 'd' }, frequency);
  return compareFrequencies(to.frequency, lowest.frequency) > 0 ? to : lowest;
}

export function aggregatedIn(view: View, shown: FormulaStyle): ShownSeries[] {
  const to = formulaCadence(view, shown);
  return usedIn(view, shown).filter(
    (one) =>
      !isSameCadence(ownCadence(view, one), to) &&
      cadenceOf(entryOf(one.choice).dataset).frequency !== to.frequency,
  );
}

/** @returns the aggregation that a formula names, if it fits all its series; else each uses its own. */
export function fittingAggregation(view: View, shown: FormulaStyle): LineStyle['aggregation'] {
  const { aggregation: way } = shown.style;
  if (way === undefined || way === 'usual') return way;
  const fitsAll = aggregatedIn(view, shown).every(({ choice }) =>
    entryOf(choice).series.allowedAggregations.includes(way),
  );
  return fitsAll ? way : undefined;
}

type FormulaStyle = Pick<ShownFormula, 'text' | 'style'>;

function lowered(
  view: ChartStyle,
  choice: SeriesChoice,
  style: LineStyle,
  from: Cadence,
): { to?: NonNullable<Recipe['to']>; notes: string[] } {
  const { series } = entryOf(choice);
  const asked = style.frequency ?? view.frequency;
  if (asked === undefined || asked === 'own') return { notes: [] };
  const cadence = outputCadence(from, asked);
  const own = cadenceWords(from);
  if (compareFrequencies(cadence.frequency, from.frequency) <= 0) {
    if (isSameCadence(cadence, from)) return { notes: [] };
    const isWeeks = cadence.frequency === 'w' && from.frequency === 'w';
    const why = isWeeks ? 'other weeks cannot be made of these' : 'there is nothing more frequent';
    return { notes: [`It stays ${own}: ${why}.`] };
  }
  const { wanted, method } = aggregationOf(view, choice, style);
  if (method === null) return { notes: [`It stays ${own}: it is not to be aggregated.`] };
  const notes = [
    `${frequencyText(asked)}: ${METHOD_WORDS[method]} of ${series.frequency.toLowerCase()} observations.`,
  ];
  if (method !== wanted && wanted !== null)
    notes.push(
      `${AGGREGATION_NAMES[wanted]} means nothing for ${series.unit}${series.seasonalAdjustment === 'SAAR' ? ' at an annual rate' : ''}: ${METHOD_WORDS[method]} is shown.`,
    );
  return { to: { cadence, method }, notes };
}

/** Returns how a series is aggregated: as requested if that means something for it; `null` if not at all. */
export function aggregationOf(
  view: Pick<View, 'aggregation'>,
  choice: SeriesChoice,
  { aggregation }: Pick<LineStyle, 'aggregation'>,
): Record<'wanted' | 'method', Aggregation | null> {
  const { defaultAggregation: usual, allowedAggregations: allowed } = entryOf(choice).series;
  const wanted = aggregation === 'usual' ? usual : (aggregation ?? view.aggregation ?? usual);
  return { wanted, method: wanted && allowed.includes(wanted) ? wanted : usual };
}

/** Returns the base of an index: the chosen day, or else the first value from the start of the range. */
export function indexStart(
  view: Pick<View, 'indexDate'>,
  style: Pick<LineStyle, 'indexDate'>,
  range: DateRange,
): Pick<Recipe, 'indexDay' | 'indexFrom'> {
  const date = style.indexDate ?? view.indexDate;
  const indexDay = date === undefined ? undefined : dayNumber(date);
  return indexDay === undefined ? { indexFrom: dayNumber(range.from) ?? 0 } : { indexDay };
}

const METHOD_WORDS = { avg: 'the average', sum: 'the sum', eop: 'the last value' } as const;

export function isPlain({ recipe: { units, to, average } }: LineRecipe): boolean {
  return units === 'lin' && to === undefined && average === undefined;
}

/** If more periods are dropped, one sentence names only the first and the last. */
const MOST_LISTED = 3;

/** '2026-10 is left out: it has 2 weeks, and needs 3.' for each; for many, one sentence about the last. */
export function droppedNotes(dropped: readonly DroppedPeriod[], { from, recipe }: LineRecipe): string[] {
  const textOf = ({ date }: DroppedPeriod) => periodText(date, recipe.to?.cadence ?? from);
  const lackOf = ({ count, needed, hole }: DroppedPeriod) => {
    const name = `${periodName(from.frequency)}${count === 1 ? '' : 's'}`;
    return hole === undefined
      ? `has ${count} ${name}, and needs ${needed}`
      : `has none on ${hole} days in a row`;
  };
  const [first, last] = [dropped[0], dropped.at(-1)];
  if (first && last && dropped.length > MOST_LISTED)
    return [
      `${dropped.length} periods from ${textOf(first)} to ${textOf(last)} are left out; the last ${lackOf(last)}.`,
    ];
  return dropped.map((one) => `${textOf(one)} is left out: it ${lackOf(one)}.`);
}

/** Notes that a formula cannot have its chosen frequency, or cannot aggregate its lines as chosen. */
export function misfitNotes(view: View, shown: ShownFormula): string[] {
  const { frequency = 'own', aggregation = 'usual' } = shown.style;
  if (frequency === 'own' && aggregation === 'usual') return [];
  const cadence = formulaCadence(view, shown);
  const name = frequencyName(cadence.frequency).toLowerCase();
  return [
    ...(frequency === 'own' || isSameCadence(outputCadence(cadence, frequency), cadence)
      ? []
      : [`It stays ${name}, the lowest frequency of its lines.`]),
    ...(aggregation === 'usual' || fittingAggregation(view, shown) === aggregation
      ? []
      : [`${AGGREGATION_NAMES[aggregation]} does not suit all its lines: each uses its own method.`]),
  ];
}

/** Notes the base day of an index if it is not the first of the range; or why there is no index. */
export function baseNote(
  { units, indexDay, indexFrom }: Recipe,
  { base }: Pick<Derived, 'base'>,
  published: Pick<TimeSeries, 'days'>,
): string[] {
  if (units !== 'nbd' || published.days.length === 0) return [];
  if (base !== undefined)
    return indexFrom !== undefined && base.day > indexFrom
      ? [`100 is the value of ${dateText(base.day)}, its first in the range.`]
      : [];
  if (indexDay === undefined) return ['There is no value in the range that could be 100.'];
  const next = published.days[indexAtOrAfter(published.days, indexDay)];
  const hint = next === undefined ? '' : ` Its next value has the date ${dateText(next)}.`;
  return [`No index: it has no value on ${dateText(indexDay)}, which would be 100.${hint}`];
}
