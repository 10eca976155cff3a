import { setTimeout as sleep } from 'node:timers/promises';

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

async function answers(pagePort: number, mostMs: number, signal: AbortSignal): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${pagePort}/healthz`, {
      signal: AbortSignal.any([signal, AbortSignal.timeout(mostMs)]),
    });
    await answer.body?.cancel();
    return true;
  } catch {
    return false;
  }
}
