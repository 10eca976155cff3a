import { constants, crc32, inflateRawSync } from 'node:zlib';
import { Inflate } from 'fflate';
import { fileFailure, quote } from './row-failure.ts';
import type { FileReader } from './types.ts';

/**
 * A file in an archive. ZIP archives are read by the directory at their end (PKWARE's APPNOTE.TXT 6.3, 4.3.6
 * to 4.3.16). Members may be stored or deflated; encryption, ZIP64 and multi-file archives are not read.
 * fflate unpacks the members but checks neither checksums nor sizes; this module does.
 */
export type ZipMember = {
  name: string;
  packed: Buffer;
  isDeflated: boolean;
  /** Size and CRC-32 of the unpacked bytes. */
  size: number;
  crc: number;
};

const END = { signature: 0x06054b50, bytes: 22, longestComment: 0xffff };
const ENTRY = { signature: 0x02014b50, bytes: 46 };
const LOCAL = { signature: 0x04034b50, bytes: 30 };
/** Publishers' archives and workbooks have some 20 members. */
const MOST_MEMBERS = 1000;
/** Deflate reaches 1032 : 1. Publishers' largest parts have 5 : 1 to 15 : 1, empty styled cells 75 : 1. */
const LARGEST_RATIO = 200;
/** Smaller members are harmless whatever their ratio. */
const SMALL = 1 << 20;
/** Packed bytes to unpack at a time; they become 16 MB at most. */
const STEP = 16 << 10;

/** @throws Failure 'invalid_file' if the archive is damaged, cut off or of an unsupported kind. */
export function openZip(file: string, bytes: Buffer): ZipMember[] {
  const end = findEnd(file, bytes);
  const count = bytes.readUInt16LE(end + 10);
  const directory = bytes.readUInt32LE(end + 16);
  const isWhole = directory + bytes.readUInt32LE(end + 12) === end && bytes.readUInt32LE(end + 4) === 0;
  if (count > MOST_MEMBERS) throw fileFailure(file, `is a ZIP archive of more than ${MOST_MEMBERS} files.`);
  if (!isWhole) throw damaged(file, 'its directory is not where its end says');
  const members: ZipMember[] = [];
  let at = directory;
  for (let n = 1; n <= count; n++) {
    const isEntry = at + ENTRY.bytes <= end && bytes.readUInt32LE(at) === ENTRY.signature;
    const lengths = isEntry ? [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) : [];
    const next = lengths.reduce((sum, length) => sum + length, at + ENTRY.bytes);
    if (!isEntry || next > end) throw damaged(file, `entry ${n} of its directory is not whole`);
    const member = readMember(file, bytes, at, directory);
    if (members.some(({ name }) => name === member.name))
      throw damaged(file, `${quote(member.name)} is in it twice`);
    members.push(member);
    at = next;
  }
  if (at !== end) throw damaged(file, 'its directory has more entries than its end says');
  return members;
}

/** Finds the record at the archive's end; a comment may follow it. */
function findEnd(file: string, bytes: Buffer): number {
  const last = bytes.length - END.bytes;
  for (let at = last; at >= Math.max(0, last - END.longestComment); at--) {
    const isEnd =
      bytes.readUInt32LE(at) === END.signature &&
      at + END.bytes + bytes.readUInt16LE(at + 20) === bytes.length;
    if (isEnd) return at;
  }
  const sentence =
    'is a ZIP archive (or workbook) without its end: it seems to be cut off. Download it again.';
  throw fileFailure(file, sentence);
}

function readMember(file: string, bytes: Buffer, at: number, directory: number): ZipMember {
  const nameBytes = bytes.subarray(at + ENTRY.bytes, at + ENTRY.bytes + bytes.readUInt16LE(at + 28));
  const name = nameBytes.toString('utf8');
  const method = bytes.readUInt16LE(at + 10);
  const packedSize = bytes.readUInt32LE(at + 20);
  const local = bytes.readUInt32LE(at + 42);
  if ((bytes.readUInt16LE(at + 8) & 1) === 1)
    throw fileFailure(file, `holds ${quote(name)} encrypted; unpack it first.`);
  if (method !== 0 && method !== 8) {
    const sentence = `holds ${quote(name)} packed by a method (${method}) that is not read; unpack it first.`;
    throw fileFailure(file, sentence);
  }
  const isLocal = local + LOCAL.bytes <= directory && bytes.readUInt32LE(local) === LOCAL.signature;
  if (!isLocal) throw damaged(file, `${quote(name)} is not where its directory says`);
  const nameStart = local + LOCAL.bytes;
  const nameEnd = nameStart + bytes.readUInt16LE(local + 26);
  const start = nameEnd + bytes.readUInt16LE(local + 28);
  if (!nameBytes.equals(bytes.subarray(nameStart, nameEnd)) || start + packedSize > directory)
    throw damaged(file, `${quote(name)} does not match its directory entry`);
  const packed = bytes.subarray(start, start + packedSize);
  const [size, crc] = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 16)];
  return { name, packed, isDeflated: method === 8, size, crc };
}

