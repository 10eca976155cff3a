/** A failure of the launcher, with one sentence for the user. It is shown without a stack trace; the exit status is 1. */
export class SetUpFailure extends Error {}

/** Prints a line of the launcher on standard error, so that a command's output stays clean for pipes. @param {string} sentence */
export function say(sentence) {
  process.stderr.write(`almanac: ${sentence}\n`);
}

/**
 * Prints what begins, does it, and prints how long it took. @template T @param {string} what @param {() => Promise<T>} work @returns
 * {Promise<T>}
 */
export async function sayWhile(what, work) {
  const start = performance.now();
  say(`${what} …`);
  const result = await work();
  // Not ‘done’: the work may have found that it could do nothing.
  say(`${what}: took ${seconds(performance.now() - start)}`);
  return result;
}

/** @param {number} milliseconds @returns {string} ‘12.3 s’ */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
