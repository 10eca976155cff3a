import type { FailedRun } from '../contract/data-state.ts';

/** What failed since the service started. The store has no place for it: it keeps what was stored. */
export type FailedRuns = {
  note(run: Omit<FailedRun, 'id' | 'failed_at'>): void;
  /** Newest first. */
  list(): FailedRun[];
};

/** So many are kept. */
const KEPT = 100;

export function rememberFailedRuns(now: () => Date): FailedRuns {
  const failed: FailedRun[] = [];
  let lastId = 0;
  return {
    note(run) {
      lastId += 1;
      failed.unshift({ ...run, id: lastId, failed_at: now().toISOString() });
      failed.splice(KEPT);
    },
    list: () => [...failed],
  };
}
