import fs, { mkdtempSync, rmSync, statSync } from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { backUp } from '../../service/store/index.ts';
import { writeCompleteFile } from '../../service/tables/complete-file.ts';
import { DEBT, publish } from '../api/folder.ts';

/** Files that must survive a power cut are synced: first all bytes, then the name. No power is cut here. */

type Step = { does: 'sync' | 'rename'; ino: number; bytes: number };

/** Records each sync and rename, and lets it happen. @returns the growing list. */
async function watchDisk(folder: string): Promise<Step[]> {
  const steps: Step[] = [];
  const note = (does: Step['does'], { ino, size }: fs.Stats) => void steps.push({ does, ino, bytes: size });
  const handle = await promises.open(folder, 'r');
  const handles = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  const { fsyncSync, renameSync } = fs;
  const { rename } = promises;
  const { sync } = handles;
  vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
    fsyncSync(fd);
    note('sync', fs.fstatSync(fd));
  });
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    note('rename', statSync(from));
    renameSync(from, to);
  });
  vi.spyOn(handles, 'sync').mockImplementation(async function (this: typeof handle) {
    await sync.call(this);
    note('sync', await this.stat());
  });
  vi.spyOn(promises, 'rename').mockImplementation(async (from, to) => {
    note('rename', statSync(from));
    await rename(from, to);
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  return steps;
}

function newFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-synced-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Expects a sync of the whole file, then its rename, then a sync of its folder. */
function expectSynced(steps: readonly Step[], file: string): void {
  const { ino, size } = statSync(file);
  const folder = statSync(path.dirname(file)).ino;
  const named = steps.findIndex((step) => step.does === 'rename' && step.ino === ino);
  expect(named).toBeGreaterThan(0);
  const before = steps.slice(0, named).filter((step) => step.does === 'sync' && step.ino === ino);
  expect(before.at(-1)).toMatchObject({ bytes: size });
  if (process.platform !== 'win32')
    expect(steps.slice(named).some((step) => step.does === 'sync' && step.ino === folder)).toBe(true);
}

test('a back-up is synced before it gets its name, and the name is synced afterwards', async () => {
  const dataDir = newFolder();
  publish(dataDir, 'us_debt', DEBT);
  const steps = await watchDisk(dataDir);
  const { name } = backUp(dataDir, new Date('2026-11-21T12:00:00Z'));
  expectSynced(steps, path.join(dataDir, 'backups', name));
});

test('an export is synced before it gets its name, and the name is synced afterwards', async () => {
  const folder = newFolder();
  const steps = await watchDisk(folder);
  const file = path.join(folder, 'debt.csv');
  await writeCompleteFile(file, [Buffer.from('date,series,value\n'), Buffer.from('2024-01-02,a,1\n')]);
  expectSynced(steps, file);
});
