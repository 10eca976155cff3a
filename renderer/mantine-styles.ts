import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Plugin } from 'vite';

const MANTINE_CSS = 'virtual:mantine.css';
const resolve = createRequire(import.meta.url).resolve;
/** The theme's own style sheet has the variables (`vite.config.ts`). */
const OMITTED_FILE = 'default-css-variables.layer.css';

/**
 * A style sheet of the Mantine components that the page can show, an eighth of all: those that `folder`
 * imports by name, and their imports. It includes each component's sheet that has one of their classes, in
 * Mantine's order, so that nobody has to maintain a list.
 */
export function mantineStyles(folder: string): Plugin {
  return {
    name: 'mantine-styles',
    resolveId: (id) => (id === MANTINE_CSS ? `\0${MANTINE_CSS}` : undefined),
    load: (id) => (id === `\0${MANTINE_CSS}` ? stylesOf(namesImported(folder)) : undefined),
  };
}

/** @returns the style sheets of these components and of all components that they use, joined. */
export function stylesOf(names: Iterable<string>): string {
  const classes = classesIn(reachedFrom(names));
  const folder = path.dirname(resolve('@mantine/core/styles/Button.layer.css'));
  const whole = read(resolve('@mantine/core/styles.layer.css'));
  const sheets = readdirSync(folder)
    .filter((file) => file.endsWith('.layer.css') && file !== OMITTED_FILE)
    .map((file) => read(path.join(folder, file)))
    .filter((css) => classesOf(css).length === 0 || classesOf(css).some((name) => classes.has(name)));
  return sheets.sort((a, b) => placeIn(whole, a) - placeIn(whole, b)).join('\n');
}

const read = (file: string): string => readFileSync(file, 'utf8');
const classesOf = (text: string): string[] => text.match(/\bm_[0-9a-f]+\b/g) ?? [];
/** The position of a component's sheet in Mantine's whole style sheet, found without its wrapping layer. */
const placeIn = (whole: string, css: string): number =>
  whole.indexOf(css.replace(/^@layer mantine \{/, '').slice(0, 80));

/** @returns the names that the sources import from Mantine. */
function namesImported(folder: string): Set<string> {
  const names = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(file)) continue;
    for (const [, list = ''] of read(path.join(folder, file)).matchAll(
      /import \{([^}]*)\} from '@mantine\/(?:core|dates)'/g,
    ))
      for (const name of list.split(',')) names.add(name.trim().replace(/^type /, ''));
  }
  return names;
}

/** @returns the named Mantine modules and all modules that they import. */
function reachedFrom(names: Iterable<string>): Set<string> {
  const packages = ['@mantine/core', '@mantine/dates'].map((name) => {
    const file = path.join(path.dirname(resolve(`${name}/styles.css`)), 'esm/index.mjs');
    return new Map(importsOf(file).flatMap(({ names, from }) => names.map((name) => [name, from] as const)));
  });
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const one of importsOf(file)) {
      if (one.from.startsWith('/')) visit(one.from);
      else if (one.from === '@mantine/core') for (const name of one.names) visitName(name);
    }
  };
  const visitName = (name: string): void => {
    for (const each of packages) {
      const file = each.get(name);
      if (file !== undefined) visit(file);
    }
  };
  for (const name of names) visitName(name);
  return reached;
}

/** @returns the imports of a built Mantine module; relative imports as absolute paths. */
function importsOf(file: string): { names: string[]; from: string }[] {
  const found = read(file).matchAll(/^import (?:\{([^}]*)\}|\w+) from "([^"]+)"/gm);
  return [...found].map(([, list = '', from = '']) => ({
    names: list.split(',').map((name) => name.trim()),
    from: from.startsWith('.') ? path.resolve(path.dirname(file), from) : from,
  }));
}

function classesIn(files: Iterable<string>): Set<string> {
  return new Set([...files].flatMap((file) => (file.endsWith('.module.mjs') ? classesOf(read(file)) : [])));
}
