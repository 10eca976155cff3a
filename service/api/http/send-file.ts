import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TOTAL_COUNT_HEADER } from '../../contract/names.ts';
import { PLAIN_CSV } from '../../contract/table-export.ts';
import { TABLE_FORMATS, type TableFormat } from '../../contract/table-formats.ts';
import { newDraftFolder } from '../../process/drafts.ts';
import {
  type ExportSelection,
  exportView,
  parquetBytes,
  published,
  type TableColumn,
} from '../../tables/index.ts';
import { sendUnchangedData } from './answer.ts';
import type { Context, DataFacts } from './site.ts';

type FileAnswer = {
  format: TableFormat;
  /** Without the ending. */
  stem: string;
  etag: string;
  origin: string | undefined;
  /** Rows of the file, if they are known before it is made. */
  total?: number | undefined;
  /** Makes the file in a thread. @param signal aborts where the client has gone. `rows`: how many it has. */
  make: (signal: AbortSignal) => Promise<{ bytes: Uint8Array; rows: number }>;
};

/** Sends a file that is made whole first; for HEAD it is not made. @returns how many rows it has. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { format, stem, etag, origin, total, make }: FileAnswer,
): Promise<number> {
  if (sendUnchangedData(request, reply, { etag, origin })) return total ?? 0;
  reply
    .header('Content-Type', TABLE_FORMATS[format].mediaType)
    .header('Content-Disposition', `attachment; filename="${stem}.${format}"`);
  if (request.method === 'HEAD') {
    if (total !== undefined) reply.header(TOTAL_COUNT_HEADER, total);
    reply.hijack();
    reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>).end();
    return total ?? 0;
  }
  const gone = new AbortController();
  const leave = () => gone.abort();
  reply.raw.once('close', leave);
  if (reply.raw.destroyed) leave();
  try {
    const { bytes, rows } = await afterOthers(() => make(gone.signal));
    reply.header(TOTAL_COUNT_HEADER, total ?? rows).send(bytes);
    return total ?? rows;
  } catch (error) {
    if (!gone.signal.aborted) throw error;
    reply.hijack();
    return 0;
  } finally {
    reply.raw.off('close', leave);
  }
}

/** Files are made one after the other: each may take a gigabyte of memory. */
let last: Promise<unknown> = Promise.resolve();

function afterOthers<Made>(make: () => Promise<Made>): Promise<Made> {
  const made = last.then(make, make);
  last = made.catch(() => undefined);
  return made;
}

/**
 * Makes a file of the lines of a chart. The thread calculates the lines again: handing over hundred thousands of texts would hold up the
 * other requests.
 * @param search the parameters of the lines.
 */
export async function linesFile(
  { dataFolder, now }: Pick<Context, 'dataFolder' | 'now'>,
  { search, format, layout }: { search: string; format: TableFormat; layout: 'wide' | 'long' },
  signal: AbortSignal,
): ReturnType<FileAnswer['make']> {
  const folder = newDraftFolder(path.join(tmpdir(), 'almanac-file'));
  try {
    const names = { names: 'id', csv: PLAIN_CSV, zipped: false, base_url: '' } as const;
    const asked = { search, format, layout, ...names };
    const { file, receipt } = await exportView({ asked, dataDir: dataFolder, folder, now: now() }, signal);
    return { bytes: await readFile(path.join(folder, file)), rows: receipt.rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Makes a Parquet file of rows. Between two pieces other requests have their turn.
 * @param about what the footer of the file says of the rows.
 * @param next gives the next rows of cells; `undefined` after the last.
 */
export async function rowsFile(
  { reader, version, now }: Pick<Context, 'reader' | 'version' | 'now'>,
  data: DataFacts,
  about: ExportSelection,
  columns: readonly TableColumn[],
  next: () => string[][] | undefined,
  signal: AbortSignal,
): ReturnType<FileAnswer['make']> {
  let rows = 0;
  async function* pieces() {
    for (let some = next(); some; some = next()) {
      rows += some.length;
      yield some;
      await turn();
    }
  }
  const context = {
    reader,
    selection: about,
    origin: data.origin(about.dataset.id),
    created: now(),
    version,
  };
  const { footer } = published(context);
  return { bytes: await parquetBytes({ columns, footer }, pieces(), signal), rows };
}
