import { extent } from 'd3-array';
import type { LineColumn } from '../../service/view/types.ts';
import { areaPath, linePath, runsOf } from './line-path.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** A whole history as two SVG paths. */
export type OverviewShape = { line: string; fill: string };

/** Pixels between the highest value and the upper edge, and as much below the lowest. */
const ROOM = 4;

/**
 * @param size pixels of the strip. @param isLog logarithmic where every value can be.
 * @returns the history over `whole`, lowest and highest value at the edges, decimated to the pixels.
 */
export function overviewShape(
  column: LineColumn,
  whole: DayRange,
  size: { width: number; height: number },
  isLog: boolean,
): OverviewShape {
  const [low = 0, high = 0] = extent(column.numbers);
  const scaled = isLog && low > 0 ? Math.log : (value: number) => value;
  const [bottom, span] = [scaled(low), scaled(high) - scaled(low) || 1];
  const height = size.height - 2 * ROOM;
  const runs = runsOf(
    column,
    whole.from,
    whole.to,
    (day) => ((day - whole.from) / widthOf(whole)) * size.width,
    (value) => ROOM + (1 - (scaled(value) - bottom) / span) * height,
    size.width,
  );
  return { line: linePath(runs), fill: areaPath(runs, size.height) };
}
