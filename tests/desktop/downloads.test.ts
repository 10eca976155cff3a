import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDownloads, safeName } from '../../electron/desktop/index.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-download-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

type State = 'completed' | 'cancelled' | 'interrupted';

function open(sidecar: () => string = () => '') {
  const told: string[] = [];
  const onComplete = vi.fn();
  const downloads = createDownloads({
    folder,
    sidecarOf: async (address) => (address.endsWith('/ticket') ? sidecar() : ''),
    showMessage: (sentence) => told.push(sentence),
    onComplete,
  });
  function start(name: string, savePath: string, bytes: { received: number; total: number }) {
    let end: ((event: unknown, state: State) => void) | undefined;
    const setSaveDialogOptions = vi.fn();
    downloads.take({
      getFilename: () => name,
      getURL: () => 'http://127.0.0.1:4781/download/ticket',
      getSavePath: () => savePath,
      getReceivedBytes: () => bytes.received,
      getTotalBytes: () => bytes.total,
      setSaveDialogOptions,
      once: (_, listener) => {
        end = listener;
      },
    });
    return { setSaveDialogOptions, end: (state: State) => end?.({}, state) };
  }
  return { downloads, told, onComplete, start };
}

test('the dialog opens with the file’s own name and kind', () => {
  const { setSaveDialogOptions } = open().start('jolts.csv', '', { received: 0, total: 0 });
  expect(setSaveDialogOptions).toHaveBeenCalledWith({
    title: 'Save',
    defaultPath: path.join(folder, 'jolts.csv'),
    filters: [
      { name: 'Comma-separated values', extensions: ['csv'] },
      { name: 'All files', extensions: ['*'] },
    ],
  });
});

test('a whole file can be shown in its folder; a file of unknown length counts as whole', async () => {
  const { downloads, onComplete, start } = open();
  const file = path.join(folder, 'a.csv');
  expect(downloads.newest()).toBeUndefined();
  start('a.csv', file, { received: 3, total: 3 }).end('completed');
  await vi.waitFor(() => expect(downloads.newest()).toBe(file));
  start('b.csv', `${file}2`, { received: 3, total: 0 }).end('completed');
  await vi.waitFor(() => expect(downloads.newest()).toBe(`${file}2`));
  expect(onComplete).toHaveBeenCalledTimes(2);
});

test('a download that breaks off leaves nothing, and keeps an older file unchanged', async () => {
  const { downloads, told, start } = open();
  const file = path.join(folder, 'a.csv');
  await writeFile(file, 'of before');
  await writeFile(`${file}.crdownload`, 'hal');
  start('a.csv', file, { received: 3, total: 6 }).end('interrupted');
  await vi.waitFor(() => expect(told).toHaveLength(1));
  expect(existsSync(`${file}.crdownload`)).toBe(false);
  expect(await readFile(file, 'utf8')).toBe('of before');
  expect(downloads.newest()).toBeUndefined();
});

test('provenance is written beside the file, and only when the file is whole', async () => {
  const { told, start } = open(() => '{}');
  const file = path.join(folder, 'a.csv');
  await writeFile(file, 'abc');
  start('a.csv', file, { received: 2, total: 6 }).end('interrupted');
  await vi.waitFor(() => expect(told).toHaveLength(1));
  expect(existsSync(`${file}.json`)).toBe(false);
  start('a.csv', file, { received: 3, total: 3 }).end('completed');
  await vi.waitFor(async () => expect(await readFile(`${file}.json`, 'utf8')).toBe('{}'));
  expect(await readdir(folder)).toEqual(['a.csv', 'a.csv.json']);
});

const OURS = JSON.stringify({
  app: 'Almanac 0.1.0',
  created: '2026-11-21T10:40:12.123Z',
  receipt: { name: 'a.csv', sha256: '00', complete: true },
});

test('provenance replaces an earlier one', async () => {
  const { told, start } = open(() => `${OURS}\n`);
  const file = path.join(folder, 'a.csv');
  await writeFile(`${file}.json`, OURS);
  start('a.csv', file, { received: 3, total: 3 }).end('completed');
  await vi.waitFor(async () => expect(await readFile(`${file}.json`, 'utf8')).toBe(`${OURS}\n`));
  expect([await readdir(folder), told]).toEqual([['a.csv.json'], []]);
});

test.each(['notes of my own', '{}', '{"app":"another","created":"x"}', '', '[]'])(
  'provenance never overwrites another file: %s',
  async (another) => {
    const { told, start } = open(() => OURS);
    const file = path.join(folder, 'a.csv');
    await writeFile(`${file}.json`, another);
    await mkdir(`${file} (2).json`);
    start('a.csv', file, { received: 3, total: 3 }).end('completed');
    await vi.waitFor(() => expect(told).toEqual([expect.stringContaining('a.csv (3).json')]));
    expect(await readFile(`${file}.json`, 'utf8')).toBe(another);
    expect(await readFile(`${file} (3).json`, 'utf8')).toBe(OURS);
    expect((await readdir(folder)).filter((name) => name.includes('part'))).toEqual([]);
  },
);

test('provenance does not follow a link beside the file to another place', async ({ skip }) => {
  skip(process.platform === 'win32', 'a link needs a right on Windows that few accounts have');
  const { start } = open(() => OURS);
  const file = path.join(folder, 'a.csv');
  const victim = path.join(folder, 'victim');
  await writeFile(victim, 'kept');
  // The name of the draft file in an earlier version.
  await symlink(victim, `${file}.json.part-${process.pid}`);
  await symlink(victim, `${file}.json`);
  start('a.csv', file, { received: 3, total: 3 }).end('completed');
  await vi.waitFor(async () => expect(await readFile(`${file} (2).json`, 'utf8')).toBe(OURS));
  expect(await readFile(victim, 'utf8')).toBe('kept');
});

test('the file stays when its provenance cannot be written, and the person is told', async () => {
  const { downloads, told, start } = open(() => {
    throw new Error('no such ticket');
  });
  const file = path.join(folder, 'a.csv');
  start('a.csv', file, { received: 3, total: 3 }).end('completed');
  await vi.waitFor(() =>
    expect(told.join()).toContain('a.csv is saved. Its provenance could not be written'),
  );
  expect(downloads.newest()).toBe(file);
});

test('a file that is shorter than announced is removed', async () => {
  const { told, start } = open();
  const file = path.join(folder, 'a.csv');
  await writeFile(file, 'hal');
  start('a.csv', file, { received: 3, total: 6 }).end('completed');
  await vi.waitFor(() => expect(told).toEqual([expect.stringContaining('a.csv')]));
  expect(existsSync(file)).toBe(false);
});

test('closing the dialog shows no message', async () => {
  const { told, downloads, start } = open();
  start('a.csv', '', { received: 0, total: 0 }).end('cancelled');
  await new Promise((resolve) => setImmediate(resolve));
  expect([told, downloads.newest()]).toEqual([[], undefined]);
});

test('a name is valid on every file system, and names no folder', () => {
  expect(safeName('../../etc/passwd')).toBe('passwd');
  expect(safeName('C:\\Windows\\x.csv')).toBe('x.csv');
  expect(safeName('a:b?.csv')).toBe('a_b_.csv');
  expect(safeName('...')).toBe('download');
  fc.assert(
    fc.property(fc.string(), (name) => {
      const safe = safeName(name);
      expect(safe).not.toMatch(/[/\\<>:"|?*]|^\.|^\s*$/);
      expect(path.join(folder, safe)).toBe(`${folder}${path.sep}${safe}`);
    }),
  );
});
