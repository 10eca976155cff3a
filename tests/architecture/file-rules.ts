import path from 'node:path';
import type { Rule } from './import-rules.ts';

/** Rules about the files themselves: where they are, how they are called, how long they are. */

const LONGEST = 300;
/** SQL, tables of the catalogue and what tests are fed are as long as they are. */
const MAY_BE_LONG =
  /^service\/datasets\/[a-z_]+\/definition\.ts$|^service\/store\/schema\/|^tests\/.*\/fixtures\//;
const NO_FOLDERS = new Set(['utils', 'util', 'common', 'helpers', 'shared', 'lib', 'types', 'misc']);
const TOP_LEVEL = new Set([
  'electron',
  'renderer',
  'service',
  'tests',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'README.md',
  'LICENSE',
]);
/** Made by running things, and ignored by git. */
const MADE = new Set(['node_modules', 'test-results', 'playwright-report']);

export const filesAreShort: Rule = ({ files }) =>
  files
    .filter((file) => file.lineCount > LONGEST && !MAY_BE_LONG.test(file.path))
    .map(
      (file) =>
        `${file.path} has ${file.lineCount} lines: none has over ${LONGEST}; look for the second noun.`,
    );

export const foldersAreNamedForAPurpose: Rule = ({ files }) => [
  ...new Set(
    files.flatMap((file) =>
      path.posix
        .dirname(file.path)
        .split('/')
        .filter((name) => NO_FOLDERS.has(name))
        .map((name) => `${file.path} is in a folder '${name}': a folder is named for what it does.`),
    ),
  ),
];

export const namesAreKebabCase: Rule = ({ files }) =>
  files
    .filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(path.posix.basename(file.path)))
    .map((file) => `${file.path}: files are named in kebab-case.`);

export const topLevelIsKept: Rule = ({ topLevel }) =>
  topLevel
    .filter((name) => !name.startsWith('.') && !TOP_LEVEL.has(name) && !MADE.has(name))
    .map(
      (name) => `${name} stands at the top of the project, where only ${[...TOP_LEVEL].join(', ')} belong.`,
    );
