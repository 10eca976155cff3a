import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../service/compose.ts';
import { openReader } from '../../service/store/index.ts';
import { DEBT, fillFolder, publish, temporaryFolder } from '../http/folder.ts';

/** What a copy of data.sqlite alone holds: the file that people copy. */

function copied(dataDir: string): number {
  const folder = join(temporaryFolder(), 'copy');
  mkdirSync(folder);
  copyFileSync(join(dataDir, 'data.sqlite'), join(folder, 'data.sqlite'));
  const reader = openReader(folder);
  onTestFinished(() => reader.close());
  return reader.holdings().reduce((sum, { count }) => sum + count, 0);
}

const options = { port: 0, pageSize: 7, now: () => new Date(), log: () => undefined };

it('data.sqlite alone holds everything once the service has stopped', async () => {
  const dataDir = temporaryFolder();
  const service = await startService({ ...options, dataDir, sample: true });
  const reader = openReader(dataDir);
  const made = reader.holdings().reduce((sum, { count }) => sum + count, 0);
  reader.close();
  await service.close();
  expect(made).toBeGreaterThan(10_000);
  expect(copied(dataDir)).toBe(made);
  expect(existsSync(join(dataDir, 'data.sqlite-wal'))).toBe(false);
});

it('so it does while another program only looks on', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const service = await startService({ ...options, dataDir, sample: false });
  const other = openReader(dataDir);
  onTestFinished(() => other.close());
  publish(dataDir, 'us_debt', [...DEBT, { code: 'debt_held_by_public', date: '2025-01-02', value: '5' }]);
  await service.close();
  expect(statSync(join(dataDir, 'data.sqlite-wal')).size).toBe(0);
  expect(copied(dataDir)).toBe(other.holdings().reduce((sum, { count }) => sum + count, 0));
});
