import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TABLE_FORMATS } from '../contract/table-formats.ts';

/** The forms of a file: plain, or compressed by the build (`x.js.br`, `x.js.gz` beside `x.js`). */
const SUFFIXES = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const;
type Encoding = (typeof SUFFIXES)[number][0];

type PageFile = {
  encoding: Encoding;
  bytes: Buffer;
  /** ETag of the file; it is the same for all its forms. */
  etag: string;
  /** The name has a hash of the content, so the answer never changes. */
  isImmutable: boolean;
};

const INDEX = 'index.html';
/** Folders relative to the bundle, to its chunks, and to the sources. */
const PLACES = ['../renderer', '../../renderer', '../../.build/renderer'];

/** @param places folders relative to this program. @returns the built page's folder, if it was built. */
export function pageFolder(places: readonly string[] = PLACES): string | undefined {
  return places
    .map((place) => path.resolve(import.meta.dirname, place))
    .find((folder) => existsSync(path.join(folder, INDEX)));
}

/** Policy of the app's own pages: scripts and styles come only from files of the bundle. */
const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
].join('; ');

export type FileAnswer = { status: 200 | 304; headers: Record<string, string>; body: Buffer | undefined };

/** Finds the answer for a file; undefined if there is none. @param name without the first slash, decoded */
export type PageFiles = (name: string, headers: IncomingHttpHeaders) => Promise<FileAnswer | undefined>;

/**
 * Reads the built page; a name without an extension is a view and gets index.html. Names are looked up in a
 * list, so no URL reaches the file system. @param isForTeam marks index.html as served by a node of a team.
 */
export function openPageFiles(folder: string, { isForTeam = false } = {}): PageFiles {
  // Start now, while the rest of the service starts.
  const listing = listFiles(folder);
  listing.catch(() => undefined);
  const files = new Map<string, Promise<PageFile>>();

  /** @returns a file in the smallest form that the client accepts; undefined if the name is unknown. */
  async function find(name: string, accepted: string): Promise<PageFile | undefined> {
    const names = await listing;
    if (!names.has(name) || isCompressedCopy(name, names)) return undefined;
    // Compressed copies lack the mark of a team.
    const encoding = isForTeam && name === INDEX ? 'identity' : bestEncoding(accepted, name, names);
    const key = `${encoding} ${name}`;
    let known = files.get(key);
    if (!known) {
      known = readPageFile(folder, name, encoding, isForTeam);
      files.set(key, known);
      known.catch(() => files.delete(key));
    }
    return known;
  }

  return async (name, asked) => {
    const accepted = String(asked['accept-encoding'] ?? '');
    const isView = !/\.\w+$/.test(name);
    const file = (await find(name, accepted)) ?? (isView ? await find(INDEX, accepted) : undefined);
    if (!file) return undefined;
    const { encoding, etag } = file;
    const headers = {
      'Content-Type': contentType(isView ? INDEX : name),
      'Content-Security-Policy': PAGE_POLICY,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: etag,
      Vary: 'Accept-Encoding',
    };
    if (asked['if-none-match'] === etag) return { status: 304, headers, body: undefined };
    if (encoding === 'identity') return { status: 200, headers, body: file.bytes };
    return { status: 200, headers: { ...headers, 'Content-Encoding': encoding }, body: file.bytes };
  };
}

/** Answers with a file of the page. @param name undefined if no file was asked for. @returns false without one. */
export async function sendPageFile(
  files: PageFiles,
  name: string | undefined,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const file = name === undefined ? undefined : await files(name, headers);
  if (!file) return false;
  reply.code(file.status).headers(file.headers).send(file.body);
  return true;
}

async function listFiles(folder: string): Promise<ReadonlySet<string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  );
}

const isCompressedCopy = (name: string, names: ReadonlySet<string>): boolean =>
  SUFFIXES.some(
    ([, suffix]) => suffix !== '' && name.endsWith(suffix) && names.has(name.slice(0, -suffix.length)),
  );

async function readPageFile(
  folder: string,
  name: string,
  encoding: Encoding,
  isForTeam: boolean,
): Promise<PageFile> {
  const read = (form: Encoding): Promise<Buffer> =>
    readFile(path.join(folder, name + (SUFFIXES.find(([each]) => each === form)?.[1] ?? '')));
  // A name with a hash identifies the content, which need not be read.
  if (/^assets\/.*-[\w-]{8,}\.\w+$/.test(name))
    return { encoding, bytes: await read(encoding), etag: etagOf(name), isImmutable: true };
  let plain = await read('identity');
  if (isForTeam && name === INDEX)
    plain = Buffer.from(plain.toString('utf8').replace('<html ', '<html data-served-by="team" '));
  const bytes = encoding === 'identity' ? plain : await read(encoding);
  return { encoding, bytes, etag: etagOf(plain), isImmutable: false };
}

const etagOf = (content: string | Buffer): string => `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;

/** @returns the smallest existing form that the client accepts; `q=0` refuses one (RFC 9110, 12.5.3). */
function bestEncoding(accepted: string, name: string, names: ReadonlySet<string>): Encoding {
  const acceptedEncodings = new Set(
    accepted
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]),
  );
  const best = SUFFIXES.find(
    ([encoding, suffix]) => acceptedEncodings.has(encoding) && names.has(name + suffix),
  );
  return best?.[0] ?? 'identity';
}

const BY_EXTENSION: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(TABLE_FORMATS).map(([name, { mediaType }]) => [`.${name}`, mediaType]),
  ),
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.zip': 'application/zip',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

export function contentType(fileName: string): string {
  return BY_EXTENSION[path.extname(fileName).toLowerCase()] ?? 'application/octet-stream';
}
