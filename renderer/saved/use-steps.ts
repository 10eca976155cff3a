import { useState } from 'react';
import type { Item } from '../../service/contract/saved.ts';
import { undone } from './requests.ts';
import type { Save } from './use-save.tsx';

/** A change of an item: what it was (`undefined`: it was not there), and what was stored. */
export type Step = { before: Item | undefined; after: Item };

const MOST = 50;

/** The changes of this screen that can be taken back, and made again; several items that were changed together are one step. */
export function useSteps(save: Save['save']) {
  const [past, setPast] = useState<readonly (readonly Step[])[]>([]);
  const [future, setFuture] = useState<readonly (readonly Step[])[]>([]);

  /** Makes each item of the steps what it was before. @returns the steps that lead back, of those that were saved. */
  async function reverse(steps: readonly Step[]): Promise<Step[]> {
    const done: Step[] = [];
    for (const { before, after } of steps) {
      const stored = await save(undone(before, after));
      if (stored?.state === 'saved') done.push({ before: after, after: stored.item });
    }
    return done;
  }
  async function move(
    from: readonly (readonly Step[])[],
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
    /** Notes what was changed just now. */
    note(steps: readonly Step[]): void {
      if (steps.length === 0) return;
      setPast((before) => [...before, steps].slice(-MOST));
      setFuture([]);
    },
    undo: past.length > 0 ? () => move(past, setPast, setFuture) : undefined,
    redo: future.length > 0 ? () => move(future, setFuture, setPast) : undefined,
  };
}
