import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withTeamKeys } from '../../../service/team/index.ts';
import { missingForPostgres, startPostgres } from '../postgres.ts';
import { withSchema } from './opened-keys.ts';

/** The real minute: three processes, 16 requests each in flight, across the ends of two minutes of the database's clock. */
it('lets exactly 100 requests of a key in each minute, over three processes', { timeout: 240_000 }, async ({
  skip,
}) => {
  const missing = missingForPostgres();
  skip(missing !== '', missing);
  const postgres = await startPostgres();
  onTestFinished(() => postgres.end());
  const address = await postgres.freshDatabase();
  await withSchema(address);
  const { key } = await withTeamKeys(address, (keys) => keys.create('shared'));
  const script = join(import.meta.dirname, 'asking-process.ts');
  const processes = Array.from({ length: 3 }, () =>
    fork(script, [address.address, address.passwordFile, key]),
  );
  onTestFinished(() => {
    for (const each of processes) each.kill();
  });
  await Promise.all(processes.map((each) => once(each, 'message')));
  const used = async () => {
    const [row] = await postgres.query<{ minute: string; day_count: string }>(
      address.database,
      'SELECT minute, day_count FROM use_count',
    );
    return { minute: Number(row?.minute), count: Number(row?.day_count) };
  };
  await expect.poll(async () => (await used()).minute, { timeout: 10_000 }).toBeGreaterThan(0);
  const { minute: begun } = await used();
  await expect.poll(async () => (await used()).minute, { timeout: 130_000, interval: 100 }).toBe(begun + 2);
  // The last minute has nearly all of its time left.
  await expect.poll(async () => (await used()).count % 100, { timeout: 20_000 }).toBe(0);
  const ended = processes.map(async (each) => {
    const answer = once(each, 'message');
    each.send('end');
    return Number((await answer)[0]);
  });
  const counts = await Promise.all(ended);
  const { minute, count } = await used();
  expect(counts.reduce((sum, each) => sum + each, 0)).toBe(count);
  // A day may have ended meanwhile: then its count began anew.
  if (Math.floor(begun / 1440) === Math.floor(minute / 1440)) expect(count).toBe(100 * (minute - begun + 1));
  expect(Math.min(...counts)).toBeGreaterThan(0);
});
