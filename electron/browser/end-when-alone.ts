import type { Clock } from '../supervisor/index.ts';
import type { Presence } from './presence.ts';

export type Company = {
  presence: Pick<Presence, 'count' | 'hasBeenVisited'>;
  /** Whether something is under way that is not to be cut off: an import, a refresh, an export, an answer. */
  isBusy: () => boolean | Promise<boolean>;
  /** How many requests the service has had: who uses the API needs Almanac too. */
  requests: () => number;
};

const LOOK_MS = 1_000;

/**
 * Calls `end` once nobody has needed Almanac for so long: no page is open, no work goes on, no other tool asks.
 * @param waitsForVisit nothing ends before the first page has come
 * @returns a function that stops watching.
 */
export function endWhenAlone(
  company: Company,
  {
    afterMs,
    waitsForVisit,
    clock,
    end,
  }: { afterMs: number; waitsForVisit: boolean; clock: Clock; end: () => void },
): () => void {
  let aloneSinceMs = clock.nowMs();
  let lastRequests = company.requests();
  let cancel: () => void = () => undefined;
  let isOver = false;

  async function isAlone(): Promise<boolean> {
    const requests = company.requests();
    const wasAsked = requests !== lastRequests;
    lastRequests = requests;
    if (wasAsked || company.presence.count() > 0) return false;
    if (waitsForVisit && !company.presence.hasBeenVisited()) return false;
    return !(await company.isBusy());
  }

  async function look(): Promise<void> {
    if (!(await isAlone())) aloneSinceMs = clock.nowMs();
    if (isOver) return;
    if (clock.nowMs() - aloneSinceMs >= afterMs) end();
    else watch();
  }
  function watch(): void {
    cancel = clock.after(Math.min(LOOK_MS, afterMs), () => void look());
  }
  watch();
  return () => {
    isOver = true;
    cancel();
  };
}
