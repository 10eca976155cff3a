import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Upload } from '../contract/host.ts';
import { newDraftFolder } from '../process/drafts.ts';

/** Files that a person dropped on the page, as copies in a folder that only this account may read. */
export type Uploads = {
  /** Streams a body to a copy. @returns what can be named afterwards, or 'too-large'; nothing is kept of it then. */
  take(name: string, bytes: AsyncIterable<Uint8Array>): Promise<Upload | 'too-large'>;
  /** Takes a copy for a piece of work: until its release it stays, whatever else comes or is discarded. */
  borrow(upload: string): BorrowedUpload | undefined;
  /** Removes a copy: at once, or when the last piece of work has released it. Nobody can borrow it any more. */
  discard(upload: string): Promise<void>;
  /** Removes all copies. */
  close(): Promise<void>;
};

/** Path of a copy and the name that the person knows it by. */
export type BorrowedUpload = { path: string; name: string; release(): Promise<void> };

/** The largest file of a publisher, the H.4.1 as XML, has 126 MB. */
export const LARGEST_BYTES = 512 * 1024 * 1024;
/** So many are kept; the oldest with which nothing is being done goes when another comes. */
const KEPT = 8;

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
    for (const old of idle.slice(0, Math.max(0, kept.size - KEPT))) await discard(old);
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
