import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { withTeamKeys } from '../../../service/team/index.ts';
import { missingForPostgres, startPostgres } from '../postgres.ts';
import { countedIn, overTwoWindows, withSchema } from './opened-keys.ts';

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
  const read = countedIn(postgres, address.database);
  const { begun, atFirst } = await overTwoWindows(read, 60_000);
  const ended = processes.map(async (each) => {
    const answer = once(each, 'message');
    each.send('end');
    return Number((await answer)[0]);
  });
  const counts = await Promise.all(ended);
  const last = await read();
  expect(last?.minute).toBe(begun + 2);
  // A day may have ended meanwhile: then its count began anew.
  if (Math.floor(begun / 1440) === Math.floor((begun + 2) / 1440)) {
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(last?.day_count);
    expect((last?.day_count ?? 0) - atFirst).toBe(200);
  }
  expect(Math.min(...counts)).toBeGreaterThan(0);
});
