#!/usr/bin/env node
// Entry of package.json's scripts: `node electron/launch/launch.mjs COMMAND [ARGUMENTS]`.
// Plain JavaScript without packages, because it runs before any package is installed, on Node 20 and newer. If the running Node is
// too old for Almanac, it installs a newer one and runs everything else on that.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { WrongUsage } from '../start-arguments.mjs';
import { bringNode, broughtNode, isNewEnough } from './node-version.mjs';
import { endWithParent, runChild } from './run-child.mjs';
import { SetUpFailure, say } from './say.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * A command. `answerEarly` answers `--help` and what is mistyped before anything is installed, on any Node; it returns whether that was
 * all.
 * @typedef {{ run: (root: string, args: string[]) => Promise<void>, answerEarly?: (root: string, args: string[]) => Promise<boolean> }} Command
 */

/** The usage of those that do not answer `--help` themselves. @type {Record<string, { usage?: string, load: () => Promise<Command> }>} */
const COMMANDS = {
  start: { load: () => import('./commands/start.mjs') },
  test: {
    usage: 'npm test [-- PATH…]  runs every test, or those under the paths',
    load: () => import('./commands/test.mjs'),
  },
  soak: {
    usage: 'npm run soak [-- SEED]  runs the long tests; SEED repeats the numbers of an earlier run',
    load: () => import('./commands/soak.mjs'),
  },
  dev: {
    usage:
      'npm run dev [-- OPTIONS]  runs the app, and loads what is edited; the options are those of npm start',
    load: () => import('./commands/dev.mjs'),
  },
  check: {
    usage: 'npm run check [-- --write]  checks types, lint and format; --write mends the format',
    load: () => import('./commands/check.mjs'),
  },
  bench: {
    usage: 'npm run bench [-- NAME…]  runs the benchmarks, or those named',
    load: () => import('./commands/bench.mjs'),
  },
  compare: {
    usage: 'npm run compare -- TREE  compares the answers of this tree and another',
    load: () => import('./commands/compare.mjs'),
  },
  planted: {
    usage: 'npm run planted [-- ROOM…] [--check]  plants faults into a copy: does a test find each?',
    load: () => import('./commands/planted.mjs'),
  },
  'e2e:electron': {
    usage: 'npm run e2e:electron [-- SPEC…]  runs the specs in Electron itself',
    load: () => import('./commands/e2e-electron.mjs'),
  },
  package: {
    usage: 'npm run package [-- KIND…]  makes the packages of this system: deb, AppImage, dmg, nsis, dir',
    load: () => import('./commands/package.mjs'),
  },
  release: {
    usage: 'npm run release -- VERSION  sets the version, dates the changelog, commits and tags',
    load: () => import('./commands/release.mjs'),
  },
  almanac: { load: () => import('./commands/almanac.mjs') },
};

/** What the file system says of a folder that is another user's, is read-only, or is full. */
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
  // Back to the user's folder, in which relative paths are typed: npm has changed to the project's.
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
  const node = broughtNode(root) ?? (await bringNode(root));
  await runChild(node, [path.join(root, 'electron/launch/launch.mjs'), name, ...args], {
    // The second launcher starts in the user's folder already.
    env: { ...process.env, INIT_CWD: process.cwd() },
  });
}