/**
 * Unpacks a member piece by piece.
 * @param largestBytes above the size of any such member.
 * @throws Failure if it is larger, unpacks to over 200 times its size, or fails its size or CRC-32.
 */
export function* unpack(
  file: string,
  member: ZipMember,
  largestBytes: number,
): Generator<Buffer, void, undefined> {
  const { packed, size } = member;
  const name = quote(member.name);
  if (size > largestBytes) {
    const sentence = `holds ${name}, which would be ${size >> 20} MB; no such file is larger than ${largestBytes >> 20} MB.`;
    throw fileFailure(file, sentence);
  }
  if (size > SMALL && size > packed.length * LARGEST_RATIO) {
    const sentence = `holds ${name}, packed by more than ${LARGEST_RATIO} to 1: no file of data is.`;
    throw fileFailure(file, sentence);
  }
  let crc = 0;
  let unpacked = 0;
  for (const piece of pieces(file, member)) {
    unpacked += piece.length;
    if (unpacked > size) throw damaged(file, `${name} is larger than its directory says`);
    crc = crc32(piece, crc);
    if (piece.length > 0) yield piece;
  }
  if (unpacked !== size || crc !== member.crc)
    throw damaged(file, `${name} does not have the size and checksum that its directory says`);
}

function* pieces(file: string, { name, packed, isDeflated }: ZipMember): Generator<Buffer, void, undefined> {
  const out: Uint8Array[] = [];
  const inflate = new Inflate((piece) => out.push(piece));
  for (let at = 0; at < packed.length; at += STEP) {
    const part = packed.subarray(at, at + STEP);
    try {
      if (isDeflated) inflate.push(part, at + STEP >= packed.length);
      else out.push(part);
    } catch (error) {
      // fflate throws an Error with a numeric code for every kind of broken data.
      if (error instanceof Error && 'code' in error && typeof error.code === 'number')
        throw damaged(file, `${quote(name)} cannot be unpacked (${error.message})`);
      throw error;
    }
    for (const piece of out.splice(0)) yield Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
  }
}

function damaged(file: string, what: string): Error {
  return fileFailure(file, `is a damaged ZIP archive (or workbook): ${what}. Download it again.`);
}

/**
 * Collects a file that can only be read as a whole, such as an archive, and then reads it step by step.
 * @param largestBytes above the size of any such file; it limits the memory that a wrong file can take.
 * @param read gets all bytes; between its steps the import can stop.
 */
export function readWhole(
  file: string,
  largestBytes: number,
  read: (bytes: Buffer) => Generator<undefined, void, undefined>,
): FileReader & Required<Pick<FileReader, 'rest'>> {
  const parts: Buffer[] = [];
  let bytes = 0;
  let steps: Generator<undefined, void, undefined> | undefined;
  const rest = () => {
    steps ??= read(Buffer.concat(parts.splice(0)));
    return steps;
  };
  return {
    push(part) {
      bytes += part.length;
      if (bytes > largestBytes)
        throw fileFailure(
          file,
          `is larger than ${largestBytes >> 20} MB; no file of this kind is that large.`,
        );
      parts.push(Buffer.from(part));
    },
    rest,
    end() {
      while (rest().next().done !== true);
    },
  };
}

const SIGNATURE = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** A limit above what 64 KiB of any publisher's archive unpack to. */
const MOST_TEXT = 4 << 20;

/** A member in the first bytes of a ZIP archive: its name, and the part of its content in these bytes. */
export type HeadMember = { name: string; text(): string };

/** @returns the members whose headers are in a ZIP archive's head, to recognise it; [] for other files. */
export function membersInHead(head: Buffer): HeadMember[] {
  if (!head.subarray(0, 4).equals(SIGNATURE)) return [];
  const members: HeadMember[] = [];
  for (let at = 0; at >= 0; at = head.indexOf(SIGNATURE, at + 1)) {
    if (at + LOCAL.bytes > head.length) break;
    const nameEnd = at + LOCAL.bytes + head.readUInt16LE(at + 26);
    const start = nameEnd + head.readUInt16LE(at + 28);
    const method = head.readUInt16LE(at + 8);
    const name = head.subarray(at + LOCAL.bytes, nameEnd).toString('utf8');
    members.push({ name, text: () => textOf(head.subarray(start), method) });
  }
  return members;
}

function textOf(bytes: Buffer, method: number): string {
  if (method === 0) return bytes.toString('utf8');
  try {
    // This flush returns the readable beginning of a part that is cut.
    const options = { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: MOST_TEXT };
    return inflateRawSync(bytes, options).toString('utf8');
  } catch {
    return '';
  }
}
