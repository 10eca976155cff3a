import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import type { FiledItem, SavedItem, SaveItemRequest } from '../../service/contract/saved.ts';
import type { SharedItem, ShareRequest } from '../../service/contract/shared.ts';
import {
  fetchFrozenLines,
  freeName,
  freezeAddress,
  namesOf,
  newId,
  saveBlob,
  useRemoveItem,
  useSharing,
} from '../api/index.ts';
import { copyOf, savedFileName, savedFileText, type Template, useEmptyBoard } from '../tiles/index.ts';
import { openItem, openingAddress } from '../view/index.ts';
import { changed, duplicate, type ItemChange, newItem, type Save, undone } from './saving.tsx';

export type Actions = ReturnType<typeof useActions>;

/** The actions on saved items. Each change is a step that can be undone; `message` reports the last one. */
export function useActions(items: readonly SavedItem[], { save }: Save) {
  const { history } = useRouter();
  const remove = useRemoveItem();
  const empty = useEmptyBoard();
  const sharing = useSharing();
  const [message, setMessage] = useState('');
  const [isFreezing, setFreezing] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const steps = useSteps(save);

  /** Saves a change and notes it as a step. @returns the stored item; `undefined` if it was not saved */
  async function keep(request: SaveItemRequest, done: ItemStep[]): Promise<SavedItem | undefined> {
    const before = items.find(({ id }) => id === request.id);
    const answer = await save(request);
    const after = answer?.item;
    // Saving an unchanged item is not a step.
    if (answer?.state === 'saved' && after && after.revision !== before?.revision)
      done.push({ before, after });
    return after;
  }
  async function store(requests: readonly SaveItemRequest[]): Promise<ItemStep[]> {
    const done: ItemStep[] = [];
    for (const request of requests) await keep(request, done);
    steps.note(done);
    return done;
  }
  async function storeAndSay(requests: readonly SaveItemRequest[], what: string): Promise<void> {
    const done = await store(requests);
    if (done.length > 0) setMessage(`${namedOrCounted(done.map(({ after }) => after))} ${what}.`);
  }

  /** Runs an action for each item that may be refused; the reason shows until the next attempt. */
  async function attempt<Of extends SavedItem>(
    some: readonly Of[],
    work: (item: Of) => Promise<unknown>,
    done: string,
  ): Promise<void> {
    setRefusal(undefined);
    try {
      for (const item of some) await work(item);
      setMessage(`${namedOrCounted(some)} ${some.length === 1 ? 'is' : 'are'} ${done}.`);
    } catch (error) {
      setRefusal(messageOf(error));
    }
  }

  return {
    message,
    /** Why a share, withdrawal, removal or freeze was refused. */
    refusal,
    share: (item: SavedItem) =>
      attempt(
        [item],
        ({ id, kind, name, note, folder, content }) =>
          sharing.share.mutateAsync({ id, kind, name, note, folder, content } as ShareRequest),
        'shared with the team',
      ),
    withdraw: (some: readonly SavedItem[]) =>
      attempt(some, ({ id }) => sharing.withdraw.mutateAsync(id), 'taken back from the team'),
    async copyToMine(item: SharedItem): Promise<void> {
      const { shared_by: _, may_withdraw: __, ...plain } = item;
      const [made] = await store([duplicate({ ...plain, folder: '' } as SavedItem, namesOf(items))]);
      if (made) setMessage(`“${made.after.name}” is yours now.`);
    },
    openShared: (item: SavedItem) => history.push(openingAddress(item)),
    say: setMessage,
    store,
    undo: steps.undo && (() => void steps.undo?.().then(() => setMessage('Undone.'))),
    redo: steps.redo && (() => void steps.redo?.().then(() => setMessage('Redone.'))),
    open: (item: SavedItem) => history.push(openItem(item)),
    /** @returns the stored item; `undefined` if it was not saved */
    async change(item: SavedItem, change: ItemChange): Promise<SavedItem | undefined> {
      const done: ItemStep[] = [];
      const after = await keep(changed(item, change), done);
      steps.note(done);
      return after;
    },
    isFreezing,
    /** Freezes frozen items again with current numbers. A refused view stays as it was and is reported. */
    async freezeAgain(some: readonly SavedItem[]): Promise<void> {
      setRefusal(undefined);
      setFreezing(true);
      const requests: SaveItemRequest[] = [];
      for (const item of some) {
        if (item.kind !== 'view' || item.content.frozen === null) continue;
        try {
          const frozen = await freezeAddress(item.content.address);
          requests.push({ ...changed(item, {}), kind: 'view', content: { ...item.content, frozen } });
        } catch (error) {
          setRefusal(`“${item.name}”: ${messageOf(error)}`);
        }
      }
      await storeAndSay(requests, 'frozen with the current numbers');
      setFreezing(false);
    },
    toBin: (some: readonly SavedItem[]) =>
      storeAndSay(
        some.map((item) => changed(item, { is_deleted: true })),
        'put into the bin, for 30 days',
      ),
    restore: (some: readonly SavedItem[]) =>
      storeAndSay(
        some.map((item) => changed(item, { is_deleted: false })),
        'taken out of the bin',
      ),
    duplicate: (item: SavedItem) => storeAndSay([duplicate(item, namesOf(items))], 'made'),
    removeForGood: (some: readonly SavedItem[]) =>
      attempt(some, ({ id }) => remove.mutateAsync(id), 'removed for good'),
    /** Makes an empty board, or a copy of a template, and opens it. */
    async newBoard(folder: string, template?: Template): Promise<void> {
      const [made] = await store([
        newItem({
          kind: 'board',
          name: freeName(template?.name ?? 'New board', namesOf(items)),
          note: template?.note ?? '',
          folder,
          content: template ? copyOf(template, empty, newId) : empty,
        }),
      ]);
      if (made) history.push(openingAddress(made.after));
    },
    /** Saves a file of the items. @param hasData with frozen views' numbers @throws Error with the reason */
    async exportFile(some: readonly SavedItem[], hasData: boolean): Promise<void> {
      const filed: FiledItem[] = [];
      for (const item of some) {
        const { address, frozen } = item.kind === 'view' ? item.content : { address: '', frozen: null };
        filed.push(hasData && frozen ? { item, lines: await fetchFrozenLines(address, frozen) } : { item });
      }
      const name = savedFileName(some);
      const text = savedFileText(filed, new Date().toISOString());
      saveBlob(new Blob([text], { type: 'application/json' }), name);
      setMessage(`${name} is written.`);
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** '“Claims”', '3 items' */
const namedOrCounted = (items: readonly SavedItem[]): string =>
  items.length === 1 ? `“${items[0]?.name}”` : `${items.length} items`;

/** A change of an item: the old item (`undefined` if new), and the stored one. */
type ItemStep = { before: SavedItem | undefined; after: SavedItem };

const MOST = 50;

/** The undo and redo history of this screen; items changed together are one step. */
function useSteps(save: Save['save']) {
  const [past, setPast] = useState<readonly (readonly ItemStep[])[]>([]);
  const [future, setFuture] = useState<readonly (readonly ItemStep[])[]>([]);

  /** Restores each item's previous state. @returns the reverse steps of the saved ones */
  async function reverse(steps: readonly ItemStep[]): Promise<ItemStep[]> {
    const done: ItemStep[] = [];
    for (const { before, after } of steps) {
      const stored = await save(undone(before, after));
      if (stored?.state === 'saved') done.push({ before: after, after: stored.item });
    }
    return done;
  }
  async function move(
    from: readonly (readonly ItemStep[])[],
    setFrom: typeof setPast,
    setTo: typeof setPast,
  ): Promise<void> {
    const steps = from.at(-1);
    if (!steps) return;
    setFrom(from.slice(0, -1));
    const done = await reverse(steps);
    if (done.length > 0) setTo((before) => [...before, done].slice(-MOST));
  }
  return {
    note(steps: readonly ItemStep[]): void {
      if (steps.length === 0) return;
      setPast((before) => [...before, steps].slice(-MOST));
      setFuture([]);
    },
    undo: past.length > 0 ? () => move(past, setPast, setFuture) : undefined,
    redo: future.length > 0 ? () => move(future, setFuture, setPast) : undefined,
  };
}
