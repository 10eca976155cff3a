import path from 'node:path';
import type { Rule } from './import-rules.ts';

/** Rules about the files themselves: their places, names and lengths. */

const LONGEST = 500;
/** SQL, tables of the catalogue and test fixtures may have any length. */
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
/** Folders that programs make, and that git ignores. */
const MADE = new Set(['node_modules', 'test-results', 'playwright-report']);

export const filesAreShort: Rule = ({ files }) =>
  files
    .filter((file) => file.lineCount > LONGEST && !MAY_BE_LONG.test(file.path))
    .map(
      (file) =>
        `${file.path} has ${file.lineCount} lines: none has over ${LONGEST}; look for the second subject.`,
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

export const topLevelIsKept: Rule = ({ topLevel }) =>
  topLevel
    .filter((name) => !name.startsWith('.') && !TOP_LEVEL.has(name) && !MADE.has(name))
    .map(
      (name) => `${name} stands at the top of the project, where only ${[...TOP_LEVEL].join(', ')} belong.`,
    );

/** A compiled copy beside its source would be imported instead of the source, and become outdated. */
export const nothingCompiledStandsBesideItsSource: Rule = ({ files }) => {
  const sources = new Set(files.map((file) => file.path).filter((name) => /(?<!\.d)\.[cm]?tsx?$/.test(name)));
  return files.flatMap(({ path }) => {
    const stem = /^(.+)(?:\.d\.[cm]?ts|\.[cm]?jsx?)$/.exec(path)?.[1];
    const source = ['ts', 'tsx', 'mts', 'cts']
      .map((end) => `${stem}.${end}`)
      .find((name) => sources.has(name));
    return source === undefined ? [] : [`${path} stands beside ${source}, of which it is a compiled copy.`];
  });
};

export const pagesNamedInCommentsExist: Rule = ({ files, pages }) => {
  const isThere = (from: string, name: string): boolean =>
    pages.some(
      (page) => page === path.posix.join(path.posix.dirname(from), name) || `/${page}`.endsWith(`/${name}`),
    );
  return files.flatMap((file) =>
    file.comments
      .flatMap((comment) => Array.from(comment.matchAll(/(?<![\w*./-])[\w./-]+\.md\b/g), ([name]) => name))
      .filter((name) => !isThere(file.path, name))
      .map((name) => `${file.path} names the page ${name}, which is not in the project.`),
  );
};
