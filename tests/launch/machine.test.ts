import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { chooseShell, electronProgram, hasDisplay } from '../../electron/launch/desktop.mjs';
import {
  findHeaders,
  findProgram,
  hasKeychain,
  hasLanguages,
  planFor,
} from '../../electron/launch/machine.mjs';
import { findNpm } from '../../electron/launch/packages.mjs';

const NEED = { what: 'Chromium', why: 'the end-to-end tests', packages: ['chromium'] };

describe('a program that the system lacks', () => {
  it('is installed if the launcher may do so', () => {
    expect(planFor(NEED, { isRoot: true, hasApt: true }).installs).toBe(true);
  });

  it('otherwise gets one line that says what to run', () => {
    const asUser = planFor(NEED, { isRoot: false, hasApt: true });
    expect(asUser.installs).toBe(false);
    expect(asUser.sentence).toBe(
      'going on without Chromium (for the end-to-end tests): to have it, run ‘sudo apt-get install chromium’',
    );
    const withoutApt = planFor(NEED, { isRoot: true, hasApt: false });
    expect(withoutApt.installs).toBe(false);
    expect(withoutApt.sentence).toMatch(/^[^\n]+install what Debian calls chromium$/);
  });

  it('is looked up in the folders of PATH, in their order', () => {
    const [first, second] = [1, 2].map(() => mkdtempSync(path.join(tmpdir(), 'almanac-path-'))) as [
      string,
      string,
    ];
    writeFileSync(path.join(second, 'chromium'), '');
    const searchPath = [first, '', second].join(path.delimiter);
    expect(findProgram('chromium', searchPath)).toBe(path.join(second, 'chromium'));
    writeFileSync(path.join(first, 'chromium'), '');
    expect(findProgram('chromium', searchPath)).toBe(path.join(first, 'chromium'));
    expect(findProgram('firefox', searchPath)).toBeUndefined();
  });
});

describe('the languages for the tests of programs for other tools', () => {
  it('are complete only with R, and with a Python that can import pandas', async ({ skip }) => {
    skip(process.platform === 'win32', 'there is no POSIX shell');
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-path-'));
    const [without, having] = ['without', 'with'].map((name) => path.join(folder, name)) as [string, string];
    writeFileSync(without, '#!/bin/sh\nexit 1\n');
    writeFileSync(having, '#!/bin/sh\ntest "$*" = "-c import pandas"\n');
    for (const file of [without, having]) chmodSync(file, 0o755);
    const absent = path.join(folder, 'absent');
    expect(await hasLanguages(folder, [having])).toBe(false);
    writeFileSync(path.join(folder, 'Rscript'), '');
    expect(await hasLanguages(folder, [absent, without])).toBe(false);
    expect(await hasLanguages(folder, [absent, without, having])).toBe(true);
  });
});

describe('npm', () => {
  it('is the one that started the launcher, but not another package manager', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-npm-'));
    const [npm, yarn] = ['npm-cli.js', 'yarn.js'].map((name) => path.join(folder, name)) as [string, string];
    for (const file of [npm, yarn]) writeFileSync(file, '');
    expect(findNpm({ npm_execpath: npm }, '/opt/node')).toEqual({ program: '/opt/node', args: [npm] });
    const nowhere = { npm_execpath: yarn, PATH: folder };
    expect(() => findNpm(nowhere, path.join(folder, 'bin/node'))).toThrow(/^npm is not to be found/);
  });

  it('is found beside Node', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'almanac-npm-'));
    const cli = path.join(folder, 'lib/node_modules/npm/bin/npm-cli.js');
    mkdirSync(path.dirname(cli), { recursive: true });
    writeFileSync(cli, '');
    const node = path.join(folder, 'bin/node');
    expect(findNpm({ PATH: '' }, node)).toEqual({ program: node, args: [cli] });
  });

  it('gets the path of Node’s headers only if they exist', () => {
    const headers = '/brought/include/node/node_api.h';
    expect(findHeaders('/brought/bin/node', (file) => file === headers)).toBe('/brought');
    expect(findHeaders('/usr/bin/node', () => false)).toBeUndefined();
  });
});

describe('the keychain', () => {
  it('may be reached with the bus of a desktop session, and on macOS and Windows', () => {
    const runtime = mkdtempSync(path.join(tmpdir(), 'almanac-run-'));
    expect(hasKeychain('darwin', {})).toBe(true);
    expect(hasKeychain('linux', {})).toBe(false);
    expect(hasKeychain('linux', { XDG_RUNTIME_DIR: runtime })).toBe(false);
    writeFileSync(path.join(runtime, 'bus'), '');
    expect(hasKeychain('linux', { XDG_RUNTIME_DIR: runtime })).toBe(true);
    expect(hasKeychain('linux', { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' })).toBe(true);
  });
});

describe('the choice of a window or the browser', () => {
  const desktop = {
    platform: 'linux',
    environment: { DISPLAY: ':0' },
    isRoot: false,
    isBuilt: true,
    electron: '/electron',
  };

  it('is a window with Electron, a display and an ordinary user', () => {
    expect(chooseShell(desktop)).toEqual({ electron: '/electron' });
  });

  it.each([
    ['there is no display', { environment: {} }],
    ['Electron’s program could not be fetched', { electron: undefined }],
    ['Electron’s sandbox does not run as root', { isRoot: true }],
    ['the desktop window is not part of this build', { isBuilt: false }],
  ])('is the browser because %s', (reason, change) => {
    expect(chooseShell({ ...desktop, ...change })).toEqual({ reason });
  });

  it('needs no DISPLAY on Windows and macOS, and accepts Wayland’s', () => {
    expect(hasDisplay('darwin', {})).toBe(true);
    expect(hasDisplay('win32', {})).toBe(true);
    expect(hasDisplay('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toBe(true);
    expect(hasDisplay('linux', { DISPLAY: '' })).toBe(false);
  });

  it('finds Electron’s program by its path.txt, and only if the program exists', () => {
    const root = mkdtempSync(path.join(tmpdir(), 'almanac-electron-'));
    const folder = path.join(root, 'node_modules/electron');
    expect(electronProgram(root)).toBeUndefined();
    mkdirSync(path.join(folder, 'dist'), { recursive: true });
    writeFileSync(path.join(folder, 'path.txt'), 'electron');
    expect(electronProgram(root)).toBeUndefined();
    writeFileSync(path.join(folder, 'dist/electron'), '');
    expect(electronProgram(root)).toBe(path.join(folder, 'dist/electron'));
  });
});
