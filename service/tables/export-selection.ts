import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../contract/failure.ts';
import type { TableReceipt } from '../contract/table-export.ts';
import { type Written, writeCompleteFile } from './complete-file.ts';
import { exportBytes } from './export-bytes.ts';
import { provenanceOf } from './provenance.ts';
import type { RowTally } from './tally.ts';
import type { ExportContext, ExportFormat, ExportReceipt } from './types.ts';
import { sidecarBytes, writeWithSidecar } from './with-sidecar.ts';

const ATTEMPTS = 3;

const STREAM_REASONS: Readonly<Record<string, string>> = {
  ABORT_ERR: 'Stopped',
  EPIPE: 'The output was closed before the end',
  ERR_STREAM_PREMATURE_CLOSE: 'The output was closed before the end',
  ENOSPC: 'The disk is full',
};

/**
 * Exports a selection to a file that appears only when it is complete; a CSV, which has no place for it, with its provenance beside it.
 * An import or refresh that publishes meanwhile would mix two states of the data: the export then starts again.
 * @throws Failure where the file cannot be written, or the data do not stay the same long enough.
 */
export async function exportToFile(
  context: ExportContext,
  format: ExportFormat,
  file: string,
  signal?: AbortSignal,
): Promise<ExportReceipt> {
  for (let attempt = 1; ; attempt++) {
    const tally: RowTally = { rows: 0 };
    try {
      const bytes = unchanged(context, format, tally);
      if (format !== 'csv') {
        return receipt(context, format, tally, await writeCompleteFile(file, bytes, signal));
      }
      const tell = (data: Written) => sidecarOf(context, tally, file, data);
      const { written } = await writeWithSidecar(file, bytes, tell, signal);
      return receipt(context, format, tally, written);
    } catch (error) {
      if (!(error instanceof DataChanged) || attempt === ATTEMPTS) throw error;
    }
  }
}

/**
 * Exports a selection to a stream, which is left open.
 * @throws Failure where the stream is closed before the end, or the data change meanwhile.
 */
export async function exportToStream(
  context: ExportContext,
  format: ExportFormat,
  stream: Writable,
  signal: AbortSignal,
): Promise<ExportReceipt> {
  const tally: RowTally = { rows: 0 };
  const hash = createHash('sha256');
  let bytes = 0;
  async function* counted() {
    for await (const chunk of unchanged(context, format, tally)) {
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
  return receipt(context, format, tally, { bytes, sha256: hash.digest('hex') });
}

class DataChanged extends Failure {}

/** The bytes of an export; fails at the end where the data were changed since the beginning. */
async function* unchanged(context: ExportContext, format: ExportFormat, tally: RowTally) {
  const version = context.reader.dataVersion();
  yield* exportBytes(context, format, tally);
  if (context.reader.dataVersion() === version) return;
  throw new DataChanged(
    'folder_in_use',
    'The data changed while they were exported: the export is not complete. Run it again.',
  );
}

function sidecarOf(context: ExportContext, tally: RowTally, file: string, written: Written): Uint8Array {
  const receipt: TableReceipt = {
    name: path.basename(file),
    format: 'csv',
    rows: tally.rows,
    observations: tally.rows,
    series: context.selection.codes.length,
    first: tally.first ?? null,
    last: tally.last ?? null,
    bytes: written.bytes,
    sha256: written.sha256,
    complete: true,
  };
  return sidecarBytes(provenanceOf(context, tally), receipt);
}

function receipt(
  context: ExportContext,
  format: ExportFormat,
  tally: RowTally,
  written: Written,
): ExportReceipt {
  return {
    dataset: context.selection.dataset.id,
    format,
    origin: context.origin,
    rows: tally.rows,
    first: tally.first,
    last: tally.last,
    ...written,
  };
}
