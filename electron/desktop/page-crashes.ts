/** After a second crash within this time, opening the page again does not help. */
const WINDOW_MS = 60_000;

/** What to do when the page's process has ended. */
export type AfterCrash = 'nothing' | 'load' | 'ask';

/**
 * Counts crashes of the page's process.
 * @returns a function that takes Electron's reason and says what to do: load the page again, but ask a person at a second crash within a
 *   minute.
 */
export function countPageCrashes(nowMs: () => number): (reason: string) => AfterCrash {
  let lastMs: number | undefined;
  return (reason) => {
    if (reason === 'clean-exit') return 'nothing';
    const now = nowMs();
    const isSecond = lastMs !== undefined && now - lastMs < WINDOW_MS;
    lastMs = now;
    return isSecond ? 'ask' : 'load';
  };
}
