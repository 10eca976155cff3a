import type { Freshness } from '../contract/catalog.ts';
/** @returns 'Current', 'Due', 'Late 3 days', 'No schedule'; '' for `null`. */
export declare function freshnessText(freshness: Pick<Freshness, 'state' | 'days_late'> | null): string;
