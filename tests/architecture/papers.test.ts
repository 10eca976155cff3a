import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { stumblesOfPage } from './prose-rules.ts';

/** Links and their headings, paths, folders of the tree and npm commands in the documents exist. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const inTree = (patterns: string[]) => globSync(patterns, { cwd: ROOT });
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const isAbsent = (file: string) => !existsSync(path.join(ROOT, file));
const { scripts } = JSON.parse(read('package.json'));
const PAPERS = inTree(['.github/*.md', '.github/{adr,ISSUE_TEMPLATE}/*.md', '.github/workflows/*.yml']);
const READMES = inTree(['README.md', '{electron,renderer,service,tests}/README.md']);

/** @returns links in a page to missing files or to missing headings, by GitHub's anchors. */
function brokenLinks(page: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```|`[^`\n]*`/gm, '');
  return [...prose.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(([, to = '', anchor]) => {
    const file = path.posix.join(path.posix.dirname(page), to || path.posix.basename(page));
    if (to !== '' && isAbsent(file)) return [`${page} links to ${to}`];
    const target = to === '' ? text : anchor === undefined ? '' : read(file);
    const anchors = [...target.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
    return anchor === undefined || anchors.includes(anchor) ? [] : [`${page} links to ${to}#${anchor}`];
  });
}

/** @returns missing npm scripts and missing test paths in the page's npm commands. */
function absentCommands(page: string, text: string): string[] {
  const commands = /npm (?:run (?:-s )?([\w:-]+)|(test|start)\b)(?: -- ((?:tests\/[\w./-]+ ?)+))?/g;
  return [...text.matchAll(commands)].flatMap(([, run, own = '', paths = '']) => [
    ...((run ?? own) in scripts ? [] : [`${page} runs npm run ${run}`]),
    ...(paths.match(/\S+/g) ?? []).filter(isAbsent).map((file) => `${page} tests ${file}`),
  ]);
}

/** @returns the paths between backticks that do not exist. A pattern such as `pictures-*.ts` is no path. */
const absentPaths = (page: string, text: string): string[] =>
  [...text.matchAll(/`((?:electron|renderer|service|tests|\.ci|\.github)\/[\w./-]*)`/g)]
    .map(([, file = '']) => file)
    .filter(isAbsent)
    .map((file) => `${page} names ${file}`);

it.each([...PAPERS, ...READMES])('%s leads to what is there', (page) => {
  const text = read(page);
  expect([...brokenLinks(page, text), ...absentCommands(page, text)]).toEqual([]);
  // READMEs may name files of their own folder, or of a folder still to be made.
  if (PAPERS.includes(page)) expect(absentPaths(page, text)).toEqual([]);
});

it.each([
  ...PAPERS.filter((page) => page.endsWith('.md')),
  ...inTree(['README.md', '{electron,renderer,service,tests}/**/README.md', 'service/**/*.md']),
  ...inTree(['renderer/guide/pages/*.md']),
])('%s has no word that makes a reader stop', (page) => {
  expect(stumblesOfPage(read(page))).toEqual([]);
});

it('the tree of ARCHITECTURE has each room, and no other', () => {
  const tree = /## Folders\n\n```text\n([\s\S]*?)```/.exec(read('.github/ARCHITECTURE.md'))?.[1] ?? '';
  const named = tree.split(/^(?=\S)/m).flatMap((lines) => {
    const [house, ...rooms] = [...lines.matchAll(/^ *((?:[\w-]+\/ ?)+)/gm)].map(([, names = '']) => names);
    return rooms.flatMap((names) => names.trim().split(' ')).map((name) => `${house?.trim()}${name}`);
  });
  const rooms = globSync('{electron,renderer,service}/*/', { cwd: ROOT }).map((room) => `${room}/`);
  expect(named.toSorted()).toEqual(rooms.toSorted());
});

it('what is wrong is found', () => {
  const text = '# A part\n[a](../service/none.md), [b](../README.md#none), [c](#a-part), `tests/none.ts`\n';
  const commands = 'npm run none, npm test -- tests/none tests/store, npm run -s almanac -- list';
  const page = '.github/PAGE.md';
  expect([...brokenLinks(page, text), ...absentPaths(page, text), ...absentCommands(page, commands)]).toEqual(
    [
      `${page} links to ../service/none.md`,
      `${page} links to ../README.md#none`,
      `${page} names tests/none.ts`,
      `${page} runs npm run none`,
      `${page} tests tests/none`,
    ],
  );
});
