import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { say } from './say.mjs';

const BEAT_MS = 2_000;

/**
 * Does work that only one launcher at a time may do; others wait. A lock whose process has ended, or that was not touched for a minute,
 * is taken over.
 * @template T
 * @param {string} file the lock; its folder is made if it is missing
 * @param {() => Promise<T>} work
 * @param {{ staleMs?: number, pollMs?: number }} [times]
 * @returns {Promise<T>} what the work returns
 */
export async function withLock(file, work, { staleMs = 60_000, pollMs = 100 } = {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  let hasSaid = false;
  while (!take(file)) {
    if (isStale(file, staleMs)) {
      breakLock(file, staleMs);
      continue;
    }
    if (!hasSaid) say(`waiting for another set-up of this folder (process ${ownerOf(file) ?? 'unknown'})`);
    hasSaid = true;
    await sleep(pollMs);
  }
  const beat = setInterval(() => touch(file), BEAT_MS);
  // A set-up that the user interrupts leaves the file behind. The next one takes it over, because the process has ended.
  try {
    return await work();
  } finally {
    clearInterval(beat);
    rmSync(file, { force: true });
  }
}

/** @param {string} file @returns {boolean} whether the lock is ours now */
function take(file) {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, String(process.pid));
    closeSync(handle);
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file @param {number} staleMs */
function isStale(file, staleMs) {
  const touched = statSync(file, { throwIfNoEntry: false });
  if (touched === undefined) return false;
  const owner = ownerOf(file);
  return Date.now() - touched.mtimeMs > staleMs || (owner !== undefined && !isRunning(owner));
}

/**
 * Removes a stale lock. Two launchers may see the same stale lock, and the slower must not remove the new lock of the quicker. So the
 * removal has a lock of its own, and checks again whether the lock is stale.
 * @param {string} file @param {number} staleMs
 */
function breakLock(file, staleMs) {
  const guard = `${file}.breaking`;
  if (!take(guard)) {
    if (isStale(guard, 10_000)) rmSync(guard, { force: true });
    return;
  }
  if (isStale(file, staleMs)) {
    renameSync(file, `${file}.stale`);
    rmSync(`${file}.stale`, { force: true });
  }
  rmSync(guard, { force: true });
}

/** @param {string} file @returns {number | undefined} the process that holds it; undefined while it is being written */
function ownerOf(file) {
  try {
    const owner = Number(readFileSync(file, 'utf8'));
    return owner > 0 ? owner : undefined;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {number} pid @returns {boolean} whether this process has not ended */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} file */
function touch(file) {
  const now = new Date();
  if (statSync(file, { throwIfNoEntry: false }) !== undefined) utimesSync(file, now, now);
}
