import { readFile, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { dateText } from '../../calendar/dates.ts';
import { Failure, stackOf } from '../../contract/failure.ts';
import { TOTAL_COUNT_HEADER } from '../../contract/names.ts';
import { PLAIN_CSV } from '../../contract/table-export.ts';
import { CSV_FORMAT, TABLE_FORMATS, type TableFormat } from '../../contract/table-formats.ts';
import type { Dataset } from '../../datasets/index.ts';
import type { Derivation } from '../../derived/index.ts';
import { newDraftFolder } from '../../process/drafts.ts';
import { maskSecrets } from '../../process/mask.ts';
import { askedFrequency } from '../../series-math/frequency.ts';
import {
  type ObservationRows,
  observationTexts,
  type Position,
  type Reader,
  type SeriesSelection,
} from '../../store/index.ts';
import {
  type ExportSelection,
  exportView,
  parquetBytes,
  published,
  rowBytes,
  storedColumns,
  type TableColumn,
} from '../../tables/index.ts';
import { compressor, ENCODINGS, encodingFor, matchesEtag, sendUnchangedData } from './answer.ts';
import type { ApiFormat } from './parameters.ts';
import type { Context, DataFacts } from './site.ts';

/** Rows of a piece, which takes a few milliseconds, so that other requests hardly wait. */
export const CHUNK_ROWS = 10_000;

export type WritePage<Written> = (page: ObservationRows, isLast: boolean) => Written;
export type ReadPage = (page: Parameters<Reader['observations']>[1]) => ReturnType<Reader['observations']>;

/** @param total rows counted before, to compare, if any. @returns a function that gives the next piece. */
export function rowChunks<Written>(
  { reader }: Pick<Context, 'reader'>,
  data: DataFacts,
  selection: SeriesSelection,
  total: number | undefined,
  write: WritePage<Written>,
  read: ReadPage = (page) => reader.observations(selection, page),
): () => Written | undefined {
  const updatedAt = data.updatedAt(selection.dataset);
  let version = data.version;
  let after: Position | undefined;
  let isDone = false;
  let rows = 0;
  return () => {
    if (isDone) return undefined;
    const page = read({ after, limit: CHUNK_ROWS });
    const now = reader.dataVersion();
    if (now !== version) {
      const held = reader.holdings().find((one) => one.dataset === selection.dataset);
      if ((held?.updatedAt ?? '') !== updatedAt) {
        throw publishedMeanwhile(selection.dataset);
      }
      version = now;
    }
    after = page.last;
    isDone = !page.more;
    rows += page.count;
    if (isDone && total !== undefined && rows !== total) {
      // New data published since the count explain a difference.
      if (version !== data.version) throw publishedMeanwhile(selection.dataset);
      reader.damaged(`${rows} rows of ${selection.dataset} were read where ${total} are counted`);
    }
    return write(page, isDone);
  };
}

function publishedMeanwhile(dataset: string): Failure {
  return new Failure('folder_in_use', `${dataset} was published again while it was being written out.`);
}

type WideColumn = { code: string; area: string };

/** @returns the codes in order; for a dataset by state, each with the requested or else the stored states. */
export function wideColumns(
  { dataset, codes, areas }: SeriesSelection,
  isByState: boolean,
  data: DataFacts,
): WideColumn[] {
  if (!isByState) return codes.map((code) => ({ code, area: '' }));
  const held = data.holdings().find((one) => one.dataset === dataset)?.series ?? [];
  return codes.flatMap((code) => {
    const found = held.filter((one) => one.code === code).map(({ area }) => area);
    return (areas ?? found.toSorted()).map((area) => ({ code, area }));
  });
}

/** @param wide columns for one row a date; without them the table has one row a record. */
export function tableForm(dataset: Dataset, codes: readonly string[], wide?: readonly WideColumn[]) {
  if (!wide)
    return {
      columns: storedColumns({ dataset, codes }),
      lines: ((page) => rowBytes(page, CSV_FORMAT)) satisfies WritePage<Buffer>,
      cells: recordCells(dataset.byState),
    };
  const columns = wide.map(({ code, area }): TableColumn => {
    // 'US10Y', or 'initial_claims.CA' for a state.
    const name = area === '' ? code : `${code}.${area}`;
    return { name, kind: 'number', canBeAbsent: true };
  });
  return {
    columns: [{ name: 'date', kind: 'date' }, ...columns] satisfies TableColumn[],
    lines: wideLines(wide),
    cells: wideCells(wide),
  };
}

function recordCells(isByState: boolean): WritePage<string[][]> {
  return (page) =>
    observationTexts(page).map(({ day, code, area, value }) =>
      isByState ? [dateText(day), code, area, value] : [dateText(day), code, value],
    );
}

/** @returns a writer of one row a date. Pages come in order; a date may continue on the next page. */
function wideCells(columns: readonly WideColumn[]): WritePage<string[][]> {
  const places = new Map(columns.map(({ code, area }, place) => [`${code}.${area}`, place + 1]));
  let open: { day: number; cells: string[] } | undefined;
  return (page, isLast) => {
    const rows: string[][] = [];
    for (const { day, code, area, value } of observationTexts(page)) {
      if (open?.day !== day) {
        if (open) rows.push(open.cells);
        open = { day, cells: [dateText(day), ...columns.map(() => '')] };
      }
      open.cells[places.get(`${code}.${area}`) as number] = value;
    }
    if (isLast && open) rows.push(open.cells);
    return rows;
  };
}

function wideLines(columns: readonly WideColumn[]): WritePage<Buffer> {
  const cells = wideCells(columns);
  return (page, isLast) =>
    Buffer.from(
      cells(page, isLast)
        .map((row) => `${row.join()}\n`)
        .join(''),
      'latin1',
    );
}

type TableAnswer = {
  format: Exclude<ApiFormat, 'json'>;
  stem: string;
  etag: string;
  columns: readonly TableColumn[];
  /** Counted observations or members; `undefined` if not counted. */
  total: number | undefined;
  /** True if the table has one row a date: its rows are then not counted. */
  isWide: boolean;
  lines: () => () => Buffer | undefined;
  cells: () => () => string[][] | undefined;
};

export async function sendTable(
  site: Context,
  data: DataFacts,
  about: ExportSelection,
  { format, stem, etag, columns, total, isWide, lines, cells }: TableAnswer,
  reply: FastifyReply,
): Promise<number> {
  const origin = data.origin(about.dataset.id);
  const counted = isWide ? undefined : total;
  if (format === CSV_FORMAT) {
    sendCsv(site, reply, {
      columns: columns.map(({ name }) => name).join(),
      next: lines(),
      total: counted,
      observations: total,
      fileName: `${stem}.csv`,
      etag,
      origin,
    });
    return total ?? 0;
  }
  const next = cells();
  const make = (signal: AbortSignal) => rowsFile(site, data, about, columns, next, signal);
  return sendFile(reply, { format, stem, etag, origin, total: counted, make });
}

/** @returns an instant without colons, which some file systems refuse: '2025-03-08T143000Z'. */
export const inFileName = (asOf: string): string => asOf.replaceAll(':', '');

/** @returns the calculation as part of a file name: '_pc1', '_m', '_pc1_m'. */
export function madeOf(derivation: Derivation | undefined): string {
  if (!derivation) return '';
  const { units, indexDay, to } = derivation;
  const index = indexDay === undefined ? '' : `_${dateText(indexDay)}`;
  return `${units === 'lin' ? '' : `_${units}${index}`}${to ? `_${askedFrequency(to.cadence)}` : ''}`;
}

type CsvAnswer = {
  columns: string;
  /** @returns the next lines, each ended by '\n'; `undefined` after the last. @throws if it breaks off. */
  next: () => Buffer | undefined;
  /** Rows of the whole answer; `undefined` if the client has gone, or nobody has counted them. */
  total: number | undefined;
  /** Observations of an answer whose rows are not counted. Short answers are not compressed. */
  observations?: number | undefined;
  fileName: string;
  etag: string;
  origin: string | undefined;
};

/** Shorter answers are not worth compressing. */
const COMPRESS_FROM_ROWS = 200;

/**
 * Streams rows between other requests. The first piece is made before anything is sent, so that its failure
 * is an error answer. A later failure resets the connection: a short file must not look complete.
 */
export function sendCsv(site: Pick<Context, 'log'>, reply: FastifyReply, answer: CsvAnswer): void {
  const isHeld = matchesEtag(reply.request.headers['if-none-match'], answer.etag);
  const isWanted = !isHeld && reply.request.method !== 'HEAD' && !reply.raw.destroyed;
  const first = isWanted ? answer.next() : undefined;
  if (sendUnchangedData(reply, answer)) return;
  reply
    .header('Content-Type', 'text/csv; charset=utf-8; header=present')
    .header('Content-Disposition', `attachment; filename="${answer.fileName}"`);
  if (answer.total !== undefined) reply.header(TOTAL_COUNT_HEADER, answer.total);
  const encoding =
    (answer.total ?? answer.observations ?? 0) >= COMPRESS_FROM_ROWS
      ? encodingFor(reply.request.headers['accept-encoding'], ENCODINGS)
      : undefined;
  if (encoding) reply.header('Content-Encoding', encoding);
  reply.hijack();
  // The client may have gone while the rows were counted.
  if (reply.raw.destroyed) return;
  reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>);
  if (reply.request.method === 'HEAD') return void reply.raw.end();
  const log = (text: string) => site.log(`${reply.request.id} CSV broken off: ${maskSecrets(text)}`);
  const pieces = piecesOf(answer, first, reply.raw, log);
  const sent = encoding ? pipeline(pieces, compressor(encoding), reply.raw) : pipeline(pieces, reply.raw);
  // The client has gone, or the connection was reset.
  sent.catch(() => undefined);
}

