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

/** The texts of the locks that this process holds. Another one with its number is of a process before a restart of the machine. */
const held = new Set();

/**
 * Does work that only one launcher at a time may do; others wait. A lock whose process has ended, or that was not touched for a quarter of
 * a minute, is taken over. @template T @param {string} file @param {() => Promise<T>} work @param {{ staleMs?: number, pollMs?: number }}
 * [times] @returns {Promise<T>}
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
  // A set-up that the user interrupts leaves the file behind. The next one takes it over, because the process has ended.
  try {
    return await work();
  } finally {
    clearInterval(beat);
    held.delete(mark);
    // A process that was stopped for a while may have lost it to another.
    if (readMark(file) === mark) rmSync(file, { force: true });
  }
}

/** @param {string} file @param {string} mark the text to put into it @returns {boolean} whether the lock is ours now */
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
 * Two launchers may see the same stale lock, and the slower must not remove the new lock of the quicker. So the removal has a lock of its
 * own, and checks again. @param {string} file @param {number} staleMs
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

/** @param {string} file @returns {number | undefined} the process that holds it; undefined while it is being written */
function ownerOf(file) {
  const owner = Number(readMark(file).split(' ')[0]);
  return owner > 0 ? owner : undefined;
}

/** @param {string} file @returns {string} the text of a lock; empty where there is none */
function readMark(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return '';
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

/** @param {string} file @param {string} mark */
function touch(file, mark) {
  const now = new Date();
  if (readMark(file) === mark) utimesSync(file, now, now);
}
