import { setTimeout as sleep } from 'node:timers/promises';

// Imported as a module, ‘node:http’ also loads the code of `fetch`: 10 MB in a process that needs little else.
const { get } = process.getBuiltinModule('node:http');

export type LookTimes = {
  /** Between two looks at `/healthz`, and the longest that one may take. */
  lookMs: number;
  /** After this many looks in a row without an answer the service hangs. One alone may be missed because the computer slept. */
  missedLooks: number;
};

/**
 * Looks regularly whether the service answers at its page's port.
 * @returns true once it hangs; false when `signal` is aborted.
 */
export async function hangs(
  pagePort: number,
  { lookMs, missedLooks }: LookTimes,
  signal: AbortSignal,
): Promise<boolean> {
  for (let missed = 0; missed < missedLooks; ) {
    await sleep(lookMs, undefined, { signal, ref: false }).catch(() => undefined);
    if (signal.aborted) return false;
    missed = (await answers(pagePort, lookMs, signal)) ? 0 : missed + 1;
  }
  return !signal.aborted;
}

function answers(port: number, mostMs: number, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const late = AbortSignal.any([signal, AbortSignal.timeout(mostMs)]);
  get({ host: '127.0.0.1', port, path: '/healthz', agent: false, signal: late }, (answer) => {
    answer.resume();
    resolve(true);
  }).once('error', () => resolve(false));
  return promise;
}
