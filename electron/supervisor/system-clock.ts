import type { Clock } from './types.ts';

/** A delay is waited for in parts of this length, to notice when the process itself slept. */
const PART_MS = 1_000;

/**
 * The clock of this process. A delay counts only while the process is awake: while the computer sleeps or the process is stopped, at
 * most two parts count. So a deadline does not pass while nothing could happen.
 */
export const SYSTEM_CLOCK: Clock = {
  nowMs: () => performance.now(),
  after(delayMs, call) {
    let leftMs = delayMs;
    let timer: NodeJS.Timeout;
    const wait = (): void => {
      const sinceMs = performance.now();
      timer = setTimeout(
        () => {
          leftMs -= Math.min(performance.now() - sinceMs, 2 * PART_MS);
          if (leftMs > 0) wait();
          else call();
        },
        Math.min(leftMs, PART_MS),
      );
    };
    wait();
    return () => clearTimeout(timer);
  },
};
