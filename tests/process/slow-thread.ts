import { workerData } from 'node:worker_threads';
import { loadInThread } from '../../service/process/thread.ts';

/** Marks shared with the test: the thread has begun, may finish loading, and has finished. */
export const MARKS = { begun: 0, released: 1, loaded: 2 };
export type SlowThread = { how: 'loads' | 'fails'; marks: Int32Array };

/** A thread that loads until it is released and then stays busy for ever, or a thread that fails. */
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
