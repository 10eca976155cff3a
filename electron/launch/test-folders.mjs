import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning } from './lock.mjs';

/** Bytes that a memory file system, and the free memory, must have for the folders of all tests. */
const ROOM = 4 * 1024 ** 3;
const NAME = /^almanac-tests-(\d+)-/;

/** Variables of the user's shell that change what Almanac, PostgreSQL's programs or a desktop library do. */
const PERSONAL_VARIABLES =
  /^(PG[A-Z]+|DISPLAY|WAYLAND_DISPLAY|DBUS_SESSION_BUS_ADDRESS|ALMANAC_(DATA_DIR|KEY_\w+|API_KEY|CONTACT|DEBUG|STARTUP_REPORT))$/;

/**
 * Gives this run's tests their own home folder, temporary folder and free ports, so that they do not touch
 * the user's files. A file stands in place of Almanac's usual data folder, so that a test that forgets to
 * name a data folder fails. The folder is in TMPDIR if that is set, else in memory if the machine has room (a
 * disk takes a tenth of a run's time). It is removed when this process ends. @param {NodeJS.ProcessEnv}
 * environment changed in place @param {{ memory?: string, room?: number, others?: string[] }} [machine] a
 * memory file system and the bytes it needs; other places to try, in order @returns {string} the folder
 */
export function ownTestFolders(environment, { memory, room = ROOM, others = [tmpdir()] } = {}) {
  // A run inside another run shares its folder.
  if (environment.ALMANAC_TEST_FOLDER !== undefined) return environment.ALMANAC_TEST_FOLDER;
  const inMemory = memory !== undefined && hasRoom(memory, room) ? [memory] : [];
  const places =
    environment.TMPDIR === undefined ? [...inMemory, ...others] : [environment.TMPDIR, ...others];
  const folder = makeIn(places);
  for (const name of Object.keys(environment)) if (PERSONAL_VARIABLES.test(name)) delete environment[name];
  const home = path.join(folder, 'home');
  const data = path.join(home, 'no-test-may-use-the-usual-data-folder');
  const at = {
    XDG_CONFIG_HOME: path.join(home, '.config'),
    XDG_CACHE_HOME: path.join(home, '.cache'),
    XDG_STATE_HOME: path.join(home, '.local/state'),
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    LOCALAPPDATA: path.join(home, 'AppData/Local'),
  };
  for (const each of Object.values(at)) mkdirSync(each, { recursive: true, mode: 0o700 });
  writeFileSync(data, '');
  mkdirSync(path.join(home, 'Library'));
  writeFileSync(path.join(home, 'Library/Application Support'), '');
  Object.assign(environment, at, {
    HOME: home,
    USERPROFILE: home,
    XDG_DATA_HOME: data,
    APPDATA: data,
    TMPDIR: folder,
    ALMANAC_PORT: '0',
    ALMANAC_PAGE_PORT: '0',
    ALMANAC_TEST_FOLDER: folder,
  });
  process.once('exit', () => remove(folder));
  return folder;
}

/** @param {string[]} places @returns {string} a new folder in the first place that takes one */
function makeIn(places) {
  for (const place of places) {
    try {
      for (const name of readdirSync(place)) {
        const pid = Number(NAME.exec(name)?.[1]);
        if (pid > 0 && !isRunning(pid)) remove(path.join(place, name));
      }
      const folder = mkdtempSync(path.join(place, `almanac-tests-${process.pid}-`));
      // The mode of /tmp: some tests run a program as another user.
      chmodSync(folder, 0o1777);
      return folder;
    } catch {
      // Try the next place.
    }
  }
  throw new Error(`no folder for temporary files can be written: ${places.join(', ')}`);
}

/** @param {string} folder */
function remove(folder) {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The folder is another user's, or a program still writes into it: a later run may remove it.
  }
}

/** @param {string} memory @param {number} room @returns {boolean} */
function hasRoom(memory, room) {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= room && process.availableMemory() >= room;
  } catch {
    return false;
  }
}
