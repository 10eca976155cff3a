import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { today } from '../calendar/today.ts';
import { Failure } from '../contract/failure.ts';
import type { FileToIngest, IngestProgress, ListChange } from '../contract/ingest.ts';
import type { JobContext } from '../process/thread-calls.ts';
import {
  FILE_FORMATS,
  FILE_HEAD_BYTES,
  type FileFormat,
  type FileReader,
  type RowTarget,
  recogniseFormat,
  rowFailure,
} from '../sources/index.ts';
import type { AbsentDays, PublishedRun } from '../store/index.ts';
import { createCheckedTarget } from './checked-target.ts';
import type { Finding, HeldBefore, SeriesLevel } from './implausible.ts';
import type { IngestPublish } from './ingest-writer.ts';
import { createListNamer, dateInName, dateOfList, type GivenFacts, givenFacts } from './list-facts.ts';
import { LONGEST_GAP_DAYS } from './shrink.ts';

/** The origin of a file's data, if a refresh fetched the file. */
type RefreshProvenance = { kind: 'refresh'; origin: 'publisher'; location: string };

export type StageOptions = Partial<JobContext<IngestProgress>> & {
  dataDir: string;
  now: () => Date;
  /** If absent: kind 'import', origin 'file', location = the file's name. */
  provenance?: RefreshProvenance | undefined;
};

const PUBLISHER_FORMATS = FILE_FORMATS.filter(({ role }) => role === undefined).map(({ id }) => id);

/** A file whose rows have been checked and written but not yet published. */
export type StagedFile = {
  many: IngestPublish;
  /** The file's name in messages. */
  name: string;
  format: Pick<FileFormat, 'id' | 'title' | 'role' | 'place' | 'isPeriod'>;
  bytes: number;
  /** Hex SHA-256 of the bytes that were read. */
  sha256: string;
  rows: number;
  /** The datasets that the rows belong to. */
  datasets: string[];
  notes: string[];
  /** Codes of the constituent lists without a date of their own. */
  undated: string[];
  /** The day number in the file's name, if it has such lists. */
  dateInName: number | undefined;
  /** True if it has a list without a code, which cannot be stored. */
  isUnnamed: boolean;
  /** Stored days that the file lacks, and how its lists differ from the previous ones. */
  absent: AbsentDays[];
  lists: ListChange[];
  /** Implausible values, how large each series' values are, and the data stored before. */
  findings: Finding[];
  levels: readonly SeriesLevel[];
  held: HeldBefore;
};

/**
 * Recognises a file by its content and streams it through its format and the checks into an open publish.
 * @param openPublish opens the publish, once the file has been recognised.
 * @param use gets the staged file. If it or anything before it throws, the publish is abandoned.
 * @param watch may wrap the target, to see the rows.
 * @throws Failure with file, line and column; 'cancelled' if the signal aborts.
 */
export async function stageFile<Result>(
  { path, name = path, ...given }: FileToIngest,
  openPublish: () => IngestPublish,
  options: StageOptions,
  use: (staged: StagedFile) => Promise<Result>,
  watch: (target: RowTarget) => RowTarget = (target) => target,
): Promise<Result> {
  const file = await openFile(path, name);
  try {
    const progress = { file: name, totalBytes: file.totalBytes };
    options.onProgress?.({ ...progress, phase: 'recognise', bytes: 0, rows: 0 });
    throwIfCancelled(options.signal, name);
    const format = recogniseFormat(name, await file.head(FILE_HEAD_BYTES));
    const many = openPublish();
    try {
      const facts = givenFacts(given);
      const staged = await stage(name, file, format, many, { ...options, given: facts }, watch);
      throwIfCancelled(options.signal, name);
      return await use(staged);
    } catch (error) {
      many.abandon();
      throw namingFile(error, name, format);
    }
  } finally {
    await file.close();
  }
}

async function stage(
  name: string,
  file: OpenFile,
  format: FileFormat,
  many: IngestPublish,
  options: StageOptions & { given: GivenFacts },
  watch: (target: RowTarget) => RowTarget,
): Promise<StagedFile> {
  const now = options.now();
  const { kind, origin, location } = options.provenance ?? { kind: 'import', origin: 'file', location: name };
  const runs = new Map<string, PublishedRun>();
  const runOf = (dataset: string) => {
    const start = {
      kind,
      dataset,
      origin,
      source: format.id,
      location,
      sha256: '',
      fetchedAt: now.toISOString(),
      defersTo: format.role === 'stand-in' ? PUBLISHER_FORMATS : undefined,
      refines: format.role === undefined,
    };
    const run = runs.get(dataset) ?? many.run(start);
    runs.set(dataset, run);
    return run;
  };
  const days = { today: today(now), named: dateInName(name, today(now)) };
  const facts = createListNamer(name, options.given, (code, rows) =>
    dateOfList(options.dataDir, days, code, rows),
  );
  const checked = createCheckedTarget(name, now, format, runOf, facts.of);
  const reader = format.open({ file: name, target: watch(checked.target) });
  const { bytes, sha256 } = await readAll(name, file, reader, options, checked.rows);
  checked.finish();
  facts.finish();
  if (checked.rows() === 0) {
    const message = [`${name} holds no observations.`, ...checked.notes].join(' ');
    throw new Failure('invalid_file', message, { file: name });
  }
  return {
    many,
    name,
    format,
    bytes,
    sha256,
    rows: checked.rows(),
    datasets: [...runs.keys()],
    notes: checked.notes,
    undated: facts.undated,
    dateInName: facts.undated.length > 0 ? days.named : undefined,
    isUnnamed: facts.isUnnamed(),
    absent: [...runs.values()].flatMap((run) => run.absentDays(LONGEST_GAP_DAYS)),
    lists: [...runs.values()].flatMap((run) => run.lists()),
    findings: checked.findings(),
    levels: checked.levels(),
    held: {
      largest: (series, enough) => runs.get(series.dataset)?.heldLargest(series, enough),
      changes: [...runs].map(([dataset, run]) => ({ dataset, ...run.changes() })),
    },
  };
}

