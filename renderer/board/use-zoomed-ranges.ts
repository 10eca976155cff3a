import { useState } from 'react';
import type { BoardContent, BoardTile } from '../../service/contract/saved.ts';
import type { BoardChange } from './types.ts';

/** Ranges that somebody zoomed to on a board. They are only looked at: nothing stores them but `saved`, and a reload forgets them. */
export type ZoomedRanges = {
  /** The range of the tiles that follow the board. */
  ofBoard: string | undefined;
  ofTile: (tile: Pick<BoardTile, 'id' | 'range'>) => string | undefined;
  /** @param tile absent: all that follow the board. */
  set: (range: string | undefined, tile: string | undefined) => void;
  isAny: boolean;
  clear: () => void;
  /** Stores them as the ranges of board and tiles. */
  saved: BoardChange;
};

/** A zoom, and the stored range that it was made over: once that is another one, the zoom is over. */
type Zoom = { over: string | null; range: string };

const NONE: ReadonlyMap<string | undefined, Zoom> = new Map();

export function useZoomedRanges({ range, tiles }: BoardContent): ZoomedRanges {
  const [zooms, setZooms] = useState(NONE);
  const rangeOver = (tile: string | undefined, over: string | null) => {
    const zoom = zooms.get(tile);
    return zoom?.over === over ? zoom.range : undefined;
  };
  const ofBoard = rangeOver(undefined, range);
  const ofTile = (tile: Pick<BoardTile, 'id' | 'range'>) => rangeOver(tile.id, tile.range);
  return {
    ofBoard,
    ofTile,
    isAny: ofBoard !== undefined || tiles.some((tile) => ofTile(tile) !== undefined),
    set: (to, tile) =>
      setZooms((before) => {
        const after = new Map(before);
        const over = tile === undefined ? range : (tiles.find(({ id }) => id === tile)?.range ?? null);
        if (to === undefined || to === over) after.delete(tile);
        else after.set(tile, { over, range: to });
        return after;
      }),
    clear: () => setZooms(NONE),
    saved: (fields) => ({
      ...fields,
      content: {
        ...fields.content,
        range: ofBoard ?? fields.content.range,
        tiles: fields.content.tiles.map((tile) => ({ ...tile, range: ofTile(tile) ?? tile.range })),
      },
    }),
  };
}
