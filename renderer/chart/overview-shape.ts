import { extent } from 'd3-array';
import type { LineColumn } from '../../service/view/types.ts';
import { areaPath, linePath, runsOf } from './line-path.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** A whole history as two SVG paths. */
type OverviewShape = { line: string; fill: string };

/** Free pixels above the highest value and below the lowest. */
const ROOM = 4;

/**
 * @param whole the days that the strip spans. @param size of the strip, in pixels.
 * @param isLog use a logarithmic scale if every value is above zero.
 * @returns the history, decimated to the pixels, with the lowest value at the bottom and the highest at the top.
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
