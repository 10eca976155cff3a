import type { HostCalls, PublisherSecrets } from '../contract/control.ts';
import { KEYED_DATASETS } from '../contract/keyed-datasets.ts';

/** Where a service gets the user's keys of publishers: from its host's vault, or from the environment. */
export type PublisherKeySource = (
  publishers: HostCalls['publisher-keys']['input']['publishers'],
  signal: AbortSignal,
) => Promise<HostCalls['publisher-keys']['output'] | undefined>;

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
  const publishers = KEYED_DATASETS[dataset];
  if (!publishers || !source) return { keys: {}, notes: [] };
  return (await source(publishers, signal)) ?? { keys: {}, notes: [NOT_ANSWERED] };
}

/** The environment's keys: `ALMANAC_KEY_BLS` and the like. */
export const environmentKeys: PublisherKeySource = async (publishers) => {
  const keys = publishers.map((publisher) => [publisher, environmentKey(publisher)] as const);
  return { keys: Object.fromEntries(keys.filter(([, key]) => key !== undefined)), notes: [] };
};

/** @returns the key of one publisher in the environment, if there is one. */
export function environmentKey(publisher: string): string | undefined {
  return process.env[`ALMANAC_KEY_${publisher.toUpperCase()}`] || undefined;
}
