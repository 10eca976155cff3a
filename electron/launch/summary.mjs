/**
 * What one runner of `npm test` did. `skipped` are tests that chose not to run, `unsteady` those that passed on their
 * second try only, `notRun` is why a runner as a whole did not run.
 * @typedef {{ name: string, passed: number, failed: number, skipped?: Skip[], unsteady?: string[], notRun?: string, seconds?: number }} Outcome
 */

/** @typedef {{ test: string, reason: string }} Skip */

/**
 * What a runner counts when what it counted and how it ended disagree: a runner that crashed, that found no tests, or
 * that ended badly without naming a failure counts one failure more.
 * @param {string} name
 * @param {{ passed: number, failed: number, skipped?: Skip[], unsteady?: string[] } | undefined} counted undefined when it left no summary
 * @param {number} status the exit status
 * @returns {Outcome}
 */
export function honestOutcome(name, counted, status) {
  if (counted === undefined) return { name, passed: 0, failed: 1 };
  const { passed, failed, skipped = [], unsteady = [] } = counted;
  const isUnexplained = failed === 0 && status !== 0;
  const isEmpty = passed + failed + skipped.length === 0;
  return { name, passed, failed: isUnexplained || isEmpty ? failed + 1 : failed, skipped, unsteady };
}

/**
 * Reads the closing line ‘N passed, N failed’ that a runner printed.
 * @param {string} output
 * @returns {{ passed: number, failed: number } | undefined} undefined when there is none
 */
export function readClosingLine(output) {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)];
  const last = lines.at(-1);
  return last && { passed: Number(last[1]), failed: Number(last[2]) };
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
  const skips = outcomes.flatMap(({ name, skipped = [] }) => skipped.map((skip) => ({ ...skip, name })));
  if (skips.length > 0) {
    lines.push('', 'Skipped:', ...skips.map(({ name, test, reason }) => `  ${name}: ${test} (${reason})`));
  }
  const unsteady = outcomes.flatMap((outcome) => outcome.unsteady ?? []);
  if (unsteady.length > 0) {
    lines.push('', 'Passed on the second try only, to be mended:', ...unsteady.map((test) => `  ${test}`));
  }
  lines.push('', `${passed} passed, ${failed} failed`);
  return { text: lines.join('\n'), isGood: failed === 0 && passed > 0 };
}

/** @param {Outcome} outcome */
function describe({ name, passed, failed, skipped = [], notRun, seconds }) {
  const took = seconds === undefined ? '' : ` in ${seconds.toFixed(1)} s`;
  if (notRun !== undefined) return `${name}: not run, ${notRun}${failed > 0 ? ' (counts as failed)' : ''}`;
  const left = skipped.length > 0 ? `, ${skipped.length} skipped` : '';
  return `${name}: ${passed} passed, ${failed} failed${left}${took}`;
}
