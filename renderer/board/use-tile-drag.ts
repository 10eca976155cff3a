import { useWindowEvent } from '@mantine/hooks';
import { type PointerEvent, type RefObject, useState } from 'react';
import type { BoardTile } from '../../service/contract/saved.ts';
import { COLUMNS, inReadingOrder, movedTo, resized } from '../tiles/index.ts';

/** Height of a row, and the gap between rows and columns, in pixels: as in `board.module.css`. */
const ROW = 28;
const GAP = 8;

type Drag = {
  id: string;
  how: 'move' | 'resize';
  from: { x: number; y: number; tile: BoardTile };
  tiles: readonly BoardTile[];
};

/**
 * Moves and resizes tiles with the pointer. The board is drawn anew only when the tile comes to another cell.
 * @param onDrop the tiles as they were dropped
 */
export function useTileDrag(
  grid: RefObject<HTMLElement | null>,
  tiles: readonly BoardTile[],
  onDrop: (tiles: readonly BoardTile[]) => void,
) {
  const [drag, setDrag] = useState<Drag>();
  useWindowEvent('keydown', ({ key }) => key === 'Escape' && setDrag(undefined));

  const after = ({ id, how, from }: Drag, event: PointerEvent) => {
    const column = ((grid.current?.clientWidth ?? 0) - GAP) / COLUMNS;
    const across = Math.round((event.clientX - from.x) / Math.max(1, column));
    const down = Math.round((event.clientY - from.y) / (ROW + GAP));
    const { x, y, w, h } = from.tile;
    return how === 'move'
      ? movedTo(tiles, id, x + across, y + down)
      : resized(tiles, id, w + across, h + down);
  };
  return {
    dragged: drag?.id,
    /** The tiles as they would stand; `undefined` while nothing is dragged. */
    preview: drag?.tiles,
    handlers: (tile: BoardTile, how: Drag['how']) => ({
      onPointerDown: (event: PointerEvent) => {
        const isControl =
          event.target instanceof Element && event.target.closest('button, a, input, [role=menu]');
        if (event.button !== 0 || (isControl && !isControl.matches('[data-handle]'))) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDrag({
          id: tile.id,
          how,
          from: { x: event.clientX, y: event.clientY, tile },
          tiles: inReadingOrder(tiles),
        });
      },
      onPointerMove: (event: PointerEvent) => {
        if (drag?.id !== tile.id) return;
        const next = after(drag, event);
        if (!isSame(next, drag.tiles)) setDrag({ ...drag, tiles: next });
      },
      onPointerUp: () => {
        if (drag?.id !== tile.id) return;
        setDrag(undefined);
        onDrop(drag.tiles);
      },
      onPointerCancel: () => setDrag(undefined),
    }),
  };
}

function isSame(a: readonly BoardTile[], b: readonly BoardTile[]): boolean {
  return a.every((one, i) => {
    const other = b[i];
    return (
      other &&
      one.id === other.id &&
      one.x === other.x &&
      one.y === other.y &&
      one.w === other.w &&
      one.h === other.h
    );
  });
}
