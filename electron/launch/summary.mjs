/**
 * The result of one runner of `npm test`. `skipped` are tests that did not run, `failures` the failed tests that may be tried again,
 * `unsteady` those that passed then, `ran` the files of which a test ran, `files` those that were read, `notRun` says why a whole runner did not run.
 * @typedef {{ name: string, passed: number, failed: number, skipped?: Skip[], failures?: Failure[], tryAgain?: (failure: Failure) => Promise<boolean>, unsteady?: string[], ran?: string[], files?: string[], notRun?: string, seconds?: number }} Outcome
 */

/**
 * A failed test. `line` and `project` are Playwright's; a property (of fast-check) is never tried again, since other
 * numbers would hide what it found.
 * @typedef {{ test: string, file: string, line?: number | undefined, project?: string | undefined, isProperty?: boolean }} Failure
 */

/** @typedef {{ test: string, reason: string }} Skip */

/**
 * Corrects the counts of a runner: one failure more for a runner that crashed, that found no tests, or that failed without naming a
 * failed test.
 * @param {string} name
 * @param {{ passed: number, failed: number, skipped?: Skip[], failures?: Failure[], ran?: string[], files?: string[] } | undefined} counted undefined when it left no summary
 * @param {number} status the exit status
 * @returns {Outcome}
 */
export function honestOutcome(name, counted, status) {
  if (counted === undefined) return { name, passed: 0, failed: 1 };
  const { passed, failed, skipped = [], failures = [], ran = [], files = [] } = counted;
  const isUnexplained = failed === 0 && status !== 0;
  const isEmpty = passed + failed + skipped.length === 0;
  const failedAtAll = isUnexplained || isEmpty ? failed + 1 : failed;
  return { name, passed, failed: failedAtAll, skipped, failures, ran, files };
}

/**
 * @param {Outcome[]} outcomes
 * @returns {{ text: string, isGood: boolean }} the closing report, whose last line is ‘N passed, N failed’ over all
 *   runners; good when something passed and nothing failed
 */
export function summarise(outcomes) {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  const lines = outcomes.map(describe);
  const skips = outcomes.flatMap(({ skipped = [] }) => skipped);
  if (skips.length > 0) lines.push('', `${skips.length} tests could not run:`, ...reasonsOf(skips));
  const unsteady = outcomes.flatMap((outcome) => outcome.unsteady ?? []);
  if (unsteady.length > 0) {
    lines.push('', 'Passed on the second try only, to be mended:', ...unsteady.map((test) => `  ${test}`));
  }
  lines.push('', `${passed} passed, ${failed} failed`);
  return { text: lines.join('\n'), isGood: failed === 0 && passed > 0 };
}

/** @param {Skip[]} skips @returns {string[]} a line for each reason, the most frequent first */
function reasonsOf(skips) {
  const byReason = Map.groupBy(skips, ({ reason }) => reason);
  return [...byReason]
    .toSorted(([, one], [, two]) => two.length - one.length)
    .map(([reason, { length, 0: first }]) => `  ${length}: ${reason} (as ‘${first?.test}’)`);
}

/** More failures than this cannot be explained by a busy machine. */
const MOST_SECOND_TRIES = 3;

/**
 * Runs each failed test once more by itself and counts those that then pass as passed and unsteady. Where more than three
 * tests failed none is tried again.
 * @param {Outcome[]} outcomes changed in place
 */
export async function giveSecondTries(outcomes) {
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
  if (failed > MOST_SECOND_TRIES) return;
  for (const outcome of outcomes)
    for (const failure of outcome.failures ?? []) {
      if (failure.isProperty || !(await outcome.tryAgain?.(failure))) continue;
      outcome.passed++;
      outcome.failed--;
      outcome.unsteady = [...(outcome.unsteady ?? []), failure.test];
    }
}

/** @param {Outcome} outcome */
function describe({ name, passed, failed, skipped = [], notRun, seconds }) {
  const took = seconds === undefined ? '' : ` in ${seconds.toFixed(1)} s`;
  if (notRun !== undefined) return `${name}: not run, ${notRun}${failed > 0 ? ' (counts as failed)' : ''}`;
  if (passed + failed + skipped.length === 0) return `${name}: done${took}`;
  const left = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  return `${name}: ${passed} passed, ${failed} failed${left}${took}`;
}