/** Streams a file through a reader. @returns the number of bytes, and their SHA-256 in hex. */
async function readAll(
  name: string,
  file: OpenFile,
  reader: FileReader,
  { onProgress, signal }: StageOptions,
  rows: () => number,
): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash('sha256');
  let bytes = 0;
  const step = () => {
    throwIfCancelled(signal, name);
    onProgress?.({ file: name, phase: 'read', bytes, totalBytes: file.totalBytes, rows: rows() });
  };
  for await (const chunk of file.chunks()) {
    throwIfCancelled(signal, name);
    hash.update(chunk);
    bytes += chunk.length;
    reader.push(chunk);
    step();
  }
  for (const _ of reader.rest?.() ?? []) {
    step();
    // Lets a cancellation arrive.
    await nextTurn();
  }
  reader.end();
  step();
  return { bytes, sha256: hash.digest('hex') };
}

function throwIfCancelled(signal: AbortSignal | undefined, name: string): void {
  if (!signal?.aborted) return;
  throw new Failure('cancelled', `The import of ${name} was cancelled; nothing was stored.`, {
    file: name,
  });
}

/** Adds the file's name to a failure of the store, which knows rows but not files. */
function namingFile(error: unknown, name: string, { place = 'line' }: FileFormat): unknown {
  if (!(error instanceof Failure) || error.code !== 'invalid_file' || error.at.file !== undefined)
    return error;
  const { line } = error.at;
  if (line !== undefined && place === 'line') return rowFailure(name, line, undefined, error.message);
  const where = line === undefined ? name : `${name}, ${place} ${line}`;
  const at = { ...error.at, file: name };
  return new Failure('invalid_file', `${where}: ${error.message}`, at, { cause: error });
}

/** The bytes at the start of a ZIP archive. */
const ZIP_MARK = Buffer.from('PK');
/** Bytes per read: enough to be fast, with little memory. */
const CHUNK_BYTES = 1 << 18;

type OpenFile = {
  totalBytes: number;
  /**
   * @returns the first bytes, at most `length`; for a ZIP archive or workbook also the last ones, with its
   * directory and often its texts. `chunks` still begins at the start.
   */
  head(length: number): Promise<Buffer>;
  /** Reads the whole file in order. The pieces share a buffer: each is valid until the next is read. */
  chunks(): AsyncGenerator<Buffer, void, undefined>;
  close(): Promise<void>;
};

/** Opens a file. @throws Failure 'invalid_file' if it does not exist, is not a file, or cannot be read. */
async function openFile(path: string, name = path): Promise<OpenFile> {
  let handle: FileHandle | undefined;
  try {
    // O_NONBLOCK: opening a pipe must not wait for its other end.
    handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const stats = await handle.stat();
    if (stats.isDirectory())
      throw new Failure('invalid_file', `${name} is a folder; name the files in it.`, { file: name });
    if (!stats.isFile()) throw new Failure('invalid_file', `${name} is not a file.`, { file: name });
    return readable(handle, name, stats.size);
  } catch (error) {
    await handle?.close();
    throw fileOpenFailure(error, name);
  }
}

function readable(handle: FileHandle, name: string, totalBytes: number): OpenFile {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);

  async function read(length: number, position: number): Promise<Buffer> {
    try {
      const { bytesRead } = await handle.read(buffer, 0, length, position);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      throw fileOpenFailure(error, name);
    }
  }
  return {
    totalBytes,
    async head(length) {
      const first = Buffer.from(await read(Math.min(length, CHUNK_BYTES), 0));
      if (totalBytes <= length || !first.subarray(0, 2).equals(ZIP_MARK)) return first;
      return Buffer.concat([first, await read(length, Math.max(totalBytes - length, length))]);
    },
    async *chunks() {
      let position = 0;
      for (;;) {
        const chunk = await read(CHUNK_BYTES, position);
        if (chunk.length === 0) return;
        position += chunk.length;
        yield chunk;
      }
    },
    close: () => handle.close(),
  };
}

function fileOpenFailure(error: unknown, name: string): unknown {
  if (error instanceof Failure || !(error instanceof Error) || !('code' in error)) return error;
  const fail = (sentence: string) =>
    new Failure('invalid_file', `${name} ${sentence}`, { file: name }, { cause: error });
  switch (error.code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return fail('does not exist.');
    case 'EACCES':
    case 'EPERM':
      return fail('may not be read by this user.');
    case 'EISDIR':
      return fail('is a folder; name the files in it.');
    default:
      return fail(`cannot be read (${String(error.code)}).`);
  }
}
