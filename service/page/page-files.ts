import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FRED_GRAPH_PREFIX, FRED_PREFIX } from '../contract/names.ts';
import { TABLE_FORMATS } from '../contract/table-formats.ts';
import { DATASETS } from '../datasets/index.ts';

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

/**
 * Serves the built page; a path without an extension is a view and gets index.html. Names are looked up in a
 * list, so no URL reaches the file system. @param isForTeam marks index.html as served by a node of a team.
 * @returns false if there is no such file.
 */
export function openPageFiles(
  folder: string,
  { isForTeam = false } = {},
): (request: FastifyRequest, reply: FastifyReply) => Promise<boolean> {
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

/**
 * `data` needs a session or a key; `public` (health, docs, catalogue) does not. `page`: a file or view.
 * `other`: actions, downloads, team; a wrong path there is an error and never shows the app.
 */
export type PathKind = 'data' | 'public' | 'other' | 'page';

const PUBLIC = new Set(['/healthz', '/openapi.json', '/docs', '/api/v1/catalog']);
const BEGINNINGS: readonly (readonly [string, PathKind])[] = [
  ['/docs/', 'public'],
  ['/api/', 'data'],
  [`${FRED_PREFIX}/`, 'data'],
  [`${FRED_GRAPH_PREFIX}/`, 'data'],
  ...DATASETS.filter(({ group }) => group === 'market-data').map(({ id }) => [`/${id}/`, 'data'] as const),
  ...['/host/', '/control/', '/download/', '/auth/', '/team/', '/mcp'].map(
    (beginning) => [beginning, 'other'] as const,
  ),
];

/** @param pathname without a query */
export function pathKind(pathname: string): PathKind {
  if (PUBLIC.has(pathname)) return 'public';
  return BEGINNINGS.find(([beginning]) => pathname.startsWith(beginning))?.[1] ?? 'page';
}

export function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** @returns path and query if the text is an address of this service of one of the kinds. */
export function targetOf(text: string, kinds: readonly PathKind[]): string | undefined {
  const target = URL.parse(text, 'http://service');
  const isOne =
    text.startsWith('/') && target?.host === 'service' && kinds.includes(pathKind(target.pathname));
  return isOne ? target.pathname + target.search : undefined;
}
