import { environmentKey, type PublisherWithKey } from '../contract/access.ts';
import type { HostCalls, PublisherSecrets } from '../contract/control.ts';
import { publishersWithKey } from '../datasets/publisher-keys.ts';
import type { AnswerOf, Caller } from './rpc.ts';

/** Gets the user's keys for publishers, from the host's vault or from the environment; `undefined` if there was no answer. */
export type PublisherKeySource = (
  publishers: readonly PublisherWithKey[],
  signal: AbortSignal,
) => Promise<AnswerOf<HostCalls['publisher-keys']> | undefined>;

const NOT_ANSWERED =
  'The app did not say in time whether it has a key for this publisher, so it was asked without one.';

/**
 * Gets the keys that a refresh of a dataset can use, if any. Never fails: publishers also answer without a key, and a note tells the
 * user that the key could not be read.
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

/** Long enough for the user to answer a prompt of the keychain. */
const WAIT_MS = 60_000;

/** @returns a source that gets keys from the host's vault. It gives `undefined` if the host does not answer in time or the refresh is cancelled. */
export function askedKeys(call: Caller<HostCalls>, timeoutMs = WAIT_MS): PublisherKeySource {
  return async (publishers, signal) => {
    const cancelled = Promise.withResolvers<undefined>();
    const onAbort = () => cancelled.resolve(undefined);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    // Whatever goes wrong in the host, the refresh continues without a key.
    const answered = call('publisher-keys', { publishers }, { timeoutMs }).catch(() => undefined);
    try {
      return await Promise.race([answered, cancelled.promise]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  };
}

/** A source that gets keys from environment variables such as `ALMANAC_KEY_BLS`. */
export const environmentKeys: PublisherKeySource = async (publishers) => {
  const keys = publishers.map((publisher) => [publisher, environmentKey(process.env, publisher)] as const);
  return { keys: Object.fromEntries(keys.filter(([, key]) => key !== undefined)), notes: [] };
};
