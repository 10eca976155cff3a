import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { guidePages, guidePieces, openGuide } from '../../service/mcp/serve.ts';
import { temporaryFolder } from '../api/folder.ts';

const ROOM = path.resolve(import.meta.dirname, '../../service/mcp');

test('the protocol’s library is read with the first question only', () => {
  const files = readdirSync(ROOM, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.ts'),
  );
  const importing = (what: RegExp) =>
    files.filter((file) => what.test(readFileSync(path.join(ROOM, file), 'utf8'))).toSorted();
  // Static imports, which a module reads at once; the door of the room must lead to none of them.
  const reads = importing(/^(import|export) (?!type )[^;]*from '@modelcontextprotocol\//m);
  expect(reads).toEqual(['read-message.ts', 'server.ts']);
  expect(importing(/^(import|export) [^;]*from '\.\/(read-message|server)\.ts'/m)).toEqual([]);
});

test('the guide’s pages are those that the build of the page wrote; without it there are none', () => {
  const folder = temporaryFolder();
  expect(guidePages([folder, path.join(folder, 'none')])).toEqual(new Map());
  mkdirSync(path.join(folder, 'guide'));
  writeFileSync(path.join(folder, 'guide', 'units.md'), '# Units\n');
  writeFileSync(path.join(folder, 'guide', 'units.md.orig'), 'no page');
  expect(guidePages([path.join(folder, 'none'), folder, path.join(folder, 'guide')])).toEqual(
    new Map([['units', '# Units\n']]),
  );
});

test('a page is called by its first heading, and its parts are numbered from the second on', () => {
  const line = `${'x'.repeat(4000)}\n`;
  const long = ['## Before\n', `# Long page\n${line}`, `## Two\n${line}`, `## Three\n${line}# Not this\n`];
  const pages = new Map([
    ['long', long.join('')],
    ['plain', 'No heading.\n'],
  ]);
  expect(guidePieces(pages)).toEqual([
    { name: 'long', title: 'Guide: Long page', text: `${long[0]}${long[1]}` },
    { name: 'long/2', title: 'Guide: Long page, part 2', text: long[2] },
    { name: 'long/3', title: 'Guide: Long page, part 3', text: long[3] },
    { name: 'plain', title: 'Guide: plain', text: 'No heading.\n' },
  ]);
});

test('the guide is read once, with the first question for it, and kept', () => {
  const folder = temporaryFolder();
  const guide = openGuide([folder]);
  expect(guide()).toEqual([]);
  writeFileSync(path.join(folder, 'units.md'), '# Units\n');
  const read = guide();
  expect(read).toEqual([{ name: 'units', title: 'Guide: Units', text: '# Units\n' }]);
  rmSync(path.join(folder, 'units.md'));
  expect(guide()).toBe(read);
});
