import type { BoardTile } from '../../service/contract/saved.ts';
import type { BoardChange } from './types.ts';

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

/** Changes one tile. */
export function tileChange(id: string, part: Partial<BoardTile>): BoardChange {
  return tilesChange((tiles) => tiles.map((one) => (one.id === id ? { ...one, ...part } : one)));
}

/** @param range as a board has it. */
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
