import path from 'node:path';
import { type ESTree, Visitor } from 'vite';
import type { Rule } from './import-rules.ts';
import type { SourceFile } from './tree.ts';

/** Rules about the style sheets: few lines, and no unused class. */

const MOST_LINES = 2556;
/** Style sheets whose classes keep their names: all rooms use them. */
const SHARED = /^renderer\/app\/[a-z-]+\.css$/;

const stylesIn = (files: readonly SourceFile[]): SourceFile[] =>
  files.filter((file) => file.path.startsWith('renderer/') && file.path.endsWith('.css'));

export const stylesAreFew: Rule = ({ files }) => {
  const lines = stylesIn(files).reduce((sum, file) => sum + file.lineCount, 0);
  return lines > MOST_LINES
    ? [
        `The style sheets have ${lines} lines, over ${MOST_LINES}: use Mantine's props and the shared classes.`,
      ]
    : [];
};

export const everyClassIsUsed: Rule = ({ files }) => {
  const words = new Set(files.flatMap(wordsIn));
  return stylesIn(files).flatMap((sheet) => {
    const used = SHARED.test(sheet.path) ? words : namesTaken(files, sheet.path);
    return classesIn(sheet.text)
      .filter((name) => !used.has(name))
      .map((name) => `${sheet.path}: nobody uses the class '${name}'.`);
  });
};

/** @returns the class names in the selectors of a style sheet, without those of Mantine. */
function classesIn(css: string): string[] {
  const selectors = css.replaceAll(/\/\*[\s\S]*?\*\//g, '').match(/[^{};]+(?=\{)/g) ?? [];
  const names = selectors.flatMap((selector) =>
    [...selector.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name]) => name ?? ''),
  );
  return [...new Set(names)].filter((name) => !name.startsWith('mantine-'));
}

/** @returns the classes of a CSS module that are used by the files that import it. */
function namesTaken(files: readonly SourceFile[], sheet: string): ReadonlySet<string> {
  return new Set(
    files
      .filter(({ imports }) => imports.some(({ file }) => file === sheet))
      .flatMap(({ text }) => {
        const local = new RegExp(`import (\\w+) from '[^']*/${path.posix.basename(sheet)}'`).exec(text)?.[1];
        return [...text.matchAll(new RegExp(`\\b${local}\\.(\\w+)`, 'g'))].map(([, name]) => name ?? '');
      }),
  );
}

/** @returns the words of all texts in attributes and members that name classes. */
function wordsIn({ program, text }: SourceFile): string[] {
  if (program === undefined || !/className/.test(text)) return [];
  const words: string[] = [];
  const take = (node: ESTree.Node): void => {
    const texts = text.slice(node.start, node.end).match(/(["'`}])[^"'`$]*(?=["'`$])/g) ?? [];
    words.push(...texts.flatMap((each) => each.slice(1).split(/\s+/)));
  };
  new Visitor({
    JSXAttribute(node) {
      if (node.name.type === 'JSXIdentifier' && /^classNames?$/.test(node.name.name)) take(node);
    },
    Property(node) {
      if (node.key.type === 'Identifier' && node.key.name === 'className') take(node);
    },
  }).visit(program);
  return words;
}
