import { todayText } from '../../service/calendar/today.ts';
import type { Catalog } from '../../service/contract/catalog.ts';
import type { BoardContent, BoardTile } from '../../service/contract/saved.ts';
import { type Held, type RangeChoice, rangeOfHeld, resolveRange } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import type { ChartMarkup, SharedDay } from '../chart/index.ts';
import type { ScreenDefinition, TileSheet } from '../frame/types.ts';
import { heldSeries } from '../range/index.ts';
import type { ImageWords } from '../take-away/index.ts';
import { chartTile, rangeOfText } from '../tiles/index.ts';

/** The parts of a board that a person changes. */
export type BoardFields = { name: string; content: BoardContent };

/** @returns the changed fields; the same object if nothing changes. */
export type BoardChange = (fields: BoardFields) => BoardFields;

/** A tile's data for an image or a workbook of the board, read when the file is made. */
export type TileDrawing = {
  /** The element with the chart; `undefined` for a tile without a chart. */
  chart: HTMLElement | null | undefined;
  words: ImageWords;
  rest: string | undefined;
  /** Makes the drawing; absent: the first chart or table in the element is used. */
  draw?: ((place: HTMLElement) => ChartMarkup | undefined) | undefined;
  /** The numbers of a tile from another screen than Explore. */
  sheet?: TileSheet | undefined;
};

export type TileDrawings = Map<string, () => TileDrawing>;

/** A tile's props. Texts where possible, so that unchanged tiles do not rerender. */
export type TileCardProps = {
  id: string;
  title: string;
  address: string;
  /** The tile's own range; null: the board's range. */
  ownRange: string | null;
  /** The range of a temporary zoom, which is not stored. */
  zoomed: string | undefined;
  boardRange: string;
  /** True if `boardRange` is a temporary zoom. */
  isBoardZoomed: boolean;
  recessions: boolean;
  range: DateRange;
  held: DateRange;
  shared: SharedDay;
  drawings: TileDrawings;
  isAlone: boolean;
  isWhole: boolean;
  edit: (change: BoardChange) => void;
  say: (text: string) => void;
  /** Zooms this tile, or all tiles that follow the board; `undefined` returns to the stored range. */
  onZoom: (range: string | undefined, tile: string | undefined) => void;
  onShowAlone: (id: string | undefined) => void;
};

/** Changes of a board. Each returns the same object if nothing changes. */

/** @param change returns the new tiles; `undefined` for no change */
export function tilesChange(
  change: (tiles: readonly BoardTile[]) => readonly BoardTile[] | undefined,
): BoardChange {
  return (fields) => {
    const tiles = change(fields.content.tiles);
    return tiles === undefined || isSame(tiles, fields.content.tiles)
      ? fields
      : { ...fields, content: { ...fields.content, tiles } };
  };
}

export function tileChange(id: string, part: Partial<BoardTile>): BoardChange {
  return tilesChange((tiles) => tiles.map((one) => (one.id === id ? { ...one, ...part } : one)));
}

export function rangeChange(range: string): BoardChange {
  return (fields) =>
    fields.content.range === range ? fields : { ...fields, content: { ...fields.content, range } };
}

export const toggleRecessions: BoardChange = (fields) => ({
  ...fields,
  content: { ...fields.content, recessions: !fields.content.recessions },
});

/** An empty name changes nothing. */
export function nameChange(name: string): BoardChange {
  return (fields) => (name.trim() === '' || name === fields.name ? fields : { ...fields, name: name.trim() });
}

function isSame(a: readonly BoardTile[], b: readonly BoardTile[]): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** A board's range and its days, the same for all tiles that follow the board, so that their axes agree. */
export type BoardDays = {
  /** `undefined`: each tile has its own range. */
  choice: RangeChoice | undefined;
  range: DateRange;
  /** First and last day of all tiles' data. */
  held: Held;
};

/** @returns a board's days. A range up to the present ends with the newest observation of any tile. */
export function boardDays(content: BoardContent, catalog: Catalog | undefined): BoardDays {
  const charts = content.tiles.flatMap((tile) => chartTile(tile, content) ?? []);
  const following = charts.filter(({ follows }) => follows);
  // A series without data has no last day, and must not change the range of the others.
  const ends = (following.length > 0 ? following : charts).flatMap(({ view }) => heldSeries(view, catalog));
  const held = rangeOfHeld(ends, todayText());
  const choice = rangeOfText(content.range);
  return { choice, range: resolveRange(choice ?? { preset: 'Max' }, held), held };
}

/** @returns the ids of the datasets in a board's charts, without duplicates. */
export function datasetsOf(content: BoardContent): string[] {
  const all = content.tiles.flatMap((tile) => chartTile(tile, content)?.view.series ?? []);
  return [...new Set(all.map(({ choice }) => choice.dataset))];
}

/** @returns the screen of an address; `undefined` if there is none. */
export function screenOf<Screen extends Pick<ScreenDefinition, 'path'>>(
  screens: readonly Screen[],
  address: string,
): Screen | undefined {
  const path = URL.parse(address, 'http://almanac.invalid')?.pathname;
  return screens.find((one) => one.path === path);
}

export function searchOf(address: string): Record<string, string> {
  return Object.fromEntries(URL.parse(address, 'http://almanac.invalid')?.searchParams ?? []);
}

/** @returns an address's parameters in words: 'date 2025-03-07, vs 1y'. */
export function wordsOf(address: string): string {
  return Object.entries(searchOf(address))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ');
}
