import { createHash } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { newDraft } from '../process/drafts.ts';
import { freeSidecarName } from '../process/sidecar-name.ts';
import { syncFolder } from '../process/whole-file.ts';

export type WrittenBytes = { bytes: number; sha256: string };

/** Writes a hidden file, then renames it, so that the target is always a complete file, old or new. */
export async function writeCompleteFile(
  target: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<WrittenBytes> {
  const ready = await prepareFile(target, chunks, signal);
  await ready.appear();
  return ready.written;
}

async function prepareFile(
  target: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal?: AbortSignal,
) {
  const file = await resolveTarget(target);
  const part = newDraft(path.join(path.dirname(file), `.${path.basename(file)}`));
  const drop = () => rm(part, { force: true });
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // If the name is too long, removing the file fails as well: report the first error.
      await drop().catch(() => undefined);
      throw asFailure(error, target);
    }
  }
  const written = await attempt(() => writePart(part, chunks, signal));
  const appear = () =>
    attempt(async () => {
      await rename(part, file);
      syncFolder(path.dirname(file));
    });
  return {
    written,
    appear,
    drop,
  };
}

async function writePart(
  part: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<WrittenBytes> {
  const hash = createHash('sha256');
  let bytes = 0;
  let handle: FileHandle | undefined;
  try {
    handle = await open(part, 'wx');
    for await (const chunk of chunks) {
      if (signal?.aborted) throw new Failure('cancelled', 'Stopped: nothing was written.');
      hash.update(chunk);
      bytes += chunk.byteLength;
      await handle.writeFile(chunk);
    }
    if (signal?.aborted) throw new Failure('cancelled', 'Stopped: nothing was written.');
    await handle.sync();
  } finally {
    await handle?.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** @returns the file behind a name. A link gives its target, so that the link is kept. */
async function resolveTarget(target: string): Promise<string> {
  const found = await stat(target).catch(() => undefined);
  if (!found) return path.resolve(target);
  if (found.isFile()) return realpath(target);
  throw new Failure(
    'folder_unusable',
    `${target} is not a file that can be replaced: give the name of a file.`,
    { file: target },
  );
}

const REASONS: Record<string, string> = {
  ENOENT: 'its folder does not exist: make the folder first',
  ENOTDIR: 'its folder is not a folder',
  EACCES: 'writing there is not allowed: choose another folder',
  EPERM: 'writing there is not allowed: choose another folder',
  EROFS: 'the disk is read-only: choose another folder',
  ENOSPC: 'the disk is full: free some space or choose another disk',
  EDQUOT: 'the disk quota is used up: free some space or choose another disk',
  EFBIG: 'the file would be larger than this system allows',
  ENAMETOOLONG: 'the name is too long',
};

function asFailure(error: unknown, target: string): unknown {
  const reason = REASONS[errorCode(error) ?? ''];
  if (error instanceof Failure || reason === undefined) return error;
  return new Failure(
    'folder_unusable',
    `${target} cannot be written: ${reason}.`,
    { file: target },
    { cause: error },
  );
}

function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Writes a file, and beside it another that `tell` makes. Neither appears before both are on disk. */
export async function writeWithSidecar(
  file: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  makeSidecar: (written: WrittenBytes) => Uint8Array,
  signal?: AbortSignal,
): Promise<{ written: WrittenBytes; sidecar: string }> {
  const data = await prepareFile(file, chunks, signal);
  try {
    const name = await freeSidecarName(file);
    const beside = await prepareFile(name, [makeSidecar(data.written)], signal);
    try {
      await data.appear();
      await beside.appear();
    } finally {
      await beside.drop();
    }
    return { written: data.written, sidecar: path.basename(name) };
  } finally {
    await data.drop();
  }
}
