import { randomBytes } from 'node:crypto';
import { createReadStream, type ReadStream } from 'node:fs';
import { mkdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import type { ExportAnswer, ExportProgress, WaitingFile, WrittenTable } from '../contract/table-export.ts';
import { contentType } from '../page/index.ts';
import { newDraftFolder } from '../process/drafts.ts';
import type { ExportControl } from './receive-csv.ts';

/** Writes the files of an export into a folder. */
export type WriteFiles = (folder: string, way: ExportControl) => Promise<WrittenTable>;

/** A finished file, which is removed once it was sent or the client has gone, and the headers to send it with. */
type DownloadFile = {
  stream: ReadStream;
  'Content-Type': string;
  'Content-Length': string;
  'Content-Disposition': string;
};

/**
 * Exports, from the request to the file that is fetched. Each has a folder of its own, which only this account may read. The folder
 * is removed when its files have been fetched, after a while, or when the service ends.
 */
export type Exports = ReturnType<typeof createExports>;

/** The user may take a while to answer the system's dialog, or to fetch the provenance as well. */
const LIFETIME_MS = 30 * 60_000;
/** How many exports wait to be fetched. One more removes the oldest. */
const KEPT = 8;
const TARGET_LIFETIME_MS = 60_000;

type OfferedFile = { name: string; isTaken: boolean };
type MadeExport = {
  folder: string;
  offered: Map<string, OfferedFile>;
  sidecar: string | null;
  expiry: NodeJS.Timeout;
};

/** @param lifetimeMs for which files that nobody fetches are kept. */
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
      made.offered.set(ticket, { name, isTaken: false });
      return { name, url: `/download/${ticket}` };
    };
    kept.push(made);
    for (const old of kept.slice(0, Math.max(0, kept.length - KEPT))) await forget(old);
    return { receipt, file: offer(file), sidecar: sidecar === null ? null : offer(sidecar) };
  }

  async function removeTaken(made: MadeExport, file: string): Promise<void> {
    await rm(file, { force: true });
    if ([...made.offered.values()].every(({ isTaken }) => isTaken)) await forget(made);
  }

  /** Has files written into a folder of their own, which is removed if that fails. */
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
    /**
     * Has files written. @param id by which it can be cancelled.
     * @throws Failure of the service; 'cancelled'.
     */
    make: inFolder,
    /** The progress of a running export; undefined where none has this id. */
    progress: (id: string): ExportProgress | undefined => underWay.get(id)?.progress,
    cancel: (id: string): void => underWay.get(id)?.stop.abort(),
    /** @returns the file of a ticket, once; undefined for a ticket that was used, has expired or never existed. */
    async redeem(ticket: string): Promise<DownloadFile | undefined> {
      const made = madeBy(ticket);
      const offered = made?.offered.get(ticket);
      if (!made || !offered || offered.isTaken) return undefined;
      offered.isTaken = true;
      const file = path.join(made.folder, offered.name);
      const { size } = await stat(file);
      const stream = createReadStream(file);
      // Also when the client goes away: that closes the stream.
      stream.once('close', () => void removeTaken(made, file).catch(() => undefined));
      return {
        stream,
        'Content-Type': contentType(offered.name),
        'Content-Length': String(size),
        'Content-Disposition': `attachment; filename="${offered.name}"`,
      };
    },
    /**
     * @returns the provenance of the file that was fetched by this ticket, once; undefined if there is none, or if its own ticket was
     * used.
     */
    async takeSidecar(ticket: string): Promise<string | undefined> {
      const made = madeBy(ticket);
      if (!made || made.sidecar === null) return undefined;
      const own = [...made.offered].find(([, { name }]) => name === made.sidecar);
      if (own === undefined || own[0] === ticket || own[1].isTaken) return undefined;
      own[1].isTaken = true;
      const text = await readFile(path.join(made.folder, made.sidecar), 'utf8');
      await forget(made);
      return text;
    },
    /** @returns an address that answers a path of the API (with its query) once, within a minute: `<a download>` cannot send a credential. */
    offerTarget(target: string): string {
      const ticket = newTicket();
      targets.set(ticket, { target, endsMs: performance.now() + TARGET_LIFETIME_MS });
      return `/download/${ticket}`;
    },
    /** @returns the path of the API for the ticket of `offerTarget`, once; undefined where it is used, expired or invented. */
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
