import {
  type BrotliCompress,
  brotliCompressSync,
  constants,
  crc32,
  createBrotliCompress,
  createGzip,
  deflateRawSync,
  type Gzip,
} from 'node:zlib';

/** Reads from the headers which form a client wants (RFC 9110, 12.5), and compresses answers. */

type Choice = { name: string; quality: number };

/** @returns whether `Accept` names text/csv and prefers it to JSON. A wildcard does not count: JSON is the default. */
export function prefersCsv(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/csv')) return false;
  const choices = choicesOf(accept);
  return qualityOf(choices, 'text/csv') > qualityOf(choices, 'application/json');
}

/** @returns the encoding of `offered` that `Accept-Encoding` prefers, the first of equal ones; `undefined`: not compressed. */
export function encodingFor<Name extends string>(
  acceptEncoding: string | string[] | undefined,
  offered: readonly Name[],
): Name | undefined {
  if (typeof acceptEncoding !== 'string') return undefined;
  const choices = choicesOf(acceptEncoding);
  let best: Name | undefined;
  let most = 0;
  for (const name of offered) {
    const quality = qualityOf(choices, name);
    if (quality > most) {
      best = name;
      most = quality;
    }
  }
  return best;
}

function qualityOf(choices: readonly Choice[], name: string): number {
  return choices.find((choice) => choice.name === name)?.quality ?? 0;
}

function choicesOf(header: string): Choice[] {
  return header.split(',').map((part) => {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim().toLowerCase());
    const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
    return { name, quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
}

/** Encodings of data. gzip comes first because the cache keeps pages compressed with it. */
export const ENCODINGS = ['gzip', 'br'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Makes 5,000 records twenty times smaller in 1.6 ms. Higher levels take ten times as long and save no more. */
const BROTLI_QUALITY = 2;
/** 128 KiB instead of 4 MiB, because many answers may stream at once. */
const BROTLI_WINDOW = 17;

/** @returns `bytes` as a Brotli stream. */
export function brotli(bytes: Buffer): Buffer {
  return brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  });
}

/** @returns a stream that compresses what is written to it. */
export function compressor(encoding: Encoding): Gzip | BrotliCompress {
  if (encoding === 'gzip') return createGzip({ level: 1 });
  return createBrotliCompress({
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
    },
  });
}

/**
 * One gzip member (RFC 1952) of three parts. The large middle is compressed once and kept. Head and tail hold what must not be
 * cached (a token, a duration), and are written as stored blocks (RFC 1951, 3.2.4).
 */

const MEMBER_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
const LARGEST_STORED = 0xffff;

/** @returns `bytes` as deflate blocks that end on a whole byte, none of them the last one, so that more can follow. */
export function deflateMiddle(bytes: Buffer): Buffer {
  return deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_FULL_FLUSH });
}

/**
 * @param deflated `deflateMiddle(middle)`.
 * @returns the parts of the gzip member, in order. `head` and `tail` have at most 65,535 bytes.
 */
export function spliceGzip(head: Buffer, middle: Buffer, deflated: Buffer, tail: Buffer): Buffer[] {
  const trailer = Buffer.alloc(8);
  trailer.writeUInt32LE(crc32(tail, crc32(middle, crc32(head))), 0);
  trailer.writeUInt32LE((head.length + middle.length + tail.length) >>> 0, 4);
  return [MEMBER_HEADER, storedHeader(head, false), head, deflated, storedHeader(tail, true), tail, trailer];
}

function storedHeader(bytes: Buffer, isLast: boolean): Buffer {
  if (bytes.length > LARGEST_STORED) throw new RangeError(`${bytes.length} bytes in a stored block`);
  const header = Buffer.alloc(5);
  header.writeUInt8(isLast ? 1 : 0, 0);
  header.writeUInt16LE(bytes.length, 1);
  header.writeUInt16LE(~bytes.length & LARGEST_STORED, 3);
  return header;
}
