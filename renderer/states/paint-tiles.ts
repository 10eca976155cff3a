import { shownDay } from '../../service/calendar/dates.ts';
import { AREAS, type AreaTable, dayOfRow, sumOfRow } from '../../service/series-math/areas/area-table.ts';
import type { AreaMeasure } from '../../service/series-math/areas/measures.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { scaledText } from '../../service/series-math/matrix.ts';
import type { Scheme } from '../chart/index.ts';
import { areaColour, BLANK } from './colours.ts';
import { boundTexts, classCounts, type Look } from './look.ts';
import type { MapState } from './map-state.ts';
import { fittedSize, fittedText } from './tile-layout.ts';
import { cellText, SERIES_WORDS } from './words.ts';

/** What the map draws of any week. */
export type DrawnMap = {
  claims: AreaTable;
  /** `undefined` while only the numbers of one week are there. */
  look: ((row: number) => Look) | undefined;
  measured: AreaMeasure;
  series: MapState['series'];
  scheme: Scheme;
};

/** The elements of a tile. */
type Tile = { area: number; fill: SVGElement; code: SVGElement; value: SVGElement };

export const HATCH = 'states-hatch';

/** @returns the tiles of a drawing, to be painted again and again. */
export function tilesOf(svg: SVGSVGElement): Tile[] {
  return [...svg.querySelectorAll<SVGGElement>('[data-area]')].map((tile) => ({
    area: AREAS.indexOf(tile.dataset.area as (typeof AREAS)[number]),
    fill: tile.querySelector('rect') as SVGElement,
    code: tile.querySelector('[data-part=code]') as SVGElement,
    value: tile.querySelector('[data-part=value]') as SVGElement,
  }));
}

/** The room for a value in a tile, and its usual size. */
export type ValueRoom = { width: number; most: number };

/** Paints a week: 53 fills and texts, without rendering. */
export function paintTiles(
  tiles: readonly Tile[],
  { claims, look, measured, scheme }: DrawnMap,
  row: number,
  room: ValueRoom,
): void {
  const own = look?.(row);
  for (const { area, fill, code, value } of tiles) {
    const number = measured.numbers[row * AREAS.length + area] ?? Number.NaN;
    const colour = own ? areaColour(number, own.bounds, own.colours, scheme) : BLANK[scheme];
    const text = fittedText(cellText(measured, claims, area, row), room.width);
    set(fill, 'fill', Number.isNaN(number) ? `url(#${HATCH})` : colour.fill);
    set(code, 'fill', colour.text);
    set(value, 'fill', colour.text);
    if (value.textContent === text) continue;
    value.textContent = text;
    set(value, 'font-size', String(fittedSize(text.length, room.width, room.most)));
  }
}

/** Sets an attribute that has changed. */
function set(element: Element, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/** The week in large letters, and the sum of all areas. */
export function paintHead(svg: SVGSVGElement, { claims, series }: DrawnMap, row: number): void {
  const { sum, count } = sumOfRow(claims, row);
  const isWhole = count === AREAS.length;
  write(svg, 'date', shownDay(dayOfRow(claims, row)));
  write(
    svg,
    'total',
    isWhole ? groupDigits(scaledText(claims, sum)) : `${count} of ${AREAS.length} areas so far`,
  );
  write(svg, 'of', isWhole ? `${SERIES_WORDS[series].claims} in ${count} areas` : 'no national total');
}

/** The legend: how many areas are in each class, over its colour, and the bounds between the classes. @param high of the largest bar */
export function paintLegend(svg: SVGSVGElement, drawn: DrawnMap, row: number, high: number): void {
  const look = drawn.look?.(row);
  if (!look) return;
  write(svg, 'classes', look.said);
  const counts = classCounts(drawn.measured, row, look);
  const bounds = boundTexts(drawn.measured, look);
  const most = Math.max(...counts, 1);
  for (const bar of svg.querySelectorAll<SVGGElement>('[data-class]')) {
    const at = Number(bar.dataset.class);
    const count = counts[at];
    set(bar, 'visibility', count === undefined ? 'hidden' : 'visible');
    if (count === undefined) continue;
    const [swatch, height, label, bound] = bar.children as unknown as [Element, Element, Element, Element];
    const tall = Math.round((high * count) / most);
    for (const part of [swatch, height]) set(part, 'fill', look.colours[at]?.fill ?? 'none');
    set(height, 'y', String(-tall));
    set(height, 'height', String(tall));
    set(label, 'y', String(-tall - 4));
    label.textContent = count === 0 ? '' : String(count);
    bound.textContent = bounds[at] ?? '';
  }
}

export function write(svg: SVGSVGElement, part: string, text: string): void {
  const found = svg.querySelector(`[data-part=${part}]`);
  if (found && found.textContent !== text) found.textContent = text;
}
