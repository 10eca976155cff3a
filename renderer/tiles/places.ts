import type { BoardTile } from '../../service/contract/saved.ts';

/**
 * Places of tiles on a board of 12 columns. Tiles never overlap or float: each is as high as the tiles above
 * it allow. All functions return all tiles, in reading order.
 */
export type TilePlace = Pick<BoardTile, 'id' | 'x' | 'y' | 'w' | 'h'>;

export const COLUMNS = 12;
/** The minimum size, in columns and rows. */
export const LEAST = { w: 3, h: 5 } as const;
/** The maximum height of a tile: 24 of them fit below each other in a board's 500 rows. */
export const MOST_ROWS = 20;
export const MOST_TILES = 24;
export const USUAL_TILE = { w: 4, h: 10 } as const;

export type Direction = 'left' | 'right' | 'up' | 'down';

const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));
const byPlace = (a: TilePlace, b: TilePlace) => a.y - b.y || a.x - b.x;
const sharesColumns = (a: TilePlace, b: TilePlace) => a.x < b.x + b.w && b.x < a.x + a.w;
const sharesRows = (a: TilePlace, b: TilePlace) => a.y < b.y + b.h && b.y < a.y + a.h;
const bottom = ({ y, h }: TilePlace) => y + h;

/** @returns the tiles in reading order: by row, then by column. */
export function inReadingOrder<T extends TilePlace>(tiles: readonly T[]): T[] {
  return tiles.toSorted(byPlace);
}

/**
 * Moves every tile into the columns, and up or down until no tile overlaps or floats. @param first of tiles
 * at the same height, the id of the one that keeps its place
 */
export function settled<T extends TilePlace>(tiles: readonly T[], first?: string): T[] {
  const placed: T[] = [];
  const rank = (one: TilePlace) => (one.id === first ? 0 : 1);
  for (const tile of tiles.toSorted((a, b) => a.y - b.y || rank(a) - rank(b) || a.x - b.x)) {
    const [w, h] = [between(tile.w, 1, COLUMNS), between(tile.h, 1, MOST_ROWS)];
    const kept = { ...tile, w, h, x: between(tile.x, 0, COLUMNS - w) };
    const y = Math.max(0, ...placed.filter((one) => sharesColumns(one, kept)).map(bottom));
    placed.push({ ...kept, y });
  }
  return inReadingOrder(placed);
}

/** Moves a tile. A tile of the same size that it mostly covers swaps places with it; others move down. */
export function movedTo<T extends TilePlace>(tiles: readonly T[], id: string, x: number, y: number): T[] {
  const tile = tiles.find((one) => one.id === id);
  if (!tile) return inReadingOrder(tiles);
  const to = { ...tile, x: between(x, 0, COLUMNS - tile.w), y: Math.max(0, y) };
  const covered = tiles.find(
    ({ id: other, x: left, y: top, w, h }) =>
      other !== id &&
      w === tile.w &&
      h === tile.h &&
      Math.abs(left - to.x) * 2 < w &&
      Math.abs(top - to.y) * 2 < h,
  );
  if (covered) return settled(exchanged(tiles, tile, covered));
  return settled(
    tiles.map((one) => (one === tile ? to : one)),
    id,
  );
}

/** Moves a tile by one step: one column, or past a tile in its way. @returns `undefined` at the edge */
export function stepped<T extends TilePlace>(
  tiles: readonly T[],
  id: string,
  direction: Direction,
): T[] | undefined {
  const tile = tiles.find((one) => one.id === id);
  const other = tile && neighbour(tiles, tile, direction);
  if (!tile) return undefined;
  const sign = direction === 'left' || direction === 'up' ? -1 : 1;
  if (direction === 'left' || direction === 'right') {
    const edge = other ? (sign < 0 ? other.x + other.w : other.x) : sign < 0 ? 0 : COLUMNS;
    const room = sign < 0 ? tile.x - edge : edge - tile.x - tile.w;
    if (room > 0) return settled(put(tiles, tile, { x: tile.x + sign }), id);
    if (!other) return undefined;
    const [mine, theirs] = sign < 0 ? [other.x, other.x + tile.w] : [tile.x + other.w, tile.x];
    return settled(put(put(tiles, tile, { x: mine }), other, { x: theirs }), id);
  }
  if (!other) return undefined;
  const [mine, theirs] = sign < 0 ? [other.y, other.y + tile.h] : [tile.y + other.h, tile.y];
  return settled(put(put(tiles, tile, { y: mine }), other, { y: theirs }), sign < 0 ? id : other.id);
}

