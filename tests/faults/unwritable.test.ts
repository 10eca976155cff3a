import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openKeys } from '../../service/keys/index.ts';
import { backUp, openReader, openWriter } from '../../service/store/index.ts';
import { fillFolder, publish, temporaryFolder, weekdays } from '../api/folder.ts';
import { type Ended, ended } from '../support/command-line.ts';
import { COMMAND_LINE } from '../support/programs.ts';
import { smallDisk } from '../support/small-disk.ts';

/** A full disk and a read-only disk: small real file systems, if the machine lets the test make them. */

const NOBODY = 65_534;
const READ_ONLY = /may not be written: it is on a disk that can only be read\. Its data can still be read/;
const now = () => new Date('2026-11-22T12:00:00Z');

/** Fills a disk to its last byte. */
function fillUp(folder: string): void {
  const file = openSync(join(folder, `fill-${readdirSync(folder).length}`), 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(4096));
  } catch (error) {
    expect(error).toMatchObject({ code: 'ENOSPC' });
  } finally {
    closeSync(file);
  }
}

function run(args: readonly string[], uid?: number, more: Record<string, string> = {}): Promise<Ended> {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return ended(
    spawn(process.execPath, [COMMAND_LINE, ...args], {
      env: { ...env, ALMANAC_MIRROR: 'http://127.0.0.1:9', ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(uid === undefined ? {} : { uid, gid: uid }),
    }),
  );
}

const said = ({ status, err }: Ended) => ({ status, err });
const failing = (text: RegExp | string) => ({
  status: 1,
  err: expect.stringMatching(text),
});

const BIG = [
  'series,date,value',
  ...weekdays('1962-01-02', 14_000).map((date, i) => `US10Y,${date},${(i % 900) / 100}`),
  '',
].join('\n');

test('on a full disk every write names the full disk, and stored data can be read', async ({ skip }) => {
  const disk = smallDisk(8);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const dataDir = join(disk.path, 'data');
  fillFolder(dataDir);
  await openKeys(dataDir, { now }).create('before');
  const outside = temporaryFolder();
  const file = join(outside, 'big.csv');
  writeFileSync(file, BIG);
  fillUp(disk.path);
  const full = new RegExp(`The disk that holds ${dataDir}[^ ]* is full\\. Free some space`);
  const dir = ['--data-dir', dataDir];
  expect(said(await run(['import', file, ...dir]))).toEqual(failing(full));
  fillUp(disk.path);
  expect(() => backUp(dataDir, now())).toThrow(full);
  fillUp(disk.path);
  const made = await run(['keys', 'create', '--label', 'x', ...dir]);
  if (made.status !== 0) expect(said(made)).toEqual(failing(full));
  fillUp(disk.path);
  expect(await run(['status', ...dir])).toMatchObject({
    status: 0,
    out: expect.stringMatching(/yields +60 /),
  });
  const target = join(outside, 'yields.csv');
  fillUp(disk.path);
  expect(await run(['export', 'yields', '-o', target, ...dir])).toMatchObject({ status: 0 });
  expect(said(await run(['export', 'yields', '-o', join(disk.path, 'x.csv'), ...dir]))).toEqual(
    failing('the disk is full'),
  );
  // A new folder does not fit, either.
  expect(said(await run(['import', file, '--data-dir', join(disk.path, 'new')]))).toEqual(failing(/is full/));
});

test('data on a read-only disk are read, exported and served, and each write names the cause', async ({
  skip,
}) => {
  const disk = smallDisk(8);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const dataDir = join(disk.path, 'data');
  fillFolder(dataDir);
  const keys = openKeys(dataDir, { now });
  const { key } = await keys.create('before');
  await keys.close();
  disk.readOnly();
  const dir = ['--data-dir', dataDir];
  const outside = temporaryFolder();
  const file = join(outside, 'big.csv');
  writeFileSync(file, BIG);
  const looked = await run(['status', ...dir]);
  expect(looked).toMatchObject({ status: 0, out: expect.stringMatching(/us_debt +120 /) });
  expect(looked.err).toBe(`${dataDir} cannot be written: its data are only read.\n`);
  expect(await run(['export', 'yields', ...dir])).toMatchObject({
    status: 0,
    out: expect.stringMatching(/^date,series,value\n2024-03-01,/),
  });
  for (const words of [
    ['import', file],
    ['refresh', 'us_debt'],
    ['keys', 'create', '--label', 'x'],
    ['rescue', file],
  ])
    expect(said(await run([...words, ...dir])), words.join(' ')).toEqual(failing(READ_ONLY));
  expect(said(await run(['status', ...dir], undefined, { TMPDIR: disk.path }))).toEqual(
    failing(/only be read.* needs room in the temporary folder .*, which is full or cannot be written/),
  );
  expect(() => backUp(dataDir, now())).toThrow(READ_ONLY);
  expect(said(await run(['export', 'yields', '-o', join(disk.path, 'x.csv'), ...dir]))).toEqual(
    failing('the disk is read-only'),
  );
  expect(await run(['keys', 'list', ...dir])).toMatchObject({
    status: 0,
    out: expect.stringContaining('before'),
  });
  const { url, child, log } = await serve(dataDir);
  const answer = await fetch(`${url}/yields/series=US10Y?limit=1`, { headers: { 'X-API-Key': key } });
  expect(await answer.json()).toMatchObject({ total_rows: 30 });
  expect(log()).toContain(`${dataDir} cannot be written: the data in it are read and answered`);
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await exit)[0]).toBe(0);
});

