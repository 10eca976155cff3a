import { type ReactNode, useState } from 'react';
import type { ItemFields, SavedItem, SaveItemAnswer, SaveItemRequest } from '../../service/contract/saved.ts';
import { freeName, newId, useSaveItem } from '../api/index.ts';
import { ConflictDialog } from '../frame/index.ts';

type SaveConflict = {
  mine: SaveItemRequest;
  theirs: SavedItem;
  settle: (answer: SaveItemAnswer | undefined) => void;
};

export type Save = {
  /**
   * Saves a change. @returns the answer, also if the user takes the other window's version; `undefined` on a
   * failure (see `problem`) or if the user closes the question
   */
  save: (request: SaveItemRequest) => Promise<SaveItemAnswer | undefined>;
  /** Why the last change was not saved, as a sentence. */
  problem: string | undefined;
  forgetProblem: () => void;
  /** The question about a conflict with another window, for rendering. */
  dialog: ReactNode;
};

/** Saves changes, and asks the user if another window has changed the item meanwhile. */
export function useSave(): Save {
  const { mutateAsync } = useSaveItem();
  const [conflict, setConflict] = useState<SaveConflict>();
  const [problem, setProblem] = useState<string>();
  async function save(request: SaveItemRequest): Promise<SaveItemAnswer | undefined> {
    setProblem(undefined);
    try {
      const answer = await mutateAsync(request);
      if (answer.state === 'saved') return answer;
      return await new Promise((settle) => setConflict({ mine: request, theirs: answer.item, settle }));
    } catch (error) {
      setProblem(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }
  const settle = (answer: ReturnType<Save['save']> | SaveItemAnswer | undefined) => {
    const { settle: resolve } = conflict ?? {};
    setConflict(undefined);
    void Promise.resolve(answer).then(resolve);
  };
  return {
    save,
    problem,
    forgetProblem: () => setProblem(undefined),
    dialog: conflict && (
      <ConflictDialog
        mine={conflict.mine}
        theirs={conflict.theirs}
        isDeleting={conflict.mine.is_deleted}
        onClose={() => settle(undefined)}
        onTheirs={() => settle({ state: 'conflict', item: conflict.theirs })}
        onMine={() => settle(save({ ...conflict.mine, revision: conflict.theirs.revision }))}
      />
    ),
  };
}

export function newItem(fields: ItemFields): SaveItemRequest {
  return { ...fields, id: newId(), revision: 0, is_deleted: false };
}

/** The fields of an item that can be changed, besides its content. */
export type ItemChange = Partial<Pick<SavedItem, 'name' | 'note' | 'folder'>> & { is_deleted?: boolean };

/** @returns the request that saves a change to the item as this page knows it. */
export function changed(item: SavedItem, change: ItemChange): SaveItemRequest {
  const { created_at: _, changed_at: __, deleted_at, ...fields } = item;
  return { ...fields, is_deleted: deleted_at !== null, ...change } as SaveItemRequest;
}

/**
 * @param before the old item; `undefined` if it is new @param after the stored item
 * @returns the request that undoes the change. It has `after`'s revision, so that it cannot silently undo
 * another window's change.
 */
export function undone(before: SavedItem | undefined, after: SavedItem): SaveItemRequest {
  if (before === undefined) return changed(after, { is_deleted: true });
  return { ...changed(before, {}), revision: after.revision };
}

export function duplicate(item: SavedItem, names: readonly string[]): SaveItemRequest {
  return {
    ...changed(item, { name: freeName(item.name, names) }),
    id: newId(),
    revision: 0,
    is_deleted: false,
  };
}
