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

/**
 * What runs west of Greenwich instead of in UTC: all that deals in dates. The rest cannot know the zone
 * (`tests/architecture/date-rules.ts`).
 */
const DATED = [
  ...['tests/calendar', 'tests/series-math', 'tests/view', 'tests/derived'],
  // Not the new dataset, whose test waits for the compiler.
  ...['tests/datasets/catalogue', 'tests/datasets/find-choices'],
  ...['tests/tables/binary-formats', 'tests/tables/text-formats', 'tests/tables/receipt'],
  ...['tests/ingest/schedule', 'tests/ingest/sample', 'tests/ingest/lower-frequency'],
  ...['tests/ingest/text-formats', 'tests/ingest/sums'],
  ...['tests/ingest/fetch/refresh.test', 'tests/ingest/fetch/follow'],
  // Of the publishers' files one of each format; the store knows days as numbers.
  ...['tests/sources/publisher-formats', 'tests/sources/real-files.test', 'tests/sources/cells'],
  'tests/sources/workbook',
  ...['tests/api/refusals', 'tests/api/as-of', 'tests/api/days-of-clients', 'tests/api/derived.test'],
  ...['tests/api/discovery', 'tests/api/economic-data', 'tests/api/market-data'],
  ...['tests/api/recent-calls', 'tests/keys/limits'],
  ...['range', 'chart', 'table', 'view', 'data', 'explain', 'explore', 'statement', 'lines'].map(inPage),
  ...['legend', 'access', 'overview'].map(inPage),
];

/** Of these what reads, writes and steps days runs beyond the date line too. */
const DATED_EAST = [
  ...['tests/calendar', 'tests/series-math/periods', 'tests/tables/text-formats'],
  ...['tests/view/range', 'tests/view/look-back', 'tests/view/own-frequency', 'tests/view/lines'],
  ...['tests/ingest/schedule', 'tests/ingest/lower-frequency', 'tests/sources/publisher-formats'],
  ...['tests/api/days-of-clients', 'tests/api/refusals', 'range', 'chart', 'explain', 'overview'].map(
    (room) => (room.includes('/') ? room : inPage(room)),
  ),
];

/** Days and dates go wrong west of Greenwich, and on the other side of the date line. */
const FAR_ZONES = /** @type {const} */ ([
  ['America/Los_Angeles', DATED],
  ['Pacific/Auckland', DATED_EAST],
]);

/** Rooms whose tests start no program that is built. */
const WITHOUT_BUNDLES =
  /^tests\/(architecture|calendar|contract|datasets|derived|http|renderer|series-math|sources|store|tables|view)\b/;

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
 * `npm test`: every runner, and the sum over all of them on the last line; or the tests under the paths alone. @param {string} root @param
 * {string[]} paths from the user's folder or the project's
 */
export async function run(root, paths) {
  const chosen = paths.map((each) => inProject(root, each));
  const units = chosen.filter((each) => hasTests(root, each, /\.test\.tsx?$/));
  const specs = chosen.filter((each) => hasTests(root, each, /\.spec\.ts$/));
  const isWhole = chosen.length === 0;
  const usesKeychain = isWhole || units.some((each) => /^tests(\/vault|$)/.test(each)) || specs.length > 0;
  await setUp(root, [], usesKeychain ? 'always' : undefined);
  process.chdir(root);
  // Before the tests get a home of their own: Playwright keeps its browsers in that of the person.
  const ownBrowser = isWhole || specs.length > 0 ? await playwrightBrowser(root) : undefined;
  ownTestFolders(process.env, { memory: '/dev/shm' });
  const { inFront, behind, all } = twoRows();
  // Too much for a person's machine, where the tests of them are skipped instead. Beside the builds, which need nothing of it.
  const languages = isWhole && process.env.CI === 'true' ? ensureLanguages() : undefined;
  if (isWhole) for (const check of CHECKS) behind(check.name, (how) => runCheck(root, check, how));
  if (isWhole || specs.length > 0 || units.some((each) => !WITHOUT_BUNDLES.test(each))) {
    for (const name of /** @type {BundleName[]} */ (['service', 'shell', 'renderer']))
      await inFront(`Build: ${name}`, () => buildOutcome(root, name));
    if (isReady(root, ['service'])) process.env.ALMANAC_BUILT = '1';
  }
  // One at a time: the system's packages have one lock.
  await languages;
  if (usesKeychain) await ensureKeyring();
  if (isWhole) {
    // The longest first, so that both rows end at about the same time.
    behind('Vitest, TZ=UTC, other rooms', (how) =>
      // These wait for processes and timers, a third of their time.
      runVitest(
        root,
        'UTC',
        [],
        {},
        { ...how, workers: 2 * (how.workers ?? 1), tags: '!soak', project: 'others' },
      ),
    );
    // In one zone only, since they take the longest.
    behind('Vitest, TZ=America/Los_Angeles, pages', (how) =>
      runVitest(root, 'America/Los_Angeles', [], {}, { ...how, tags: '!soak', project: 'pages' }),
    );
    behind('Vitest, TZ=UTC, pure rooms', (how) =>
      // What deals in dates runs in the far zones, where a mistake shows that UTC would hide.
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
 * Two rows of runs side by side, each with half of the machine's processors. One runs what is in front and shows its output at once; the
 * other runs what is behind, one after another, and shows each one's output at its end. After the last run in front both take from what is
 * behind.
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
      // A failure is told by ‘all’, whatever runs meanwhile.
      running.catch(() => undefined);
      started.push(running);
      behindRow = behindRow.then(runNext);
    },
    /** Call it after the last run in front has ended. @returns what each did, in the order in which they were given here */
    async all() {
      while (waiting.length > 0) await runNext();
      return Promise.all(started);
    },
  };
}

