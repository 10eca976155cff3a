import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, type ReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Upload } from '../contract/app-state.ts';
import { Failure } from '../contract/failure.ts';
import { TOTAL_COUNT_HEADER } from '../contract/names.ts';
import type { ExportAnswer, ExportProgress, WaitingFile, WrittenTable } from '../contract/table-export.ts';
import { CSV_FORMAT } from '../contract/table-formats.ts';
import { contentType } from '../page/index.ts';
import { newDraftFolder } from '../process/drafts.ts';

export type WriteFiles = (folder: string, way: ExportControl) => Promise<WrittenTable>;

/** A finished file with its headers. It is removed once it was sent or the client has gone. */
type DownloadFile = {
  stream: ReadStream;
  'Content-Type': string;
  'Content-Length': string;
  'Content-Disposition': string;
};

/** Exports, each in a private folder, which is removed when its files were fetched, or after a while. */
export type Exports = ReturnType<typeof createExports>;

/** The user may take a while to answer the system's dialog, or to fetch the provenance. */
const LIFETIME_MS = 30 * 60_000;
/** How many exports wait to be fetched. One more removes the oldest. */
const MOST_WAITING_EXPORTS = 8;
const TARGET_LIFETIME_MS = 60_000;

type OfferedFile = { name: string; isFetched: boolean };
type MadeExport = {
  folder: string;
  offered: Map<string, OfferedFile>;
  sidecar: string | null;
  expiry: NodeJS.Timeout;
};

/** @param lifetimeMs how long files that nobody fetches are kept */
export function createExports(lifetimeMs = LIFETIME_MS) {
  let root: string | undefined;
  const underWay = new Map<string, { stop: AbortController; progress: ExportProgress }>();
  const kept: MadeExport[] = [];
  const targets = new Map<string, { target: string; endsMs: number }>();
  const madeBy = (ticket: string): MadeExport | undefined => kept.find(({ offered }) => offered.has(ticket));

  async function forget(made: MadeExport): Promise<void> {
    clearTimeout(made.expiry);
    if (kept.includes(made)) kept.splice(kept.indexOf(made), 1);
    await rm(made.folder, { recursive: true, force: true });
  }

  async function keep(folder: string, { receipt, file, sidecar }: WrittenTable): Promise<ExportAnswer> {
    const expiry = setTimeout(() => void forget(made).catch(() => undefined), lifetimeMs).unref();
    const made: MadeExport = { folder, offered: new Map(), sidecar, expiry };
    const offer = (name: string): WaitingFile => {
      const ticket = newTicket();
      made.offered.set(ticket, { name, isFetched: false });
      return { name, url: `/download/${ticket}` };
    };
    kept.push(made);
    for (const old of kept.slice(0, Math.max(0, kept.length - MOST_WAITING_EXPORTS))) await forget(old);
    return { receipt, file: offer(file), sidecar: sidecar === null ? null : offer(sidecar) };
  }

  async function removeTaken(made: MadeExport, file: string): Promise<void> {
    await rm(file, { force: true });
    if ([...made.offered.values()].every(({ isFetched }) => isFetched)) await forget(made);
  }

  /** Writes files into a new folder, which is removed if that fails. */
  async function inFolder(id: string, signal: AbortSignal, write: WriteFiles): Promise<ExportAnswer> {
    const stop = new AbortController();
    const work = { stop, progress: { rows: 0, total: null } as ExportProgress };
    underWay.set(id, work);
    root ??= newDraftFolder(path.join(tmpdir(), 'almanac-export'));
    const folder = path.join(root, randomBytes(12).toString('base64url'));
    const either = AbortSignal.any([signal, stop.signal]);
    try {
      await mkdir(folder, { mode: 0o700 });
      const written = await write(folder, {
        signal: either,
        onRows: (rows, total = null) => {
          work.progress = { rows, total };
        },
      });
      return await keep(folder, written);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      if (either.aborted) throw new Failure('cancelled', 'Stopped: nothing was written.');
      throw error;
    } finally {
      underWay.delete(id);
    }
  }

  return {
    /** @param id for cancelling. @throws Failure 'cancelled', and failures of the service. */
    make: inFolder,
    progress: (id: string): ExportProgress | undefined => underWay.get(id)?.progress,
    cancel: (id: string): void => underWay.get(id)?.stop.abort(),
    /** @returns a ticket's file, once; undefined if the ticket was used, has expired or never existed. */
    async redeem(ticket: string): Promise<DownloadFile | undefined> {
      const made = madeBy(ticket);
      const offered = made?.offered.get(ticket);
      if (!made || !offered || offered.isFetched) return undefined;
      offered.isFetched = true;
      const file = path.join(made.folder, offered.name);
      const { size } = await stat(file);
      const stream = createReadStream(file);
      // The stream also closes if the client goes away.
      stream.once('close', () => void removeTaken(made, file).catch(() => undefined));
      return {
        stream,
        'Content-Type': contentType(offered.name),
        'Content-Length': String(size),
        'Content-Disposition': `attachment; filename="${offered.name}"`,
      };
    },
    /** @returns the provenance of a ticket's file, once; undefined if it has none or that was fetched. */
    async takeSidecar(ticket: string): Promise<string | undefined> {
      const made = madeBy(ticket);
      if (!made || made.sidecar === null) return undefined;
      const own = [...made.offered].find(([, { name }]) => name === made.sidecar);
      if (own === undefined || own[0] === ticket || own[1].isFetched) return undefined;
      own[1].isFetched = true;
      const text = await readFile(path.join(made.folder, made.sidecar), 'utf8');
      await forget(made);
      return text;
    },
    /** @returns an address that answers an API path once, within a minute: `<a download>` sends no key. */
    offerTarget(target: string): string {
      const ticket = newTicket();
      targets.set(ticket, { target, endsMs: performance.now() + TARGET_LIFETIME_MS });
      return `/download/${ticket}`;
    },
    /** @returns the API path of a ticket, once; undefined if the ticket was used, expired or invented. */
    redeemTarget(ticket: string): string | undefined {
      const found = targets.get(ticket);
      targets.delete(ticket);
      return found && found.endsMs > performance.now() ? found.target : undefined;
    },
    async close(): Promise<void> {
      for (const { stop } of underWay.values()) stop.abort();
      for (const { expiry } of kept.splice(0)) clearTimeout(expiry);
      const left = root;
      root = undefined;
      if (left) await rm(left, { recursive: true, force: true });
    },
  };
}

