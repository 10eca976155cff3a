#!/usr/bin/env node
// Entry of package.json's scripts: `node electron/launch/launch.mjs COMMAND [ARGUMENTS]`.
// Plain JavaScript without packages, because it runs before any package is installed, on Node 20 and newer. If the running Node is
// too old for Almanac, it installs a newer one and runs everything else on that.
import path from 'node:path';
import { bringNode, broughtNode, isNewEnough } from './node-version.mjs';
import { runChild } from './run-child.mjs';
import { SetUpFailure, say } from './say.mjs';
import { isReady } from './set-up.mjs';

const root = path.resolve(import.meta.dirname, '../..');

/** @type {Record<string, () => Promise<{ run: (root: string, args: string[]) => Promise<void> }>>} */
const COMMANDS = {
  start: () => import('./commands/start.mjs'),
  test: () => import('./commands/test.mjs'),
  soak: () => import('./commands/soak.mjs'),
  dev: () => import('./commands/dev.mjs'),
  check: () => import('./commands/check.mjs'),
  bench: () => import('./commands/bench.mjs'),
  compare: () => import('./commands/compare.mjs'),
  planted: () => import('./commands/planted.mjs'),
  'e2e:electron': () => import('./commands/e2e-electron.mjs'),
  package: () => import('./commands/package.mjs'),
  almanac: () => import('./commands/almanac.mjs'),
};

try {
  await launch(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof SetUpFailure)) throw error;
  say(error.message);
  process.exitCode = 1;
}

/** @param {string[]} words the command and its arguments */
async function launch([name = '', ...args]) {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (load === undefined) {
    const known = Object.keys(COMMANDS).join(', ');
    throw new SetUpFailure(`there is no command ‘${name}’; there are ${known}`);
  }
  // Back to the user's folder, in which relative paths are typed: npm has changed to the project's.
  const folder = process.env.INIT_CWD;
  if (process.env.npm_lifecycle_event !== undefined && folder !== undefined) process.chdir(folder);
  process.env.NODE_COMPILE_CACHE ??= path.join(root, '.build', 'compile-cache');
  if (isNewEnough(process.versions.node)) {
    await (await load()).run(root, args);
    return;
  }
  const node = broughtNode(root) ?? (await bringNode(root));
  // If there is nothing to set up, the program is started directly.
  const isWarm = name === 'almanac' && args[0] !== 'open' && isReady(root, ['service']);
  const program = isWarm
    ? path.join(root, '.build/service/cli.js')
    : path.join(root, 'electron/launch/launch.mjs');
  await runChild(node, isWarm ? [program, ...args] : [program, name, ...args], {
    // The second launcher starts in the user's folder already.
    env: { ...process.env, INIT_CWD: process.cwd() },
  });
}
