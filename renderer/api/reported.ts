/** Whether the service reports by itself what has changed (`events.ts`), which then is seldom asked for. */
let isReported = false;
/** When the first report came, of which it is not known what it changes; ms since 1970. */
let firstMs: number | undefined;

/** How often it is asked for all the same: freshness and releases change with the clock alone. */
const SELDOM_MS = 60_000;
/** An answer of so much later was asked for after the first report. */
const SURELY_MS = 1_000;

export function setReported(is: boolean): void {
  isReported = is;
  if (is) firstMs ??= Date.now();
}

/** @returns whether reports came and come no more: the service may be starting again. */
export const isCutOff = (): boolean => firstMs !== undefined && !isReported;

/** The next report is a first one again. */
export function forgetReports(): void {
  isReported = false;
  firstMs = undefined;
}

type AskedQuery = { state: { dataUpdatedAt: number } };

/** @returns a `refetchInterval` for what the service reports. @param ms while it does not, and until it was asked for once after the first report */
export const unlessReported =
  (ms: number): ((query: AskedQuery) => number) =>
  ({ state: { dataUpdatedAt } }) =>
    isReported && firstMs !== undefined && dataUpdatedAt > firstMs + SURELY_MS ? Math.max(SELDOM_MS, ms) : ms;
