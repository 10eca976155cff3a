import { dateText } from '../../calendar/dates.ts';
import { easternText } from '../../calendar/eastern-text.ts';
import type { Freshness } from '../../contract/catalog.ts';
import type { DatasetHolding } from '../../store/types.ts';
import { fileLagDays } from './release-rules.ts';
import { releaseState } from './release-state.ts';

/** What of a holding says how fresh it is. */
export type HeldDays = Pick<DatasetHolding, 'dataset' | 'origin' | 'series'>;

/** What stands in place of a date where there is no schedule. */
const UNSCHEDULED = 'when the index changes';

/**
 * @param now milliseconds since 1970-01-01 UTC.
 * @returns how a copy stands against its publisher's releases; `null` for a sample, which was never released, and for nothing.
 */
export function freshnessOf(holding: HeldDays, now: number): Freshness | null {
  if (holding.origin === 'sample' || holding.series.length === 0) return null;
  const formats = new Set(holding.series.flatMap(({ newestFrom }) => newestFrom ?? []));
  const lagDays = fileLagDays(holding.dataset, formats);
  const found = releaseState(holding.dataset, lastDays(holding), now, lagDays);
  return {
    state: found.state,
    days_late: found.daysLate,
    expected_last_date: found.expectedLast === null ? null : dateText(found.expectedLast),
    next_release: found.nextRelease === null ? null : new Date(found.nextRelease).toISOString(),
    next_release_text: momentText(found.nextRelease, found.isAbout),
    behind: found.behind,
  };
}

/** @returns the next release of a dataset after `now`, whatever is held of it. */
export function nextReleaseOf(datasetId: string, now: number): { next: string | null; next_text: string } {
  const { nextRelease, isAbout } = releaseState(datasetId, new Map(), now);
  return {
    next: nextRelease === null ? null : new Date(nextRelease).toISOString(),
    next_text: momentText(nextRelease, isAbout),
  };
}

function momentText(moment: number | null, isAbout: boolean): string {
  return moment === null ? UNSCHEDULED : easternText(moment, isAbout);
}

/** @returns the newest day of each series by code; where a series exists for each state, that of the newest state: one that reports late is not the publisher's lateness. */
export function lastDays({ series }: Pick<DatasetHolding, 'series'>): Map<string, number> {
  const last = new Map<string, number>();
  for (const one of series) last.set(one.code, Math.max(one.last, last.get(one.code) ?? one.last));
  return last;
}
