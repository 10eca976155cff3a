import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownTestFolders } from '../../electron/launch/test-folders.mjs';
import { dataFolder } from '../../service/process/data-folder.ts';
import { readFileSettings } from '../../service/settings/index.ts';

const MODULE = path.resolve(import.meta.dirname, '../../electron/launch/test-folders.mjs');

let memory: string;
beforeEach(() => {
  memory = mkdtempSync(path.join(tmpdir(), 'almanac-memory-'));
});
afterEach(() => rmSync(memory, { recursive: true, force: true }));

describe('the folders of tests', () => {
  test('are in memory, for every user, until the run ends', () => {
    const program = `import { statSync } from 'node:fs';
import { ownTestFolders } from ${JSON.stringify(MODULE)};
const environment = {};
const folder = ownTestFolders(environment, { memory: ${JSON.stringify(memory)}, room: 1 });
console.log(folder === environment.TMPDIR, (statSync(folder).mode & 0o7777).toString(8), folder);`;
    const words = ['--input-type=module', '--eval', program];
    const { stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stdout).toMatch(/^true 1777 /);
    expect(stdout).toContain(memory);
    expect(readdirSync(memory)).toEqual([]);
  });

  test('are in TMPDIR, and elsewhere if there is too little room or no write access', () => {
    const [given, other] = ['given', 'other'].map((name) => path.join(memory, name)) as [string, string];
    for (const each of [given, other]) mkdirSync(each);
    writeFileSync(path.join(memory, 'a file'), '');
    const inFolder = (environment: NodeJS.ProcessEnv, machine: Parameters<typeof ownTestFolders>[1]) =>
      path.dirname(ownTestFolders(environment, { others: [other], ...machine }));
    expect(inFolder({ TMPDIR: given }, { memory, room: 1 })).toBe(given);
    expect(inFolder({}, { memory, room: 2 ** 60 })).toBe(other);
    expect(inFolder({}, { memory: path.join(memory, 'none'), room: 1 })).toBe(other);
    // Not even root can write to this path.
    expect(inFolder({ TMPDIR: path.join(memory, 'a file') }, {})).toBe(other);
    expect(() => ownTestFolders({}, { others: ['/proc/none'] })).toThrow('/proc/none');
  });

  test('of a killed run are removed by the next run; those of a running one stay', () => {
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const names = [`almanac-tests-${ended}-a`, `almanac-tests-${process.pid}-b`, 'almanac-tests-x', 'other'];
    for (const name of names) mkdirSync(path.join(memory, name, 'inner'), { recursive: true });
    const folder = ownTestFolders({}, { memory, room: 1 });
    expect(statSync(folder).isDirectory()).toBe(true);
    expect(names.filter((name) => !existsSync(path.join(memory, name)))).toEqual([names[0]]);
  });

  test('left by another user, which cannot be removed, do not stop the run', ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can run as another user');
    const { pid: ended } = spawnSync(process.execPath, ['--version']);
    const left = path.join(memory, `almanac-tests-${ended}-a`);
    mkdirSync(path.join(left, 'inner'), { recursive: true });
    spawnSync('chmod', ['1777', memory]);
    const program = `import { ownTestFolders } from ${JSON.stringify(MODULE)};
process.setgid(65534);
process.setuid(65534);
console.log(ownTestFolders({}, { memory: ${JSON.stringify(memory)}, room: 1 }));`;
    const words = ['--input-type=module', '--eval', program];
    const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(path.dirname(stdout.trim())).toBe(memory);
    expect(existsSync(left)).toBe(true);
  });
});

describe('personal data and settings of the tester', () => {
  test('are out of the tests’ reach: home, desktop folders, bus, usual data folder and port', () => {
    const folder = process.env.ALMANAC_TEST_FOLDER as string;
    expect(homedir()).toBe(path.join(folder, 'home'));
    const folders = Object.entries(process.env).filter(([name]) =>
      /^(HOME|USERPROFILE|APPDATA|LOCALAPPDATA|TMPDIR|XDG_\w+_(HOME|DIR))$/.test(name),
    );
    expect(folders.length).toBeGreaterThanOrEqual(9);
    for (const [name, value] of folders) expect(value, name).toContain(folder);
    expect(process.env).not.toHaveProperty('DBUS_SESSION_BUS_ADDRESS');
    expect(process.env).not.toHaveProperty('ALMANAC_DATA_DIR');
    expect(readFileSettings(memory).port).toBe(0);
  });

  test('are safe from a test that names no data folder, because it fails', () => {
    expect(() => mkdirSync(dataFolder(), { recursive: true })).toThrow('ENOTDIR');
    const onMac = dataFolder(undefined, { platform: 'darwin', environment: process.env, home: homedir() });
    expect(() => mkdirSync(onMac, { recursive: true })).toThrow('ENOTDIR');
    const onWindows = { platform: 'win32', environment: process.env, home: homedir() } as const;
    expect(dataFolder(undefined, onWindows)).toContain('no-test-may-use-the-usual-data-folder');
  });

  test('are removed from the environment: PostgreSQL, display, keys of publishers', () => {
    const environment: NodeJS.ProcessEnv = {
      ...{ PGHOST: 'db', PGPASSFILE: '/home/ada/.pgpass', DISPLAY: ':0', WAYLAND_DISPLAY: 'wayland-0' },
      ...{
        ALMANAC_KEY_BLS: 'a key',
        ALMANAC_DATA_DIR: '/home/ada/data',
        ALMANAC_PATIENCE: '4',
        PATH: '/bin',
      },
    };
    ownTestFolders(environment, { memory, room: 1 });
    const kept = 'PGHOST PGPASSFILE DISPLAY WAYLAND_DISPLAY ALMANAC_KEY_BLS ALMANAC_DATA_DIR'.split(' ');
    expect(Object.keys(environment).filter((name) => kept.includes(name))).toEqual([]);
    expect(environment).toMatchObject({
      ALMANAC_PATIENCE: '4',
      PATH: '/bin',
      ALMANAC_PORT: '0',
      ALMANAC_PAGE_PORT: '0',
    });
  });
});
