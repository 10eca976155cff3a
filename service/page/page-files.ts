import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { contentType } from './content-type.ts';

/** The forms of a file: as it is, or compressed by the build (`x.js.br`, `x.js.gz` beside `x.js`). */
export type Encoding = 'br' | 'gzip' | 'identity';
const SUFFIXES: readonly (readonly [string, Encoding])[] = [
  ['.br', 'br'],
  ['.gz', 'gzip'],
];

export type PageFile = {
  contentType: string;
  /** Hash of the uncompressed bytes. */
  etag: string;
  /** The name has a hash of the content, so the answer never changes. */
  isImmutable: boolean;
  bytes: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>;
};

/** The only files that the gateway can send, by the path in the URL. No URL ever reaches the file system. */
export type PageFiles = ReadonlyMap<string, PageFile>;

/**
 * Reads the built renderer, all of it (a few MB), once.
 * @throws the file system's error where `folder` cannot be read.
 */
export async function readPageFiles(folder: string): Promise<PageFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
  const known = new Set(names);
  // Side by side: there are hundreds of them, and the start of the app waits.
  return new Map(
    await Promise.all(
      names
        .filter((name) => !isCompressedCopy(name, known))
        .map(async (name) => [`/${name}`, await readPageFile(folder, name, known)] as const),
    ),
  );
}

function isCompressedCopy(name: string, known: ReadonlySet<string>): boolean {
  return SUFFIXES.some(([suffix]) => name.endsWith(suffix) && known.has(name.slice(0, -suffix.length)));
}

async function readPageFile(folder: string, name: string, known: ReadonlySet<string>): Promise<PageFile> {
  const bytes = new Map<Encoding, Uint8Array<ArrayBuffer>>();
  const plain = await readFile(path.join(folder, name));
  bytes.set('identity', plain);
  for (const [suffix, encoding] of SUFFIXES) {
    if (known.has(name + suffix)) bytes.set(encoding, await readFile(path.join(folder, name + suffix)));
  }
  return {
    contentType: contentType(name),
    etag: etagOf(plain),
    isImmutable: /^assets\/.*-[\w-]{8,}\.\w+$/.test(name),
    bytes,
  };
}

const INDEX = '/index.html';

/**
 * @returns the files with a mark in index.html by which the page knows, before its first request, that a node of a team serves it: it
 * then asks for a key, and leaves out what is for one's own computer only.
 */
export function markedForTeam(files: PageFiles): PageFiles {
  const index = files.get(INDEX);
  if (!index) return files;
  const text = Buffer.from(index.bytes.get('identity') ?? []).toString('utf8');
  const marked = Buffer.from(text.replace('<html ', '<html data-served-by="team" '));
  return new Map([
    ...files,
    [INDEX, { ...index, etag: etagOf(marked), bytes: new Map([['identity' as const, marked]]) }],
  ]);
}

function etagOf(bytes: Uint8Array): string {
  return `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}
