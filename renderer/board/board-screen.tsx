import { ActionIcon, Anchor, Box, Button, CloseButton, Menu, Skeleton, VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconLayoutGrid,
  IconPlus,
  IconTrendingDown,
} from '@tabler/icons-react';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import { localTime } from '../../service/calendar/zone.ts';
import type { BoardContent } from '../../service/contract/saved.ts';
import { RECESSION_SOURCE } from '../../service/series-math/recessions.ts';
import type { RangeChoice } from '../../service/view/index.ts';
import { freeName, namesOf, newId, useCatalog, useSaved, useSaveItem } from '../api/index.ts';
import { createSharedDay } from '../chart/index.ts';
import {
  ConflictDialog,
  HelpLink,
  LinkNotice,
  LoadFailed,
  Notice,
  Screen,
  SmallButton,
  useOfferedActions,
  usePlainKeys,
} from '../frame/index.ts';
import { RangeBar } from '../range/index.ts';
import {
  boardSummary,
  boardsOf,
  CARDS,
  copyOf,
  newBoard,
  TemplatesList,
  tileRangeText,
  useEmptyBoard,
} from '../tiles/index.ts';
import { AddTile } from './add-tile.tsx';
import {
  type BoardChange,
  type BoardDays,
  type BoardFields,
  boardDays,
  datasetsOf,
  nameChange,
  rangeChange,
  type TileDrawings,
  toggleRecessions,
} from './board-fields.ts';
import { rangeOfSearch } from './board-search.ts';
import { NameField } from './name-field.tsx';
import { BoardTakeAway } from './take-away.tsx';
import { TileGrid } from './tile-grid.tsx';
import { useBoard, useZoomedRanges } from './use-board.ts';

const route = getRouteApi('/board');

export function BoardScreen() {
  const { id } = route.useSearch();
  return id === undefined ? (
    <Screen datasets={[]}>
      <BoardList />
    </Screen>
  ) : (
    <OneBoard key={id} id={id} />
  );
}

function OneBoard({ id }: { id: string }) {
  const board = useBoard(id);
  const { fields } = board;
  return (
    <Screen datasets={fields ? datasetsOf(fields.content) : []} isLoading={board.isLoading}>
      {fields ? (
        <BoardView board={board} fields={fields} />
      ) : board.isLoading ? (
        <Skeleton height="100%" role="img" aria-label="Loading the board" />
      ) : board.error ? (
        <LoadFailed onRetry={board.reload}>The boards could not be loaded: {board.error.message}</LoadFailed>
      ) : (
        <BoardList isGone />
      )}
    </Screen>
  );
}

