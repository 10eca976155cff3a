import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageProgram, runTied } from './run-child.mjs';
import { say } from './say.mjs';

/**
 * Runs a check, which counts as a single pass or failure. @param {string} root @param {{ name: string,
 * package: string, program: string, args: string[] }} check @param {How} [how] @returns {Promise<Outcome>}
 */
export async function runCheck(root, { name, package: from, program, args }, how) {
  const { status } = await runShown(root, [packageProgram(root, from, program), ...args], {}, how);
  return { name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/**
 * @param {string} root @param {string} timeZone @param {string[]} filters parts of test file paths; empty:
 * all @param {NodeJS.ProcessEnv} [environment] added to this process's own @param {How & { project?: string,
 * tags?: 'soak' | '!soak' }} [how] `project`: the beginning of project names in `tests/vitest.config.ts`
 * @returns {Promise<Outcome>}
 */
export async function runVitest(root, timeZone, filters, environment = {}, how = {}) {
  const { project, tags, workers } = how;
  const counts = countsFile(root, `vitest-${timeZone.replace('/', '-')}-${project ?? 'all'}`);
  const program = packageProgram(root, 'vitest', 'vitest');
  const config = ['run', '--config', 'tests/vitest.config.ts'];
  const reporters = ['--reporter=default', '--reporter=./electron/launch/vitest-reporter.mjs'];
  if (project !== undefined) config.push(`--project=${project}*`);
  if (tags !== undefined) config.push(`--tagsFilter=${tags}`);
  const given = { ...environment, TZ: timeZone, ALMANAC_TEST_COUNTS: counts };
  const few = workers === undefined ? [] : [`--maxWorkers=${workers}`];
  const { status } = await runShown(root, [program, ...config, ...few, ...reporters, ...filters], given, how);
  return {
    ...honestOutcome(
      `Vitest, TZ=${timeZone}${project === undefined ? '' : `, ${project} rooms`}`,
      readCounts(counts),
      status,
    ),
    async tryAgain({ test, file }) {
      // Vitest's pattern matches suite and test names joined by spaces; its reports join them by ‘ > ’.
      const name = `^${test.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' > ', '( > | )')}$`;
      const counted = countsFile(root, 'second-try');
      const again = [program, ...config, ...reporters, file, '--testNamePattern', name, '--maxWorkers=1'];
      const { status: ended } = await runShown(root, again, { ...given, ALMANAC_TEST_COUNTS: counted });
      // A name that matches no test does not fail, so require a test that passed.
      return ended === 0 && readCounts(counted)?.passed > 0;
    },
  };
}

/** The stand-in for Electron runs only on Linux. */
const PROJECTS = process.platform === 'linux' ? ['browser', 'standin'] : ['browser'];

/**
 * @param {string} root @param {string} browser the Chromium to use @param {string[]} [files] the specs to
 * run, with traces of failures; empty: all, without traces @param {NodeJS.ProcessEnv} [environment] @param
 * {How} [how] @returns {Promise<Outcome>}
 */
export async function runPlaywright(root, browser, files = [], environment = {}, how = {}) {
  const report = countsFile(root, 'playwright');
  const program = packageProgram(root, '@playwright/test', 'playwright');
  const config = ['--config', 'tests/playwright.config.ts'];
  const given = { ...environment, ALMANAC_CHROMIUM: browser };
  const args = [...files, ...config, '--reporter=list,json'];
  args.push(...PROJECTS.map((name) => `--project=${name}`));
  if (how.workers !== undefined) args.push(`--workers=${how.workers}`);
  const traced = files.length > 0 && { ALMANAC_TRACE: '1' };
  const reported = { ...given, ...traced, PLAYWRIGHT_JSON_OUTPUT_FILE: report };
  const { status } = await runShown(root, [program, 'test', ...args], reported, how);
  const parsed = readCounts(report);
  return {
    ...honestOutcome('End to end', parsed && countPlaywright(parsed), status),
    async tryAgain({ file, line, project }) {
      const again = [program, 'test', `${file}:${line}`, ...config, `--project=${project}`];
      return (await runShown(root, [...again, '--workers=1'], { ...given, ALMANAC_TRACE: '1' })).status === 0;
    },
  };
}

/**
 * @typedef {{ title?: string, specs?: PlaywrightSpec[], suites?: PlaywrightSuite[] }} PlaywrightSuite
 * @typedef {{ title: string, file?: string, line?: number, tags?: string[], tests: { status: string, projectName?: string, annotations?: { type: string, description?: string }[] }[] }} PlaywrightSpec
 */

/** Tags of specs that may be skipped on all targets, because some machines lack what they need. */
const NEEDS = /^@?(real-only|needs-[a-z-]+)$/;

/**
 * Counts the tests of a Playwright report. A test that was skipped on every target, without a tag `@needs-…`
 * or `@real-only`, counts as failed. @param {{ errors?: unknown[], suites?: PlaywrightSuite[] }} report
 * @returns {{ passed: number, failed: number, skipped: Skip[], failures: Failure[], ran: string[] }}
 */
export function countPlaywright({ errors = [], suites = [] }) {
  const counts = {
    passed: 0,
    failed: errors.length,
    skipped: /** @type {Skip[]} */ ([]),
    failures: /** @type {Failure[]} */ ([]),
    ran: /** @type {string[]} */ ([]),
  };
  for (const suite of suites) {
    const inner = countPlaywright({ suites: suite.suites ?? [] });
    counts.passed += inner.passed;
    counts.failed += inner.failed;
    counts.skipped.push(...inner.skipped);
    counts.failures.push(...inner.failures);
    counts.ran.push(...inner.ran);
    for (const spec of suite.specs ?? []) {
      for (const test of spec.tests) {
        if (test.status === 'expected') counts.passed++;
        else if (test.status === 'skipped') {
          const why = test.annotations?.find(({ type }) => type === 'skip' || type === 'fixme')?.description;
          counts.skipped.push({ test: spec.title, reason: why ?? 'no reason given' });
        } else {
          counts.failed++;
          const { title, file = '', line } = spec;
          counts.failures.push({ test: title, file, line, project: test.projectName });
        }
      }
      const isRun = spec.tests.some(({ status }) => status !== 'skipped');
      if (isRun && spec.file !== undefined) counts.ran.push(`tests/${spec.file}`);
      if (!isRun && !spec.tags?.some((tag) => NEEDS.test(tag))) {
        counts.failed++;
        counts.skipped.push({ test: spec.title, reason: 'runs on no target, and no tag says what it needs' });
      }
    }
  }
  return counts;
}

/** @param {string} root @param {string} name */
function countsFile(root, name) {
  const folder = path.join(root, '.build/test');
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.json`);
  // Otherwise the counts of an earlier run would be read after a crash.
  rmSync(file, { force: true });
  return file;
}

/** @param {string} file */
function readCounts(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Runners print each test or file as it ends. Even on a slow machine, this much silence means a hang. */
const LONGEST_SILENCE_MS = 10 * 60_000;

/**
 * `behind`: a run beside others shows its output only at its end, under this heading; `workers`: how many
 * tests run at once. @typedef {{ longestSilenceMs?: number, behind?: string, workers?: number }} How
 */

/**
 * Runs a script with the running Node, shows its output and returns it. Kills it and everything it started if
 * it prints nothing for too long. @param {string} root @param {string[]} args @param {NodeJS.ProcessEnv}
 * environment @param {How} [how] @returns {Promise<{ status: number, output: string }>} 127 if it did not
 * start, 1 if it was killed
 */
export async function runShown(
  root,
  args,
  environment,
  { longestSilenceMs = LONGEST_SILENCE_MS, behind } = {},
) {
  // The script's output goes through a pipe, so these variables say whether ours goes to a terminal with
  // colours.
  const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1' };
  let output = '';
  /** @type {string[]} */
  const held = [];
  const running = runTied(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...colour, ...environment },
    onText: (text, from) => {
      silence.refresh();
      if (from === 'stdout') output += text;
      if (behind === undefined) process[from].write(text);
      else held.push(text);
    },
  });
  const silence = setTimeout(() => {
    say(`ended after ${Math.round(longestSilenceMs / 1000)} s of silence, since it hangs: ${args.join(' ')}`);
    running.kill();
  }, longestSilenceMs);
  const status = await running.ended;
  if (behind !== undefined) process.stdout.write(`\n=== ${behind} ===\n${held.join('')}`);
  clearTimeout(silence);
  return { status, output };
}

/**
 * The result of one runner of `npm test`. `skipped` are tests that did not run, `failures` failed tests that
 * may be tried again, `unsteady` tests that passed at the second try, `ran` files with a test that ran,
 * `files` all files read. `notRun` says why a whole runner did not run.
 * @typedef {{ name: string, passed: number, failed: number, skipped?: Skip[], failures?: Failure[], tryAgain?: (failure: Failure) => Promise<boolean>, unsteady?: string[], ran?: string[], files?: string[], notRun?: string, seconds?: number }} Outcome
 */

/**
 * A failed test. Only Playwright gives `line` and `project`. A property test (fast-check) is never tried
 * again, since other random numbers would hide the failure.
 * @typedef {{ test: string, file: string, line?: number | undefined, project?: string | undefined, isProperty?: boolean }} Failure
 */

/** @typedef {{ test: string, reason: string }} Skip */

/**
 * Adds a failure for a runner that crashed, found no tests, or failed without naming a failed test. @param
 * {string} name @param {{ passed: number, failed: number, skipped?: Skip[], failures?: Failure[], ran?:
 * string[], files?: string[] } | undefined} counted undefined if it left no summary @param {number} status
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
 * Writes the closing report, whose last line is ‘N passed, N failed’. It is good if something passed and
 * nothing failed. @param {Outcome[]} outcomes @returns {{ text: string, isGood: boolean }}
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
 * Runs each failed test once more by itself and counts a test that then passes as passed and unsteady. @param
 * {Outcome[]} outcomes changed in place
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
