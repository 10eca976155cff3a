import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, readdir, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Failure } from '../contract/failure.ts';
import { syncFolder } from '../process/whole-file.ts';

export type Written = { bytes: number; sha256: string };

/**
 * Writes a file that appears, whole, only when all of it is on the disk: to a hidden file beside the target, which then
 * takes the target's name. A file that stood there is replaced in the same instant; on any failure it stays as it was.
 * What an export that was killed left behind is removed by the next one to the same target.
 * @throws Failure 'folder_unusable' where the target cannot be written, 'cancelled' when `signal` aborts.
 */
export async function writeCompleteFile(
  target: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<Written> {
  const ready = await prepareFile(target, chunks, signal);
  await ready.appear();
  return ready.written;
}

/** A file that is whole on the disk beside its target, under a hidden name. */
export type ReadyFile = {
  written: Written;
  /** Gives it the target's name. @throws Failure; nothing of it is left then. */
  appear(): Promise<void>;
  /** Removes it where it has not appeared. */
  drop(): Promise<void>;
};

/** As `writeCompleteFile`, up to the moment before the file appears. */
export async function prepareFile(
  target: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal?: AbortSignal,
): Promise<ReadyFile> {
  const file = await resolveTarget(target);
  // With a name that nobody can have laid a link under.
  const ending = `${process.pid}-${randomBytes(6).toString('hex')}`;
  const part = path.join(path.dirname(file), partPrefix(file) + ending);
  const drop = () => rm(part, { force: true });
  async function attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      // What cannot be made, since its name is too long, cannot be removed either: the first error says why.
      await drop().catch(() => undefined);
      throw asFailure(error, target);
    }
  }
  const written = await attempt(async () => {
    await removeLeftovers(file);
    return writePart(part, chunks, signal);
  });
  const appear = () =>
    attempt(async () => {
      await rename(part, file);
      syncFolder(path.dirname(file));
    });
  return { written, appear, drop };
}

async function writePart(
  part: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  signal: AbortSignal | undefined,
): Promise<Written> {
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

/** The file that a name stands for: a link's own target, so that the link stays. */
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

function partPrefix(file: string): string {
  return `.${path.basename(file)}.part-`;
}

async function removeLeftovers(file: string): Promise<void> {
  const folder = path.dirname(file);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(partPrefix(file))) continue;
    const pid = /^(\d{1,10})-[0-9a-f]{12}$/.exec(name.slice(partPrefix(file).length))?.[1];
    // Another name is nothing that an export made.
    if (pid !== undefined && !isRunning(Number(pid))) await rm(path.join(folder, name), { force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it runs, as someone else.
    return errorCode(error) === 'EPERM';
  }
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
