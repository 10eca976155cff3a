import { Button, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { useCatalog } from '../api/index.ts';
import { createSharedDay } from '../chart/index.ts';
import { ConflictDialog, LinkNotice, Notice, useOfferedActions, usePlainKeys } from '../frame/index.ts';
import { tileRangeText } from '../tiles/index.ts';
import { AddTile } from './add-tile.tsx';
import { BoardBar } from './board-bar.tsx';
import { rangeOfSearch } from './board-search.ts';
import { BoardTakeAway } from './board-take-away.tsx';
import { rangeChange, toggleRecessions } from './edits.ts';
import { boardDays } from './shared-days.ts';
import { TileGrid } from './tile-grid.tsx';
import type { BoardChange, BoardFields, TileDrawings } from './types.ts';
import type { useBoard } from './use-board.ts';
import { useZoomedRanges } from './use-zoomed-ranges.ts';

const route = getRouteApi('/board');

/** A board: its tools, and its tiles. */
export function BoardView({ board, fields }: { board: ReturnType<typeof useBoard>; fields: BoardFields }) {
  const { edit, undo, redo } = board;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const catalog = useCatalog().data;
  const [isAdding, setAdding] = useState(false);
  const [said, say] = useState('');
  const [linkProblems, setLinkProblems] = useState<readonly string[]>([]);
  const [shared] = useState(createSharedDay);
  const drawings = useRef<TileDrawings>(new Map());
  const [isWhole, setWhole] = useState(false);
  const ofLink = rangeOfSearch(search);
  const zoom = useZoomedRanges(fields.content);
  const range = zoom.ofBoard ?? (ofLink || fields.content.range);
  const content = useMemo(() => ({ ...fields.content, range }), [fields.content, range]);
  const days = useMemo(() => boardDays(content, catalog), [content, catalog]);
  const alone = content.tiles.find(({ id }) => id === search.tile);
  const showAlone = (tile: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, tile }) });
  const change = (how: BoardChange) => {
    edit(how);
    zoom.clear();
    if (ofLink !== '') void navigate({ search: { id: search.id, tile: search.tile }, replace: true });
  };
  useHotkeys([
    ['mod+Z', () => undo?.()],
    ['mod+shift+Z', () => redo?.()],
    ['mod+Y', () => redo?.()],
  ]);
  usePlainKeys({ escape: alone ? () => showAlone(undefined) : undefined });
  useOfferedActions([
    {
      id: 'board:add',
      title: 'Add a tile',
      detail: 'Board',
      words: 'chart tile new board',
      run: () => setAdding(true),
    },
    {
      id: 'board:recessions',
      title: 'Recession bands on all tiles',
      detail: `Board, is ${content.recessions ? 'on' : 'off'}`,
      words: 'recessions nber shaded board',
      run: () => edit(toggleRecessions),
    },
    ...(undo
      ? [{ id: 'board:undo', title: 'Undo', detail: 'Board', words: 'step back board', run: undo }]
      : []),
    ...(redo ? [{ id: 'board:redo', title: 'Redo', detail: 'Board', words: 'again board', run: redo }] : []),
  ]);
  return (
    <div
      className="column"
      data-saved={board.isSaved || undefined}
      style={{ height: '100%', container: 'workbench / inline-size' }}
    >
      <BoardBar
        board={board}
        fields={{ name: fields.name, content }}
        days={days}
        isAlone={alone !== undefined}
        onRange={(choice) => change(rangeChange(choice ? tileRangeText(choice) : ''))}
        onSaveRange={zoom.isAny ? () => change(zoom.saved) : undefined}
        onDropRange={zoom.clear}
        onAdd={() => setAdding(true)}
        onShowAll={() => showAlone(undefined)}
      >
        <BoardTakeAway
          stored={board.stored}
          name={fields.name}
          content={content}
          kept={fields.content}
          days={days}
          drawings={drawings.current}
          onWhole={() => setWhole(true)}
        />
      </BoardBar>
      {board.failure && (
        <Notice
          tone="failure"
          action={
            <Button variant="default" size="compact-sm" onClick={() => void board.retry()}>
              Retry
            </Button>
          }
        >
          The last change is not saved: {board.failure.message}
        </Notice>
      )}
      <LinkNotice problems={linkProblems} onClose={() => setLinkProblems([])} />
      <TileGrid
        content={content}
        days={days}
        shared={shared}
        drawings={drawings.current}
        alone={alone}
        isWhole={isWhole}
        edit={edit}
        say={say}
        zoom={zoom}
        onShowAlone={showAlone}
        onAdd={() => setAdding(true)}
      />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {isAdding && (
        <AddTile
          content={content}
          edit={edit}
          say={say}
          onProblems={setLinkProblems}
          onClose={() => setAdding(false)}
        />
      )}
      {board.conflict && (
        <ConflictDialog
          mine={{ ...board.conflict.theirs, ...fields }}
          theirs={board.conflict.theirs}
          onTheirs={board.conflict.takeTheirs}
          onMine={board.conflict.keepMine}
          onClose={board.conflict.close}
        />
      )}
    </div>
  );
}
