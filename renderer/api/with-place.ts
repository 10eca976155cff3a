/** How many requests run at a time. A list that is scrolled sends many, and the chart's must not wait behind them. */
const PLACES = 4;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Runs work that is not urgent when one of the places is free, in the order of the calls.
 * @throws the abort's reason where it was aborted while waiting, and what `run` throws
 */
export async function withPlace<Result>(signal: AbortSignal, run: () => Promise<Result>): Promise<Result> {
  if (running >= PLACES) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
  try {
    signal.throwIfAborted();
    return await run();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}
