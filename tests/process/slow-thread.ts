import { workerData } from 'node:worker_threads';
import { loadInThread } from '../../service/process/thread.ts';

/** What a test and its thread tell each other: whether the thread has begun, whether it may load to the end, and whether it has. */
export const MARKS = { begun: 0, released: 1, loaded: 2 };
export type SlowThread = { how: 'loads' | 'fails'; marks: Int32Array };

/** A thread that loads until it is released, as one does with native packages, and then is busy for ever; or it fails. */
function run({ how, marks }: SlowThread): void {
  Atomics.store(marks, MARKS.begun, 1);
  if (how === 'fails') throw new Error('This thread cannot load.');
  loadInThread(() => {
    Atomics.wait(marks, MARKS.released, 0);
    Atomics.store(marks, MARKS.loaded, 1);
  });
  for (;;);
}

if (workerData !== null && 'marks' in workerData) run(workerData as SlowThread);
