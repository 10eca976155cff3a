import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { startThread } from '../../service/process/thread.ts';
import { MARKS, type SlowThread } from './slow-thread.ts';

function slowThread(how: SlowThread['how']) {
  const marks = new Int32Array(new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT));
  const thread = startThread('slow', import.meta.url, { how, marks } satisfies SlowThread);
  return {
    thread,
    failed: new Promise((resolve) => thread.worker.once('error', resolve)),
    is: (mark: keyof typeof MARKS) => Atomics.load(marks, MARKS[mark]) === 1,
    release() {
      Atomics.store(marks, MARKS.released, 1);
      Atomics.notify(marks, MARKS.released);
    },
  };
}

const until = (is: () => boolean) => expect.poll(is, { timeout: 30_000, interval: 5 }).toBe(true);

it('a thread that is ended while it loads ends as soon as it has loaded', async () => {
  const { thread, is, release } = slowThread('loads');
  await until(() => is('begun'));
  const end = thread.end();
  await sleep(50);
  expect(thread.worker.threadId).toBeGreaterThan(0);
  release();
  await end;
  expect(is('loaded')).toBe(true);
});

it('a thread that is ended before it begins loads first', async () => {
  const { thread, is, release } = slowThread('loads');
  release();
  await thread.end();
  expect(is('loaded')).toBe(true);
});

it('a busy thread is ended, even if asked twice', async () => {
  const { thread, is, release } = slowThread('loads');
  release();
  await until(() => is('loaded'));
  await Promise.all([thread.end(), thread.end()]);
  expect(thread.worker.threadId).toBe(-1);
});

it('a thread that cannot load does not delay its end', async () => {
  const { thread, failed } = slowThread('fails');
  const end = thread.end();
  expect(await failed).toMatchObject({ message: 'This thread cannot load.' });
  await end;
});
