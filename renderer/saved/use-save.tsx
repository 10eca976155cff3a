import { type ReactNode, useState } from 'react';
import type { SavedItem, SaveItemAnswer, SaveItemRequest } from '../../service/contract/saved.ts';
import { useSaveItem } from '../api/index.ts';
import { ConflictDialog } from '../frame/index.ts';

type SaveConflict = {
  mine: SaveItemRequest;
  theirs: SavedItem;
  settle: (answer: SaveItemAnswer | undefined) => void;
};

export type Save = {
  /**
   * Saves a change. @returns the answer; a conflict where the user takes what another window stored; `undefined` where nothing is decided:
   * `problem` says why, or the user has closed the question.
   */
  save: (request: SaveItemRequest) => Promise<SaveItemAnswer | undefined>;
  /** Why the last change was not saved, as a sentence. */
  problem: string | undefined;
  forgetProblem: () => void;
  /** The question on a conflict with another window, to be rendered. */
  dialog: ReactNode;
};

/** Saves changes, and asks where another window has changed the item meanwhile. */
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
