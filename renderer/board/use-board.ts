import { useCallback, useRef, useState } from 'react';
import type { BoardContent, BoardTile, SavedItem } from '../../service/contract/saved.ts';
import { itemVersions, useSaved, useSaveItem } from '../api/index.ts';
import { type Board, boardsOf, changedBoard } from '../tiles/index.ts';
import type { BoardChange, BoardFields } from './board-fields.ts';

/**
 * A stored board, with functions to change it. Every change shows at once and is stored automatically. Undo
 * reaches back beyond a reload: the item's stored versions are steps, too.
 */
export function useBoard(id: string) {
  const saved = useSaved();
  const stored = boardsOf(saved.data).find((one) => one.id === id);
  const { mutateAsync } = useSaveItem();
  const [draft, setDraft] = useState<BoardFields>();
  const [theirs, setTheirs] = useState<Board>();
  const [failure, setFailure] = useState<Error>();
  const [steps, setSteps] = useState({ undo: 0, redo: 0 });
  /** The starting point of the next change, rendered or not. `base`: the revision that `draft` changes. */
  const work = useRef<{
    stored?: Board | undefined;
    base?: Board | undefined;
    draft?: BoardFields | undefined;
  }>({});
  if (work.current.base === undefined) work.current.stored = stored;
  const past = useRef<BoardFields[]>([]);
  const future = useRef<BoardFields[]>([]);
  const hasOldSteps = useRef(true);
  /** The revision that this window's first change was based on. */
  const firstBase = useRef<number | undefined>(undefined);
  const isSaving = useRef(false);

  const save = useCallback(async () => {
    if (isSaving.current) return;
    isSaving.current = true;
    setFailure(undefined);
    try {
      for (let { base, draft: sent } = work.current; base && sent; { base, draft: sent } = work.current) {
        const { state, item } = await mutateAsync(changedBoard(base, sent.name, sent.content));
        if (state === 'conflict') return setTheirs(item as Board);
        const after = item as Board;
        const next = work.current.draft;
        const isDone = next === undefined || next === sent;
        work.current = isDone ? { stored: after } : { stored: after, base: after, draft: next };
        setDraft(work.current.draft);
      }
    } catch (error) {
      setFailure(error as Error);
    } finally {
      isSaving.current = false;
    }
  }, [mutateAsync]);

  const put = useCallback(
    (fields: BoardFields) => {
      work.current.base ??= work.current.stored;
      firstBase.current ??= work.current.base?.revision;
      work.current.draft = fields;
      setDraft(fields);
      setSteps({ undo: past.current.length, redo: future.current.length });
      void save();
    },
    [save],
  );

  const edit = useCallback(
    (change: BoardChange) => {
      const now = fieldsOf(work.current.draft ?? work.current.stored);
      const next = now && change(now);
      if (!now || !next || next === now) return;
      past.current.push(now);
      future.current = [];
      put(next);
    },
    [put],
  );

  const go = async (from: typeof past, to: typeof past) => {
    if (from === past && from.current.length === 0 && hasOldSteps.current) {
      hasOldSteps.current = false;
      const revision = firstBase.current ?? work.current.stored?.revision ?? 1;
      from.current = await itemVersions(id).then(
        (versions) => oldSteps(versions, revision),
        () => [],
      );
    }
    const now = fieldsOf(work.current.draft ?? work.current.stored);
    const next = from.current.pop();
    if (!now || !next) return setSteps({ undo: past.current.length, redo: future.current.length });
    to.current.push(now);
    put(next);
  };

  const settle = (base: Board | undefined) => {
    setTheirs(undefined);
    work.current = base ? { ...work.current, base } : {};
    setDraft(base ? work.current.draft : undefined);
    if (base) void save();
  };

  const fields = fieldsOf(draft ?? stored);
  return {
    isLoading: saved.isPending,
    error: saved.error,
    reload: () => void saved.refetch(),
    fields,
    stored,
    edit,
    isSaved: draft === undefined,
    failure,
    retry: save,
    undo:
      steps.undo > 0 || (hasOldSteps.current && (stored?.revision ?? 1) > 1)
        ? () => void go(past, future)
        : undefined,
    redo: steps.redo > 0 ? () => void go(future, past) : undefined,
    /** Another window's stored version; this window's change waits until the user chooses. */
    conflict: theirs && {
      theirs,
      takeTheirs: () => settle(undefined),
      keepMine: () => settle(theirs),
      close() {
        setTheirs(undefined);
        setFailure(new Error('another window has changed the board meanwhile.'));
      },
    },
  };
}

function fieldsOf(fields: BoardFields | undefined): BoardFields | undefined {
  return fields && { name: fields.name, content: fields.content };
}

/**
 * @param versions newest first @param revision the base of this window's first change; later versions are its
 * own steps @returns the earlier states, oldest first. A change of note or folder is not a step.
 */
export function oldSteps(versions: readonly SavedItem[], revision: number): BoardFields[] {
  const steps: BoardFields[] = [];
  let later: string | undefined;
  for (const one of versions) {
    if (one.kind !== 'board' || one.deleted_at !== null || one.revision > revision) continue;
    const fields = { name: one.name, content: one.content };
    const text = JSON.stringify(fields);
    if (one.revision < revision && text !== later) steps.unshift(fields);
    later = text;
  }
  return steps;
}

/** Temporary ranges from zooming on a board. Only `saved` stores them, and a reload discards them. */
export type ZoomedRanges = {
  boardRange: string | undefined;
  tileRange: (tile: Pick<BoardTile, 'id' | 'range'>) => string | undefined;
  /** @param tile absent: all tiles that follow the board */
  set: (range: string | undefined, tile: string | undefined) => void;
  isAny: boolean;
  clear: () => void;
  saved: BoardChange;
};

/** A zoom, and the stored range that it replaces: when that changes, the zoom ends. */
type Zoom = { over: string | null; range: string };

const NONE: ReadonlyMap<string | undefined, Zoom> = new Map();

export function useZoomedRanges({ range, tiles }: BoardContent): ZoomedRanges {
  const [zooms, setZooms] = useState(NONE);
  const rangeOver = (tile: string | undefined, over: string | null) => {
    const zoom = zooms.get(tile);
    return zoom?.over === over ? zoom.range : undefined;
  };
  const boardRange = rangeOver(undefined, range);
  const tileRange = (tile: Pick<BoardTile, 'id' | 'range'>) => rangeOver(tile.id, tile.range);
  return {
    boardRange,
    tileRange,
    isAny: boardRange !== undefined || tiles.some((tile) => tileRange(tile) !== undefined),
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
        range: boardRange ?? fields.content.range,
        tiles: fields.content.tiles.map((tile) => ({ ...tile, range: tileRange(tile) ?? tile.range })),
      },
    }),
  };
}
