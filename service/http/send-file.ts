import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ORIGIN_HEADER, TOTAL_COUNT_HEADER } from '../contract/names.ts';
import { TABLE_FORMATS, type TableFormat } from '../contract/table-formats.ts';
import {
  type Column,
  type Exported,
  type ExportSelection,
  exportBytes,
  piecesOf,
  published,
} from '../tables/index.ts';
import type { Context } from './context.ts';
import type { DataState } from './data-state.ts';
import { matchesEtag } from './etag.ts';
import { VARY } from './send-rows.ts';

export type FileAnswer = {
  format: TableFormat;
  /** Without the ending. */
  stem: string;
  etag: string;
  origin: string | undefined;
  /** Rows of the file, if they are known before it is made. */
  total?: number | undefined;
  /** Makes the table; `undefined` if the client has gone. `rows`: how many it has. */
  make: () => Promise<{ exported: Exported; rows: number } | undefined>;
};

/** Sends a file that is made whole first; for HEAD it is not made. @returns how many rows it has. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { format, stem, etag, origin, total, make }: FileAnswer,
): Promise<number> {
  reply.header('Cache-Control', 'private, no-cache').header('ETag', etag).header('Vary', VARY);
  if (origin !== undefined) reply.header(ORIGIN_HEADER, origin);
  if (matchesEtag(request.headers['if-none-match'], etag)) {
    reply.code(304).send();
    return total ?? 0;
  }
  reply
    .header('Content-Type', TABLE_FORMATS[format].mediaType)
    .header('Content-Disposition', `attachment; filename="${stem}.${format}"`);
  if (request.method === 'HEAD') {
    if (total !== undefined) reply.header(TOTAL_COUNT_HEADER, total);
    reply.hijack();
    reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>).end();
    return total ?? 0;
  }
  const made = await make();
  const chunks: Uint8Array[] = [];
  for await (const chunk of made ? exportBytes(made.exported, format) : []) {
    chunks.push(chunk);
    await turn();
  }
  if (made === undefined || reply.raw.destroyed) {
    reply.hijack();
    return 0;
  }
  reply.header(TOTAL_COUNT_HEADER, made.rows).send(Buffer.concat(chunks));
  return made.rows;
}

/**
 * @param about what the footer of the file says of the rows.
 * @param next gives the next rows of cells; `undefined` after the last.
 * @returns what makes a file of rows, for `FileAnswer`. Between two pieces other requests have their turn.
 */
export function tableOf(
  { reader, version, now }: Pick<Context, 'reader' | 'version' | 'now'>,
  data: DataState,
  reply: FastifyReply,
  about: ExportSelection,
  columns: readonly Column[],
  next: () => string[][] | undefined,
): FileAnswer['make'] {
  return async () => {
    const rows: string[][] = [];
    for (let some = next(); some; some = next()) {
      for (const row of some) rows.push(row);
      await turn();
      if (reply.raw.destroyed) return undefined;
    }
    const { id } = about.dataset;
    const context = { reader, selection: about, origin: data.origin(id), created: now(), version };
    const table = { name: about.dataset.title, columns, pieces: () => piecesOf(rows) };
    return { exported: { ...published(context), table: () => table }, rows: rows.length };
  };
}
