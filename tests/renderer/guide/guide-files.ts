import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Block, Inline } from '../../../renderer/guide/find-parts.ts';
import { readGuide } from '../../../renderer/guide/read-guide.ts';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
const FOLDER = path.join(ROOT, 'renderer/guide/pages');

/** The Markdown of each page, by its name. */
export const TEXTS: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(FOLDER).map((file) => [
    path.basename(file, '.md'),
    readFileSync(path.join(FOLDER, file), 'utf8'),
  ]),
);
export const PAGES = readGuide(TEXTS);

const linesOf = (block: Block): readonly (readonly Inline[])[] => {
  switch (block.is) {
    case 'paragraph':
      return [block.content];
    case 'list':
      return block.items;
    case 'table':
      return [block.head, ...block.rows].flat();
    case 'code':
      return [];
  }
};
const linksOf = (of: readonly Inline[]): string[] =>
  of.flatMap((one) => {
    if (typeof one === 'string' || one.is === 'code') return [];
    return [...(one.is === 'link' ? [one.to] : []), ...linksOf(one.content)];
  });

const BLOCKS = PAGES.flatMap(({ id, parts }) =>
  parts.flatMap(({ blocks }) => blocks.map((block) => ({ page: id, block }))),
);
/** Every link of the guide, with the page that has it. */
export const LINKS = BLOCKS.flatMap(({ page, block }) =>
  linesOf(block)
    .flatMap(linksOf)
    .map((to) => ({ page, to })),
);
/** Every program of the guide. */
export const PROGRAMS = BLOCKS.flatMap(({ page, block }) =>
  block.is === 'code' ? [{ page, language: block.language, text: block.text }] : [],
);
