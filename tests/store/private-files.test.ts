import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { DATA_OPTIONS } from '../../service/store/data-file.ts';
import { openDatabase } from '../../service/store/open-database.ts';
import { makeFolder } from './folder.ts';

/** Only the owner can read files that Almanac creates in a data folder, whatever the account's umask. */

const SERVICE = new URL('../../service/', import.meta.url).href;
const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
const WINDOWS = 'Windows has no modes: files have the rights of the folder that they are in';

/** Runs code in a separate process, because a umask applies to a whole process. */
function run(code: string, dataDir: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--input-type=module', '-e', `process.umask(0); const dataDir = process.argv[1]; ${code}`, dataDir],
    { encoding: 'utf8' },
  );
  expect(stderr).not.toContain('Error');
  expect(status).toBe(0);
}

/** A script that opens everything that a service opens, and lists the open files with their modes. */
const OPEN_ALL = `
  const { lockFolder, openReader, openWriter } = await import('${SERVICE}store/index.ts');
  const { openKeys } = await import('${SERVICE}keys/index.ts');
  lockFolder(dataDir).announce(1);
  openWriter(dataDir); openReader(dataDir); await openKeys(dataDir, { now: () => new Date() }).create('x');
  const { readdirSync, statSync } = await import('node:fs');
  for (const name of readdirSync(dataDir)) {
    const mode = (statSync(dataDir + '/' + name).mode & 0o777).toString(8);
    if (mode !== '600') throw new Error(name + ' ' + mode);
  }
  if (readdirSync(dataDir).length < 6) throw new Error('too few: ' + readdirSync(dataDir));
  process.exit(0);`;

test('a new folder, its new parents, and every file in it are private', ({ skip }) => {
  skip(process.platform === 'win32', WINDOWS);
  using folder = makeFolder();
  const dataDir = join(folder.path, 'share', 'Almanac');
  run(OPEN_ALL, dataDir);
  expect([modeOf(dirname(dataDir)), modeOf(dataDir)]).toEqual(['700', '700']);
  expect(readdirSync(dataDir)).toContain('data.sqlite');
});

test('an existing folder and existing data keep their permissions', ({ skip }) => {
  skip(process.platform === 'win32', WINDOWS);
  using folder = makeFolder();
  const dataDir = join(folder.path, 'shared');
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o750);
  run(OPEN_ALL, dataDir);
  expect(modeOf(dataDir)).toBe('750');
  chmodSync(join(dataDir, 'data.sqlite'), 0o640);
  run(
    `const { openWriter } = await import('${SERVICE}store/index.ts'); openWriter(dataDir).close();`,
    dataDir,
  );
  expect(modeOf(join(dataDir, 'data.sqlite'))).toBe('640');
});

test('a file gets its mode before anything is written to it', ({ skip }) => {
  skip(process.platform === 'win32', WINDOWS);
  using folder = makeFolder();
  const path = join(folder.path, 'keys.sqlite');
  // The first migration fails, so the mode was set at the opening.
  const migrations = [{ name: 'none', sql: 'this is no SQL' }];
  expect(() => openDatabase(path, { ...DATA_OPTIONS, migrations })).toThrow(/syntax error/);
  expect(modeOf(path)).toBe('600');
});

test('data behind a symbolic link are opened at the target of the link', ({ skip }) => {
  skip(process.platform === 'win32', 'a link needs a right on Windows that few accounts have');
  using folder = makeFolder();
  const elsewhere = join(folder.path, 'elsewhere.sqlite');
  writeFileSync(elsewhere, '');
  symlinkSync(elsewhere, join(folder.path, 'data.sqlite'));
  openDatabase(join(folder.path, 'data.sqlite'), DATA_OPTIONS).close();
  expect(statSync(elsewhere).size).toBeGreaterThan(0);
});
