import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * `npm test` says so once it has built them: a start of the built program costs a sixth of the processor time. A run by
 * Vitest alone takes the sources, so that it never tests an old build.
 */
const isBuilt = process.env.ALMANAC_BUILT === '1';

/** The data service and the command line, to start as processes of their own. */
export const SERVICE = path.join(ROOT, isBuilt ? '.build/service/main.js' : 'service/main.ts');
export const COMMAND_LINE = path.join(ROOT, isBuilt ? '.build/service/cli.js' : 'service/cli/main.ts');

/** The keychain's process. */
export const KEYCHAIN_PROGRAM = path.join(
  ROOT,
  isBuilt ? '.build/shell/keychain-process.js' : 'electron/keychain-process.ts',
);

/** Arguments of Node by which it builds what is stale in the tree that is its working folder, and starts nothing. */
export const BUILD_ALL = [
  '--input-type=module',
  '--eval',
  "import { setUp } from './electron/launch/set-up.mjs'; await setUp(process.cwd(), ['service', 'shell', 'renderer']);",
];
