import { chmodSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { isRunning } from './lock.mjs';

/** Below this, a file system in memory or the memory itself is too small for the folders of all tests. */
const ROOM = 4 * 1024 ** 3;
const NAME = /^almanac-tests-(\d+)-/;

/**
 * The tests of this run make their temporary folders in memory, where the machine has room for it: data files on a disk take a tenth of
 * the processor time of a run. Nothing is done where TMPDIR says where they are to be. The folder goes when this process ends; what a
 * killed one left is removed by the next.
 * @param {NodeJS.ProcessEnv} environment in which TMPDIR is set
 * @param {{ memory?: string, room?: number }} [machine] a folder of a file system in memory, and how many bytes it needs
 * @returns {string | undefined} the folder
 */
export function keepTestFoldersInMemory(environment, { memory = '/dev/shm', room = ROOM } = {}) {
  if (environment.TMPDIR !== undefined || !hasRoom(memory, room)) return undefined;
  for (const name of readdirSync(memory)) {
    const pid = Number(NAME.exec(name)?.[1]);
    if (pid > 0 && !isRunning(pid)) rmSync(path.join(memory, name), { recursive: true, force: true });
  }
  const folder = mkdtempSync(path.join(memory, `almanac-tests-${process.pid}-`));
  // As /tmp: some tests run a program as another user.
  chmodSync(folder, 0o1777);
  environment.TMPDIR = folder;
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A program that is still ending wrote meanwhile: the next run removes it.
    }
  });
  return folder;
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
