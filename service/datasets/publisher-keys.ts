import type { PublisherWithKey } from '../contract/access.ts';
import { DATASETS } from './index.ts';

/**
 * Which refreshes send the user's key to a publisher. BEA, Census and FRED take their keys in the URL, where servers and proxies
 * log them, and give nothing for a key that is not in their public files: so their keys are not used.
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

/** @returns what a publisher's key is used for, as text for people; `null` where it is not used. */
export function keyUse(publisher: PublisherWithKey): string | null {
  return KEYED.map(({ uses }) => uses[publisher]).find((use) => use !== undefined) ?? null;
}
