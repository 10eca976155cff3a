import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBrowser, ensureKeyring } from '../machine.mjs';
import { SetUpFailure, say, seconds } from '../say.mjs';
import { setUp } from '../set-up.mjs';
import { summarise } from '../summary.mjs';
import { runCheck, runConformance, runPlaywright, runVitest } from '../test-runners.mjs';

/** @typedef {import('../summary.mjs').Outcome} Outcome */
/** @typedef {import('../bundles.mjs').BundleName} BundleName */

/** Days and dates go wrong west of Greenwich, and on the other side of the date line. */
const FAR_ZONES = ['America/Los_Angeles', 'Pacific/Auckland'];

/** Where a suite takes longer than this, the other time zones run only the folders that deal in dates. */
const WHOLE_SUITE_MS = 60_000;

const DATED_FOLDERS = [
  'contract',
  'series-math',
  'sources',
  'ingest',
  'store',
  'http',
  'cli',
  'export',
  'data-folder',
];

/**
 * `npm test`: every runner, one after another, and the sum over all of them on the last line. Exit status 0 only when
 * something passed and nothing failed.
 * @param {string} root
 */
export async function run(root) {
  await setUp(root, []);
  process.chdir(root);
  /** @type {Outcome[]} */
  const outcomes = [];
  /** @param {string} heading @param {() => Promise<Outcome>} work */
  const under = async (heading, work) => {
    process.stdout.write(`\n=== ${heading} ===\n`);
    const start = performance.now();
    const outcome = await work();
    const tookMs = performance.now() - start;
    if (outcome.notRun !== undefined) process.stdout.write(`Not run: ${outcome.notRun}.\n`);
    else process.stdout.write(`--- ${heading}: ${seconds(tookMs)}\n`);
    outcomes.push(outcome.notRun === undefined ? { ...outcome, seconds: tookMs / 1000 } : outcome);
    return tookMs;
  };

  for (const name of /** @type {BundleName[]} */ (['service', 'host', 'renderer'])) {
    await under(`Build: ${name}`, () => buildOutcome(root, name));
  }
  await under('Types', () =>
    runCheck(root, { name: 'Types', package: 'typescript', program: 'tsc', args: ['-b'] }),
  );
  await under('Lint and format', () =>
    runCheck(root, { name: 'Lint and format', package: '@biomejs/biome', program: 'biome', args: ['check'] }),
  );
  await ensureKeyring();
  const wholeMs = await under('Vitest, TZ=UTC', () => runVitest(root, 'UTC', []));
  const filters = wholeMs < WHOLE_SUITE_MS ? [] : DATED_FOLDERS.map((folder) => `tests/${folder}`);
  for (const zone of FAR_ZONES) await under(`Vitest, TZ=${zone}`, () => runVitest(root, zone, filters));
  await under('End to end', () => endToEnd(root));
  await under('API conformance', () => conformance(root));

  const { text, isGood } = summarise(outcomes);
  process.exitCode = isGood ? 0 : 1;
  process.stdout.write(`\n=== Summary ===\n${text}\n`);
}

/** @param {string} root @param {BundleName} name @returns {Promise<Outcome>} */
async function buildOutcome(root, name) {
  try {
    await setUp(root, [name]);
    return { name: `Build: ${name}`, passed: 1, failed: 0 };
  } catch (error) {
    if (!(error instanceof SetUpFailure)) throw error;
    say(error.message);
    return { name: `Build: ${name}`, passed: 0, failed: 1 };
  }
}

/** @param {string} root @returns {Promise<Outcome>} */
async function endToEnd(root) {
  const name = 'End to end';
  if (!existsSync(path.join(root, 'tests/playwright.config.ts'))) {
    return { name, passed: 0, failed: 1, notRun: 'tests/playwright.config.ts is missing' };
  }
  const browser = await ensureBrowser(() => playwrightBrowser(root));
  if (browser !== undefined) return runPlaywright(root, browser);
  // On a person's machine a missing browser is a gap that the summary names; where a browser is part of the promise
  // (continuous integration, and root on Debian, which installs it) it is a failure.
  const isExpected = Boolean(process.env.CI) || process.getuid?.() === 0;
  return { name, passed: 0, failed: isExpected ? 1 : 0, notRun: 'there is no Chromium on this machine' };
}

/** @param {string} root @returns {Promise<string | undefined>} Playwright's own Chromium, if it was installed */
async function playwrightBrowser(root) {
  const entry = path.join(root, 'node_modules/playwright/index.mjs');
  const { chromium } = await import(pathToFileURL(entry).href);
  return existsSync(chromium.executablePath()) ? chromium.executablePath() : undefined;
}

/** @param {string} root @returns {Promise<Outcome>} */
async function conformance(root) {
  const script = path.resolve(root, '../shared/check/api-conformance.mjs');
  if (existsSync(script)) return runConformance(root, script);
  return {
    name: 'API conformance',
    passed: 0,
    failed: 0,
    notRun: '../shared/check/api-conformance.mjs is not here',
  };
}
