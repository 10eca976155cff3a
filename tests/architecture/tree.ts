import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type ESTree, parseSync } from 'vite';

export type Import = {
  specifier: string;
  /** Path from the project's root; undefined if it is not a file of the project. */
  file: string | undefined;
  /** Whether the import is removed at run time. */
  isType: boolean;
};

export type SourceFile = {
  /** From the project's root, with `/`. */
  path: string;
  text: string;
  lineCount: number;
  imports: Import[];
  program: ESTree.Program | undefined;
  comments: string[];
};

/** `pages`: the Markdown files. All paths are from the project's root, with `/`. */
export type Tree = { files: SourceFile[]; topLevel: string[]; pages: string[] };

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDERS = ['electron', 'renderer', 'service', 'tests'];
const IS_CODE = /\.(c|m)?tsx?$|\.(c|m)?jsx?$/;

/** Reads the project's own files: package.json, all files in its four folders, and the names at its top. */
export function readProject(): Tree {
  const files = new Map([['package.json', readFileSync(path.join(ROOT, 'package.json'), 'utf8')]]);
  const pages = ['README.md'];
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(path.join(ROOT, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const name = path.relative(ROOT, file).replaceAll('\\', '/');
      if (/\.([cm]?[jt]sx?|css)$/.test(name)) files.set(name, readFileSync(file, 'utf8'));
      else if (name.endsWith('.md')) pages.push(name);
    }
  }
  return treeOf(files, readdirSync(ROOT), pages);
}

/** @param files text by path; tests of the rules make it up. */
export function treeOf(
  files: ReadonlyMap<string, string>,
  topLevel: string[] = [],
  pages: string[] = [],
): Tree {
  return { files: [...files].map(([name, text]) => sourceFile(name, text)), topLevel, pages };
}

function sourceFile(name: string, text: string): SourceFile {
  const file: SourceFile = {
    path: name,
    text,
    lineCount: text.split('\n').length - (text.endsWith('\n') ? 1 : 0),
    imports: [],
    program: undefined,
    comments: [],
  };
  if (!IS_CODE.test(name)) return file;
  const { module, program, comments, errors } = parseSync(name, text);
  if (errors[0]) throw new Error(`${name} does not parse: ${errors[0].message}`);
  const add = (specifier: string, isType: boolean): void => {
    file.imports.push({ specifier, isType, file: resolve(name, specifier) });
  };
  for (const each of module.staticImports) {
    add(each.moduleRequest.value, each.entries.length > 0 && each.entries.every((entry) => entry.isType));
  }
  for (const { entries } of module.staticExports) {
    const request = entries.find((entry) => entry.moduleRequest)?.moduleRequest;
    if (request)
      add(
        request.value,
        entries.every((entry) => entry.isType),
      );
  }
  for (const each of module.dynamicImports) {
    const literal = /^['"`](.*)['"`]$/.exec(text.slice(each.moduleRequest.start, each.moduleRequest.end));
    if (literal?.[1]) add(literal[1], false);
  }
  return { ...file, program, comments: comments.map((comment) => comment.value) };
}

function resolve(from: string, specifier: string): string | undefined {
  if (!specifier.startsWith('.')) return undefined;
  const target = path.posix.join(path.posix.dirname(from), specifier.split('?')[0] ?? '');
  return target;
}
