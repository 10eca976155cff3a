import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Handler } from './context.ts';
import { encodingFor } from './encodings.ts';
import { matchesEtag, weakEtag } from './etag.ts';

/** A body that many clients ask for, kept together with its compressed forms. */
export type Document = {
  body: Buffer;
  type: string;
  etag: string;
  encoded: Map<'br' | 'gzip', Buffer>;
};

const COMPRESS_FROM = 1400;

/** @param type the `Content-Type`. */
export function makeDocument(body: Buffer | string, type: string): Document {
  const bytes = Buffer.from(body);
  return { body: bytes, type, etag: weakEtag(bytes.toString('latin1')), encoded: new Map() };
}

/**
 * @param name of what the document is made of; it is made anew when the name is another one.
 * @returns what answers with a document that is made at the first request.
 */
export function keptDocument(type: string, make: () => Promise<string | Buffer>, name = () => ''): Handler {
  let kept: { name: string; document: Promise<Document> } | undefined;
  return async (request, reply) => {
    const wanted = name();
    if (kept?.name !== wanted)
      kept = { name: wanted, document: make().then((body) => makeDocument(body, type)) };
    return sendDocument(request, reply, await kept.document);
  };
}

/** Sends a document: compressed where the client takes it, 304 where the client has it. */
export function sendDocument(request: FastifyRequest, reply: FastifyReply, document: Document): FastifyReply {
  reply
    .header('ETag', document.etag)
    .header('Vary', 'Accept-Encoding, Origin')
    .header('Cache-Control', 'no-cache');
  if (matchesEtag(request.headers['if-none-match'], document.etag)) return reply.code(304).send();
  reply.header('Content-Type', document.type);
  const encoding =
    document.body.length >= COMPRESS_FROM
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