/** Resets the connection at an error: to a client of HTTP/1.0 a normal end would look complete. */
async function* piecesOf(
  { columns, next }: CsvAnswer,
  first: Buffer | undefined,
  raw: FastifyReply['raw'],
  log: (text: string) => void,
) {
  yield `${columns}\n`;
  try {
    for (let chunk = first; chunk && !raw.destroyed; chunk = next()) {
      yield chunk;
      await turn();
    }
  } catch (error) {
    log(stackOf(error));
    if (raw.socket instanceof Socket) raw.socket.resetAndDestroy();
    raw.destroy();
  }
}

type FileAnswer = {
  format: TableFormat;
  stem: string;
  etag: string;
  origin: string | undefined;
  /** Rows of the file, if they are known before it is made. */
  total?: number | undefined;
  /** Makes the file in a thread. @param signal aborts if the client has gone. */
  make: (signal: AbortSignal) => Promise<{ bytes: Uint8Array; rows: number }>;
};

/** Sends a file that is made whole first; for HEAD it is not made. @returns how many rows it has. */
export async function sendFile(
  reply: FastifyReply,
  { format, stem, etag, origin, total, make }: FileAnswer,
): Promise<number> {
  if (sendUnchangedData(reply, { etag, origin })) return total ?? 0;
  reply
    .header('Content-Type', TABLE_FORMATS[format].mediaType)
    .header('Content-Disposition', `attachment; filename="${stem}.${format}"`);
  if (reply.request.method === 'HEAD') {
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

/** Makes a file of a chart's lines. A thread recalculates them: passing texts would delay other requests. */
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

/** Makes a Parquet file. @param about for its footer. @param next gives rows; `undefined` at the end. */
async function rowsFile(
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