function BoardView({ board, fields }: { board: ReturnType<typeof useBoard>; fields: BoardFields }) {
  const { edit, undo, redo } = board;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const catalog = useCatalog().data;
  const [isAdding, setAdding] = useState(false);
  const [message, say] = useState('');
  const [linkProblems, setLinkProblems] = useState<readonly string[]>([]);
  const [shared] = useState(createSharedDay);
  const drawings = useRef<TileDrawings>(new Map());
  const [isWhole, setWhole] = useState(false);
  const linkRange = rangeOfSearch(search);
  const zoom = useZoomedRanges(fields.content);
  const range = zoom.boardRange ?? (linkRange || fields.content.range);
  const content = useMemo(() => ({ ...fields.content, range }), [fields.content, range]);
  const days = useMemo(() => boardDays(content, catalog), [content, catalog]);
  const alone = content.tiles.find(({ id }) => id === search.tile);
  const showAlone = (tile: string | undefined) =>
    void navigate({ search: (before) => ({ ...before, tile }) });
  const change = (how: BoardChange) => {
    edit(how);
    zoom.clear();
    if (linkRange !== '') void navigate({ search: { id: search.id, tile: search.tile }, replace: true });
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
        <Notice tone="failure" action={<SmallButton onClick={() => void board.retry()}>Retry</SmallButton>}>
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
      <VisuallyHidden role="status">{message}</VisuallyHidden>
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

/** The row above the tiles: the board's name, range, recessions, undo, a new tile, Take away. */
function BoardBar(props: {
  board: ReturnType<typeof useBoard>;
  fields: BoardFields;
  days: BoardDays;
  isAlone: boolean;
  /** `undefined`: each tile has its own range. */
  onRange: (choice: RangeChoice | undefined) => void;
  /** Absent if the board is not zoomed. */
  onSaveRange: (() => void) | undefined;
  onDropRange: () => void;
  onAdd: () => void;
  onShowAll: () => void;
  children: ReactNode;
}) {
  const { board, fields, days, onRange } = props;
  const { edit, undo, redo } = board;
  const isOwn = days.choice === undefined;
  const steps = [
    { name: 'Undo', keys: 'Ctrl Z', run: undo, Icon: IconArrowBackUp },
    { name: 'Redo', keys: 'Ctrl Shift Z', run: redo, Icon: IconArrowForwardUp },
  ];
  return (
    <Box className="row fixed wrap gap-8" mih={36} p="2px 8px" bg="var(--surface)">
      <h2 className="large strong shrink" style={{ maxWidth: '18rem' }}>
        <NameField what="the board" name={fields.name} onChange={(name) => edit(nameChange(name))} />
      </h2>
      <RangeBar choice={days.choice ?? days.range} held={days.held} onChange={onRange}>
        <Menu.Divider />
        <Menu.CheckboxItem checked={isOwn} onChange={() => onRange(isOwn ? { preset: '5Y' } : undefined)}>
          Each chart its own range
        </Menu.CheckboxItem>
      </RangeBar>
      {isOwn && <span className="chip">Each its own</span>}
      {props.onSaveRange && (
        <div className="row">
          <Button variant="light" title="Store the range that you zoomed to" onClick={props.onSaveRange}>
            Save range
          </Button>
          <CloseButton
            size={30}
            iconSize={16}
            aria-label="Undo the zoom"
            title="Back to the stored days"
            onClick={props.onDropRange}
          />
        </div>
      )}
      <div className="row at-end gap-4">
        {props.isAlone && (
          <Button
            variant="default"
            leftSection={<IconLayoutGrid size={16} stroke={1.6} />}
            title="Show all tiles (Escape)"
            onClick={props.onShowAll}
          >
            All tiles
          </Button>
        )}
        {steps.map(({ name, keys, run, Icon }) => (
          <ActionIcon
            key={name}
            variant="default"
            size={30}
            aria-label={name}
            title={`${name} (${keys})`}
            disabled={!run}
            onClick={run}
          >
            <Icon size={16} stroke={1.6} />
          </ActionIcon>
        ))}
        <Button
          variant="default"
          className="presses icon-where-narrow"
          leftSection={<IconTrendingDown size={16} stroke={1.6} />}
          aria-pressed={fields.content.recessions}
          title={`US recessions, shaded on all tiles: ${RECESSION_SOURCE.name}`}
          onClick={() => edit(toggleRecessions)}
        >
          <span className="unseen-where-narrow">Recessions</span>
        </Button>
        <Button
          variant="default"
          className="icon-where-narrow"
          leftSection={<IconPlus size={16} stroke={1.6} />}
          onClick={props.onAdd}
        >
          <span className="unseen-where-narrow">Add a tile</span>
        </Button>
        {props.children}
        <Button variant="subtle" renderRoot={(root) => <Link {...root} to="/board" search={{}} />}>
          All boards
        </Button>
      </div>
    </Box>
  );
}

/** All boards, and templates to copy. @param props.isGone true if the requested board does not exist */
function BoardList({ isGone = false }: { isGone?: boolean }) {
  const { data: items, error, refetch } = useSaved();
  const boards = boardsOf(items);
  const save = useSaveItem();
  const empty = useEmptyBoard();
  const router = useRouter();
  const make = (name: string, content: BoardContent, note?: string) =>
    save.mutate(newBoard(freeName(name, namesOf(items)), content, note), {
      onSuccess: ({ item }) => router.history.push(`/board?id=${item.id}`),
    });
  return (
    <div className="scrolls" style={{ height: '100%' }}>
      <Box className="column gap-16" maw="72rem" p="md">
        {isGone && (
          <Notice tone="note">Board not found. It was deleted, or the link is from another computer.</Notice>
        )}
        {save.isError && <Notice tone="failure">The board could not be saved: {save.error.message}</Notice>}
        <section aria-labelledby="boards-own">
          <div className="row spread gap-12" style={{ marginBottom: '0.5rem' }}>
            <div className="row gap-4">
              <h2 id="boards-own" className="large strong">
                Your boards
              </h2>
              <HelpLink to="/guide/boards" about="boards" />
            </div>
            <Button
              leftSection={<IconPlus size={15} stroke={1.7} />}
              loading={save.isPending}
              onClick={() => make('New board', empty)}
            >
              New board
            </Button>
          </div>
          {items === undefined ? (
            error ? (
              <LoadFailed onRetry={() => void refetch()}>
                Your boards could not be loaded: {error.message}
              </LoadFailed>
            ) : (
              <Skeleton height={88} />
            )
          ) : boards.length === 0 ? (
            <p className="quiet">
              None yet. Copy one of those below, begin an empty one, or take a chart of Explore: Take away,
              Add to a board.
            </p>
          ) : (
            <ul className="list" style={CARDS}>
              {boards.map(({ id, name, note, content, changed_at: at }) => (
                <Box component="li" key={id} className="card column gap-4" p="sm">
                  <Anchor
                    className="heading"
                    inherit
                    fw={600}
                    renderRoot={(root) => <Link {...root} to="/board" search={{ id }} />}
                  >
                    {name}
                  </Anchor>
                  <p className="quiet fine">{boardSummary(content)}</p>
                  {note !== '' && <p className="fine">{note}</p>}
                  <p className="quiet fine">
                    Changed <time dateTime={at}>{shownDate(localTime(at).date)}</time>
                  </p>
                </Box>
              ))}
            </ul>
          )}
        </section>
        <section aria-labelledby="boards-copy">
          <h2 id="boards-copy" className="large strong" style={{ marginBottom: '0.5rem' }}>
            To copy
          </h2>
          <TemplatesList
            isBusy={save.isPending}
            onCopy={(template) => make(template.name, copyOf(template, empty, newId), template.note)}
          />
        </section>
      </Box>
    </div>
  );
}
