import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { packageProgram } from './package-program.mjs';
import { runShown } from './run-shown.mjs';
import { honestOutcome } from './summary.mjs';

/** @typedef {import('./summary.mjs').Outcome} Outcome */
/** @typedef {import('./summary.mjs').Skip} Skip */
/** @typedef {import('./summary.mjs').Failure} Failure */
/** @typedef {import('./run-shown.mjs').How} How */

/**
 * Runs one of Almanac's checks as a single pass or failure.
 * @param {string} root
 * @param {{ name: string, package: string, program: string, args: string[] }} check
 * @param {How} [how]
 * @returns {Promise<Outcome>}
 */
export async function runCheck(root, { name, package: from, program, args }, how) {
  const { status } = await runShown(root, [packageProgram(root, from, program), ...args], {}, how);
  return { name, passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
}

/**
 * @param {string} root
 * @param {string} timeZone for example ‘Pacific/Auckland’
 * @param {string[]} filters parts of the paths of the test files to run; empty: all
 * @param {NodeJS.ProcessEnv} [environment] besides this process's own
 * @param {How & { project?: string, tags?: 'soak' | '!soak' }} [how] `project`: how the names of those of `tests/vitest.config.ts`
 *   begin, otherwise all; `tags`: only the tests with this tag, or those without it
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
      // Vitest joins the names of suites and test by spaces here, and by ‘ > ’ where it shows them.
      const name = `^${test.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll(' > ', '( > | )')}$`;
      const counted = countsFile(root, 'second-try');
      const again = [program, ...config, ...reporters, file, '--testNamePattern', name, '--maxWorkers=1'];
      const { status: ended } = await runShown(root, again, { ...given, ALMANAC_TEST_COUNTS: counted });
      // A name that matches nothing fails nothing.
      return ended === 0 && readCounts(counted)?.passed > 0;
    },
  };
}

/** The stand-in for Electron is a program for Linux. */
const PROJECTS = process.platform === 'linux' ? ['browser', 'standin'] : ['browser'];

/**
 * @param {string} root
 * @param {string} browser the Chromium to use; the specs read it from ALMANAC_CHROMIUM
 * @param {string[]} [files] the specs to run, with traces of those that fail; empty: all, without traces
 * @param {NodeJS.ProcessEnv} [environment] besides this process's own
 * @param {How} [how]
 * @returns {Promise<Outcome>}
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

/** Tags of specs that may be skipped on every target of a machine: what they need is not on each. */
const NEEDS = /^@?(real-only|needs-[a-z-]+)$/;

/**
 * @param {{ errors?: unknown[], suites?: PlaywrightSuite[] }} report Playwright's JSON
 * @returns {{ passed: number, failed: number, skipped: Skip[], failures: Failure[], ran: string[] }} a test that was skipped wherever it
 *   might have run, without a tag `@needs-…` or `@real-only`, counts as failed
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
