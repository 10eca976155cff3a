import { AREAS } from '../../service/series-math/areas/area-table.ts';
import type { AreaMeasure } from '../../service/series-math/areas/measures.ts';

/** Weeks that a tile's line shows, ending with the shown week. */
export const LINE_WEEKS = 104;
const YEAR = 52;
/** Pixels around a tile's line: `EDGE` at the sides, `HEAD` above it for code and value. */
const EDGE = 4;
const HEAD = 18;

type LineBox = { width: number; height: number };

export function lineX(at: number, { width }: LineBox): string {
  return (EDGE + (at / (LINE_WEEKS - 1)) * (width - 2 * EDGE)).toFixed(1);
}

export function weekAtX(x: number, { width }: LineBox): number {
  const at = Math.round(((x - EDGE) / (width - 2 * EDGE)) * (LINE_WEEKS - 1));
  return Math.max(0, Math.min(LINE_WEEKS - 1, at));
}

/** @returns the lowest and highest value in the window that ends with a row, of one area or all, and of 0. */
export function lineEnds({ numbers }: AreaMeasure, row: number, area?: number): [number, number] {
  let [least, most] = [0, 0];
  const from = Math.max(0, row - LINE_WEEKS + 1 - YEAR);
  for (let week = from; week <= row; week++)
    for (let one = area ?? 0; one < (area === undefined ? AREAS.length : area + 1); one++) {
      const value = numbers[week * AREAS.length + one] as number;
      if (value < least) least = value;
      if (value > most) most = value;
    }
  return least === most ? [0, 1] : [least, most];
}

/** @returns an area's path in the window that ends with a row; holes are gaps. @param back weeks to shift */
export function areaLinePath(
  { numbers }: AreaMeasure,
  area: number,
  row: number,
  back: 0 | 52,
  [least, most]: readonly [number, number],
  box: LineBox,
): string {
  let path = '';
  let isDown = false;
  for (let at = 0; at < LINE_WEEKS; at++) {
    const week = row - LINE_WEEKS + 1 + at - back;
    const value = week < 0 ? Number.NaN : (numbers[week * AREAS.length + area] as number);
    const y = HEAD + (1 - (value - least) / (most - least)) * (box.height - HEAD - EDGE);
    if (!Number.isNaN(value)) path += `${isDown ? 'L' : 'M'}${lineX(at, box)} ${y.toFixed(1)}`;
    isDown = !Number.isNaN(value);
  }
  return path;
}
