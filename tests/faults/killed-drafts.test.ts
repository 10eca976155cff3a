import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startService } from '../../service/compose.ts';
import { newDraft, removeDrafts } from '../../service/process/drafts.ts';
import { backUp } from '../../service/store/back-ups.ts';
import { writeCompleteFile } from '../../service/tables/complete-file.ts';
import { temporaryFolder } from '../api/folder.ts';
import { startChild } from '../support/service-child.ts';

/** The next start removes the drafts of processes that were killed (SIGKILL) while they wrote a file. */

const program = join(import.meta.dirname, 'draft-loop.ts');
const LEFT = /\.draft|^settings\.json\.new$/;
const TRIES = 30;

const start = (dataDir: string, sample = false) =>
  startService({ dataDir, port: 0, pageSize: 100, sample, now: () => new Date(), log: () => undefined });

/** @returns the drafts in a folder and its subfolders. */
const leftIn = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((name) => LEFT.test(basename(name)));

let held: string;
beforeAll(async () => {
  held = mkdtempSync(join(tmpdir(), 'almanac-held-'));
  const service = await start(held, true);
  await service.close();
  backUp(held, new Date('2026-11-20T12:00:00Z'));
  return () => rmSync(held, { recursive: true, force: true });
});

async function begun(kind: string, folder: string, temporary = folder): Promise<ChildProcess> {
  const child = fork(program, [kind, folder], {
    env: { ...process.env, TMPDIR: temporary },
    stdio: 'inherit',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return child;
}

/** Kills a process that makes drafts of a kind until it leaves one. @returns the drafts. */
async function killedIn(kind: string, folder: string): Promise<string[]> {
  for (let tries = 0; tries < TRIES; tries++) {
    const child = await begun(kind, folder);
    const ended = once(child, 'exit');
    while (child.exitCode === null && leftIn(folder).length === 0) await new Promise(setImmediate);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const left = leftIn(folder);
    if (left.length > 0) return left;
  }
  throw new Error(`Killed ${TRIES} times, it left nothing.`);
}

describe.each(['small file', 'back-up', 'refresh'])('%s', (kind) => {
  test('a draft that a killed process left is removed when the service starts; a running process’s draft stays', async () => {
    const dataDir = temporaryFolder();
    cpSync(held, dataDir, { recursive: true });
    const living = await begun('living', dataDir);
    await expect.poll(() => leftIn(dataDir)).toHaveLength(1);
    const [kept = ''] = leftIn(dataDir);
    expect(kept).toContain(`living.${living.pid}-`);
    const other = temporaryFolder();
    cpSync(held, other, { recursive: true });
    const left = await killedIn(kind, other);
    for (const name of left) cpSync(join(other, name), join(dataDir, name), { recursive: true });
    expect(leftIn(dataDir).length).toBeGreaterThan(1);
    const service = await start(dataDir);
    await service.close();
    expect(leftIn(dataDir)).toEqual([kept]);
    expect(existsSync(join(dataDir, 'data.sqlite'))).toBe(true);
  });
});

test('settings can be changed at once after a process was killed during a change', async () => {
  const folder = temporaryFolder();
  await killedIn('settings', folder);
  const { changeSettingsFile } = await import('../../service/settings/index.ts');
  expect(changeSettingsFile(folder, { b: 1 })).toMatchObject({ b: 1 });
  expect(leftIn(folder)).toEqual([]);
});

test('upload: a copy that a killed service left in the temporary folder is removed when the next one starts', async () => {
  const temporary = temporaryFolder();
  expect((await killedIn('upload', temporary))[0]).toMatch(/^almanac-upload\.\d+-/);
  const dataDir = temporaryFolder();
  const before = process.env.TMPDIR;
  onTestFinished(() => void Object.assign(process.env, { TMPDIR: before ?? '' }));
  process.env.TMPDIR = temporary;
  const service = startChild({ dataDir });
  onTestFinished(() => void service.child.kill('SIGKILL'));
  await service.listening();
  expect(leftIn(temporary)).toEqual([]);
});

test('export: the draft that a killed export left is removed by the next export into the same folder', async () => {
  const folder = temporaryFolder();
  expect((await killedIn('export', folder))[0]).toMatch(/^\.a\.csv\.\d+-/);
  await writeCompleteFile(join(folder, 'b.csv'), [Buffer.from('b')]);
  expect(readdirSync(folder)).toEqual(['b.csv']);
});

test('a process with the id of a killed one removes the drafts of the killed one at its start, and never its own', () => {
  const folder = temporaryFolder();
  const [own, earlier] = [
    newDraft(join(folder, 'own')),
    join(folder, `earlier.${process.pid}-0123456789ab.draft`),
  ];
  const others = [
    'notes.draft',
    `a.${process.pid}.draft`,
    'a.999999999-0123.draft',
    '1-0123456789ab.draft.txt',
  ];
  for (const name of [own, `${own}-wal`, earlier, `${earlier}-work-wal`]) writeFileSync(name, '');
  for (const name of others) mkdirSync(join(folder, name));
  removeDrafts(folder);
  expect(readdirSync(folder)).toHaveLength(8);
  removeDrafts(folder, true);
  expect(readdirSync(folder).sort()).toEqual([...others, basename(own), `${basename(own)}-wal`].sort());
});
