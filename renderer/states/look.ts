import { AREAS } from '../../service/series-math/areas/area-table.ts';
import { CLASSES, classBounds, classOf } from '../../service/series-math/areas/classes.ts';
import type { AreaMeasure } from '../../service/series-math/areas/measures.ts';
import { groupDigits, signedText } from '../../service/series-math/decimal-text.ts';
import { type Scheme, textOn } from '../chart/index.ts';
import type { MapState } from './map-state.ts';

type TileColour = { fill: string; text: string };

/** The classes of a week, their colours, and a sentence on how the classes were made; '' for ranks. */
export type Look = { bounds: readonly number[]; colours: readonly TileColour[]; sentence: string };

/** Weeks of the scale 'year', including the shown week. */
const YEAR = 52;

/** @returns a function from a week to its classes; with the scale 'all' they are the same for each week. */
export function looksOf(
  measured: AreaMeasure,
  scale: MapState['scale'],
  scheme: Scheme,
): (row: number) => Look {
  const made = (from: number, to: number): Look => {
    const bounds = classBounds(measured, [from, to]);
    const colours = classColours(measured.kind, bounds.length, scheme);
    return { bounds, colours, sentence: classesText(measured, scale, [Math.max(0, from), to]) };
  };
  if (scale !== 'all') return (row) => made(scale === 'year' ? row - YEAR + 1 : row, row);
  const all = made(0, measured.rows - 1);
  return () => all;
}

export const COLOUR_SPANS = { all: 'all weeks', year: '52 weeks', week: 'this week' } as const;

/** @returns 'Each class has a seventh of all weeks, up to 90.32', so one class may hold a whole week. */
function classesText(
  { kind, numbers, places }: AreaMeasure,
  scale: MapState['scale'],
  [from, to]: readonly [number, number],
): string {
  if (kind === 'rank') return '';
  let most = 0;
  for (const number of numbers.subarray(from * AREAS.length, (to + 1) * AREAS.length))
    most = Math.max(most, Math.abs(number) || 0);
  const end = `${kind === 'change' ? '±' : ''}${groupDigits(most.toFixed(places))}`;
  return `Each class has a seventh of ${COLOUR_SPANS[scale]}, up to ${end}`;
}

export function classCounts({ numbers }: AreaMeasure, row: number, { bounds, colours }: Look): number[] {
  const counts = colours.map(() => 0);
  for (const number of numbers.subarray(row * AREAS.length, (row + 1) * AREAS.length)) {
    const found = classOf(bounds, number);
    if (found >= 0) counts[found] = (counts[found] as number) + 1;
  }
  return counts;
}

/** If one or two classes hold at least this share of the areas, they show little about the week. */
const CROWDED = 0.9;

/** @returns the number of areas in the one or two fullest classes of a week, if these hold nearly all. */
export function crowdOf(
  look: Look,
  measured: AreaMeasure,
  row: number,
): { areas: number; total: number; classes: 1 | 2 } | undefined {
  const counts = classCounts(measured, row, look).sort((a, b) => b - a);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const [first = 0, second = 0] = counts;
  if (first + second < CROWDED * total || total === 0) return undefined;
  return first >= CROWDED * total
    ? { areas: first, total, classes: 1 }
    : { areas: first + second, total, classes: 2 };
}

/** @returns the bounds as texts for the legend. For changes, opposite bounds are equally far from 0. */
export function boundTexts({ kind, places }: AreaMeasure, { bounds }: Look): string[] {
  return bounds.map((bound, i) => {
    if (kind === 'rank') return i === 0 ? 'lowest' : i === bounds.length - 1 ? 'highest' : '';
    if (kind === 'level') return groupDigits(bound.toFixed(places));
    const shown = i < bounds.length / 2 ? -(bounds[bounds.length - 1 - i] as number) : bound;
    return signedText(shown.toFixed(places));
  });
}

type Ramp = readonly [string, string, string, string, string, string, string];

/**
 * Seven steps of one blue for levels; for changes orange, white and blue around 0, which people without red
 * or green cones distinguish. A test computes that neighbours differ for everybody and that text is readable
 * on each.
 */
export const RAMPS: Readonly<Record<Scheme, { level: Ramp; change: Ramp }>> = {
  light: {
    level: ['#f0f5fc', '#d3e2f6', '#abc9ee', '#7eabe2', '#356ab6', '#1f4f97', '#0c3170'],
    change: ['#1c5cab', '#6ba3df', '#c2d9f3', '#f6f6f4', '#fcd7ae', '#ef9c4b', '#a84300'],
  },
  dark: {
    level: ['#222b38', '#263f5e', '#2a5686', '#3470ae', '#6ea6e0', '#a3cbf3', '#e0eefc'],
    change: ['#8fc4fb', '#4c8dd2', '#28486e', '#2b3038', '#6a4422', '#cb7f2d', '#ffb35c'],
  },
};
/** Colours of a tile without a value or before its class is known. */
export const BLANK: Readonly<Record<Scheme, TileColour>> = {
  light: { fill: '#eef0f4', text: '#586172' },
  dark: { fill: '#232932', text: '#a1a9b7' },
};

/** @returns the colours of a scale's classes, lowest first. @param bounds number of bounds between classes */
export function classColours(kind: AreaMeasure['kind'], bounds: number, scheme: Scheme): TileColour[] {
  const ramp = RAMPS[scheme][kind === 'level' ? 'level' : 'change'];
  const middle = (CLASSES - 1) / 2;
  // With fewer classes the middle colour stays, and levels keep both ends.
  const stepOf = (at: number) => {
    if (kind !== 'level') return middle + at - bounds / 2;
    return bounds === 0 ? middle : (at * (CLASSES - 1)) / bounds;
  };
  return Array.from({ length: bounds + 1 }, (_, at) => {
    const fill = ramp[Math.round(stepOf(at))] as string;
    return { fill, text: textOn(fill) };
  });
}

export function areaColour(value: number, look: Look | undefined, scheme: Scheme): TileColour {
  return look?.colours[classOf(look.bounds, value)] ?? BLANK[scheme];
}
