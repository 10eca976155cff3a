import { constants, crc32, deflateRawSync } from 'node:zlib';

/**
 * One gzip member (RFC 1952) of three parts, of which the large middle is compressed once and kept: the head and the
 * tail of an answer hold what must not be cached (a token, a duration). They are written as stored blocks (RFC 1951, 3.2.4).
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
