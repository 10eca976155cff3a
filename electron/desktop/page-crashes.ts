/** Within this time a second end of the page means that opening it again does not help. */
const WINDOW_MS = 60_000;

/** What is done when the page's process ended. */
export type AfterCrash = 'nothing' | 'reload' | 'tell';

/**
 * Counts the ends of the page's process.
 * @returns a function of Electron's reason that says what to do: opens the page again, but not twice within a minute.
 */
export function countPageCrashes(nowMs: () => number): (reason: string) => AfterCrash {
  let lastMs: number | undefined;
  return (reason) => {
    if (reason === 'clean-exit') return 'nothing';
    const now = nowMs();
    const isSecond = lastMs !== undefined && now - lastMs < WINDOW_MS;
    lastMs = now;
    return isSecond ? 'tell' : 'reload';
  };
}
