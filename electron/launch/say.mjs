/** A failure of the launcher. It is shown as one sentence without a stack trace; the exit status is 1. */
export class SetUpFailure extends Error {}

/** Prints a line on standard error, so that standard output stays clean. @param {string} sentence */
export function say(sentence) {
  process.stderr.write(`almanac: ${sentence}\n`);
}

/**
 * Prints what begins, does the work, and prints how long it took. @template T @param {string} what @param {()
 * => Promise<T>} work @returns {Promise<T>}
 */
export async function sayWhile(what, work) {
  const start = performance.now();
  say(`${what} …`);
  const result = await work();
  // Not ‘done’: the work may have found that it could do nothing.
  say(`${what}: took ${seconds(performance.now() - start)}`);
  return result;
}

/** @param {number} milliseconds @returns {string} text such as ‘12.3 s’ */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}