test('data that are only in a log are read on a read-only disk', async ({ skip }) => {
  const disk = smallDisk(8);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const dataDir = join(disk.path, 'data');
  fillFolder(dataDir);
  // The kill leaves the log; its index is removed below.
  const writer = spawn(process.execPath, ['--input-type=module', '-e', KILLED_WRITER(dataDir)], {
    stdio: 'pipe',
  });
  expect((await ended(writer)).signal).toBe('SIGKILL');
  execFileSync('rm', ['-f', join(dataDir, 'data.sqlite-shm')]);
  expect(readdirSync(dataDir)).toContain('data.sqlite-wal');
  disk.readOnly();
  const forCopies = temporaryFolder();
  vi.stubEnv('TMPDIR', forCopies);
  onTestFinished(() => void vi.unstubAllEnvs());
  const reader = openReader(dataDir);
  onTestFinished(() => reader.close());
  expect(reader.isCopy()).toBe(true);
  expect(readdirSync(forCopies)).toEqual([]);
  expect(reader.holdings().find(({ dataset }) => dataset === 'us_debt')?.count).toBe(121);
});

const KILLED_WRITER = (dataDir: string) => `
  const { openReader, openWriter } = await import(${JSON.stringify(join(import.meta.dirname, '../../service/store/index.ts'))});
  const reader = openReader(${JSON.stringify(dataDir)});
  const writer = openWriter(${JSON.stringify(dataDir)});
  const open = writer.begin({ kind: 'import', dataset: 'us_debt', origin: 'file', source: 'x', location: 'x', sha256: '',
    fetchedAt: '2026-11-20T12:00:00Z' });
  const series = open.series({ dataset: 'us_debt', code: 'debt_held_by_public', area: '' });
  open.observation(series, 20400, '7.10', 1);
  open.commit();
  process.kill(process.pid, 'SIGKILL');
`;

test('a folder of another user is read, and a write says which user may not write', { tags: 'soak' }, async ({
  skip,
}) => {
  if (process.getuid?.() !== 0) return skip(true, 'only root can run a process as somebody else');
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  chmodSync(dataDir, 0o755);
  for (const name of readdirSync(dataDir)) chmodSync(join(dataDir, name), 0o644);
  const outside = temporaryFolder();
  chmodSync(outside, 0o777);
  const file = join(outside, 'big.csv');
  writeFileSync(file, BIG);
  const looked = await run(['status', '--data-dir', dataDir], NOBODY);
  if (/EACCES|permission denied/i.test(looked.err))
    return skip(true, 'the project cannot be read by somebody else');
  expect(looked).toMatchObject({ status: 0, out: expect.stringMatching(/us_debt +120 /) });
  const wrote = await run(['import', file, '--data-dir', dataDir], NOBODY);
  expect(said(wrote)).toEqual(failing(/may not be written by this user\. Its data can still be read/));
  // The user's own folder and file, which the user may only read.
  const own = join(outside, 'own');
  mkdirSync(own);
  publish(own, 'yields', [{ code: 'US10Y', date: '2024-03-01', value: '4.2' }]);
  chmodSync(join(own, 'data.sqlite'), 0o444);
  chownSync(own, NOBODY, NOBODY);
  chownSync(join(own, 'data.sqlite'), NOBODY, NOBODY);
  expect(said(await run(['import', file, '--data-dir', own], NOBODY))).toEqual(
    failing(/may not be written by this user/),
  );
  expect(await run(['status', '--data-dir', own], NOBODY)).toMatchObject({ status: 0 });
});

test('the right to write is checked before a publisher is contacted', async ({ skip }) => {
  const disk = smallDisk(4);
  if ('why' in disk) return skip(true, `${disk.why}`);
  openWriter(disk.path).close();
  disk.readOnly();
  const { err } = await run(['refresh', 'us_debt', '--data-dir', disk.path]);
  expect(err).not.toContain('publisher');
});

async function serve(dataDir: string): Promise<{ url: string; child: ChildProcess; log: () => string }> {
  const child = spawn(process.execPath, [COMMAND_LINE, 'serve', '--port', '0', '--data-dir', dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let [out, log] = ['', ''];
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  for await (const part of child.stdout.setEncoding('utf8')) {
    out += part;
    const url = /Listening on (\S+)/.exec(out)?.[1];
    if (url) return { url, child, log: () => log };
  }
  throw new Error(log);
}
