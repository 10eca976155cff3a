import { hash } from 'node:crypto';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ORIGIN_HEADER } from '../../contract/names.ts';
import { compressed, ENCODINGS, encodingFor } from './encodings.ts';

/** Answers that are there as a whole: pages of rows, and documents that many clients ask for. */

/** The request headers that an answer with data depends on. */
export const VARY = 'Accept, Accept-Encoding, X-API-Key, Authorization, Origin';

/** @returns a weak ETag (RFC 9110, 8.8.3) of what an answer depends on. It is known before the answer is made, so that a 304 costs nothing. */
export function weakEtag(...parts: readonly string[]): string {
  return `W/"${hash('sha1', parts.join('\n'), 'base64url')}"`;
}

/** @returns whether `If-None-Match` holds the tag; compared weakly. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  const opaque = etag.replace(/^W\//, '');
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === opaque);
}

/**
 * Sends 304 where the client has the answer already; that does not count against the limits of its key. The headers that the answer
 * would have in both cases must be set before.
 * @returns whether it did.
 */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('ETag', etag);
  if (!matchesEtag(request.headers['if-none-match'], etag)) return false;
  request.takeBack?.();
  // Fastify would add Content-Length: 0 to the answer to HEAD.
  reply.code(304).hijack();
  reply.raw.writeHead(304, reply.getHeaders() as Record<string, string>).end();
  return true;
}

/** Sets what every answer with data has. @returns whether the client has it already, and got 304. */
export function isDataNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  { etag, origin, vary = VARY }: { etag: string; origin: string | undefined; vary?: string },
): boolean {
  reply.headers({ 'Cache-Control': 'private, no-cache', Vary: vary });
  if (origin !== undefined) reply.header(ORIGIN_HEADER, origin);
  return isNotModified(request, reply, etag);
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

/** Sends a page of rows as JSON; 304 if the client has it already. */
export function sendRows(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, link, ...answer }: RowsAnswer,
): FastifyReply {
  if (isDataNotModified(request, reply, answer)) return reply;
  reply.type('application/json; charset=utf-8');
  if (link !== undefined) reply.header('Link', link);
  const encoding =
    body.length >= COMPRESS_FROM ? encodingFor(request.headers['accept-encoding'], ENCODINGS) : undefined;
  if (!encoding) return reply.send(body);
  return reply.header('Content-Encoding', encoding).send(compressed(body, encoding));
}

/** A body that many clients ask for, kept together with its compressed forms. */
export type Document = {
  body: Buffer;
  type: string;
  etag: string;
  encoded: Map<'br' | 'gzip', Buffer>;
};

const COMPRESS_DOCUMENT_FROM = 1400;

/** @param type the `Content-Type`. */
export function makeDocument(body: Buffer | string, type: string): Document {
  const bytes = Buffer.from(body);
  return { body: bytes, type, etag: weakEtag(bytes.toString('latin1')), encoded: new Map() };
}

/**
 * @param name of what the document is made of; it is made again when the name is another one.
 * @returns what answers with a document that is made at the first request.
 */
export function keptDocument(type: string, make: () => Promise<string | Buffer>, name = () => '') {
  let kept: { name: string; document: Promise<Document> } | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const wanted = name();
    if (kept?.name !== wanted)
      kept = { name: wanted, document: make().then((body) => makeDocument(body, type)) };
    return sendDocument(request, reply, await kept.document);
  };
}

/** Sends a document: compressed where the client takes it, 304 where the client has it. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  reply.headers({ Vary: 'Accept-Encoding, Origin', 'Cache-Control': 'no-cache' });
  if (isNotModified(request, reply, document.etag)) return reply;
  reply.header('Content-Type', document.type);
  const encoding =
    document.body.length >= COMPRESS_DOCUMENT_FROM
      ? encodingFor(request.headers['accept-encoding'], ['br', 'gzip'])
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
