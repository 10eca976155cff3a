/** As many run at a time: a list that is scrolled asks for much, and what the chart asks for is not to wait behind it. */
const PLACES = 4;

const waiting: (() => void)[] = [];
let running = 0;

/**
 * Runs what is of little hurry when one of few places is free, first come first served.
 * @throws the abort's reason where it was given up while it waited, and what `run` throws.
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
