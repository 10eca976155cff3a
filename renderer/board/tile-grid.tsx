import { ActionIcon, Button, Menu, Skeleton, Tooltip, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useIntersection, useWindowEvent } from '@mantine/hooks';
import {
  IconArrowUpRight,
  IconDots,
  IconGripVertical,
  IconMaximize,
  IconPencil,
  IconPin,
  IconPinned,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  type RefObject,
  useMemo,
  useRef,
  useState,
} from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import type { BoardContent, BoardTile } from '../../service/contract/saved.ts';
import { countOf } from '../../service/series-math/decimal-text.ts';
import { knownText, viewSearch } from '../../service/view/index.ts';
import type { SharedDay } from '../chart/index.ts';
import { useScreens, useWindowFits } from '../frame/index.ts';
import { PRESET_NAMES, rangeWords } from '../range/index.ts';
import {
  COLUMNS,
  chartTile,
  type Direction,
  inReadingOrder,
  movedTo,
  narrowedTiles,
  rangeOfText,
  reordered,
  resized,
  settled,
  stepped,
  tileRangeText,
} from '../tiles/index.ts';
import styles from './board.module.css';
import {
  type BoardChange,
  type BoardDays,
  screenOf,
  searchOf,
  type TileCardProps,
  type TileDrawings,
  tileChange,
  tilesChange,
} from './board-fields.ts';
import { ChartTileBody } from './chart-tile.tsx';
import { NameField } from './name-field.tsx';
import { ScreenTileBody } from './screen-tile.tsx';
import type { ZoomedRanges } from './use-board.ts';

const HELP = 'tile-help';
const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

