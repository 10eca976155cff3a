import { type FileHandle, open, rm } from 'node:fs/promises';
import { AttemptFailure } from './attempt-failure.ts';
import { type Answer, dropBody } from './http-client.ts';

/** How many bytes a continued download fetches again, to check that they are the same. */
const OVERLAP_BYTES = 4096;

/** The part of a file that has come so far, still encoded as the server sent it. */
export type PartialFile = {
  path: string;
  bytes: number;
  /** The answer that it came from. */
  from: Answer | undefined;
};

export function emptyPartial(path: string): PartialFile {
  return { path, bytes: 0, from: undefined };
}

/**
 * @returns the header fields that ask for the rest of a partial file. None where the server does not take ranges or gave no strong
 *   validator (RFC 9110, 13.1.5 and 14). Because of `If-Range` it sends the whole file if it has changed.
 */
export function rangeFields(partial: PartialFile): Record<string, string> {
  const validator = strongValidator(partial.from);
  if (partial.bytes === 0 || validator === undefined) return {};
  return { range: `bytes=${overlapStart(partial)}-`, 'if-range': validator };
}

/**
 * Writes the body of an answer to the partial file: for 206 after what is there, otherwise from the beginning.
 * @param largestBytes of the body.
 * @param onBytes called with the bytes so far and in all, if known.
 * @throws AttemptFailure where the length or the overlap is wrong, or the body is too large.
 */
export async function receive(
  answer: Answer,
  partial: PartialFile,
  largestBytes: number,
  onBytes: (bytes: number, total: number | undefined) => void,
): Promise<void> {
  try {
    await receiveBody(answer, partial, largestBytes, onBytes);
  } finally {
    // An unread body would keep the connection busy, and the next request waiting.
    dropBody(answer);
  }
}

async function receiveBody(
  answer: Answer,
  partial: PartialFile,
  largestBytes: number,
  onBytes: (bytes: number, total: number | undefined) => void,
): Promise<void> {
  const continued = answer.status === 206 ? continuation(answer, partial) : undefined;
  if (!continued) {
    partial.bytes = 0;
    partial.from = answer;
  }
  const length = lengthOf(answer);
  const start = continued?.start ?? 0;
  const total = continued?.total ?? length;
  if (total !== undefined && total > largestBytes) throw tooLarge(largestBytes);
  const file = await open(partial.path, continued ? 'r+' : 'w');
  try {
    let at = start;
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      if (at + chunk.length > largestBytes) throw tooLarge(largestBytes);
      await checkOverlap(file, chunk, at, partial);
      await file.write(chunk, 0, chunk.length, at);
      at += chunk.length;
      partial.bytes = Math.max(partial.bytes, at);
      onBytes(partial.bytes, total);
    }
    if (length !== undefined && at - start !== length) throw wrongLength(at - start, length);
    if (continued && at !== continued.total) throw wrongLength(at, continued.total);
  } finally {
    await file.close();
  }
}

/** Begins again, because what is there cannot be used. */
export async function startOver(partial: PartialFile): Promise<void> {
  partial.bytes = 0;
  partial.from = undefined;
  await rm(partial.path, { force: true });
}

function strongValidator(answer: Answer | undefined): string | undefined {
  if (answer?.headers.get('accept-ranges') !== 'bytes') return undefined;
  const etag = answer.headers.get('etag');
  if (etag !== undefined) return etag.startsWith('W/') ? undefined : etag;
  const modified = answer.headers.get('last-modified');
  const sent = Date.parse(answer.headers.get('date') ?? '');
  // A file that was changed less than a second ago may have been changed twice in that second.
  return modified !== undefined && sent - Date.parse(modified) > 1000 ? modified : undefined;
}

function overlapStart({ bytes }: PartialFile): number {
  return Math.max(0, bytes - OVERLAP_BYTES);
}

/** @throws AttemptFailure where the answer is not the rest that was requested. */
function continuation(answer: Answer, partial: PartialFile): { start: number; total: number } {
  const [, first, last, whole] =
    /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.headers.get('content-range') ?? '') ?? [];
  const [start, end, total] = [Number(first), Number(last), Number(whole)];
  const isRest = partial.bytes > 0 && start === overlapStart(partial) && end === total - 1;
  const [was, is] = [partial.from?.headers.get('etag'), answer.headers.get('etag')];
  const isSame = was === undefined || is === undefined || was === is;
  if (!isRest || !isSame) throw changed();
  return { start, total };
}

async function checkOverlap(
  file: FileHandle,
  chunk: Buffer,
  at: number,
  partial: PartialFile,
): Promise<void> {
  const length = Math.min(chunk.length, partial.bytes - at);
  if (length <= 0) return;
  const held = Buffer.alloc(length);
  await file.read(held, 0, length, at);
  if (!held.equals(chunk.subarray(0, length))) throw changed();
}

/** The part that came cannot be continued; the next attempt fetches the whole file. */
export class ChangedMeanwhile extends AttemptFailure {}

function changed(): AttemptFailure {
  return new ChangedMeanwhile('the file changed while it was fetched', { isPassing: true });
}

function lengthOf({ headers }: Answer): number | undefined {
  const text = headers.get('content-length');
  return text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined;
}

function wrongLength(bytes: number, expected: number): AttemptFailure {
  return new AttemptFailure(`the answer has ${bytes} bytes where it says that it has ${expected}`, {
    isPassing: true,
  });
}

function tooLarge(largestBytes: number): AttemptFailure {
  return new AttemptFailure(
    `the answer is larger than such a file can be (${Math.round(largestBytes / 1e6)} MB)`,
    {
      advice: 'by hand',
    },
  );
}
