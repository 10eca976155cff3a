import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { electronProgram, hasDisplay, newestElectron, pinnedElectron, whyTooOld } from '../desktop.mjs';
import { packageProgram, runChild, TYPE_CHECK } from '../run-child.mjs';
import { SetUpFailure, say } from '../say.mjs';
import { setUp } from '../set-up.mjs';
import { ownTestFolders } from '../test-folders.mjs';

/** @type {import('../set-up.mjs').BundleName[]} */
const ALL = ['service', 'shell', 'renderer'];

/** Checks types, lint and format. @param {string} root @param {string[]} args for Biome, such as `--write` */
export async function check(root, args) {
  await setUp(root, []);
  process.chdir(root);
  await runChild(process.execPath, [packageProgram(root, 'typescript', 'tsc'), ...TYPE_CHECK]);
  const typesStatus = process.exitCode;
  await runChild(process.execPath, [packageProgram(root, '@biomejs/biome', 'biome'), 'check', ...args]);
  process.exitCode ||= typesStatus;
}

/**
 * Runs benchmarks one at a time; each prints ratios. Exits with the status of the first that failed. @param
 * {string} root @param {string[]} names such as ‘paging’; empty: all
 */
export async function bench(root, names) {
  const folder = path.join(root, 'tests/bench');
  const present = existsSync(folder) ? readdirSync(folder) : [];
  const known = present.filter((file) => file.endsWith('.bench.ts')).map((file) => file.slice(0, -9));
  const unknown = names.find((name) => !known.includes(name));
  if (known.length === 0) throw new SetUpFailure('there are no benchmarks in tests/bench');
  if (unknown !== undefined)
    throw new SetUpFailure(`there is no benchmark ‘${unknown}’; there are ${known.join(', ')}`);
  await setUp(root, ALL);
  ownTestFolders(process.env);
  process.chdir(root);
  let status = 0;
  for (const name of names.length === 0 ? known.sort() : names) {
    process.stdout.write(`\n## ${name}\n\n`);
    await runChild(process.execPath, [path.join(folder, `${name}.bench.ts`)]);
    status ||= Number(process.exitCode);
  }
  process.exitCode = status;
}

/** Plants faults in a copy and prints which the tests find. @param {string} root @param {string[]} args */
export async function planted(root, args) {
  await setUp(root, ['renderer']);
  ownTestFolders(process.env);
  await runChild(process.execPath, [path.join(root, 'tests/planted/run.ts'), ...args]);
}

/** Runs the specs in Electron itself. @param {string} root @param {string[]} args passed on to Playwright */
export async function e2eElectron(root, args) {
  await setUp(root, []);
  if (electronProgram(root) === undefined)
    throw new SetUpFailure(
      'Electron’s binary is not here; ‘node node_modules/electron/install.js’ fetches it',
    );
  if (!hasDisplay(process.platform, process.env))
    throw new SetUpFailure('there is no display for Electron’s window; on Linux xvfb-run is one');
  await setUp(root, ALL, 'always');
  process.chdir(root);
  const program = packageProgram(root, '@playwright/test', 'playwright');
  const config = ['--config', 'tests/playwright.config.ts', '--project=electron'];
  await runChild(process.execPath, [program, 'test', ...config, ...args]);
}

/**
 * Makes the installable packages for this platform. Fetches Electron and the tools if they are missing.
 * @param {string} root @param {string[]} kinds ‘deb’, ‘dmg’ …, or ‘dir’ for the unpacked app
 */
export async function makePackages(root, kinds) {
  await setUp(root, ALL, 'always');
  const newest = await newestElectron(root);
  const tooOld = newest === undefined ? undefined : whyTooOld(pinnedElectron(root), newest);
  if (tooOld !== undefined) throw new SetUpFailure(tooOld);
  if (newest === undefined)
    say('the age of this Electron is not known, because the registry does not answer');
  await runChild(process.execPath, [path.join(root, 'electron/packages/main.ts'), ...kinds]);
}
