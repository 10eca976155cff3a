import { environmentKey, type PublisherWithKey } from '../contract/access.ts';
import type { HostCalls, PublisherSecrets } from '../contract/control.ts';
import { publishersWithKey } from '../datasets/publisher-keys.ts';
import type { AnswerOf, Caller } from './rpc.ts';

/** Where a service gets the user's keys of publishers: from its host's vault, or from the environment. */
export type PublisherKeySource = (
  publishers: readonly PublisherWithKey[],
  signal: AbortSignal,
) => Promise<AnswerOf<HostCalls['publisher-keys']> | undefined>;

const NOT_ANSWERED =
  'The app did not say in time whether it has a key for this publisher, so it was asked without one.';

/**
 * Asks for the keys that a refresh of a dataset can send, and for nothing where it can send none. Never fails: without a key a
 * publisher answers too, and a note says so.
 */
export async function keysForRefresh(
  dataset: string,
  source: PublisherKeySource | undefined,
  signal: AbortSignal,
): Promise<{ keys: PublisherSecrets; notes: readonly string[] }> {
  const publishers = publishersWithKey(dataset);
  if (publishers.length === 0 || !source) return { keys: {}, notes: [] };
  return (await source(publishers, signal)) ?? { keys: {}, notes: [NOT_ANSWERED] };
}

/** A keychain may be asking its user meanwhile. */
const WAIT_MS = 60_000;

/** The keys of the host's vault. `undefined` where the host does not answer in time, or before the refresh is cancelled. */
export function askedKeys(call: Caller<HostCalls>, timeoutMs = WAIT_MS): PublisherKeySource {
  return async (publishers, signal) => {
    const cancelled = Promise.withResolvers<undefined>();
    const onAbort = () => cancelled.resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    // A refresh goes on without a key, whatever keeps the host from answering.
    const answered = call('publisher-keys', { publishers }, { timeoutMs }).catch(() => undefined);
    try {
      return await Promise.race([answered, cancelled.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
}

/** The environment's keys: `ALMANAC_KEY_BLS` and the like. */
export const environmentKeys: PublisherKeySource = async (publishers) => {
  const keys = publishers.map((publisher) => [publisher, environmentKey(process.env, publisher)] as const);
  return { keys: Object.fromEntries(keys.filter(([, key]) => key !== undefined)), notes: [] };
};
