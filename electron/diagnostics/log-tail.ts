import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

const TAIL_BYTES = 64 * 1024;
/** `… 422 0.4 ms`, of the API, and `… 401 at the door of the page`: a request that was refused for what it asked is no error of ours. */
const REFUSED = / [A-Z]+ \S+ 4\d\d (?:\d+\.\d ms|at the door of the page)(?: \([^)]*\))?$/;

/** @returns the last lines of a log that tell of something other than refused requests, also those of earlier runs. */
export function lastErrors(file: string, count: number): string[] {
  return tail(file)
    .split('\n')
    .filter((line) => line !== '' && !REFUSED.test(line))
    .slice(-count);
}

function tail(file: string): string {
  let handle: number;
  try {
    handle = openSync(file, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return '';
    throw error;
  }
  try {
    const { size } = fstatSync(handle);
    const from = Math.max(0, size - TAIL_BYTES);
    const bytes = Buffer.alloc(size - from);
    readSync(handle, bytes, 0, bytes.length, from);
    const text = bytes.toString('utf8');
    // The first line of a tail is cut.
    return from === 0 ? text : text.slice(text.indexOf('\n') + 1);
  } finally {
    closeSync(handle);
  }
}
