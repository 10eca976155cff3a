import { expect, it } from 'vitest';
import { withPlace } from '../../../renderer/api/history.ts';

it('four run at a time, in the order of the calls; one that is aborted while it waits does not run', async () => {
  const never = new AbortController().signal;
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const start = (n: number, signal = never) =>
    withPlace(signal, () => {
      begun.push(n);
      return new Promise<number>((resolve) => ends.push(() => resolve(n)));
    });
  const first = [0, 1, 2, 3].map((n) => start(n));
  const given = new AbortController();
  const up = expect(start(4, given.signal)).rejects.toThrow();
  const fifth = start(5);
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2, 3]);
  given.abort();
  ends[0]?.();
  expect(await first[0]).toBe(0);
  await up;
  await expect.poll(() => begun).toEqual([0, 1, 2, 3, 5]);
  for (const end of ends) end();
  expect(await Promise.all([...first, fifth])).toEqual([0, 1, 2, 3, 5]);
});
