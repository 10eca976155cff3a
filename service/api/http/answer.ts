import { hash } from 'node:crypto';
import {
  type BrotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzipSync,
} from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ORIGIN_HEADER } from '../../contract/names.ts';

const VARY = 'Accept, Accept-Encoding, X-API-Key, Authorization, Origin';

/** @returns a weak ETag (RFC 9110, 8.8.3) of an answer's inputs, so that a 304 needs no answer made. */
export function weakEtag(...parts: readonly string[]): string {
  return `W/"${hash('sha1', parts.join('\n'), 'base64url')}"`;
}

export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

/** Sends an uncounted 304 if the client has the answer. Set the headers before. @returns whether it did. */
export function sendUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('ETag', etag);
  if (!matchesEtag(request.headers['if-none-match'], etag)) return false;
  request.takeBack?.();
  // Fastify would add Content-Length: 0 to the answer to HEAD.
  reply.code(304).hijack();
  reply.raw.writeHead(304, reply.getHeaders() as Record<string, string>).end();
  return true;
}

export function sendUnchangedData(
  reply: FastifyReply,
  { etag, origin, vary = VARY }: { etag: string; origin: string | undefined; vary?: string },
): boolean {
  reply.headers({ 'Cache-Control': 'private, no-cache', Vary: vary });
  if (origin !== undefined) reply.header(ORIGIN_HEADER, origin);
  return sendUnchanged(reply.request, reply, etag);
}

type RowsAnswer = {
  /** JSON in UTF-8. */
  body: Buffer;
  etag: string;
  link?: string | undefined;
  origin: string | undefined;
};

/** Answers below this many bytes are not worth compressing. */
const COMPRESS_FROM = 4096;

export function sendRows(reply: FastifyReply, answer: RowsAnswer): FastifyReply {
  if (sendUnchangedData(reply, answer)) return reply;
  const { body, link } = answer;
  reply.type('application/json; charset=utf-8');
  if (link !== undefined) reply.header('Link', link);
  const encoding =
    body.length >= COMPRESS_FROM
      ? encodingFor(reply.request.headers['accept-encoding'], ENCODINGS)
      : undefined;
  if (!encoding) return reply.send(body);
  return reply.header('Content-Encoding', encoding).send(compressed(body, encoding));
}

export type Document = { body: Buffer; type: string; etag: string; encoded: Map<'br' | 'gzip', Buffer> };

const COMPRESS_DOCUMENT_FROM = 1400;

export function makeDocument(body: Buffer | string, type: string): Document {
  const bytes = Buffer.from(body);
  return { body: bytes, type, etag: weakEtag(bytes.toString('latin1')), encoded: new Map() };
}

/** @param name the content's version: a new name rebuilds the document. @returns a handler that sends it. */
export function keptDocument(type: string, make: () => Promise<string | Buffer>, name = () => '') {
  let kept: { name: string; document: Promise<Document> } | undefined;
  return async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const wanted = name();
    if (kept?.name !== wanted) {
      const document = make().then((body) => makeDocument(body, type));
      kept = { name: wanted, document };
      // A document that could not be made is made at the next request.
      document.catch(() => {
        kept = undefined;
      });
    }
    return sendDocument(reply, await kept.document);
  };
}

export function sendDocument(reply: FastifyReply, document: Document): FastifyReply {
  reply.headers({ Vary: 'Accept-Encoding, Origin', 'Cache-Control': 'no-cache' });
  if (sendUnchanged(reply.request, reply, document.etag)) return reply;
  reply.header('Content-Type', document.type);
  const encoding =
    document.body.length >= COMPRESS_DOCUMENT_FROM
      ? encodingFor(reply.request.headers['accept-encoding'], ['br', 'gzip'])
      : undefined;
  if (!encoding) return reply.send(document.body);
  return reply.header('Content-Encoding', encoding).send(encoded(document, encoding));
}

function encoded({ body, encoded }: Document, encoding: 'br' | 'gzip'): Buffer {
  let bytes = encoded.get(encoding);
  if (!bytes) {
    bytes =
      encoding === 'br'
        ? brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } })
        : gzipSync(body, { level: 4 });
    encoded.set(encoding, bytes);
  }
  return bytes;
}

type Choice = { name: string; quality: number };

/** @returns whether `Accept` prefers text/csv to JSON. A wildcard does not count: JSON is the default. */
export function prefersCsv(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/csv')) return false;
  const choices = choicesOf(accept);
  return qualityOf(choices, 'text/csv') > qualityOf(choices, 'application/json');
}

/** @returns the offered encoding that `Accept-Encoding` prefers, the first of equals; else `undefined`. */
export function encodingFor<Name extends string>(
  acceptEncoding: string | string[] | undefined,
  offered: readonly Name[],
): Name | undefined {
  if (typeof acceptEncoding !== 'string') return undefined;
  const choices = choicesOf(acceptEncoding);
  let best: Name | undefined;
  let most = 0;
  for (const name of offered) {
    const quality = qualityOf(choices, name);
    if (quality > most) {
      best = name;
      most = quality;
    }
  }
  return best;
}

function qualityOf(choices: readonly Choice[], name: string): number {
  return choices.find((choice) => choice.name === name)?.quality ?? 0;
}

function choicesOf(header: string): Choice[] {
  return header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
    return { name, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
}

export const ENCODINGS = ['gzip', 'br'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Makes 5,000 records twenty times smaller in 1.6 ms. Higher levels take ten times as long for no gain. */
const BROTLI_QUALITY = 2;
/** A window of 128 KiB instead of 4 MiB, because many answers may stream at once. */
const BROTLI_WINDOW = 17;

function compressed(bytes: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'gzip') return gzipSync(bytes, { level: 1 });
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

export function compressor(encoding: Encoding): Gzip | BrotliCompress {
  if (encoding === 'gzip') return createGzip({ level: 1 });
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    },
  });
}
