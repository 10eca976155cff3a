import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * `npm test` sets this once it has built the programs, whose start costs a sixth of the processor time.
 * Vitest alone uses the sources, so that it never tests an old build.
 */
const isBuilt = process.env.ALMANAC_BUILT === '1';

/** The data service and the command line, to start as separate processes. */
export const SERVICE = path.join(ROOT, isBuilt ? '.build/service/main.js' : 'service/main.ts');
export const COMMAND_LINE = path.join(ROOT, isBuilt ? '.build/service/cli.js' : 'service/cli/main.ts');

/** The keychain's process. */
export const KEYCHAIN_PROGRAM = path.join(
  ROOT,
  isBuilt ? '.build/shell/keychain-process.js' : 'electron/keychain-process.ts',
);

/** Arguments of Node that build everything outdated in the tree of the working folder, and start nothing. */
export const BUILD_ALL = [
  '--input-type=module',
  '--eval',
  "import { setUp } from './electron/launch/set-up.mjs'; await setUp(process.cwd(), ['service', 'shell', 'renderer']);",
];
