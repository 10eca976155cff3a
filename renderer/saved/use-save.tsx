import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { SavedItem, SaveItemRequest } from '../../service/contract/saved.ts';
import { freeName, namesOf, newId, savedQuery, useSaveItem } from '../api/index.ts';
import { ConflictDialog } from '../frame/index.ts';

type Conflict = {
  mine: SaveItemRequest;
  theirs: SavedItem;
  settle: (item: SavedItem | undefined) => void;
};

export type Save = {
  /** Saves a change. @returns what is stored now; `undefined` where nothing was saved: `problem` or the user says why. */
  save: (request: SaveItemRequest) => Promise<SavedItem | undefined>;
  /** Why the last change was not saved, as a sentence. */
  problem: string | undefined;
  forgetProblem: () => void;
  /** The question on a conflict with another window, to be rendered. */
  dialog: ReactNode;
};

/** Saves changes, and asks where another window has changed the same. */
export function useSave(): Save {
  const { mutateAsync } = useSaveItem();
  const client = useQueryClient();
  const [conflict, setConflict] = useState<Conflict>();
  const [problem, setProblem] = useState<string>();
  async function save(request: SaveItemRequest): Promise<SavedItem | undefined> {
    setProblem(undefined);
    try {
      const { state, item } = await mutateAsync(request);
      if (state === 'saved') return item;
      return await new Promise((settle) => setConflict({ mine: request, theirs: item, settle }));
    } catch (error) {
      setProblem(`Not saved: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }
  const settle = (answer: Promise<SavedItem | undefined> | SavedItem | undefined) => {
    const { settle: tell } = conflict ?? {};
    setConflict(undefined);
    void Promise.resolve(answer).then(tell);
  };
  return {
    save,
    problem,
    forgetProblem: () => setProblem(undefined),
    dialog: conflict && (
      <ConflictDialog
        theirs={conflict.theirs}
        isDeleting={conflict.mine.is_deleted}
        onClose={() => settle(undefined)}
        onTheirs={() => settle(conflict.theirs)}
        onMine={() => settle(save({ ...conflict.mine, revision: conflict.theirs.revision }))}
        onBoth={() => {
          const name = freeName(conflict.mine.name, namesOf(client.getQueryData(savedQuery.queryKey)));
          settle(save({ ...conflict.mine, id: newId(), revision: 0, name }));
        }}
      />
    ),
  };
}