const newTicket = (): string => randomBytes(32).toString('base64url');

type ExportControl = {
  signal: AbortSignal;
  /** Called with the number of rows written so far, and with the total if it is known. */
  onRows: (rows: number, total?: number | null) => void;
};

export class BrokenOff extends Error {
  constructor(options?: ErrorOptions) {
    super('The data service broke off in the middle, so nothing was saved. Try again.', options);
  }
}

/** Writes a CSV answer to a file, and counts and hashes it. @throws BrokenOff, or the abort's reason. */
export async function receiveCsv(
  answer: Response,
  folder: string,
  { signal, onRows }: ExportControl,
): Promise<WrittenTable> {
  const { headers, body } = answer;
  const name =
    /filename="([\w.-]{1,180})"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'almanac.csv';
  const totalText = headers.get(TOTAL_COUNT_HEADER);
  const total = totalText === null ? null : Number(totalText);
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
    // A file system's error has a syscall and a path; a broken connection's error does not.
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

/** Copies of files that the user dropped on the page, in a folder that only this account can read. */
export type Uploads = {
  /** Streams a body to a copy. @returns its name for later calls, or 'too-large' without a copy. */
  take(name: string, bytes: AsyncIterable<Uint8Array>): Promise<Upload | 'too-large'>;
  /** Reserves a copy for a job: until its release the copy stays, even if it is discarded. */
  borrow(upload: string): BorrowedUpload | undefined;
  /** Removes a copy, at once or after its last release. Nobody can borrow it any more. */
  discard(upload: string): Promise<void>;
  close(): Promise<void>;
};

/** A copy's path, and the file's name for the user. */
export type BorrowedUpload = { path: string; name: string; release(): Promise<void> };

/** The largest file of a publisher, the H.4.1 as XML, has 126 MB. */
export const LARGEST_BYTES = 512 * 1024 * 1024;
/** How many copies are kept; another one replaces the oldest unused copy. */
const UPLOADS_KEPT = 8;

class TooLarge extends Error {}

type UploadedCopy = { path: string; name: string; borrowers: number };

export function createUploads(largestBytes = LARGEST_BYTES): Uploads {
  const kept = new Map<string, UploadedCopy>();
  let folder: string | undefined;

  async function discard(upload: string): Promise<void> {
    const found = kept.get(upload);
    kept.delete(upload);
    if (found?.borrowers === 0) await rm(found.path, { force: true });
  }

  async function release(upload: string, copy: UploadedCopy): Promise<void> {
    copy.borrowers -= 1;
    if (copy.borrowers === 0 && kept.get(upload) !== copy) await rm(copy.path, { force: true });
  }

  async function discardOldest(): Promise<void> {
    const idle = [...kept].filter(([, { borrowers }]) => borrowers === 0).map(([upload]) => upload);
    for (const old of idle.slice(0, Math.max(0, kept.size - UPLOADS_KEPT))) await discard(old);
  }

  return {
    async take(name, body) {
      folder ??= newDraftFolder(path.join(tmpdir(), 'almanac-upload'));
      const upload = randomBytes(16).toString('base64url');
      const file = path.join(folder, upload);
      let bytes = 0;
      const count = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          bytes += chunk.length;
          done(bytes > largestBytes ? new TooLarge() : null, chunk);
        },
      });
      try {
        await pipeline(body, count, createWriteStream(file, { mode: 0o600 }));
      } catch (error) {
        await rm(file, { force: true });
        if (error instanceof TooLarge) return 'too-large';
        throw error;
      }
      kept.set(upload, { path: file, name, borrowers: 0 });
      await discardOldest();
      return { upload, name, bytes };
    },
    borrow(upload) {
      const copy = kept.get(upload);
      if (!copy) return undefined;
      copy.borrowers += 1;
      let isReleased = false;
      return {
        path: copy.path,
        name: copy.name,
        async release() {
          if (isReleased) return;
          isReleased = true;
          await release(upload, copy);
        },
      };
    },
    discard,
    async close() {
      kept.clear();
      const left = folder;
      folder = undefined;
      if (left) await rm(left, { recursive: true, force: true });
    },
  };
}
