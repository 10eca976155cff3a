import { dateText, dayNumber } from '../../service/contract/dates.ts';
import { type Derived, derive } from '../../service/series-math/derive.ts';
import { unitsAxisText, valueUnit } from '../../service/series-math/units.ts';
import { cutColumn, type DateRange, type LineColumn, type SeriesColumn, seriesId } from '../api/index.ts';
import { entryOf, shortTitle } from '../picker/index.ts';
import type { ShownSeries, View } from '../view/index.ts';
import { droppedNote } from './notes.ts';
import { isPlain, type LineRecipe, recipeOf } from './recipes.ts';
import type { Line } from './types.ts';

/** A series with what was made of all of it that is loaded, before it is cut to the range: formulas are made of that. */
export type DerivedLine = Line & { whole: LineColumn };

/** One shown series as a line. @param column what is loaded of it; a line that is not plain needs the whole history. */
export function deriveLine(
  view: View,
  { choice, slot, hidden, style }: ShownSeries,
  column: SeriesColumn,
  range: DateRange,
): DerivedLine {
  const { series } = entryOf(choice);
  const made = recipeOf(view, choice, style, range);
  const { whole, dropped, base } = derivedColumn(column, made);
  const [first, last] = [dayNumber(range.from) ?? 0, dayNumber(range.to) ?? 0];
  // What is missing out of sight needs no word.
  const missed = dropped.filter(({ date }) => date >= first && date <= last);
  const notes = [...made.notes, ...missed.map((one) => droppedNote(one, made))];
  if (base && made.recipe.indexDay !== undefined && base.day > made.recipe.indexDay)
    notes.push(`100 is the value of ${dateText(base.day)}, the first on or after the day asked for.`);
  if (whole.days.length === 0 && column.days.length > 0)
    notes.push('Nothing can be computed of the observations that are there.');
  return {
    id: seriesId(choice),
    slot,
    hidden,
    style,
    title: shortTitle(choice),
    choice,
    formula: undefined,
    units: made.units,
    unit: valueUnit(made.units, series.unitShort),
    unitText: averaged(unitsAxisText(made.units, series.unitShort, base?.day), style.average),
    cadence: made.recipe.to?.cadence ?? made.from,
    column: cut(whole, range),
    whole,
    notes,
  };
}

/** @returns the text of an axis with its moving average. */
export function averaged(text: string, average: number | undefined): string {
  return average === undefined ? text : `${text}, ${average}-period average`;
}

/** @returns the part of a column that lies in a range. */
export function cut(column: LineColumn, { from, to }: DateRange): LineColumn {
  return cutColumn(column, dayNumber(from) ?? 0, dayNumber(to) ?? 0);
}

/** @returns values as a column; the numbers are for drawing only. */
export function columnOf(id: string, { days, values }: Pick<LineColumn, 'days' | 'values'>): LineColumn {
  return { id, days, values, numbers: Float64Array.from(values, Number) };
}

type Made = { whole: LineColumn } & Pick<Derived, 'dropped' | 'base'>;
/** What was made of which values: choosing units back and forth computes nothing twice, and what is unloaded is forgotten. */
const known = new WeakMap<readonly string[], Map<string, Made>>();

function derivedColumn(column: SeriesColumn, made: LineRecipe): Made {
  if (isPlain(made)) return { whole: column, dropped: [], base: undefined };
  const ofValues = known.get(column.values) ?? new Map<string, Made>();
  known.set(column.values, ofValues);
  const key = JSON.stringify(made.recipe);
  const before = ofValues.get(key);
  if (before) return before;
  const { series, dropped, base } = derive(column, made.from, made.recipe);
  const result = { whole: columnOf(column.id, series), dropped, base };
  ofValues.set(key, result);
  return result;
}
