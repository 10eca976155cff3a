import { expect, test } from 'vitest';
import { everyClassIsUsed, stylesAreFew } from './style-rules.ts';
import { treeOf } from './tree.ts';

/** The rules for styles can fail, as those of `rules.test.ts` can. */

const tree = (files: Record<string, string>) => treeOf(new Map(Object.entries(files)));
const USE = `import styles from './a.module.css'; export const A = () => <p className={styles.one} />;`;

test('the style sheets have 2,000 lines in all', () => {
  expect(stylesAreFew(tree({ 'renderer/a/a.module.css': '\n'.repeat(2000) }))).toEqual([]);
  const long = { 'renderer/a/a.module.css': '\n'.repeat(1500), 'renderer/app/words.css': '\n'.repeat(501) };
  expect(stylesAreFew(tree(long))).toEqual([expect.stringMatching(/have 2001 lines, over 2000/)]);
});

test('a class of a room is used by a file that imports its style sheet', () => {
  expect(everyClassIsUsed(tree({ 'renderer/a/a.module.css': '.one {}', 'renderer/a/a.tsx': USE }))).toEqual(
    [],
  );
  const files = {
    'renderer/a/a.module.css': '.one {\n  &.two:hover { top: 0.5rem }\n}',
    'renderer/a/a.tsx': USE,
  };
  expect(everyClassIsUsed(tree(files))).toEqual([expect.stringMatching(/nobody uses the class 'two'/)]);
});

test('a shared class is named in a className, not only in a text', () => {
  const words = '@layer words { .row {} .gap-4 > .mantine-Input-input {} }';
  const used = 'export const A = () => <p className={`row gap-4`} />;';
  expect(everyClassIsUsed(tree({ 'renderer/app/words.css': words, 'renderer/a/a.tsx': used }))).toEqual([]);
  const said = `export const A = () => <p className="row">gap-4</p>;`;
  expect(everyClassIsUsed(tree({ 'renderer/app/words.css': words, 'renderer/a/a.tsx': said }))).toEqual([
    expect.stringMatching(/words\.css: nobody uses the class 'gap-4'/),
  ]);
});