/** @param {string} root @param {Outcome[]} outcomes @returns {string[]} the files of tests that no run of Vitest has read */
function filesWithoutRun(root, outcomes) {
  const read = new Set(outcomes.flatMap(({ files = [] }) => files));
  return readdirSync(path.join(root, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((file) => `tests/${file.split(path.sep).join('/')}`)
    .filter((file) => /\.test\.tsx?$/.test(file) && !/\.soak\.test\./.test(file) && !read.has(file));
}

/** @param {string} root @param {string} given @returns {string} from the project's root */
function inProject(root, given) {
  const found = [path.resolve(given), path.resolve(root, given)].find((each) => existsSync(each));
  const inside = found && path.relative(root, found).split(path.sep).join('/');
  if (found === undefined || inside === undefined || !/^tests(\/|$)/.test(inside))
    throw new WrongUsage(`there are no tests at ‘${given}’; for example ‘npm test -- tests/store’`);
  if (!hasTests(root, inside, /\.(test\.tsx?|spec\.ts)$/))
    throw new WrongUsage(`there are no tests under ‘${given}’`);
  return inside;
}

/** @param {string} root @param {string} given @param {RegExp} kind of the file names */
function hasTests(root, given, kind) {
  const full = path.join(root, given);
  if (!statSync(full).isDirectory()) return kind.test(given);
  return readdirSync(full, { recursive: true }).some((file) => kind.test(String(file)));
}

/** @param {string} root @param {BundleName} name @returns {Promise<Outcome>} */
async function buildOutcome(root, name) {
  try {
    await setUp(root, [name]);
    // Not a test: a run that only built has passed nothing.
    return { name: `Build: ${name}`, passed: 0, failed: 0 };
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    say(error.message);
    return { name: `Build: ${name}`, passed: 0, failed: 1 };
  }
}

/**
 * @param {string} root @param {string[]} specs @param {string | undefined} ownBrowser Playwright's @param {NodeJS.ProcessEnv}
 * [environment] @param {How} [how] @returns {Promise<Outcome>}
 */
export async function endToEnd(root, specs, ownBrowser, environment, how) {
  const name = 'End to end';
  if (!existsSync(path.join(root, 'tests/playwright.config.ts'))) {
    return { name, passed: 0, failed: 1, notRun: 'tests/playwright.config.ts is missing' };
  }
  const browser = await ensureBrowser(ownBrowser);
  if (browser !== undefined) return runPlaywright(root, browser, specs, environment, how);
  // On a person's machine a missing browser is a gap that the summary names; where a browser is part of the promise
  // (continuous integration, and root on Debian, which installs it) it is a failure.
  const isExpected = Boolean(process.env.CI) || process.getuid?.() === 0;
  return { name, passed: 0, failed: isExpected ? 1 : 0, notRun: 'there is no Chromium on this machine' };
}

/** @param {string} root @returns {Promise<string | undefined>} Playwright's own Chromium, if it was installed */
export async function playwrightBrowser(root) {
  const entry = path.join(root, 'node_modules/playwright/index.mjs');
  const { chromium } = await import(pathToFileURL(entry).href);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}
