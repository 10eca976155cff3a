import { randomUUID } from 'node:crypto';
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

/** The texts of this process's locks. Another lock with its number predates a restart of the machine. */
const held = new Set();

/**
 * Does work that only one launcher may do at a time; other launchers wait. Takes over a lock whose process
 * has ended, or that was not touched for 15 seconds. @template T @param {string} file @param {() =>
 * Promise<T>} work @param {{ staleMs?: number, pollMs?: number }} [times] @returns {Promise<T>}
 */
export async function withLock(file, work, { staleMs = 15_000, pollMs = 100 } = {}) {
  mkdirSync(path.dirname(file), { recursive: true });
  let hasReported = false;
  const mark = `${process.pid} ${randomUUID()}`;
  while (!take(file, mark)) {
    if (isStale(file, staleMs)) {
      breakLock(file, staleMs);
      continue;
    }
    if (!hasReported)
      say(`waiting for another set-up of this folder (process ${ownerOf(file) ?? 'unknown'})`);
    hasReported = true;
    await sleep(pollMs);
  }
  held.add(mark);
  const beat = setInterval(() => touch(file, mark), BEAT_MS);
  // An interrupted set-up leaves the file behind. The next one takes it over, because the process has ended.
  try {
    return await work();
  } finally {
    clearInterval(beat);
    held.delete(mark);
    // A process that was suspended for a while may have lost the lock to another.
    if (readMark(file) === mark) rmSync(file, { force: true });
  }
}

/** @param {string} file @param {string} mark the lock's text @returns {boolean} whether it is ours */
function take(file, mark) {
  try {
    const handle = openSync(file, 'wx');
    writeSync(handle, mark);
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
  if (Date.now() - touched.mtimeMs > staleMs) return true;
  if (owner === process.pid) return !held.has(readMark(file));
  return owner !== undefined && !isRunning(owner);
}

/**
 * Removes a stale lock. Two launchers may see the same one, and the slower must not remove the faster one's
 * new lock. So the removal has its own lock, and checks again. @param {string} file @param {number} staleMs
 */
function breakLock(file, staleMs) {
  const guard = `${file}.breaking`;
  if (!take(guard, String(process.pid))) {
    if (isStale(guard, 10_000)) rmSync(guard, { force: true });
    return;
  }
  if (isStale(file, staleMs)) {
    renameSync(file, `${file}.stale`);
    rmSync(`${file}.stale`, { force: true });
  }
  rmSync(guard, { force: true });
}

/** @param {string} file @returns {number | undefined} the process; undefined while the file is written */
function ownerOf(file) {
  const owner = Number(readMark(file).split(' ')[0]);
  return owner > 0 ? owner : undefined;
}

/** @param {string} file @returns {string} the text of a lock; empty if there is none */
function readMark(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return '';
    throw error;
  }
}

/** @param {number} pid @returns {boolean} whether the process still runs */
export function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, under another user.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}

/** @param {string} file @param {string} mark */
function touch(file, mark) {
  const now = new Date();
  if (readMark(file) === mark) utimesSync(file, now, now);
}
