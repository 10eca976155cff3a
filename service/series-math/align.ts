import { dateText } from '../calendar/dates.ts';
import type { Aggregation } from '../datasets/types.ts';
import { derive, type Recipe } from './derive.ts';
import { cadenceWords, compareFrequencies, frequencyName, isSameCadence, periodName } from './frequency.ts';
import type { Cadence, DroppedPeriod, Fraction, Levels } from './types.ts';
import { averageText, unitsWords } from './units.ts';

export type Alignable = {
  /** The published values. */
  series: Levels;
  cadence: Cadence;
  /** The transformation, absent if none. Its target frequency counts when the lowest one is chosen. */
  recipe?: Recipe;
  /** The aggregation method; `null` if the series cannot be aggregated. */
  method: Aggregation | null;
};

/** How a series was aggregated to match the others. */
export type AlignmentNote = {
  /** The series' index in the list passed to `align`. */
  index: number;
  from: Cadence;
  to: Cadence;
  method: Aggregation | null;
  dropped: readonly DroppedPeriod[];
  /** 'weekly→monthly avg, partial 2026-10 dropped (2 of 3 weeks)'. */
  text: string;
};

/**
 * Values by series and date: `values[s][i]` is the value of series s on `days[i]`. `exact[s]` has the
 * unrounded values if series s consists of means.
 */
export type Aligned = {
  cadence: Cadence;
  days: Int32Array;
  values: (string | undefined)[][];
  exact: ((Fraction | undefined)[] | undefined)[];
  notes: AlignmentNote[];
};

/**
 * Brings series to the dates of the lowest frequency, each by its own aggregation, before units and moving
 * average, as FRED does. The result has every date of any series. If weeks end on different weekdays, the
 * first weekly series decides. @param make a `derive` of the caller, for example with a cache
 */
export function align(
  series: readonly Alignable[],
  to = lowestCadence(series.map(shownCadence)),
  make: typeof derive = derive,
): Aligned {
  const notes: AlignmentNote[] = [];
  const fitted = series.map((one, index) => {
    const { cadence: from, recipe = LEVELS } = one;
    if (isSameCadence(shownCadence(one).cadence, to)) return make(one.series, from, recipe).series;
    const method = from.frequency === to.frequency ? 'eop' : one.method;
    const done = method && make(one.series, from, { ...recipe, to: { cadence: to, method } });
    const dropped = done?.dropped ?? [];
    notes.push({ index, from, to, method, dropped, text: noteText(from, to, method, dropped, recipe) });
    return done?.series ?? EMPTY_LEVELS;
  });
  return { cadence: datedCadence(series, to, notes), ...joined(fitted), notes };
}

/** Sets `isLevel` if unaggregated series are levels and aggregated ones are end-of-period values. */
function datedCadence(
  series: readonly Alignable[],
  { isLevel: _, ...to }: Cadence,
  notes: readonly AlignmentNote[],
): Cadence {
  const isLast = notes.every(({ from, method }) => from.frequency !== 'w' && method === 'eop');
  const kept = series.filter((__, index) => notes.every((note) => note.index !== index));
  const isLevel = isLast && kept.length > 0 && kept.every(({ cadence }) => cadence.isLevel);
  return isLevel ? { ...to, isLevel } : to;
}

const LEVELS: Recipe = { units: 'lin' };
const EMPTY_LEVELS: Levels = { days: new Int32Array(0), values: [] };

/** @returns the cadence of a series before alignment: its recipe's, otherwise its own. */
export function shownCadence({ cadence, recipe }: Alignable): Pick<Alignable, 'cadence'> {
  return { cadence: recipe?.to?.cadence ?? cadence };
}

/** @returns the lowest of the cadences; daily if there are none. */
export function lowestCadence(series: readonly Pick<Alignable, 'cadence'>[]): Cadence {
  return series.reduce<Cadence>(
    (lowest, { cadence }) => (compareFrequencies(cadence.frequency, lowest.frequency) > 0 ? cadence : lowest),
    series[0]?.cadence ?? { frequency: 'd' },
  );
}

/** @returns the outer join of series: all their dates, ascending, and each series' values on these dates. */
export function joined(series: readonly Levels[]): Pick<Aligned, 'days' | 'values' | 'exact'> {
  const all = new Set<number>();
  for (const { days } of series) for (const day of days) all.add(day);
  const days = Int32Array.from(all).sort();
  const onDays = <Value>(one: Levels, values: readonly Value[]): (Value | undefined)[] => {
    let at = 0;
    return Array.from(days, (day) => (one.days[at] === day ? values[at++] : undefined));
  };
  return {
    days,
    values: series.map((one) => onDays(one, one.values)),
    exact: series.map((one) => one.exact && onDays(one, one.exact)),
  };
}

/** The most dropped periods that a note lists. */
const MOST_LISTED = 3;

function noteText(
  from: Cadence,
  to: Cadence,
  method: Aggregation | null,
  dropped: readonly DroppedPeriod[],
  { units, average }: Recipe,
): string {
  if (method === null) return `${lower(from)} values cannot be aggregated to ${lower(to)} ones`;
  if (from.frequency === to.frequency) return `weeks dated as ${cadenceWords(to)}`;
  const then = [
    ...(units === 'lin' ? [] : [units === 'nbd' ? 'index' : unitsWords(units).label.toLowerCase()]),
    ...(average === undefined || average === 1 ? [] : [averageText(average)]),
  ].map((words) => `then ${words}`);
  const droppedTexts = dropped.map(({ date, count, needed, hole }) => {
    const lack =
      hole === undefined
        ? `${count} of ${needed} ${periodName(from.frequency)}s`
        : `none on ${hole} days in a row`;
    return `partial ${periodText(date, to)} dropped (${lack})`;
  });
  const more = droppedTexts.length - MOST_LISTED;
  const partial = more > 0 ? [...droppedTexts.slice(-MOST_LISTED), `and ${more} earlier`] : droppedTexts;
  return [`${lower(from)}→${lower(to)} ${method}`, ...then, ...partial].join(', ');
}

function lower({ frequency }: Cadence): string {
  return frequencyName(frequency).toLowerCase();
}

/** @returns a period as text: '2026', '2026 Q4', '2026-10', '2026-10-03' (the day that dates a week). */
export function periodText(date: number, { frequency }: Cadence): string {
  const text = dateText(date);
  if (frequency === 'd' || frequency === 'w') return text;
  if (frequency === 'a') return text.slice(0, 4);
  if (frequency === 'm') return text.slice(0, 7);
  const month = Number(text.slice(5, 7));
  const part = frequency === 'q' ? `Q${(month + 2) / 3}` : `H${month < 7 ? 1 : 2}`;
  return `${text.slice(0, 4)} ${part}`;
}
