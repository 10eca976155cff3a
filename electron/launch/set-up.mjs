import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { withLock } from './lock.mjs';
import { ensureKeytar, keytarIsSettled } from './machine.mjs';
import { ensurePackages, packagesAreFresh, readStamp, removeLeftovers, writeStamp } from './packages.mjs';
import { runQuietly } from './run-child.mjs';
import { SetUpFailure, sayWhile } from './say.mjs';

const DAY_MS = 86_400_000;
const BUILDER = path.join(import.meta.dirname, 'build-bundle.mjs');

/**
 * A bundle: `config` is Vite's configuration, built in each of `modes`; `sources` are the files and folders it
 * is built from, `result` is a file that exists once it is built. Without the file `entry` it cannot be built.
 * @typedef {{ title: string, config: string, modes: string[], sources: string[], entry: string,
 *   result: string }} Bundle
 */

/** @typedef {'service' | 'shell' | 'renderer'} BundleName */
/** @typedef {import('./machine.mjs').KeytarUse} KeytarUse */
/** Fingerprint lines by path, shared by bundles. @typedef {Map<string, string[]>} Looked */

/** @type {Record<BundleName, Bundle>} */
export const BUNDLES = {
  service: {
    title: 'the service',
    config: 'service/vite.config.ts',
    modes: ['production', 'process'],
    sources: ['service'],
    entry: 'service/cli/main.ts',
    result: 'cli.js',
  },
  shell: {
    title: 'the shell',
    config: 'electron/vite.config.ts',
    modes: ['production', 'preload'],
    sources: ['electron', 'service'],
    entry: 'electron/browser-mode.ts',
    result: 'browser-mode.js',
  },
  renderer: {
    title: 'the renderer',
    config: 'renderer/vite.config.ts',
    modes: ['production'],
    sources: [
      'renderer',
      ...['calendar', 'contract', 'datasets', 'series-math', 'view'].map((room) => `service/${room}`),
    ],
    entry: 'renderer/vite.config.ts',
    result: 'index.html',
  },
};

/** Sources of every bundle. */
const SHARED = ['package-lock.json', 'electron/launch/set-up.mjs', 'electron/launch/build-bundle.mjs'];

/**
 * Installs and builds what is stale, one launcher at a time. @param {string} root @param {BundleName[]}
 * bundles @param {KeytarUse} [keytar] only for commands that open the app
 */
export async function setUp(root, bundles, keytar) {
  // Child processes, including npm's scripts, then find the running Node.
  process.env.PATH = [path.dirname(process.execPath), process.env.PATH].join(path.delimiter);
  const isSettled = () => keytar === undefined || keytarIsSettled(root, keytar);
  if (isReady(root, bundles) && isSettled()) return;
  await withLock(path.join(root, '.build/launch.lock'), async () => {
    await removeLeftovers(root);
    await ensurePackages(root);
    if (!isSettled()) await ensureKeytar(root);
    for (const name of bundles) await ensureBundle(root, name);
  });
}

/** @param {string} root @param {BundleName[]} bundles @returns {boolean} whether nothing is stale */
export function isReady(root, bundles) {
  /** @type {Looked} */
  const looked = new Map();
  return packagesAreFresh(root) && bundles.every((name) => bundleIsFresh(root, name, looked));
}

/** @param {string} root @param {BundleName} name @param {Looked} [looked] @returns {boolean} */
export function bundleIsFresh(root, name, looked) {
  const built = readStamp(stampOf(root, name));
  return built !== undefined && built === madeOf(root, name, looked) && existsSync(resultOf(root, name));
}

/** Builds a bundle into `.build/` if it is stale. @param {string} root @param {BundleName} name */
export async function ensureBundle(root, name) {
  if (bundleIsFresh(root, name)) return;
  const { title, config, modes, entry, result } = BUNDLES[name];
  for (const file of [entry, config]) {
    if (!existsSync(path.join(root, file)))
      throw new SetUpFailure(`cannot build ${title}: ${file} is missing`);
  }
  // Taken before the build: a file that is edited during the build makes the result stale.
  const madeFrom = madeOf(root, name);
  const temporary = path.join(root, `.build/making-${name}-${process.pid}`);
  try {
    await sayWhile(`Building ${title}`, async () => {
      for (const mode of modes) await build(root, config, temporary, mode);
    });
    publishBundle(temporary, path.join(root, '.build', name));
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  if (!existsSync(resultOf(root, name)))
    throw new SetUpFailure(`building ${title} made no .build/${name}/${result}`);
  writeStamp(stampOf(root, name), madeFrom);
}

/** @param {string} root @param {string} config @param {string} outDir @param {string} mode */
async function build(root, config, outDir, mode) {
  // Always a production build, whatever a test or a shell has set: other builds contain paths of this machine.
  const env = { ...process.env, NODE_ENV: 'production' };
  const words = [BUILDER, path.join(root, config), outDir, mode];
  const { status, output } = await runQuietly(process.execPath, words, { env });
  if (status !== 0) throw new SetUpFailure(`the build by ${config} failed: ${output.trim()}`);
}

/**
 * Moves a build into its place, the entries last. Chunk names have a hash and old chunks stay a day, so a
 * process of the old build keeps working. @param {string} from @param {string} to
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

/** @param {string} root @param {BundleName} name @param {Looked} [looked] */
function madeOf(root, name, looked) {
  return fingerprint(root, [...BUNDLES[name].sources, ...SHARED], looked);
}

/**
 * Lists path, size and time of every source file, a line each: equal texts mean no change. @param {string}
 * root @param {string[]} sources may be missing @param {Looked} [looked] lines of this moment @returns
 * {string}
 */
export function fingerprint(root, sources, looked = new Map()) {
  /** @param {string} source @returns {string[]} */
  const linesOf = (source) => {
    const lines = looked.get(source) ?? look(source);
    looked.set(source, lines);
    return lines;
  };
  /** @param {string} source */
  const look = (source) => {
    const found = statSync(path.join(root, source), { throwIfNoEntry: false });
    if (found === undefined) return [`${source} missing`];
    if (!found.isDirectory()) return [`${source} ${found.size} ${found.mtimeMs}`];
    return readdirSync(path.join(root, source)).flatMap((name) => linesOf(`${source}/${name}`));
  };
  return sources.flatMap(linesOf).sort().join('\n');
}

/** @param {string} root @param {BundleName} name */
const stampOf = (root, name) => path.join(root, '.build/stamps', `${name}.txt`);

/** @param {string} root @param {BundleName} name */
const resultOf = (root, name) => path.join(root, '.build', name, BUNDLES[name].result);
