import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../contract/failure.ts';
import {
  type CsvDialect,
  PLAIN_CSV,
  type TableExport,
  type TableReceipt,
  type WrittenTable,
} from '../contract/table-export.ts';
import { TABLE_FORMATS, type TableFormat } from '../contract/table-formats.ts';
import { type WrittenBytes, writeCompleteFile, writeWithSidecar } from './complete-file.ts';
import { drawn } from './drawn.ts';
import { published } from './published.ts';
import type { ExportContext, Exported, WriteFormat, WriteOptions } from './types.ts';

type FilePieces = AsyncIterable<Uint8Array>;

/** Loads a format's writer when it is needed. */
export async function* exportBytes(
  exported: Exported,
  format: TableFormat,
  options: WriteOptions = {},
): AsyncGenerator<Uint8Array, void> {
  const { write } = (await import(`./formats/${format}.ts`)) as { write: WriteFormat };
  yield* write(exported, options);
}

/** If a format cannot hold the provenance, writes it into a second file, or into one ZIP with the first. */
async function writeExport(
  exported: Exported,
  bytes: FilePieces,
  format: TableFormat,
  file: string,
  { signal, isZipped = false }: { signal?: AbortSignal | undefined; isZipped?: boolean } = {},
): Promise<WrittenTable> {
  const name = path.basename(file);
  const receipt = (written: WrittenBytes) => receiptOf(exported, format, name, written);
  if (TABLE_FORMATS[format].holdsProvenance) {
    const written = await writeCompleteFile(file, bytes, signal);
    return { receipt: receipt(written), file: name, sidecar: null };
  }
  const makeSidecar = (written: WrittenBytes): Uint8Array =>
    Buffer.from(`${JSON.stringify({ ...exported.provenance(), receipt: receipt(written) }, null, 2)}\n`);
  if (!isZipped) {
    const { written, sidecar } = await writeWithSidecar(file, bytes, makeSidecar, signal);
    return { receipt: receipt(written), file: name, sidecar };
  }
  const whole = await collected(bytes);
  const written = { bytes: whole.byteLength, sha256: createHash('sha256').update(whole).digest('hex') };
  const { zipSync } = await import('fflate');
  const archive = `${path.parse(name).name}.zip`;
  // A fixed time, so that the same export gives the same bytes.
  const mtime = exported.created.toISOString();
  const zip = zipSync({ [name]: whole, [`${name}.json`]: makeSidecar(written) }, { mtime });
  await writeCompleteFile(path.join(path.dirname(file), archive), [zip], signal);
  return { receipt: receipt(written), file: archive, sidecar: null };
}

/** Writes an export of a chart's lines into an existing folder. @param onRows gets the rows written */
export async function writeTable(
  asked: TableExport,
  folder: string,
  onRows?: (rows: number) => void,
): Promise<WrittenTable> {
  const { name, format, csv, zipped } = asked;
  const exported = drawn(asked);
  const file = path.join(folder, `${name}.${format}`);
  return writeExport(exported, exportBytes(exported, format, { csv, onRows }), format, file, {
    isZipped: zipped,
  });
}

export function writeExported(
  exported: Exported,
  format: TableFormat,
  folder: string,
  name: string,
): Promise<WrittenTable> {
  return writeExport(exported, exportBytes(exported, format), format, path.join(folder, `${name}.${format}`));
}

const ATTEMPTS = 3;

export type FileOptions = {
  signal?: AbortSignal | undefined;
  /** Absent for plain CSV, guarded if the context says so. */
  csv?: CsvDialect;
  isZipped?: boolean;
  /** API addresses without a key that answer the same data, for the provenance. */
  requests?: readonly string[];
};

const dialectOf = ({ isGuarded = false }: ExportContext): CsvDialect => ({
  ...PLAIN_CSV,
  guarded: isGuarded,
});

/** Exports stored data to a file, again if data are published meanwhile. @throws Failure after three tries */
export async function writeSelection(
  context: ExportContext,
  format: TableFormat,
  file: string,
  { signal, csv = dialectOf(context), isZipped = false, requests = [] }: FileOptions = {},
): Promise<WrittenTable> {
  for (let attempt = 1; ; attempt++) {
    const exported = published(context);
    const withRequests = {
      ...exported,
      provenance: () => ({ ...exported.provenance(), requests: [...requests] }),
    };
    try {
      const bytes = unchanged(context, exported, format, csv);
      return await writeExport(withRequests, bytes, format, file, { signal, isZipped });
    } catch (error) {
      if (!(error instanceof DataChangedFailure) || attempt === ATTEMPTS) throw error;
    }
  }
}

export async function exportToFile(
  context: ExportContext,
  format: TableFormat,
  file: string,
  signal?: AbortSignal,
): Promise<TableReceipt> {
  return (await writeSelection(context, format, file, { signal })).receipt;
}

const STREAM_REASONS: Readonly<Record<string, string>> = {
  ABORT_ERR: 'Stopped',
  EPIPE: 'The output was closed before the end',
  ERR_STREAM_PREMATURE_CLOSE: 'The output was closed before the end',
  ENOSPC: 'The disk is full',
};

/** Writes to a stream, left open. @throws Failure 'cancelled' if it closes, its disk is full, or on abort */
export async function writeToStream(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  stream: Writable,
  signal: AbortSignal,
): Promise<WrittenBytes> {
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.byteLength;
      yield chunk;
    }
  }
  try {
    await pipeline(counted, stream, { signal, end: false });
  } catch (error) {
    if (error instanceof Failure || !(error instanceof Error && 'code' in error)) throw error;
    const reason = STREAM_REASONS[String(error.code)];
    if (reason === undefined) throw error;
    throw new Failure('cancelled', `${reason}: the export is not complete.`, {}, { cause: error });
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** @throws Failure like `writeToStream`, and if the data change meanwhile. */
export async function exportToStream(
  context: ExportContext,
  format: TableFormat,
  stream: Writable,
  signal: AbortSignal,
): Promise<TableReceipt> {
  const exported = published(context);
  const written = await writeToStream(
    unchanged(context, exported, format, dialectOf(context)),
    stream,
    signal,
  );
  return receiptOf(exported, format, '', written);
}

class DataChangedFailure extends Failure {}

/** @throws DataChangedFailure at the end if the data have changed since the start */
async function* unchanged(
  context: ExportContext,
  exported: Exported,
  format: TableFormat,
  csv: CsvDialect,
): AsyncGenerator<Uint8Array, void> {
  const { reader } = context;
  const version = reader.dataVersion();
  yield* exportBytes(exported, format, { csv });
  if (reader.dataVersion() === version) return;
  throw new DataChangedFailure(
    'folder_in_use',
    'The data changed while they were exported: the export is not complete. Run it again.',
  );
}

function receiptOf(
  exported: Exported,
  format: TableFormat,
  name: string,
  written: WrittenBytes,
): TableReceipt {
  const { rows, observations, first, last } = exported.counts();
  const { series } = exported;
  return { name, format, rows, observations, series, first, last, ...written, complete: true };
}

async function collected(bytes: FilePieces): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  return Buffer.concat(chunks);
}
