import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fingerprint, readStamp, writeStamp } from './fingerprint.mjs';
import { runQuietly } from './run-child.mjs';
import { SetUpFailure, sayWhile } from './say.mjs';

const DAY_MS = 86_400_000;
const BUILDER = path.join(import.meta.dirname, 'build-bundle.mjs');

/**
 * A bundle: `config` is that of Vite, `sources` all files that the result depends on besides the lockfile, `entry` a file without which it
 * cannot be built, `result` a file that exists once it is built.
 * @typedef {{ title: string, config: string, sources: string[], entry: string, result: string }} Bundle
 */

/** @typedef {'service' | 'host' | 'renderer'} BundleName */

/** @type {Record<BundleName, Bundle>} */
export const BUNDLES = {
  service: {
    title: 'the service',
    config: 'service/vite.config.ts',
    sources: ['service'],
    entry: 'service/cli/main.ts',
    result: 'cli.js',
  },
  host: {
    title: 'the shell',
    config: 'electron/vite.config.ts',
    sources: ['electron', 'service'],
    entry: 'electron/browser-mode.ts',
    result: 'browser-mode.js',
  },
  renderer: {
    title: 'the renderer',
    config: 'renderer/vite.config.ts',
    sources: [
      'renderer',
      'service/calendar',
      'service/contract',
      'service/datasets',
      'service/series-math',
      'service/view',
    ],
    entry: 'renderer/vite.config.ts',
    result: 'index.html',
  },
};

/**
 * @param {string} root
 * @param {BundleName} name
 * @param {import('./fingerprint.mjs').Looked} [looked] see `fingerprint`
 * @returns {boolean} whether the bundle was built from the present sources
 */
export function bundleIsFresh(root, name, looked) {
  const built = readStamp(stampOf(root, name));
  return (
    built !== undefined && built === bundleFingerprint(root, name, looked) && existsSync(resultOf(root, name))
  );
}

/**
 * Builds a bundle into `.build/` if its sources have changed.
 * @param {string} root
 * @param {BundleName} name
 */
export async function ensureBundle(root, name) {
  if (bundleIsFresh(root, name)) return;
  const { title, config, entry } = BUNDLES[name];
  for (const file of [entry, config]) {
    if (!existsSync(path.join(root, file)))
      throw new SetUpFailure(`cannot build ${title}: ${file} is missing`);
  }
  // Taken before the build: a file that is edited during the build makes the result stale.
  const madeFrom = bundleFingerprint(root, name);
  const temporary = path.join(root, `.build/making-${name}-${process.pid}`);
  try {
    await sayWhile(`Building ${title}`, async () => {
      await build(root, config, temporary);
      const hasPreload = name === 'host' && existsSync(path.join(root, 'electron/preload.cts'));
      if (hasPreload) await build(root, config, temporary, 'preload');
    });
    publishBundle(temporary, path.join(root, '.build', name));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  if (!existsSync(resultOf(root, name))) {
    throw new SetUpFailure(`building ${title} made no .build/${name}/${BUNDLES[name].result}`);
  }
  writeStamp(stampOf(root, name), madeFrom);
}

/** @param {string} root @param {string} config @param {string} outDir @param {string} [mode] */
async function build(root, config, outDir, mode = 'production') {
  // Always a production build, whatever a test or a shell has set: other builds contain paths of this machine.
  const env = { ...process.env, NODE_ENV: 'production' };
  const words = [BUILDER, path.join(root, config), outDir, mode];
  const { status, output } = await runQuietly(process.execPath, words, { env });
  if (status !== 0) throw new SetUpFailure(`the build by ${config} failed: ${output.trim()}`);
}

/**
 * Moves a finished build into its place, file by file, the entries last. A process that runs from the old build goes on: names of
 * chunks have a hash of their content, and chunks of old builds are removed only a day later.
 * @param {string} from
 * @param {string} to
 */
export function publishBundle(from, to) {
  const files = filesIn(from);
  const isEntry = (/** @type {string} */ file) => !file.includes(path.sep);
  for (const file of [...files.filter((file) => !isEntry(file)), ...files.filter(isEntry)]) {
    mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    renameSync(path.join(from, file), path.join(to, file));
  }
  const kept = new Set(files);
  for (const file of filesIn(to)) {
    const full = path.join(to, file);
    if (!kept.has(file) && Date.now() - statSync(full).mtimeMs > DAY_MS) rmSync(full);
  }
}

/** @param {string} folder @returns {string[]} the files below it, relative to it */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** @param {string} root @param {BundleName} name @param {import('./fingerprint.mjs').Looked} [looked] */
function bundleFingerprint(root, name, looked) {
  const sources = [
    ...BUNDLES[name].sources,
    'package-lock.json',
    'electron/launch/bundles.mjs',
    'electron/launch/build-bundle.mjs',
  ];
  return fingerprint(root, sources, looked);
}

/** @param {string} root @param {BundleName} name */
function stampOf(root, name) {
  return path.join(root, '.build/stamps', `${name}.txt`);
}

/** @param {string} root @param {BundleName} name */
function resultOf(root, name) {
  return path.join(root, '.build', name, BUNDLES[name].result);
}
