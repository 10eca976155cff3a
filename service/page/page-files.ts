import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { contentType } from './content-type.ts';
import { pathKind, pathOf } from './path-kind.ts';

/** The forms of a file: as it is, or compressed by the build (`x.js.br`, `x.js.gz` beside `x.js`). */
const SUFFIXES = [
  ['br', '.br'],
  ['gzip', '.gz'],
  ['identity', ''],
] as const;
type Encoding = (typeof SUFFIXES)[number][0];

/** One form of a file. */
type PageFile = {
  encoding: Encoding;
  bytes: Buffer;
  /** Of the file, in whatever form. */
  etag: string;
  /** The name has a hash of the content, so the answer never changes. */
  isImmutable: boolean;
};

const INDEX = 'index.html';
/** Beside the bundle and its folder of chunks, and from the sources where the page was built. */
const PLACES = ['../renderer', '../../renderer', '../../.build/renderer'];

/** @param places folders to look in, relative to this program. @returns the folder of the built page; `undefined` where it was not built. */
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

/**
 * Serves the built page. Every other path without an extension is a view of the app, and gets index.html. Names are looked up in the list
 * of files, and a file is read when somebody first asks for it: no URL ever reaches the file system.
 * @param isForTeam marks index.html, so that the page knows before its first request that a node of a team serves it
 * @returns what answers GET and HEAD; it resolves to false where there is no such file.
 */
export function openPageFiles(
  folder: string,
  { isForTeam = false } = {},
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
  // At once, while the rest of the service starts.
  const listing = listFiles(folder);
  listing.catch(() => undefined);
  const files = new Map<string, Promise<PageFile>>();

  /** @returns a file in the smallest form that the client accepts; undefined where there is none of this name. */
  async function find(name: string, accepted: string): Promise<PageFile | undefined> {
    const names = await listing;
    if (!names.has(name) || isCompressedCopy(name, names)) return undefined;
    // The mark of a team is in no compressed copy.
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

  return async (request, reply) => {
    const name = nameOf(request.url);
    if (name === undefined) return false;
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const isView = !/\.\w+$/.test(name);
    const file = (await find(name, accepted)) ?? (isView ? await find(INDEX, accepted) : undefined);
    if (!file) return false;
    reply
      .type(contentType(isView ? INDEX : name))
      .header('Content-Security-Policy', PAGE_POLICY)
      .header('Cross-Origin-Opener-Policy', 'same-origin')
      .header('Cache-Control', file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      .header('ETag', file.etag)
      .header('Vary', 'Accept-Encoding');
    if (request.headers['if-none-match'] === file.etag) {
      reply.code(304).send();
      return true;
    }
    if (file.encoding !== 'identity') reply.header('Content-Encoding', file.encoding);
    reply.send(file.bytes);
    return true;
  };
}

/** @returns the name of a file by the path of a URL; undefined for a path that is not the page's. */
function nameOf(url: string): string | undefined {
  const pathname = pathOf(url);
  if (pathKind(pathname) !== 'page') return undefined;
  try {
    return decodeURIComponent(pathname).slice(1);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
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
  // A name with a hash says as much as the content, which need not be read as well.
  if (/^assets\/.*-[\w-]{8,}\.\w+$/.test(name))
    return { encoding, bytes: await read(encoding), etag: etagOf(name), isImmutable: true };
  let plain = await read('identity');
  if (isForTeam && name === INDEX)
    plain = Buffer.from(plain.toString('utf8').replace('<html ', '<html data-served-by="team" '));
  const bytes = encoding === 'identity' ? plain : await read(encoding);
  return { encoding, bytes, etag: etagOf(plain), isImmutable: false };
}

const etagOf = (content: string | Buffer): string => `"${hash('sha256', content, 'base64url').slice(0, 22)}"`;

/** @returns the smallest form that exists and that the client accepts; `q=0` refuses one (RFC 9110, 12.5.3). */
function bestEncoding(accepted: string, name: string, names: ReadonlySet<string>): Encoding {
  const taken = new Set(
    accepted
      .split(',')
      .map((part) => part.trim().toLowerCase())
      .filter((part) => !/;\s*q=0(\.0*)?$/.test(part))
      .map((part) => part.split(';')[0]),
  );
  const best = SUFFIXES.find(([encoding, suffix]) => taken.has(encoding) && names.has(name + suffix));
  return best?.[0] ?? 'identity';
}
