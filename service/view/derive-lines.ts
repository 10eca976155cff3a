import { dateText, dayNumber } from '../calendar/dates.ts';
import { entryOf, type SeriesChoice } from '../datasets/series-choice.ts';
import type { Aggregation } from '../datasets/types.ts';
import { indexAtOrAfter } from '../series-math/decimate.ts';
import { type Derived, derive } from '../series-math/derive.ts';
import { movingAverage } from '../series-math/moving-average.ts';
import { withWholePeriods } from '../series-math/periods.ts';
import type { Cadence, Levels } from '../series-math/types.ts';
import { unitsAxisText, valueUnit } from '../series-math/units.ts';
import { lineId } from './line-words.ts';
import { seriesName } from './names.ts';
import {
  aggregationOf,
  baseNote,
  droppedNotes,
  isPlain,
  type LineRecipe,
  ownCadence,
  recipeOf,
} from './recipes.ts';
import type { DateRange, Line, LineColumn, PublishedColumn, ShownSeries, View } from './types.ts';

/** A series' line with all its loaded values, before the cut to the range, because formulas need them all. */
export type DerivedLine = Line & {
  choice: SeriesChoice;
  published: PublishedColumn;
  made: LineRecipe;
  /** The aggregation to a lower frequency; `null` if there is none. */
  method: Aggregation | null;
};

/** Makes a series' line. @param column loaded observations; the whole history, unless the line is plain */
export function deriveLine(
  view: View,
  shown: ShownSeries,
  column: PublishedColumn,
  asked: DateRange,
): DerivedLine {
  const { choice, slot, hidden, style } = shown;
  const { series } = entryOf(choice);
  const id = lineId(view, shown);
  const cadence = ownCadence(view, shown);
  const range = wholePeriods(asked, [{ published: column }], cadence);
  const made = recipeOf(view, choice, style, range);
  const { whole, dropped, base } = derivedColumn(column, made);
  const [first, last] = [dayNumber(range.from) ?? 0, dayNumber(range.to) ?? 0];
  // Dropped periods outside the range need no note.
  const missed = dropped.filter(({ date }) => date >= first && date <= last);
  const isLost = whole.days.length === 0 && column.days.length > 0;
  const based = isLost && base ? [] : baseNote(made.recipe, { base }, column);
  const notes = [
    ...made.notes,
    ...droppedNotes(missed, made),
    ...based,
    ...(isLost && based.length === 0 ? ['Nothing can be calculated from the observations here.'] : []),
  ];
  return {
    id,
    slot,
    hidden,
    style,
    title: seriesName(view, shown),
    choice,
    formula: undefined,
    units: made.units,
    unit: valueUnit(made.units, series.unitShort),
    unitText: unitsAxisText(made.units, series.unitShort, base?.day),
    cadence,
    to: made.recipe.to,
    average: made.recipe.average,
    baseDay: base?.day,
    column: { ...cutLine(whole, range), id },
    notes,
    published: column,
    made,
    method: aggregationOf(view, choice, style).method,
  };
}

/** @returns the range, widened to its first or last period's date if no observation lies beyond it. */
export function wholePeriods(
  { from, to }: DateRange,
  lines: readonly Pick<DerivedLine, 'published'>[],
  cadence: Cadence,
): DateRange {
  const first = Math.max(...lines.map(({ published }) => published.days[0] ?? 0));
  const last = Math.min(...lines.map(({ published }) => published.days.at(-1) ?? 0));
  const days = withWholePeriods(
    { from: dayNumber(from) ?? 0, to: dayNumber(to) ?? 0 },
    { first, last },
    cadence,
  );
  return { from: dateText(days.from), to: dateText(days.to) };
}

export function cutLine(column: LineColumn, { from, to }: DateRange): LineColumn {
  return cutColumn(column, dayNumber(from) ?? 0, dayNumber(to) ?? 0);
}

/** @returns the part of a column from one day through another, without copying its numbers. */
export function cutColumn<Column extends LineColumn>(column: Column, from: number, to: number): Column {
  const start = indexAtOrAfter(column.days, from);
  const end = indexAtOrAfter(column.days, to + 1);
  if (start === 0 && end === column.days.length) return column;
  return {
    ...column,
    days: column.days.subarray(start, end),
    values: column.values.slice(start, end),
    numbers: column.numbers.subarray(start, end),
    ...(column.exact && { exact: column.exact.slice(start, end) }),
  };
}

/** @returns values as a column. Its numbers are for drawing only. */
export function lineColumn(id: string, { days, values, exact }: Levels): LineColumn {
  return { id, days, values, numbers: Float64Array.from(values, Number), ...(exact && { exact }) };
}

type Made = Pick<Derived, 'dropped' | 'base'> & { whole: LineColumn };
/** The columns of derived series, so that choosing units back and forth makes no column twice. */
const columns = new WeakMap<Derived, LineColumn>();

function derivedColumn(column: PublishedColumn, made: LineRecipe): Made {
  if (isPlain(made)) return { whole: column, dropped: [], base: undefined };
  const done = derivedOnce(column, made.from, made.recipe);
  const whole = columns.get(done) ?? lineColumn(column.id, done.series);
  columns.set(done, whole);
  return { whole, dropped: done.dropped, base: done.base };
}

/** Derived series by their values; forgotten when the values are unloaded. */
const known = new WeakMap<readonly string[], Map<string, Derived>>();

/** Like `derive`, but remembers its results. An average starts from the remembered series without it. */
export const derivedOnce: typeof derive = (series, from, recipe) => {
  const ofValues = known.get(series.values) ?? new Map<string, Derived>();
  known.set(series.values, ofValues);
  const key = JSON.stringify(recipe);
  const before = ofValues.get(key);
  if (before) return before;
  const { average = 1, ...levels } = recipe;
  const done =
    average === 1 ? derive(series, from, recipe) : averageOf(derivedOnce(series, from, levels), average);
  ofValues.set(key, done);
  return done;
};

function averageOf(levels: Derived, average: number): Derived {
  return { ...levels, series: movingAverage(levels.series, average, levels.cadence) };
}
