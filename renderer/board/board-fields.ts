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

/** What a person changes of a board. */
export type BoardFields = { name: string; content: BoardContent };

/** @returns other fields; the same object where there is nothing to change. */
export type BoardChange = (fields: BoardFields) => BoardFields;

/** What an image and a workbook of a board need of a tile, at the moment when they are made. */
export type TileDrawing = {
  /** The element with the chart; `undefined` for a tile that is none. */
  chart: HTMLElement | null | undefined;
  words: ImageWords;
  rest: string | undefined;
  /** Makes the drawing; without it, the first chart or table in the element is taken. */
  draw?: ((place: HTMLElement) => ChartMarkup | undefined) | undefined;
  /** The numbers of a tile of another screen than Explore. */
  sheet?: TileSheet | undefined;
};

export type TileDrawings = Map<string, () => TileDrawing>;

/** What a tile is, and what it can do. Texts where possible, so that equal tiles are not rendered again. */
export type TileCardProps = {
  id: string;
  title: string;
  address: string;
  /** Its own range; null: the board's. */
  ownRange: string | null;
  /** The range that somebody zoomed to, which is not stored. */
  zoomed: string | undefined;
  boardRange: string;
  /** Whether somebody zoomed to `boardRange`. */
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
  /** Shows other days, of this tile or of all that follow the board. `undefined`: those that are stored. */
  onZoom: (range: string | undefined, tile: string | undefined) => void;
  onShowAlone: (id: string | undefined) => void;
};

/** Changes of a board. Each gives the same object where there is nothing to change. */

/** @param change of the tiles; `undefined` for none. */
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

/** The range of a board, and the days that it stands for: the same on all tiles that follow it, so that their axes agree. */
export type BoardDays = {
  /** `undefined`: each tile has its own. */
  choice: RangeChoice | undefined;
  range: DateRange;
  /** First and last day of all that the tiles show. */
  held: Held;
};

/** @returns the days of a board. A range that ends with the data ends with the newest observation of any tile. */
export function boardDays(content: BoardContent, catalog: Catalog | undefined): BoardDays {
  const charts = content.tiles.flatMap((tile) => chartTile(tile, content) ?? []);
  const following = charts.filter(({ follows }) => follows);
  // A series without data has no last day, and must not move that of the others.
  const ends = (following.length > 0 ? following : charts).flatMap(({ view }) => heldSeries(view, catalog));
  const held = rangeOfHeld(ends, todayText());
  const choice = rangeOfText(content.range);
  return { choice, range: resolveRange(choice ?? { preset: 'Max' }, held), held };
}

/** @returns the ids of the datasets of a board's charts, each once. */
export function datasetsOf(content: BoardContent): string[] {
  const all = content.tiles.flatMap((tile) => chartTile(tile, content)?.view.series ?? []);
  return [...new Set(all.map(({ choice }) => choice.dataset))];
}

/** @returns the screen that an address is of; `undefined` for none. */
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

/** @returns what an address says besides its screen: 'date 2025-03-07, vs 1y'. */
export function wordsOf(address: string): string {
  return Object.entries(searchOf(address))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ');
}
