import { AREAS } from '../../service/series-math/areas/area-table.ts';
import { classBounds, classOf } from '../../service/series-math/areas/classes.ts';
import type { AreaMeasure } from '../../service/series-math/areas/measures.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import type { Scheme } from '../chart/index.ts';
import { classColours, type TileColour } from './colours.ts';
import type { MapState } from './map-state.ts';

/** The classes of a week, their colours, and a sentence on how they were made; '' of ranks, whose classes say it. */
export type Look = { bounds: readonly number[]; colours: readonly TileColour[]; said: string };

/** Weeks of the scale 'year': the shown one and those before it. */
const YEAR = 52;

/** @returns a function that gives the classes of a week; over all weeks they are the same for each. */
export function looksOf(
  measured: AreaMeasure,
  scale: MapState['scale'],
  scheme: Scheme,
): (row: number) => Look {
  const made = (from: number, to: number): Look => {
    const bounds = classBounds(measured, [from, to]);
    const colours = classColours(measured.kind, bounds.length, scheme);
    return { bounds, colours, said: classesText(measured, scale, [Math.max(0, from), to]) };
  };
  if (scale === 'all') {
    const all = made(0, measured.rows - 1);
    return () => all;
  }
  let last: { row: number; look: Look } | undefined;
  return (row) => {
    if (last?.row !== row) last = { row, look: made(scale === 'year' ? row - YEAR + 1 : row, row) };
    return last.look;
  };
}

export const COLOUR_SPANS = { all: 'all weeks', year: '52 weeks', week: 'this week' } as const;

/** @returns 'Each class has a seventh of all weeks, up to 90.32'. A week in which nearly all areas are in one class is so understood. */
function classesText(
  { kind, numbers, places }: AreaMeasure,
  scale: MapState['scale'],
  [from, to]: readonly [number, number],
): string {
  if (kind === 'rank') return '';
  let most = 0;
  for (let at = from * AREAS.length; at < (to + 1) * AREAS.length; at++)
    most = Math.max(most, Math.abs(numbers[at] as number) || 0);
  const end = `${kind === 'change' ? '±' : ''}${groupDigits(most.toFixed(places))}`;
  return `Each class has a seventh of ${COLOUR_SPANS[scale]}, up to ${end}`;
}

/** @returns how many areas are in each class in a week. */
export function classCounts({ numbers }: AreaMeasure, row: number, { bounds, colours }: Look): number[] {
  const counts = colours.map(() => 0);
  for (let at = row * AREAS.length; at < (row + 1) * AREAS.length; at++) {
    const found = classOf(bounds, numbers[at] as number);
    if (found >= 0) counts[found] = (counts[found] as number) + 1;
  }
  return counts;
}

/** From this share of the areas on, classes that hold them say little about the week. */
const CROWDED = 0.9;

/** @returns how many areas the one or two fullest classes of a week have, where that is nearly all of them. */
export function crowdOf(
  { look, measured }: { look: ((row: number) => Look) | undefined; measured: AreaMeasure },
  row: number,
): { areas: number; of: number; classes: 1 | 2 } | undefined {
  if (!look) return undefined;
  const counts = classCounts(measured, row, look(row)).sort((a, b) => b - a);
  const of = counts.reduce((sum, count) => sum + count, 0);
  const [first = 0, second = 0] = counts;
  if (first + second < CROWDED * of || of === 0) return undefined;
  return first >= CROWDED * of ? { areas: first, of, classes: 1 } : { areas: first + second, of, classes: 2 };
}

/** @returns the bounds as they stand under the legend. Of changes each is as far from 0 as its counterpart. */
export function boundTexts({ kind, places }: AreaMeasure, { bounds }: Look): string[] {
  if (kind === 'rank')
    return bounds.map((_, i) => (i === 0 ? 'lowest' : i === bounds.length - 1 ? 'highest' : ''));
  return bounds.map((bound, i) => {
    if (kind === 'level') return groupDigits(bound.toFixed(places));
    const half = bounds.length / 2;
    const shown = i < half ? -(bounds[bounds.length - 1 - i] as number) : bound;
    return signedText(shown.toFixed(places));
  });
}
