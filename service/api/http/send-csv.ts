import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { stackOf } from '../../contract/failure.ts';
import { TOTAL_COUNT_HEADER } from '../../contract/names.ts';
import { maskSecrets } from '../../process/mask.ts';
import {
  compressor,
  ENCODINGS,
  type Encoding,
  encodingFor,
  matchesEtag,
  sendUnchangedData,
} from './answer.ts';

type CsvAnswer = {
  /** First line, without its end. */
  columns: string;
  /** @returns the next lines, each ended by '\n'; `undefined` after the last. Throws if the answer cannot be completed. */
  next: () => Buffer | undefined;
  /** Rows of the whole answer; `undefined` if the client has gone, or nobody has counted them. */
  total: number | undefined;
  /** How many observations the answer has, where its rows are not counted. Short answers are not compressed. */
  observations?: number | undefined;
  fileName: string;
  etag: string;
  origin: string | undefined;
};

/** Shorter answers are not worth compressing. */
const COMPRESS_FROM_ROWS = 200;

type Sink = ReturnType<typeof compressor> | FastifyReply['raw'];

/**
 * Streams a whole range, compressed if the client accepts it. The first piece is made before anything is sent, so that a failure
 * there is answered as an error. Between two pieces it waits until the client has taken the last one, and other requests get their
 * turn. It stops when the client goes away. If a later piece fails it resets the connection: a short file must not look complete.
 */
export function sendCsv(
  log: (line: string) => void,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: CsvAnswer,
): void {
  const isHeld = matchesEtag(request.headers['if-none-match'], answer.etag);
  const isWanted = !isHeld && request.method !== 'HEAD' && !reply.raw.destroyed;
  const first = isWanted ? answer.next() : undefined;
  if (sendUnchangedData(request, reply, answer)) return;
  reply
    .header('Content-Type', 'text/csv; charset=utf-8; header=present')
    .header('Content-Disposition', `attachment; filename="${answer.fileName}"`);
  if (answer.total !== undefined) reply.header(TOTAL_COUNT_HEADER, answer.total);
  const encoding =
    (answer.total ?? answer.observations ?? 0) >= COMPRESS_FROM_ROWS
      ? encodingFor(request.headers['accept-encoding'], ENCODINGS)
      : undefined;
  if (encoding) reply.header('Content-Encoding', encoding);
  reply.hijack();
  // The client may have gone while the rows were counted.
  if (reply.raw.destroyed) return;
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  if (request.method === 'HEAD') {
    reply.raw.end();
    return;
  }
  pump(reply, answer, first, encoding).catch((error: unknown) => {
    const text = stackOf(error);
    log(`${request.id} CSV broken off: ${maskSecrets(text)}`);
    breakOff(reply.raw);
  });
}

/** Resets the connection. A normal end would look complete to a client of HTTP/1.0, which has no other sign of the length. */
function breakOff(raw: FastifyReply['raw']): void {
  if (raw.socket instanceof Socket) raw.socket.resetAndDestroy();
  raw.destroy();
}

async function pump(
  { raw }: FastifyReply,
  { columns, next }: CsvAnswer,
  first: Buffer | undefined,
  encoding: Encoding | undefined,
): Promise<void> {
  const sink = encoding ? compressor(encoding) : raw;
  if (sink !== raw) {
    sink.on('error', () => raw.destroy());
    // Frees the compressor when the client has gone.
    raw.on('close', () => sink.destroy());
    sink.pipe(raw);
  }
  sink.write(`${columns}\n`);
  let chunk = first;
  while (chunk && !raw.destroyed) {
    const hasRoom = sink.write(chunk);
    if (!hasRoom) await drained(sink);
    await turn();
    if (raw.destroyed) return;
    chunk = next();
  }
  sink.end();
}

/** Resolves when the stream has room again, or is closed. */
function drained(sink: Sink): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      sink.off('drain', done);
      sink.off('close', done);
      resolve();
    };
    sink.on('drain', done);
    sink.on('close', done);
    if (sink.destroyed) done();
  });
}
