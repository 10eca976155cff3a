import type { PublisherWithKey } from './access.ts';

/**
 * Datasets whose refresh can send a user's key, and to whom. The keyed addresses of BEA, Census and FRED take the key in the
 * URL, where logs of servers and proxies keep it, and bring nothing that their keyless files do not: so they are not used.
 */
export const KEYED_DATASETS: Readonly<Record<string, readonly PublisherWithKey[]>> = { jolts: ['BLS'] };

/** What Almanac sends a publisher's key for, for people; publishers that are missing here get none. */
export const KEY_USES: Readonly<Partial<Record<PublisherWithKey, string>>> = {
  BLS: 'JOLTS refreshes: 500 requests a day with 50 series each, instead of 25 with 25.',
};
