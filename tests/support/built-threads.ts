import path from 'node:path';
import { pathToFileURL } from 'node:url';

const BUILT = path.resolve(import.meta.dirname, '../../.build/service');

/**
 * In place of `service/process/thread-file.ts` where the service is built (`tests/vitest.config.ts`): a thread that starts from the
 * sources costs Node 0.6 to 0.8 s more of processor time, since it reads and strips some hundred files.
 * @param name 'ingest-thread'. @returns the thread's file in the bundle; that of a test, beside it.
 */
export function threadFile(name: string, caller: string): URL {
  if (caller.includes('/tests/')) return new URL(`${name}.ts`, caller);
  return pathToFileURL(path.join(BUILT, `${name}.js`));
}
