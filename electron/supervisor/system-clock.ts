import type { Clock } from './types.ts';

/** A delay is waited for in parts of this length, so that the time in which the process itself slept can be told. */
const PART_MS = 1_000;

/**
 * The clock of this process. A delay counts only while the process is awake: of a stretch in which the machine slept, or
 * the process was stopped, no more than two parts count. So nothing that had no time to happen is missed.
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