/** Resizes a tile; at the right edge it grows to the left. Other tiles make room. */
export function resized<T extends TilePlace>(tiles: readonly T[], id: string, w: number, h: number): T[] {
  return settled(
    tiles.map((one) => {
      if (one.id !== id) return one;
      const wide = between(w, Math.min(LEAST.w, one.w), COLUMNS);
      const high = between(h, Math.min(LEAST.h, one.h), MOST_ROWS);
      return { ...one, w: wide, h: high, x: Math.min(one.x, COLUMNS - wide) };
    }),
    id,
  );
}

/** Swaps a tile's place and size with its neighbour in reading order; `undefined` at the ends. */
export function reordered<T extends TilePlace>(tiles: readonly T[], id: string, by: -1 | 1): T[] | undefined {
  const order = inReadingOrder(tiles);
  const at = order.findIndex((one) => one.id === id);
  const [tile, other] = [order[at], order[at + by]];
  return tile && other ? settled(exchanged(tiles, tile, other)) : undefined;
}

/** @returns the highest free place for a tile of this size. */
export function freePlace(
  tiles: readonly TilePlace[],
  { w, h }: Pick<TilePlace, 'w' | 'h'>,
): Pick<TilePlace, 'x' | 'y'> {
  for (let y = 0; ; y++)
    for (let x = 0; x <= COLUMNS - w; x++) {
      const tried = { id: '', x, y, w, h };
      if (tiles.every((one) => !sharesColumns(one, tried) || !sharesRows(one, tried))) return { x, y };
    }
}

/** @returns the tiles for a narrow window, in the same order: at most two a row, or one. */
export function narrowedTiles<T extends TilePlace>(tiles: readonly T[], perRow: 1 | 2): T[] {
  const placed: T[] = [];
  for (const tile of inReadingOrder(tiles)) {
    const w = perRow === 2 && tile.w <= COLUMNS / 2 ? COLUMNS / 2 : COLUMNS;
    const last = placed.at(-1);
    const isBeside = last !== undefined && last.w === w && last.x === 0 && w < COLUMNS;
    const x = isBeside ? w : 0;
    placed.push({ ...tile, w, x, y: isBeside ? last.y : Math.max(0, ...placed.map(bottom)) });
  }
  return placed;
}

function put<T extends TilePlace>(tiles: readonly T[], which: TilePlace, to: Partial<TilePlace>): T[] {
  return tiles.map((one) => (one.id === which.id ? { ...one, ...to } : one));
}

function exchanged<T extends TilePlace>(tiles: readonly T[], one: TilePlace, other: TilePlace): T[] {
  const rect = ({ x, y, w, h }: TilePlace) => ({ x, y, w, h });
  return put(put(tiles, one, rect(other)), other, rect(one));
}

/** @returns the nearest tile on one side that shares rows (or columns) with a tile. */
function neighbour<T extends TilePlace>(
  tiles: readonly T[],
  tile: TilePlace,
  direction: Direction,
): T | undefined {
  const isAcross = direction === 'left' || direction === 'right';
  const distance = (one: TilePlace) =>
    ({
      left: tile.x - one.x - one.w,
      right: one.x - tile.x - tile.w,
      up: tile.y - one.y - one.h,
      down: one.y - tile.y - tile.h,
    })[direction];
  return tiles
    .filter((one) => one.id !== tile.id && distance(one) >= 0)
    .filter((one) => (isAcross ? sharesRows(one, tile) : sharesColumns(one, tile)))
    .toSorted((a, b) => distance(a) - distance(b) || byPlace(a, b))[0];
}
