import { existsSync, readdirSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { WrongUsage } from '../../start-arguments.mjs';
import { ensureBrowser, ensureKeyring, ensureLanguages } from '../machine.mjs';
import { TYPE_CHECK } from '../run-child.mjs';
import { SetUpFailure, say, seconds } from '../say.mjs';
import { isReady, setUp } from '../set-up.mjs';
import { ownTestFolders } from '../test-folders.mjs';
import { giveSecondTries, runCheck, runPlaywright, runVitest, summarise } from '../test-runners.mjs';

/** @typedef {import('../test-runners.mjs').Outcome} Outcome */
/** @typedef {import('../set-up.mjs').BundleName} BundleName */
/** @typedef {import('../test-runners.mjs').How} How */

/** Tests of dates, which run west of Greenwich instead of in UTC (`tests/architecture/date-rules.ts`). */
const DATED = [
  ...['tests/calendar', 'tests/series-math', 'tests/view', 'tests/derived'],
  // Not the long test that adds a dataset: it waits for the compiler.
  ...['tests/datasets/catalogue', 'tests/datasets/find-choices'],
  ...['tests/tables/binary-formats', 'tests/tables/text-formats', 'tests/tables/receipt'],
  ...['tests/ingest/schedule', 'tests/ingest/sample', 'tests/ingest/lower-frequency'],
  ...['tests/ingest/text-formats', 'tests/ingest/sums'],
  ...['tests/ingest/fetch/refresh.test', 'tests/ingest/fetch/follow'],
  // One test file for each format of the publishers, and none of the store, which handles days as numbers.
  ...['tests/sources/publisher-formats', 'tests/sources/real-files.test', 'tests/sources/cells'],
  'tests/sources/workbook',
  ...['tests/api/refusals', 'tests/api/as-of', 'tests/api/days-of-clients', 'tests/api/derived.test'],
  ...['tests/api/discovery', 'tests/api/economic-data', 'tests/api/market-data'],
  ...['tests/api/recent-calls', 'tests/keys/limits'],
  ...['range', 'chart', 'table', 'view', 'data', 'explain', 'explore', 'statement', 'lines'].map(inPage),
  ...['legend', 'access', 'overview'].map(inPage),
];

/** The tests among `DATED` that read, write or step days; they also run beyond the date line. */
const DATED_EAST = [
  ...['tests/calendar', 'tests/series-math/periods', 'tests/tables/text-formats'],
  ...['tests/view/range', 'tests/view/look-back', 'tests/view/own-frequency', 'tests/view/lines'],
  ...['tests/ingest/schedule', 'tests/ingest/lower-frequency', 'tests/sources/publisher-formats'],
  ...['tests/api/days-of-clients', 'tests/api/refusals', 'range', 'chart', 'explain', 'overview'].map(
    (room) => (room.includes('/') ? room : inPage(room)),
  ),
];

/** Zones in which mistakes with days show: west of Greenwich, and on the other side of the date line. */
const FAR_ZONES = /** @type {const} */ ([
  ['America/Los_Angeles', DATED],
  ['Pacific/Auckland', DATED_EAST],
]);

/** Rooms whose tests start no built program. */
const WITHOUT_BUNDLES =
  /^tests\/(architecture|calendar|contract|datasets|derived|renderer|series-math|sources|store|tables|view)\b/;

/** @param {string} room @returns {string} */
function inPage(room) {
  return `tests/renderer/${room}/`;
}

const CHECKS = [
  { name: 'Types', package: 'typescript', program: 'tsc', args: TYPE_CHECK },
  { name: 'Lint and format', package: '@biomejs/biome', program: 'biome', args: ['check'] },
];

/** @param {string} root @param {string[]} paths */
export async function answerEarly(root, paths) {
  for (const each of paths) inProject(root, each);
  return false;
}

/**
 * `npm test`: runs every runner and prints the total on the last line; with paths, runs only the tests under
 * them. @param {string} root @param {string[]} paths relative to the user's folder or the project's
 */
export async function run(root, paths) {
  const chosen = paths.map((each) => inProject(root, each));
  const units = chosen.filter((each) => hasTests(root, each, /\.test\.tsx?$/));
  const specs = chosen.filter((each) => hasTests(root, each, /\.spec\.ts$/));
  const isWhole = chosen.length === 0;
  const usesKeychain = isWhole || units.some((each) => /^tests(\/vault|$)/.test(each)) || specs.length > 0;
  await setUp(root, [], usesKeychain ? 'always' : undefined);
  process.chdir(root);
  // Look before the tests get a home folder of their own: Playwright keeps its browsers in the user's home
  // folder.
  const ownBrowser = isWhole || specs.length > 0 ? await playwrightBrowser(root) : undefined;
  ownTestFolders(process.env, { memory: '/dev/shm' });
  const { inFront, behind, all } = twoRows();
  // Too much to install on a user's machine, where the tests of R and Python are skipped instead. The
  // installation runs beside the builds, which do not need it.
  const languages = isWhole && process.env.CI === 'true' ? ensureLanguages() : undefined;
  if (isWhole) for (const check of CHECKS) behind(check.name, (how) => runCheck(root, check, how));
  if (isWhole || specs.length > 0 || units.some((each) => !WITHOUT_BUNDLES.test(each))) {
    for (const name of /** @type {BundleName[]} */ (['service', 'shell', 'renderer']))
      await inFront(`Build: ${name}`, () => buildOutcome(root, name));
    if (isReady(root, ['service'])) process.env.ALMANAC_BUILT = '1';
  }
  // Install one after the other: the system's package manager has one lock.
  await languages;
  if (usesKeychain) await ensureKeyring();
  if (isWhole) {
    // Start the longest run first, so that both rows end at about the same time.
    behind('Vitest, TZ=UTC, other rooms', (how) =>
      // These tests wait for processes and timers a third of their time, so run twice as many at once.
      runVitest(
        root,
        'UTC',
        [],
        {},
        { ...how, workers: 2 * (how.workers ?? 1), tags: '!soak', project: 'others' },
      ),
    );
    // The page tests run in one zone only, since they take the longest.
    behind('Vitest, TZ=America/Los_Angeles, pages', (how) =>
      runVitest(root, 'America/Los_Angeles', [], {}, { ...how, tags: '!soak', project: 'pages' }),
    );
    behind('Vitest, TZ=UTC, pure rooms', (how) =>
      // Tests that handle dates run in the far zones instead, where mistakes show that UTC would hide.
      runVitest(root, 'UTC', [], { ALMANAC_RAN: DATED.join() }, { ...how, tags: '!soak', project: 'pure' }),
    );
    for (const [zone, rooms] of FAR_ZONES)
      behind(`Vitest, TZ=${zone}`, (how) =>
        runVitest(root, zone, [...rooms], {}, { ...how, tags: '!soak', project: 'pure' }),
      );
  }
  if (units.length > 0 && !isWhole) await inFront('Vitest, TZ=UTC', () => runVitest(root, 'UTC', units));
  if (isWhole || specs.length > 0)
    await inFront('End to end', (how) => endToEnd(root, specs, ownBrowser, {}, isWhole ? how : {}));
  const outcomes = await all();
  const ran = outcomes.flatMap((outcome) => outcome.ran ?? []);
  for (const each of chosen)
    if (!ran.some((file) => file === each || file.startsWith(`${each.replace(/\/$/, '')}/`)))
      outcomes.push({ name: each, passed: 0, failed: 1, notRun: 'none of its tests ran' });
  if (isWhole) {
    const left = filesWithoutRun(root, outcomes);
    const notRun = left.slice(0, 5).join(', ');
    if (left.length > 0) outcomes.push({ name: 'Files of no run', passed: 0, failed: left.length, notRun });
  }
  if (process.env.CI === 'true') await giveSecondTries(outcomes);

  const { text, isGood } = summarise(outcomes);
  process.exitCode = isGood ? 0 : 1;
  process.stdout.write(`\n=== Summary ===\n${text}\n`);
}

/**
 * Runs two queues side by side, each with half of the machine's processors. The front queue shows its output
 * at once. The queue behind runs one job after another and shows a job's output when it ends. After the last
 * job in front, both run jobs from the queue behind.
 */
function twoRows() {
  /** @type {Promise<Outcome>[]} */
  const started = [];
  /** @type {(() => Promise<unknown>)[]} */
  const waiting = [];
  let behindRow = Promise.resolve();
  const workers = Math.max(1, Math.floor(availableParallelism() / 2));
  /** @param {string} heading @param {Promise<Outcome>} running @param {number} start */
  const finished = async (heading, running, start) => {
    const outcome = await running;
    const tookMs = performance.now() - start;
    const { notRun } = outcome;
    process.stdout.write(
      `--- ${heading}: ${notRun === undefined ? seconds(tookMs) : `not run, ${notRun}`}\n`,
    );
    return notRun === undefined ? { ...outcome, seconds: tookMs / 1000 } : outcome;
  };
  const runNext = async () => {
    await waiting
      .shift()?.()
      .catch(() => undefined);
  };
  return {
    /** @param {string} heading @param {(how: How) => Promise<Outcome>} work */
    inFront(heading, work) {
      process.stdout.write(`\n=== ${heading} ===\n`);
      const running = finished(heading, work({ workers }), performance.now());
      started.push(running);
      return running;
    },
    /** @param {string} heading @param {(how: How) => Promise<Outcome>} work */
    behind(heading, work) {
      const running = new Promise((/** @type {(outcome: Promise<Outcome>) => void} */ resolve) => {
        waiting.push(() => {
          const outcome = finished(heading, work({ behind: heading, workers }), performance.now());
          resolve(outcome);
          return outcome;
        });
      });
      // Not an unhandled rejection: `all` reports the failure.
      running.catch(() => undefined);
      started.push(running);
      behindRow = behindRow.then(runNext);
    },
    /** Call it after the last job in front. @returns all outcomes, in the order in which jobs were added */
    async all() {
      while (waiting.length > 0) await runNext();
      return Promise.all(started);
    },
  };
}

/** @param {string} root @param {Outcome[]} outcomes @returns {string[]} test files that no run read */
function filesWithoutRun(root, outcomes) {
  const read = new Set(outcomes.flatMap(({ files = [] }) => files));
  return readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && !/\.soak\.test\./.test(file) && !read.has(file));
}

