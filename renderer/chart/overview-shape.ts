import { extent } from 'd3-array';
import type { LineColumn } from '../../service/view/types.ts';
import { areaPath, linePath, runsOf } from './line-path.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** A line of the overview: its whole history, absent while that is loaded. */
export type OverviewLine = { id: string; slot: number; isRight: boolean; column: LineColumn | undefined };

/** A whole history as two SVG paths. */
type OverviewShape = { line: string; fill: string };

/** The lowest and the highest value of an axis. */
export type Extent = readonly [low: number, high: number];

/** Free pixels above the highest value and below the lowest. */
const ROOM = 2;

/** @returns the extent of the lines of one axis, which share it: their distances are those of the chart. */
export function extentOf(lines: readonly OverviewLine[], isRight: boolean): Extent {
  const of = lines
    .filter((one) => one.isRight === isRight)
    .flatMap(({ column }) => extent(column?.numbers ?? []));
  const [low = 0, high = 0] = extent(of.filter((one) => one !== undefined));
  return [low, high];
}

/**
 * @param whole the days that the strip spans. @param size of the strip, in pixels.
 * @param isLog use a logarithmic scale if every value is above zero.
 * @returns the history, decimated to the pixels, with the lowest value of its axis at the bottom and the highest at the top. Where
 * observations are missing there is a hole.
 */
export function overviewShape(
  column: LineColumn,
  [low, high]: Extent,
  whole: DayRange,
  size: { width: number; height: number },
  isLog: boolean,
): OverviewShape {
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
