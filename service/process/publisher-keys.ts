import { environmentKey, type PublisherSecrets, type PublisherWithKey } from '../contract/access.ts';
import { publishersWithKey } from '../datasets/index.ts';

/** The user's keys for publishers, and a sentence for each stored key that could not be read. */
export type KeysForPublishers = { keys: PublisherSecrets; notes: readonly string[] };

/** Gets the user's keys from the vault or the environment. Never fails: keys are optional. */
export type PublisherKeySource = (publishers: readonly PublisherWithKey[]) => Promise<KeysForPublishers>;

const NOT_ANSWERED =
  'The app did not say in time whether it has a key for this publisher, so it was asked without one.';
/** Milliseconds that the user has to answer a prompt of the keychain. */
const WAIT_MS = 60_000;

/**
 * Gets the keys for a refresh of a dataset. Never fails: notes report keys that could not be read. Waits
 * for a keychain at most `waitMs`, and not after the refresh is cancelled.
 */
export async function keysForRefresh(
  dataset: string,
  source: PublisherKeySource | undefined,
  signal: AbortSignal,
  waitMs = WAIT_MS,
): Promise<KeysForPublishers> {
  const publishers = publishersWithKey(dataset);
  if (publishers.length === 0 || !source) return { keys: {}, notes: [] };
  const late = Promise.withResolvers<KeysForPublishers>();
  const giveUp = (): void => late.resolve({ keys: {}, notes: [NOT_ANSWERED] });
  const timer = setTimeout(giveUp, waitMs).unref();
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  try {
    return await Promise.race([source(publishers), late.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}

/** A source that gets keys from environment variables such as `ALMANAC_KEY_BLS`. */
export const environmentKeys: PublisherKeySource = async (publishers) => {
  const keys = publishers.map((publisher) => [publisher, environmentKey(process.env, publisher)] as const);
  return { keys: Object.fromEntries(keys.filter(([, key]) => key !== undefined)), notes: [] };
};
