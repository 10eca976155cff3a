import type { Clock } from '../supervisor/index.ts';
import type { Presence } from './presence.ts';

export type Activity = {
  presence: Pick<Presence, 'count' | 'hasBeenVisited'>;
  /** Whether work is under way that must not be cut off: an import, a refresh, an export, an answer. */
  isBusy: () => boolean | Promise<boolean>;
  /** How many requests the service has had: tools that use the API need Almanac too. */
  requests: () => number;
};

const LOOK_MS = 1_000;

/**
 * Calls `end` once nobody has needed Almanac for `afterMs`: no page was open, no work went on, no other tool asked.
 * @param waitsForVisit whether to stay until a first page has been opened
 * @returns a function that stops watching.
 */
export function endWhenIdle(
  activity: Activity,
  {
    afterMs,
    waitsForVisit,
    clock,
    end,
  }: { afterMs: number; waitsForVisit: boolean; clock: Clock; end: () => void },
): () => void {
  let idleSinceMs = clock.nowMs();
  let lastRequests = activity.requests();
  let cancel: () => void = () => undefined;
  let isOver = false;

  async function isIdle(): Promise<boolean> {
    const requests = activity.requests();
    const wasAsked = requests !== lastRequests;
    lastRequests = requests;
    if (wasAsked || activity.presence.count() > 0) return false;
    if (waitsForVisit && !activity.presence.hasBeenVisited()) return false;
    return !(await activity.isBusy());
  }

  async function look(): Promise<void> {
    if (!(await isIdle())) idleSinceMs = clock.nowMs();
    if (isOver) return;
    if (clock.nowMs() - idleSinceMs >= afterMs) end();
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
