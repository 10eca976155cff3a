import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TOTAL_COUNT_HEADER } from '../contract/names.ts';
import type { WrittenTable } from '../contract/table-export.ts';
import { CSV_FORMAT } from '../contract/table-formats.ts';

export type ExportControl = {
  signal: AbortSignal;
  /** Is called with the number of rows written so far, and the total if it is known. */
  onRows: (rows: number, total?: number | null) => void;
};

/** The answer of the service is incomplete. */
export class BrokenOff extends Error {
  constructor(options?: ErrorOptions) {
    super('The data service broke off in the middle, so nothing was saved. Try again.', options);
  }
}

/**
 * Writes a CSV answer of the API to a file, and counts and hashes it meanwhile. The first columns are date and series.
 * @returns the receipt of a complete file. @throws BrokenOff; the abort's reason.
 */
export async function receiveCsv(
  answer: Response,
  folder: string,
  { signal, onRows }: ExportControl,
): Promise<WrittenTable> {
  const { headers, body } = answer;
  const name =
    /filename="([\w.-]{1,180})"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'almanac.csv';
  const told = headers.get(TOTAL_COUNT_HEADER);
  const total = told === null ? null : Number(told);
  const hash = createHash('sha256');
  const tally = createTally();
  let bytes = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      tally.take(chunk);
      onRows(tally.rows(), total);
      done(null, chunk);
    },
  });
  try {
    const source = body
      ? Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0])
      : Readable.from([]);
    const file = createWriteStream(path.join(folder, name), { flags: 'wx', mode: 0o600, flush: true });
    await pipeline(source, count, file, { signal });
  } catch (error) {
    // An error of the file system has a syscall and a path; a broken connection has not.
    if (signal.aborted || (error instanceof Error && 'syscall' in error && 'path' in error)) throw error;
    throw new BrokenOff({ cause: error });
  }
  const { rows, series, first, last, isEnded } = tally.end();
  if (!isEnded || (total !== null && rows !== total)) throw new BrokenOff();
  const receipt = {
    ...{ name, format: CSV_FORMAT, rows, observations: rows, series, first, last },
    ...{ bytes, sha256: hash.digest('hex'), complete: true as const },
  };
  return { receipt, file: name, sidecar: null };
}

/** Counts rows, series and days of CSV lines 'date,series[,state],value', given in chunks. */
function createTally() {
  const lines = new Set<string>();
  let rows = -1;
  let rest = '';
  let first: string | null = null;
  let last: string | null = null;
  const take = (chunk: Buffer) => {
    const parts = (rest + chunk.toString('latin1')).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      rows += 1;
      if (rows === 0) continue;
      const date = line.slice(0, 10);
      if (first === null || date < first) first = date;
      if (last === null || date > last) last = date;
      // The series, and its state if it has one.
      lines.add(line.slice(11, line.lastIndexOf(',')));
    }
  };
  return {
    take,
    rows: () => Math.max(0, rows),
    end: () => ({ rows, series: lines.size, first, last, isEnded: rows >= 0 && rest === '' }),
  };
}
