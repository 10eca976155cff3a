import { copyFileSync, existsSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startService } from '../../service/compose.ts';
import { openIngestWorker } from '../../service/ingest/worker/index.ts';
import { needsCheckpoint, openReader } from '../../service/store/index.ts';
import { DEBT, fillFolder, publish, temporaryFolder, weekdays } from '../api/folder.ts';
import { openRaw } from './raw.ts';

/** @returns the number of rows in a copy of data.sqlite alone, the file that users copy. */
function copied(dataDir: string): number {
  const folder = join(temporaryFolder(), 'copy');
  mkdirSync(folder);
  copyFileSync(join(dataDir, 'data.sqlite'), join(folder, 'data.sqlite'));
  const reader = openReader(folder);
  onTestFinished(() => reader.close());
  return reader.holdings().reduce((sum, { count }) => sum + count, 0);
}

const options = { port: 0, pageSize: 7, now: () => new Date(), log: () => undefined };

it('after the service has stopped, data.sqlite alone contains everything', async () => {
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

it('data.sqlite alone contains everything even while another program has it open', async () => {
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

it('the log of a large publish is emptied while the service continues', async () => {
  const dataDir = temporaryFolder();
  const service = await startService({ ...options, dataDir, sample: false });
  onTestFinished(() => service.close(0));
  const days = weekdays('1950-01-02', 15_000);
  const rows = days.map((date, i) => ({ code: 'debt_held_by_public', date, value: `${i}.10` }));
  // Twice: replacing rows makes the log larger than the file.
  for (const last of ['1', '2'])
    publish(
      dataDir,
      'us_debt',
      rows.map((row) => ({ ...row, value: `${row.value}${last}` })),
    );
  expect(statSync(join(dataDir, 'data.sqlite')).size).toBeGreaterThan(1_000_000);
  expect(statSync(join(dataDir, 'data.sqlite-wal')).size).toBe(0);
});

it('a log that a reader kept from being emptied is emptied after the reader has finished', async () => {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  const reading = openRaw(dataDir);
  reading.db.exec('BEGIN');
  reading.db.prepare('SELECT count(*) FROM series').get();
  const rows = weekdays('1900-01-02', 32_000).map((date, i) => ({
    code: 'US10Y',
    date,
    value: `${i}.${'1'.repeat(250)}`,
  }));
  publish(dataDir, 'yields', rows);
  expect(needsCheckpoint(dataDir)).toBe(true);
  reading.db.exec('COMMIT');
  const worker = openIngestWorker({ dataDir, now: () => new Date(), log: () => undefined });
  onTestFinished(() => worker.close());
  await worker.checkpoint();
  expect(needsCheckpoint(dataDir)).toBe(false);
  expect(statSync(join(dataDir, 'data.sqlite-wal')).size).toBe(0);
  reading.db.close();
});
