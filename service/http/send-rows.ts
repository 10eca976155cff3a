import type { FastifyReply, FastifyRequest } from 'fastify';
import { ORIGIN_HEADER } from '../contract/names.ts';
import { isHeld } from './asked.ts';
import { brotli, ENCODINGS, encodingFor, spliceGzip } from './encodings.ts';
import { type AnswerStart, type CachedRows, COPY_UP_TO, type PageCache } from './page-cache.ts';

export type RowsAnswer = {
  key: string;
  rows: CachedRows;
  start: Pick<AnswerStart, 'head' | 'etag' | 'link' | 'whole'>;
  tail: Buffer;
  origin: string | undefined;
};

/** Answers below this many bytes are not worth compressing. */
const COMPRESS_FROM = 4096;

/** The request headers that an answer with data depends on. */
export const VARY = 'Accept, Accept-Encoding, X-API-Key, Authorization, Origin';

/**
 * Sends head + cached rows + tail, without copying the rows: plain, as one gzip member, or as Brotli; 304 if the client has them
 * already. Takes over the reply from Fastify, with the headers set so far.
 */
export function sendRows(
  pages: PageCache,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, rows, start, tail, origin }: RowsAnswer,
): void {
  const isWithClient = isHeld(request, start.etag);
  // Names and values in turn, a form that Node does not copy.
  const headers: (string | number)[] = [];
  const set = reply.getHeaders() as Record<string, string>;
  for (const name in set) headers.push(name, set[name] as string);
  headers.push('Cache-Control', 'private, no-cache', 'ETag', start.etag, 'Vary', VARY);
  if (origin !== undefined) headers.push(ORIGIN_HEADER, origin);
  reply.hijack();
  const { raw } = reply;
  if (isWithClient) {
    raw.writeHead(304, headers).end();
    return;
  }
  headers.push('Content-Type', 'application/json; charset=utf-8');
  if (start.link !== undefined) headers.push('Link', start.link);
  const encoding =
    rows.body.length >= COMPRESS_FROM
      ? encodingFor(request.headers['accept-encoding'], ENCODINGS)
      : undefined;
  const parts =
    encoding === 'gzip'
      ? spliceGzip(start.head, rows.body, pages.deflated(key, rows), tail)
      : encoding === 'br'
        ? [brotli(Buffer.concat([start.head, rows.body, tail]))]
        : plainParts(rows, start, tail);
  if (encoding) headers.push('Content-Encoding', encoding);
  let length = 0;
  for (const part of parts) length += part.length;
  headers.push('Content-Length', length);
  raw.writeHead(200, headers);
  if (request.method === 'HEAD') raw.end();
  else if (parts.length === 1) raw.end(parts[0]);
  else {
    raw.cork();
    for (const part of parts) raw.write(part);
    raw.end();
    raw.uncork();
  }
}

function plainParts({ body }: CachedRows, start: RowsAnswer['start'], tail: Buffer): Buffer[] {
  if (body.length > COPY_UP_TO) return [start.head, body, tail];
  start.whole ??= Buffer.concat([start.head, body, tail]);
  return [start.whole];
}
