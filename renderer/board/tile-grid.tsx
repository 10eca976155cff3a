import { Button, VisuallyHidden } from '@mantine/core';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import type { BoardContent, BoardTile } from '../../service/contract/saved.ts';
import { countOf } from '../../service/series-math/decimal-text.ts';
import type { SharedDay } from '../chart/index.ts';
import { useWindowFits } from '../frame/index.ts';
import {
  type Direction,
  inReadingOrder,
  narrowedTiles,
  reordered,
  resized,
  stepped,
} from '../tiles/index.ts';
import styles from './board.module.css';
import { tilesChange } from './edits.ts';
import type { BoardDays } from './shared-days.ts';
import { TileCard } from './tile-card.tsx';
import type { BoardChange, TileDrawings } from './types.ts';
import { useTileDrag } from './use-tile-drag.ts';
import type { ZoomedRanges } from './use-zoomed-ranges.ts';

const HELP = 'tile-help';
const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** The tiles of a board, in reading order. Where the window is narrow they stand two a row, or one. */
export function TileGrid(props: {
  content: BoardContent;
  days: BoardDays;
  shared: SharedDay;
  drawings: TileDrawings;
  /** The tile that is shown alone. */
  alone: BoardTile | undefined;
  /** Tiles out of sight are drawn too. */
  isWhole: boolean;
  edit: (change: BoardChange) => void;
  say: (text: string) => void;
  zoom: ZoomedRanges;
  onShowAlone: (id: string | undefined) => void;
  onAdd: () => void;
}) {
  const { content, alone, edit, say } = props;
  const isWide = useWindowFits('(min-width: 75em)');
  const isPaired = useWindowFits('(min-width: 48em)');
  const grid = useRef<HTMLUListElement>(null);
  const drag = useTileDrag(grid, content.tiles, (tiles) => edit(tilesChange(() => tiles)));
  const order = inReadingOrder(content.tiles);

  const onHandleKey = (tile: BoardTile) => (event: KeyboardEvent) => {
    const direction = KEYS[event.key];
    if (!direction || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const sign = direction === 'left' || direction === 'up' ? -1 : 1;
    const isAcross = direction === 'left' || direction === 'right';
    const after = event.shiftKey
      ? resized(content.tiles, tile.id, tile.w + (isAcross ? sign : 0), tile.h + (isAcross ? 0 : sign))
      : isWide
        ? stepped(content.tiles, tile.id, direction)
        : reordered(content.tiles, tile.id, sign);
    const now = after?.find(({ id }) => id === tile.id);
    if (!after || !now) return say(`${tile.title} cannot go further ${direction}.`);
    edit(tilesChange(() => after));
    say(told(now, after, isWide));
  };

  const perRow = isWide ? undefined : isPaired ? 2 : 1;
  const placed = alone
    ? [alone]
    : perRow === undefined
      ? (drag.preview ?? order)
      : narrowedTiles(order, perRow);
  const placeOf = new Map(placed.map((tile) => [tile.id, tile]));
  const shown = alone ? [alone] : order;
  return (
    <div className="fill low scrolls ruled" data-tiles>
      <VisuallyHidden id={HELP}>
        Arrow keys move the tile, Shift with an arrow key changes its size.
      </VisuallyHidden>
      {shown.length === 0 && (
        <div className="center" style={{ height: '60%' }}>
          <div className="center gap-12">
            <p className="quiet">This board has no tiles yet.</p>
            <Button onClick={props.onAdd}>Add a tile</Button>
          </div>
        </div>
      )}
      <ul
        ref={grid}
        className={`list ${styles.grid}`}
        data-alone={alone !== undefined || undefined}
        aria-label="Tiles"
      >
        {shown.map((tile) => (
          <li
            key={tile.id}
            className={`card column ${styles.tile}`}
            style={alone ? undefined : gridPlace(placeOf.get(tile.id) ?? tile)}
            data-dragged={drag.dragged === tile.id || undefined}
            data-tile={tile.id}
          >
            <TileCard
              id={tile.id}
              title={tile.title}
              address={tile.address}
              ownRange={tile.range}
              zoomed={props.zoom.ofTile(tile)}
              boardRange={content.range}
              isBoardZoomed={props.zoom.ofBoard !== undefined}
              recessions={content.recessions}
              range={props.days.range}
              held={props.days.held}
              shared={props.shared}
              drawings={props.drawings}
              isAlone={alone !== undefined}
              isWhole={props.isWhole}
              edit={edit}
              say={say}
              onZoom={props.zoom.set}
              onShowAlone={props.onShowAlone}
              handle={{
                describedBy: HELP,
                onKeyDown: onHandleKey(tile),
                ...(isWide && !alone && drag.handlers(tile, 'move')),
              }}
            />
            {isWide && !alone && (
              <div aria-hidden className={styles.corner} {...drag.handlers(tile, 'resize')} />
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function gridPlace({ x, y, w, h }: BoardTile): CSSProperties {
  return { gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` };
}

/** 'Bills: column 5, row 11, 4 columns wide, 10 rows high'; in a narrow window 'Bills: place 2 of 6'. */
function told(tile: BoardTile, tiles: readonly BoardTile[], isWide: boolean): string {
  if (!isWide) return `${tile.title}: place ${tiles.indexOf(tile) + 1} of ${tiles.length}`;
  return `${tile.title}: column ${tile.x + 1}, row ${tile.y + 1}, ${countOf(tile.w, 'column')} wide, ${countOf(tile.h, 'row')} high`;
}