/** @param {string} root @param {string} given @returns {string} the path relative to the project's root */
function inProject(root, given) {
  const found = [path.resolve(given), path.resolve(root, given)].find((each) => existsSync(each));
  const inside = found && path.relative(root, found).split(path.sep).join('/');
  if (found === undefined || inside === undefined || !/^tests(\/|$)/.test(inside))
    throw new WrongUsage(`there are no tests at ‘${given}’; for example ‘npm test -- tests/store’`);
  if (!hasTests(root, inside, /\.(test\.tsx?|spec\.ts)$/))
    throw new WrongUsage(`there are no tests under ‘${given}’`);
  return inside;
}

/** @param {string} root @param {string} given @param {RegExp} kind pattern of file names */
function hasTests(root, given, kind) {
  const full = path.join(root, given);
  if (!statSync(full).isDirectory()) return kind.test(given);
  return readdirSync(full, { recursive: true }).some((file) => kind.test(String(file)));
}

/** @param {string} root @param {BundleName} name @returns {Promise<Outcome>} */
async function buildOutcome(root, name) {
  try {
    await setUp(root, [name]);
    // A build is not a test: a run that only built has passed nothing.
    return { name: `Build: ${name}`, passed: 0, failed: 0 };
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    say(error.message);
    return { name: `Build: ${name}`, passed: 0, failed: 1 };
  }
}

/**
 * @param {string} root @param {string[]} specs @param {string | undefined} ownBrowser Playwright's own
 * Chromium @param {NodeJS.ProcessEnv} [environment] @param {How} [how] @returns {Promise<Outcome>}
 */
export async function endToEnd(root, specs, ownBrowser, environment, how) {
  const name = 'End to end';
  if (!existsSync(path.join(root, 'tests/playwright.config.ts'))) {
    return { name, passed: 0, failed: 1, notRun: 'tests/playwright.config.ts is missing' };
  }
  const browser = await ensureBrowser(ownBrowser);
  if (browser !== undefined) return runPlaywright(root, browser, specs, environment, how);
  // On a user's machine a missing browser is a gap that the summary names. It is a failure in continuous
  // integration, and for root on Debian, which installs a browser.
  const isExpected = Boolean(process.env.CI) || process.getuid?.() === 0;
  return { name, passed: 0, failed: isExpected ? 1 : 0, notRun: 'there is no Chromium on this machine' };
}

/** @param {string} root @returns {Promise<string | undefined>} Playwright's Chromium, if installed */
export async function playwrightBrowser(root) {
  const entry = path.join(root, 'node_modules/playwright/index.mjs');
  const { chromium } = await import(pathToFileURL(entry).href);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}