/** A board's tiles, in reading order; in a narrow window two or one a row. */
export function TileGrid(props: {
  content: BoardContent;
  days: BoardDays;
  shared: SharedDay;
  drawings: TileDrawings;
  alone: BoardTile | undefined;
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
    say(placeText(now, after, isWide));
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
              zoomed={props.zoom.tileRange(tile)}
              boardRange={content.range}
              isBoardZoomed={props.zoom.boardRange !== undefined}
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
function placeText(tile: BoardTile, tiles: readonly BoardTile[], isWide: boolean): string {
  if (!isWide) return `${tile.title}: place ${tiles.indexOf(tile) + 1} of ${tiles.length}`;
  return `${tile.title}: column ${tile.x + 1}, row ${tile.y + 1}, ${countOf(tile.w, 'column')} wide, ${countOf(tile.h, 'row')} high`;
}

/** Row height, and gap between rows and columns, in pixels, as in `board.module.css`. */
const ROW = 28;
const GAP = 8;

type Drag = {
  id: string;
  how: 'move' | 'resize';
  from: { x: number; y: number; tile: BoardTile };
  tiles: readonly BoardTile[];
};

/** Moves and resizes tiles with the pointer. Rerenders the board only when a tile reaches another cell. */
function useTileDrag(
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
    /** The tiles in their new places; `undefined` while nothing is dragged. */
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

type Handle = { describedBy: string; onKeyDown: (event: KeyboardEvent) => void } & Record<string, unknown>;

/** One tile: a heading with handle, range and menu, and below it the chart or a link to its screen. */
function TileCard({ handle, ...props }: TileCardProps & { handle: Handle }) {
  const { id, title, edit } = props;
  const { describedBy, onKeyDown, ...pointer } = handle;
  const asOf = searchOf(props.address).as_of;
  const [isRenaming, setRenaming] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  return (
    <section className="column fill low" aria-labelledby={`tile-${id}`}>
      <div ref={head} className={`row fixed gap-4 ${styles.head}`} {...pointer}>
        <Tooltip label="Move: drag, or arrow keys. Size: Shift and arrow keys">
          <ActionIcon
            size={24}
            aria-label={`Move ${title}`}
            aria-describedby={describedBy}
            data-handle={id}
            onKeyDown={onKeyDown}
          >
            <IconGripVertical size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        {isRenaming ? (
          <div className="grow">
            <NameField
              what="the tile"
              name={title}
              isOpen
              onChange={(name) => name.trim() !== '' && edit(tileChange(id, { title: name.trim() }))}
              onLeave={(isByKey) => {
                setRenaming(false);
                if (isByKey) head.current?.querySelector<HTMLElement>('[data-handle]')?.focus();
              }}
            />
          </div>
        ) : (
          <h3 id={`tile-${id}`} className="heading grow cut one-line" title={title}>
            {title}
          </h3>
        )}
        {asOf !== undefined && (
          <span className="chip one-line">as known on {inDateStyle(knownText(asOf))}</span>
        )}
        <PinnedRange {...props} />
        <TileMenu {...props} onRename={() => setRenaming(true)} />
      </div>
      <TileBody {...props} />
    </section>
  );
}

/** Rerenders only when its own tile changes, not while other tiles move. */
const TileBody = memo(function TileBody(props: TileCardProps) {
  const { address, ownRange, zoomed, boardRange, recessions } = props;
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const [isSeen, setSeen] = useState(false);
  if (!isSeen && (entry?.isIntersecting || props.isWhole)) setSeen(true);
  const chart = useMemo(
    () => chartTile({ address, range: zoomed ?? ownRange }, { range: boardRange, recessions }),
    [address, zoomed, ownRange, boardRange, recessions],
  );
  if (isSeen && !chart) return <ScreenTileBody {...props} />;
  return isSeen && chart ? (
    <ChartTileBody {...props} chart={chart} />
  ) : (
    <div ref={ref} className="fill low" data-later>
      <Skeleton height="100%" role="img" aria-label={`${props.title} loads when you scroll to it`} />
    </div>
  );
});

const OFFERED = ['1Y', '5Y', '10Y', 'Max'] as const;

/** The chip of a tile with its own range: shows, changes or removes the range. */
function PinnedRange({ id, title, ownRange, edit }: TileCardProps) {
  const own = rangeOfText(ownRange);
  if (own === undefined) return null;
  const words = inDateStyle(rangeWords(own));
  return (
    <Menu width={200}>
      <Menu.Target>
        <UnstyledButton
          className="chip one-line fixed"
          data-tone="unused"
          aria-label={`Range of ${title}: ${words}, pinned`}
        >
          <IconPinned size={11} style={{ all: 'revert', width: 11, height: 11 }} aria-hidden />
          {'preset' in own ? own.preset : words}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Its own range</Menu.Label>
        {OFFERED.map((preset) => (
          <Menu.Item key={preset} onClick={() => edit(tileChange(id, { range: tileRangeText({ preset }) }))}>
            {PRESET_NAMES[preset]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => edit(tileChange(id, { range: null }))}>Follow the board</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function TileMenu(props: TileCardProps & { onRename: () => void }) {
  const { id, title, address, ownRange, boardRange, recessions, edit, say } = props;
  const router = useRouter();
  const screen = screenOf(useScreens(), address)?.title;
  const chart = chartTile({ address, range: ownRange }, { range: boardRange, recessions });
  const icon = { size: 16, stroke: 1.6 };
  return (
    <Menu width={220}>
      <Menu.Target>
        <ActionIcon size={24} aria-label={`More for ${title}`}>
          <IconDots size={15} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconArrowUpRight {...icon} />}
          onClick={() =>
            router.history.push(chart ? `/explore?${new URLSearchParams(viewSearch(chart.view))}` : address)
          }
        >
          Open in {screen ?? 'its screen'}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMaximize {...icon} />}
          onClick={() => props.onShowAlone(props.isAlone ? undefined : id)}
        >
          {props.isAlone ? 'Show all tiles' : 'Show it alone'}
        </Menu.Item>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={props.onRename}>
          Rename…
        </Menu.Item>
        {chart &&
          (ownRange === null ? (
            <Menu.Item
              leftSection={<IconPin {...icon} />}
              onClick={() => edit(tileChange(id, { range: tileRangeText(chart.view.range) }))}
            >
              Pin this range
            </Menu.Item>
          ) : (
            <Menu.Item
              leftSection={<IconPinnedOff {...icon} />}
              onClick={() => edit(tileChange(id, { range: null }))}
            >
              Follow the board’s range
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash {...icon} />}
          onClick={() => {
            edit(tilesChange((tiles) => settled(tiles.filter((one) => one.id !== id))));
            say(`${title} is removed. Ctrl Z brings it back.`);
            if (props.isAlone) props.onShowAlone(undefined);
          }}
        >
          Remove
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
