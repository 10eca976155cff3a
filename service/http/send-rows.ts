import type { FastifyReply, FastifyRequest } from 'fastify';
import { ORIGIN_HEADER } from '../contract/names.ts';
import { isHeld } from './asked.ts';
import { compressed, ENCODINGS, encodingFor } from './encodings.ts';

type RowsAnswer = {
  /** JSON in UTF-8. */
  body: Buffer;
  etag: string;
  link?: string | undefined;
  origin: string | undefined;
};

/** Answers below this many bytes are not worth compressing. */
const COMPRESS_FROM = 4096;

/** The request headers that an answer with data depends on. */
export const VARY = 'Accept, Accept-Encoding, X-API-Key, Authorization, Origin';

/** Sends a page of rows as JSON; 304 if the client has it already. */
export function sendRows(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag, link, origin }: RowsAnswer,
): void {
  reply.headers({ 'Cache-Control': 'private, no-cache', ETag: etag, Vary: VARY });
  if (origin !== undefined) reply.header(ORIGIN_HEADER, origin);
  if (isHeld(request, etag)) {
    // Fastify would add Content-Length: 0 to the answer to HEAD.
    reply.code(304).hijack();
    reply.raw.writeHead(304, reply.getHeaders() as Record<string, string>).end();
    return;
  }
  reply.type('application/json; charset=utf-8');
  if (link !== undefined) reply.header('Link', link);
  const encoding =
    body.length >= COMPRESS_FROM ? encodingFor(request.headers['accept-encoding'], ENCODINGS) : undefined;
  if (encoding) reply.header('Content-Encoding', encoding).send(compressed(body, encoding));
  else reply.send(body);
}
