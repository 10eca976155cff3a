import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Item, SaveItemRequest } from '../../service/contract/saved.ts';
import { newId, savedQuery, useSaveItem } from '../api/index.ts';
import { Dialog } from '../frame/index.ts';
import { freeName } from './requests.ts';

type Conflict = {
  mine: SaveItemRequest;
  theirs: Item;
  settle: (item: Item | undefined) => void;
};

export type Save = {
  /** Saves a change. @returns what is stored now; `undefined` where nothing was saved: `problem` or the user says why. */
  save: (request: SaveItemRequest) => Promise<Item | undefined>;
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
  async function save(request: SaveItemRequest): Promise<Item | undefined> {
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
  const settle = (answer: Promise<Item | undefined> | Item | undefined) => {
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
        conflict={conflict}
        onClose={() => settle(undefined)}
        onTheirs={() => settle(conflict.theirs)}
        onMine={() => settle(save({ ...conflict.mine, revision: conflict.theirs.revision }))}
        onBoth={() => {
          const items = client.getQueryData(savedQuery.queryKey) ?? [];
          const name = freeName(
            conflict.mine.name,
            items.map((item) => item.name),
          );
          settle(save({ ...conflict.mine, id: newId(), revision: 0, name }));
        }}
      />
    ),
  };
}

/** Says that another window changed or deleted the same, and asks what to keep. */
function ConflictDialog(props: {
  conflict: Pick<Conflict, 'mine' | 'theirs'>;
  onBoth: () => void;
  onTheirs: () => void;
  onMine: () => void;
  onClose: () => void;
}) {
  const { mine, theirs } = props.conflict;
  const did = theirs.deleted_at === null ? 'Changed' : 'Deleted';
  const at = (theirs.deleted_at ?? theirs.changed_at).slice(11, 16);
  return (
    <Dialog size={480} title={`${did} in another window at ${at} UTC`} onClose={props.onClose}>
      <p className="breaks">
        {mine.is_deleted
          ? `You want to delete “${theirs.name}”, which was changed there meanwhile.`
          : theirs.deleted_at === null
            ? `Both windows changed the same of “${theirs.name}”. Both can be kept: yours becomes an item of its own.`
            : `“${theirs.name}” lies in the bin. Yours can be kept as an item of its own, or be put back in its place.`}
      </p>
      <Group justify="flex-end" gap="xs">
        <Button size="sm" variant="default" onClick={props.onTheirs}>
          {mine.is_deleted ? 'Keep it' : 'Take theirs'}
        </Button>
        <Button size="sm" variant="default" onClick={props.onMine}>
          {mine.is_deleted ? 'Delete it' : 'Take mine'}
        </Button>
        {!mine.is_deleted && (
          <Button size="sm" data-autofocus onClick={props.onBoth}>
            Keep both
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
