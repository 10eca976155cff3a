import { setTimeout as sleep } from 'node:timers/promises';
import type { HostAnswer, HostCall, HostCallName, HostCalls, ServiceMessage } from '../contract/control.ts';

/** Asks the host over the channel; `undefined` where it does not answer in time, or before the signal aborts. */
export type AskHost = <Name extends HostCallName>(
  name: Name,
  input: HostCalls[Name]['input'],
  signal?: AbortSignal,
) => Promise<HostCalls[Name]['output'] | undefined>;

export type HostAsks = { ask: AskHost; hear(answer: HostAnswer): void };

/** A keychain may be asking its user meanwhile. */
const WAIT_MS = 60_000;

/** Questions to the host that are open, by id. @param waitMs after which a question counts as not answered. */
export function createHostAsks(send: (message: ServiceMessage) => Promise<void>, waitMs = WAIT_MS): HostAsks {
  const open = new Map<number, (output: HostAnswer['output']) => void>();
  let lastId = 0;
  const ask: AskHost = async (name, input, signal) => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<HostAnswer['output']>((resolve) => {
      open.set(id, resolve);
    });
    const waiting = new AbortController();
    try {
      await send({ t: 'ask', id, name, input } as HostCall);
      const ending = AbortSignal.any([waiting.signal, ...(signal ? [signal] : [])]);
      // It rejects when it is cut short, and then too there is no answer.
      const late = sleep(waitMs, undefined, { signal: ending, ref: false }).catch(() => undefined);
      return await Promise.race([answered, late]);
    } finally {
      open.delete(id);
      waiting.abort();
    }
  };
  return { ask, hear: ({ id, output }) => open.get(id)?.(output) };
}
