import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openIngestWorker } from '../../../service/ingest/worker/index.ts';
import { LONG, send, stall } from '../../faults/fetch-fixtures.ts';
import { startCommandLine } from '../../support/command-line.ts';
import { startPublisherServer } from './publisher-server.ts';
import { makeDataDir, NOW, refreshed } from './refreshing.ts';

const DATASET = 'personal_income_and_outlays';
const workOf = (dataDir: string) => path.join(dataDir, 'fetch', 'work');
const inWork = (dataDir: string) => (existsSync(workOf(dataDir)) ? readdirSync(workOf(dataDir)) : []);

/** @returns the data folder of a refresh that was killed while it fetched, with its work folder. */
async function killedRefresh(): Promise<{ dataDir: string; mirror: string }> {
  const server = await startPublisherServer(stall(LONG));
  const dataDir = makeDataDir();
  const temporary = mkdtempSync(path.join(tmpdir(), 'almanac-killed-'));
  onTestFinished(() => rmSync(temporary, { recursive: true, force: true }));
  const child = startCommandLine(['refresh', DATASET, '--data-dir', dataDir], {
    ALMANAC_MIRROR: server.mirror,
    TMPDIR: temporary,
  });
  await vi.waitFor(
    () => {
      const [folder = ''] = inWork(dataDir);
      expect(readdirSync(path.join(workOf(dataDir), folder))).toHaveLength(1);
    },
    { timeout: 30_000, interval: 20 },
  );
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(inWork(dataDir)).toHaveLength(1);
  expect(readdirSync(temporary).filter((name) => name.startsWith('almanac'))).toEqual([]);
  server.answer = send(LONG);
  return { dataDir, mirror: server.mirror };
}

test('the next refresh removes the work folder of a killed refresh, and leaves none itself', async () => {
  const { dataDir, mirror } = await killedRefresh();
  const { outcomes } = await refreshed(dataDir, [DATASET], { mirror });
  expect(outcomes).toMatchObject([{ state: 'stored' }]);
  expect(existsSync(path.join(dataDir, 'fetch'))).toBe(false);
});

test('the next start removes the work folder of a killed refresh too', async () => {
  const { dataDir } = await killedRefresh();
  await openIngestWorker({ dataDir, now: () => NOW, log: () => undefined }).close();
  expect(existsSync(path.join(dataDir, 'fetch'))).toBe(false);
});

test('the work folder of a running process stays, and so do other files', async () => {
  const dataDir = makeDataDir();
  const parent = `refresh.${process.ppid}-0123456789ab.draft`;
  mkdirSync(path.join(workOf(dataDir), parent), { recursive: true });
  mkdirSync(path.join(workOf(dataDir), 'notes'));
  writeFileSync(path.join(dataDir, 'fetch', 'other'), '');
  await openIngestWorker({ dataDir, now: () => NOW, log: () => undefined }).close();
  const server = await startPublisherServer(send(LONG));
  await refreshed(dataDir, [DATASET], { mirror: server.mirror });
  expect(inWork(dataDir).toSorted()).toEqual([parent, 'notes'].toSorted());
  expect(existsSync(path.join(dataDir, 'fetch', 'other'))).toBe(true);
});

test('a process with the id of a killed one removes that one’s work at its start, and never its own', async () => {
  const dataDir = makeDataDir();
  const old = path.join(workOf(dataDir), `refresh.${process.pid}-0123456789ab.draft`);
  mkdirSync(old, { recursive: true });
  const worker = openIngestWorker({ dataDir, now: () => NOW, log: () => undefined });
  expect(existsSync(old)).toBe(false);
  mkdirSync(old, { recursive: true });
  const server = await startPublisherServer(send(LONG));
  await refreshed(dataDir, [DATASET], { mirror: server.mirror });
  expect(existsSync(old)).toBe(true);
  await worker.close();
});

test('fetched files can be read by this account only', async () => {
  const server = await startPublisherServer(send(LONG));
  const dataDir = makeDataDir();
  const modes: number[] = [];
  await refreshed(dataDir, [DATASET], { mirror: server.mirror }, () => {
    for (const name of inWork(dataDir)) modes.push(statSync(path.join(workOf(dataDir), name)).mode & 0o777);
  });
  expect(new Set(modes)).toEqual(new Set([0o700]));
});
