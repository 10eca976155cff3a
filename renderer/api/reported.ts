/** Whether the service reports by itself what has changed (`events.ts`), which then is seldom asked for. */
let isReported = false;

/** How often it is asked for all the same: freshness and releases change with the clock alone. */
const SELDOM_MS = 60_000;

export function setReported(is: boolean): void {
  isReported = is;
}

/** @returns a `refetchInterval` for what the service reports. @param ms while it does not */
export const unlessReported =
  (ms: number): (() => number) =>
  () =>
    isReported ? Math.max(SELDOM_MS, ms) : ms;
