import { CLASSES, classOf } from '../../service/series-math/areas/classes.ts';
import type { AreaMeasure } from '../../service/series-math/areas/measures.ts';
import { type Scheme, textOn } from '../chart/index.ts';

/** A tile's fill and the colour of the text on it. */
export type TileColour = { fill: string; text: string };

type Ramp = readonly [string, string, string, string, string, string, string];

/**
 * Seven steps of one blue for levels, and orange, white, blue round 0 for changes: the pair of hues that people without red or green
 * cones tell apart. A test computes that neighbours differ for everybody, and that texts can be read on each.
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
/** Of a tile before its class is known, or without a value, by scheme. */
export const BLANK: Readonly<Record<Scheme, TileColour>> = {
  light: { fill: '#eef0f4', text: '#586172' },
  dark: { fill: '#232932', text: '#a1a9b7' },
};

/** @returns the colours of the classes of a scale with so many bounds, lowest first. */
export function classColours(kind: AreaMeasure['kind'], bounds: number, scheme: Scheme): TileColour[] {
  const ramp = RAMPS[scheme][kind === 'level' ? 'level' : 'change'];
  return Array.from({ length: bounds + 1 }, (_, at) => {
    // With fewer classes the middle stays the middle, and levels keep both ends.
    const step =
      kind === 'level'
        ? bounds === 0
          ? 3
          : Math.round((at * (CLASSES - 1)) / bounds)
        : (CLASSES - 1) / 2 + at - bounds / 2;
    const fill = ramp[Math.round(step)] as string;
    return { fill, text: textOn(fill) };
  });
}

/** @returns the colour of a value. */
export function areaColour(
  value: number,
  bounds: readonly number[],
  colours: readonly TileColour[],
  scheme: Scheme,
): TileColour {
  return colours[classOf(bounds, value)] ?? BLANK[scheme];
}
