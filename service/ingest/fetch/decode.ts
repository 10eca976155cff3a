import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { PassThrough, type Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { AttemptFailure } from './attempt-failure.ts';

/**
 * Undoes the content coding of a received file, and measures the result.
 * @param coding the `Content-Encoding` field.
 * @param largestBytes of the decoded file; a small body can unpack to any size.
 * @returns bytes and hex SHA-256 of the decoded file, and its first bytes.
 * @throws AttemptFailure where the coding is unknown, the body does not have it or is cut, or the file is too large.
 */
export async function decodeFile(
  from: string,
  to: string,
  coding: string | undefined,
  largestBytes: number,
  signal: AbortSignal,
): Promise<{ bytes: number; sha256: string; head: Buffer }> {
  const decoder = decoderOf(coding);
  const hash = createHash('sha256');
  let bytes = 0;
  let head = Buffer.alloc(0);
  const meter = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > largestBytes) {
        throw new AttemptFailure(
          `the answer unpacks to more than such a file can be (${Math.round(largestBytes / 1e6)} MB)`,
          {
            advice: 'by hand',
          },
        );
      }
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES - head.length)]);
      hash.update(chunk);
      yield chunk;
    }
  };
  try {
    await pipeline(
      createReadStream(from),
      decoder ?? new PassThrough(),
      meter,
      decoder ? createWriteStream(to) : nowhere(),
      { signal },
    );
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new AttemptFailure('the answer cannot be unpacked: it was cut or damaged on its way', {
      isPassing: true,
      cause: error,
    });
  }
  if (!decoder) await rename(from, to);
  return { bytes, sha256: hash.digest('hex'), head };
}

const HEAD_BYTES = 1024;

function decoderOf(coding = 'identity'): Transform | undefined {
  switch (coding.trim().toLowerCase()) {
    case 'identity':
    case '':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      return createGunzip();
    default:
      throw new AttemptFailure(`the answer is packed as '${coding}', which was not asked for`);
  }
}

function nowhere(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
