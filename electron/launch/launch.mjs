#!/usr/bin/env node
// Entry of package.json's scripts: `node electron/launch/launch.mjs COMMAND [ARGUMENTS]`.
// Plain JavaScript without packages, because it runs before any package is installed, on Node 20 and newer.
// If the running Node is too old for Almanac, it installs a newer Node and runs everything else on it.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { WrongUsage } from '../start-arguments.mjs';
import { bringNode, installedNode, isNewEnough } from './node-version.mjs';
import { endWithParent, runChild } from './run-child.mjs';
import { SetUpFailure, say } from './say.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * `answerEarly` answers `--help` and mistyped words before anything is installed, and returns whether nothing
 * is left to do. @typedef {{ run: (root: string, args: string[]) => Promise<void>, answerEarly?: (root:
 * string, args: string[]) => Promise<boolean> }} Command
 */

/** @param {'check' | 'bench' | 'planted' | 'e2eElectron' | 'makePackages'} name @returns {() => Promise<Command>} */
const develop = (name) => async () => ({ run: (await import('./commands/develop.mjs'))[name] });

/**
 * Commands without `usage` answer `--help` themselves. @type {Record<string, { load: () => Promise<Command>,
 * usage?: string }>}
 */
const COMMANDS = {
  start: { load: () => import('./commands/start.mjs') },
  test: {
    load: () => import('./commands/test.mjs'),
    usage: 'npm test [-- PATH…]  runs every test, or those under the paths',
  },
  soak: {
    load: () => import('./commands/soak.mjs'),
    usage: 'npm run soak [-- SEED]  runs the long tests; SEED repeats the numbers of an earlier run',
  },
  dev: {
    load: () => import('./commands/dev.mjs'),
    usage:
      'npm run dev [-- OPTIONS]  runs the app, and loads what is edited; the options are those of npm start',
  },
  check: {
    load: develop('check'),
    usage: 'npm run check [-- --write]  checks types, lint and format; --write mends the format',
  },
  bench: {
    load: develop('bench'),
    usage: 'npm run bench [-- NAME…]  runs the benchmarks, or those named',
  },
  planted: {
    load: develop('planted'),
    usage: 'npm run planted [-- ROOM…] [--check]  plants faults into a copy: does a test find each?',
  },
  'e2e:electron': {
    load: develop('e2eElectron'),
    usage: 'npm run e2e:electron [-- SPEC…]  runs the specs in Electron itself',
  },
  package: {
    load: develop('makePackages'),
    usage: 'npm run package [-- KIND…]  makes the packages of this system: deb, AppImage, dmg, nsis, dir',
  },
  release: {
    load: () => import('./commands/release.mjs'),
    usage: 'npm run release -- VERSION  sets the version, dates the changelog, commits and tags',
  },
  almanac: { load: () => import('./commands/almanac.mjs') },
};

/** Error codes for a folder that belongs to another user, is read-only or is full. */
const UNWRITABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC'];

try {
  await launch(process.argv.slice(2));
} catch (error) {
  const { code, path: file } = /** @type {NodeJS.ErrnoException} */ (error);
  if (error instanceof SetUpFailure || error instanceof WrongUsage) say(error.message);
  else if (code !== undefined && file?.startsWith(root) && UNWRITABLE.includes(code))
    say(`${file} cannot be written (${code}): the folder must be yours and have room`);
  else throw error;
  process.exitCode = error instanceof WrongUsage ? error.status : 1;
}

/** @param {string[]} words the command and its arguments */
async function launch([name = '', ...args]) {
  const { usage, load } = (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined) ?? {};
  if (load === undefined) {
    const known = Object.keys(COMMANDS).join(', ');
    throw new WrongUsage(`there is no command ‘${name}’; there are ${known}`);
  }
  // Go back to the user's folder, which typed paths are relative to: npm has changed to the project's.
  const folder = process.env.INIT_CWD;
  const isByNpm = process.env.npm_lifecycle_event !== undefined;
  if (isByNpm && folder !== undefined) process.chdir(folder);
  if (isByNpm) endWithParent();
  process.env.NODE_COMPILE_CACHE ??= path.join(root, '.build', 'compile-cache');
  if (usage !== undefined && args.some((word) => word === '--help' || word === '-h'))
    return console.log(`Usage: ${usage}`);
  const command = await load();
  if (await command.answerEarly?.(root, args)) return;
  if (isNewEnough(root, process.versions.node)) return command.run(root, args);
  const node = installedNode(root) ?? (await bringNode(root));
  await runChild(node, [path.join(root, 'electron/launch/launch.mjs'), name, ...args], {
    // The second launcher starts in the user's folder already.
    env: { ...process.env, INIT_CWD: process.cwd() },
  });
}
