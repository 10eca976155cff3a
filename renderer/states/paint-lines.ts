import { shownDay } from '../../service/calendar/dates.ts';
import type { StateCode } from '../../service/datasets/states.ts';
import { AREAS, dayOfRow } from '../../service/series-math/areas/area-table.ts';
import type { AreaMeasure } from '../../service/series-math/areas/measures.ts';
import { type DrawnMap, write } from './paint-tiles.ts';
import { cellText } from './words.ts';

/** Weeks of a tile's line, the shown one and those before it, and how far behind it the line of the year before lies. */
export const LINE_WEEKS = 104;
const YEAR = 52;
/** Space in a tile around its line, in pixels: above stand code and value. */
const EDGE = 4;
const HEAD = 18;

export type LineBox = { width: number; height: number };

/** @returns the x of a week of the window, 0 being the first. */
export function lineX(at: number, { width }: LineBox): number {
  return EDGE + (at / (LINE_WEEKS - 1)) * (width - 2 * EDGE);
}

/** @returns the week of the window at an x within a tile. */
export function weekAtX(x: number, { width }: LineBox): number {
  const at = Math.round(((x - EDGE) / (width - 2 * EDGE)) * (LINE_WEEKS - 1));
  return Math.max(0, Math.min(LINE_WEEKS - 1, at));
}

/** @returns the least and largest value in the window that ends with a row, of one area or of all; 0 is always within. */
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

/**
 * The path of an area over the window that ends with a row; a hole is a gap in the line.
 * @param back how many weeks the line lies behind: 52 for that of the year before.
 */
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
    if (Number.isNaN(value)) {
      isDown = false;
      continue;
    }
    const y = HEAD + (1 - (value - least) / (most - least)) * (box.height - HEAD - EDGE);
    path += `${isDown ? 'L' : 'M'}${lineX(at, box).toFixed(1)} ${y.toFixed(1)}`;
    isDown = true;
  }
  return path;
}

/** The lines of all areas over the two years that end with a row, and the same of the year before behind them. */
export function paintLines(
  svg: SVGSVGElement,
  { measured }: DrawnMap,
  row: number,
  own: boolean,
  box: LineBox,
): void {
  svg.dataset.pointed = 'false';
  const shared = own ? undefined : lineEnds(measured, row);
  for (const tile of svg.querySelectorAll<SVGGElement>('[data-area]')) {
    const area = AREAS.indexOf(tile.dataset.area as StateCode);
    const ends = shared ?? lineEnds(measured, row, area);
    const path = (part: string, back: 0 | 52) =>
      tile
        .querySelector(`[data-part=${part}]`)
        ?.setAttribute('d', areaLinePath(measured, area, row, back, ends, box));
    path('before', 52);
    path('line', 0);
  }
}

/** One week in every tile: a line, and the values of that week. */
export function paintCrosshair(
  svg: SVGSVGElement,
  { measured, claims }: DrawnMap,
  row: number,
  x: number,
): void {
  svg.dataset.pointed = 'true';
  write(svg, 'date', shownDay(dayOfRow(claims, row)));
  for (const tile of svg.querySelectorAll<SVGGElement>('[data-area]')) {
    const area = AREAS.indexOf(tile.dataset.area as StateCode);
    const cross = tile.querySelector('[data-part=cross]');
    cross?.setAttribute('x1', x.toFixed(1));
    cross?.setAttribute('x2', x.toFixed(1));
    const value = tile.querySelector('[data-part=value]');
    if (value) value.textContent = cellText(measured, claims, area, row);
  }
}
