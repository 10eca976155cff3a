import type { Freshness } from '../contract/catalog.ts';
import { assertNever } from '../contract/failure.ts';

/** @returns 'Current', 'Due', 'Late 3 days', 'No schedule'; '' for `null`. */
export function freshnessText(freshness: Pick<Freshness, 'state' | 'days_late'> | null): string {
  if (freshness === null) return '';
  switch (freshness.state) {
    case 'current':
      return 'Current';
    case 'due':
      return 'Due';
    case 'late':
      return freshness.days_late === 1 ? 'Late 1 day' : `Late ${freshness.days_late} days`;
    case 'unscheduled':
      return 'No schedule';
    default:
      return assertNever(freshness.state);
  }
}
