import { fork } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { FILE_SETTINGS } from '../../service/contract/settings.ts';
import {
  changeSettingsFile,
  checkedFileValues,
  putSettingsAside,
  readFileSettings,
  readSettingsFile,
} from '../../service/settings/index.ts';
import { temporaryFolder } from '../api/folder.ts';

/** The file on the disk changes completely or not at all, and no process loses a change. */

const calls: string[] = [];
/** @returns the name of a file, without the unique part of a draft's name. */
const nameOf = (file: string) => path.basename(file).replace(/\.\d+-\w+(?=\.draft$)/, '');
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  return {
    ...real,
    openSync: (...given: Parameters<typeof real.openSync>) => {
      const handle = real.openSync(...given);
      calls.push(`open ${handle} ${nameOf(String(given[0]))}`);
      return handle;
    },
    fsyncSync: (handle: number) => {
      calls.push(`sync ${handle}`);
      real.fsyncSync(handle);
    },
    renameSync: (from: string, to: string) => {
      calls.push(`rename ${nameOf(from)} ${nameOf(to)}`);
      real.renameSync(from, to);
    },
  };
});

const fileOf = (folder: string): string => path.join(folder, 'settings.json');
const isRoot = process.getuid?.() === 0;

describe('a change', () => {
  it('replaces the old file by a new one and never writes into the old one', () => {
    const folder = temporaryFolder();
    writeFileSync(fileOf(folder), '{"a": 1}');
    linkSync(fileOf(folder), path.join(folder, 'old'));
    expect(changeSettingsFile(folder, { b: 2 })).toEqual({ a: 1, b: 2 });
    expect(readFileSync(path.join(folder, 'old'), 'utf8')).toBe('{"a": 1}');
    expect(readFileSync(fileOf(folder), 'utf8')).toBe('{"a": 1, "b": 2}');
    expect(readdirSync(folder).sort()).toEqual(['old', 'settings.json']);
    if (process.platform !== 'win32') expect(statSync(fileOf(folder)).mode & 0o777).toBe(0o600);
  });

  it('is on the disk before the file is renamed, and the new name after that', () => {
    const folder = temporaryFolder();
    calls.length = 0;
    changeSettingsFile(folder, { a: 1 });
    const renamed = calls.indexOf('rename settings.json.draft settings.json');
    const handleOf = (name: string) => calls.findLast((call) => call.endsWith(` ${name}`))?.split(' ')[1];
    expect(renamed).toBeGreaterThan(0);
    expect(calls.slice(0, renamed)).toContain(`sync ${handleOf('settings.json.draft')}`);
    if (process.platform !== 'win32')
      expect(calls.slice(renamed)).toContain(`sync ${handleOf(path.basename(folder))}`);
  });

  it('keeps values that others wrote since, and reads a byte order mark', () => {
    const folder = temporaryFolder();
    changeSettingsFile(folder, { a: 1 });
    writeFileSync(fileOf(folder), '\uFEFF{"mine": "0.10"}');
    expect(readSettingsFile(folder)).toEqual({ state: 'held', values: { mine: '0.10' } });
    expect(changeSettingsFile(folder, { a: 2 })).toEqual({ mine: '0.10', a: 2 });
  });

  it('is not lost if several processes make one at the same time', async () => {
    const folder = temporaryFolder();
    const program = path.join(folder, 'change.ts');
    const room = path.join(import.meta.dirname, '../../service/settings/index.ts');
    writeFileSync(
      program,
      `import { changeSettingsFile } from ${JSON.stringify(room)};
       const [folder, name] = process.argv.slice(2);
       process.send('ready');
       process.once('message', () => {
         for (let n = 1; n <= 20; n += 1) changeSettingsFile(folder, { [name + n]: n });
         process.disconnect();
       });`,
    );
    const children = ['a', 'b', 'c'].map((name) => fork(program, [folder, name]));
    await Promise.all(children.map((child) => once(child, 'message')));
    const ended = children.map((child) => once(child, 'exit'));
    for (const child of children) child.send('go');
    expect(await Promise.all(ended)).toEqual(children.map(() => [0, null]));
    expect(Object.keys(JSON.parse(readFileSync(fileOf(folder), 'utf8')))).toHaveLength(60);
  });

  it('succeeds after another process ended during a change', () => {
    const folder = temporaryFolder();
    const left = path.join(folder, 'settings.json.new');
    writeFileSync(left, '{"ha');
    utimesSync(left, new Date(), new Date(Date.now() - 60_000));
    expect(changeSettingsFile(folder, { a: 1 })).toEqual({ a: 1 });
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('of an unreadable file is refused, with line and column', () => {
    const folder = temporaryFolder();
    writeFileSync(fileOf(folder), '{"a": 1,}');
    expect(() => changeSettingsFile(folder, { b: 2 })).toThrow(
      expect.objectContaining({ code: 'invalid_file', message: expect.stringContaining('line 1, column 8') }),
    );
    expect(readFileSync(fileOf(folder), 'utf8')).toBe('{"a": 1,}');
    expect(readdirSync(folder)).toEqual(['settings.json']);
  });

  it('that cannot be written fails with the reason', () => {
    const folder = temporaryFolder();
    expect(() => changeSettingsFile(path.join(folder, 'none'), { a: 1 })).toThrow(
      expect.objectContaining({
        code: 'folder_unusable',
        message: expect.stringMatching(/not there any more\.$/),
      }),
    );
  });

  it('in a read-only folder fails with that reason', ({ skip }) => {
    skip(isRoot || process.platform === 'win32', 'this user may write in every folder');
    const folder = temporaryFolder();
    chmodSync(folder, 0o500);
    try {
      expect(() => changeSettingsFile(folder, { a: 1 })).toThrow(
        expect.objectContaining({ code: 'folder_unusable', message: expect.stringMatching(/may not write/) }),
      );
    } finally {
      chmodSync(folder, 0o700);
    }
  });
});

describe('an unreadable file', () => {
  it.each([
    ['a folder', (file: string) => mkdirSync(file), 'the system says EISDIR'],
    [
      'far too much',
      (file: string) => writeFileSync(file, ' '.repeat((1 << 20) + 1)),
      'it is larger than 1 MB',
    ],
    ['half a file', (file: string) => writeFileSync(file, '{"a":'), /^line 1, column 6: /],
  ])('can be %s', (_, make, problem) => {
    const folder = temporaryFolder();
    make(fileOf(folder));
    expect(readSettingsFile(folder)).toEqual({
      state: 'unreadable',
      problem: typeof problem === 'string' ? problem : expect.stringMatching(problem),
    });
    expect(putSettingsAside(folder, new Date('2026-11-22T10:00:00Z'), () => ({ on: false }))).toBe(
      'settings.json.unreadable-2026-11-22',
    );
    expect(readSettingsFile(folder)).toEqual({ state: 'held', values: { on: false } });
    expect(readdirSync(folder).sort()).toEqual(['settings.json', 'settings.json.unreadable-2026-11-22']);
  });

  it('is put aside under a new name each time', () => {
    const folder = temporaryFolder();
    const names = ['{1', '{2', '{3'].map((text) => {
      writeFileSync(fileOf(folder), text);
      return putSettingsAside(folder, new Date('2026-11-22T10:00:00Z'), (name) => ({ name }));
    });
    expect(names.map((name) => readFileSync(path.join(folder, name), 'utf8'))).toEqual(['{1', '{2', '{3']);
    expect(readSettingsFile(folder)).toEqual({ state: 'held', values: { name: names[2] } });
  });

  it('is not put aside if the new settings cannot be written', () => {
    const folder = temporaryFolder();
    writeFileSync(fileOf(folder), '{');
    const beside = path.join(folder, 'settings.json.new');
    mkdirSync(beside);
    utimesSync(beside, new Date(), new Date(Date.now() - 60_000));
    expect(() => putSettingsAside(folder, new Date(), () => ({}))).toThrow(
      expect.objectContaining({ code: 'folder_unusable' }),
    );
    expect(readFileSync(fileOf(folder), 'utf8')).toBe('{');
    expect(readdirSync(folder).sort()).toEqual(['settings.json', 'settings.json.new']);
  });
});

const DEFAULTS = Object.fromEntries(Object.entries(FILE_SETTINGS).map(([name, row]) => [name, row.default]));

function folderWith(text?: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-file-settings-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  if (text !== undefined) writeFileSync(path.join(folder, 'settings.json'), text);
  return folder;
}

it('reads valid settings, and the default of absent and wrong ones', () => {
  expect(readFileSettings(folderWith(), {})).toEqual(DEFAULTS);
  expect(readFileSettings(folderWith('{ broken'), {})).toEqual(DEFAULTS);
  expect(readFileSettings(folderWith('{"port": 5000, "page_size": "many", "other": 1}'))).toEqual({
    ...DEFAULTS,
    port: 5000,
  });
});

it('ALMANAC_PORT replaces the default port, and is refused if it is not a port', () => {
  const portWith = (text: string, file?: string) =>
    readFileSettings(folderWith(file), { ALMANAC_PORT: text }).port;
  expect(portWith('4999')).toBe(4999);
  expect(portWith('0')).toBe(0);
  expect(portWith('4999', '{"port": 5000}')).toBe(5000);
  for (const wrong of ['65536', '-1', 'many'])
    expect(() => portWith(wrong)).toThrow(`ALMANAC_PORT ${wrong} is not a whole number from 0 to 65535.`);
});

it('null stands for the default; an unknown name and a wrong value are named, with the right values', () => {
  expect(checkedFileValues({ port: 5000, page_size: null })).toEqual({ port: 5000, page_size: 5000 });
  expect(() => checkedFileValues({ prot: 5000 })).toThrow("There is no setting 'prot'.");
  expect(() => checkedFileValues({ port: 0 })).toThrow('it is a whole number from 1 to 65535.');
});
