import type { PublisherWithKey } from '../contract/access.ts';
import { DATASETS } from './index.ts';

/**
 * Which refreshes send the user's key of a publisher. The keyed addresses of BEA, Census and FRED take the key in the URL, where
 * logs of servers and proxies keep it, and bring nothing that their keyless files do not: so they are not used.
 */
const KEYED = DATASETS.flatMap((dataset) =>
  dataset.kind === 'observations' && dataset.keyUses
    ? [{ id: dataset.id as string, uses: dataset.keyUses }]
    : [],
);

/** @returns the publishers to whom a refresh of the dataset can send a key. */
export function publishersWithKey(datasetId: string): readonly PublisherWithKey[] {
  const found = KEYED.find(({ id }) => id === datasetId);
  return found ? (Object.keys(found.uses) as PublisherWithKey[]) : [];
}

/** @returns what Almanac sends a publisher's key for, for people; `null` where it sends it for nothing. */
export function keyUse(publisher: PublisherWithKey): string | null {
  return KEYED.map(({ uses }) => uses[publisher]).find((use) => use !== undefined) ?? null;
}
