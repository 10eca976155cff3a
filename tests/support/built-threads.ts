import path from 'node:path';
import { pathToFileURL } from 'node:url';

const BUILT = path.resolve(import.meta.dirname, '../../.build/service');

/**
 * Replaces `service/process/thread-file.ts` if the service is built (`tests/vitest.config.ts`). A thread from
 * the sources costs 0.6 to 0.8 s more processor time, because Node strips some hundred files.
 * @returns the thread's file in the bundle; for a test's own thread, the file beside the test.
 */
export function threadFile(name: string, caller: string): URL {
  if (caller.includes('/tests/')) return new URL(`${name}.ts`, caller);
  return pathToFileURL(path.join(BUILT, `${name}.js`));
}
