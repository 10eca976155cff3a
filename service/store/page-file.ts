import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** The pages of a database that SQLite may refuse to open, as its last commit left them. Nothing is written to it. */
export type PageFile = {
  pageSize: number;
  /** Pages that the file has, or says that it has: the larger of both. */
  pages: number;
  /** @param page from 1 on. @returns undefined where the file ends before it. */
  page(page: number): Buffer | undefined;
  /** Pages that hold nothing any more, as far as their list can be read. */
  freePages: ReadonlySet<number>;
  close(): void;
};

/** https://www.sqlite.org/fileformat2.html */
const MAGIC = 'SQLite format 3\0';
const SMALLEST_PAGE = 512;
const LARGEST_PAGE = 65_536;
const WAL_HEADER = 32;
const FRAME_HEADER = 24;

/**
 * @param usualPageSize in bytes; for a file whose header does not say one.
 * @throws the file system's error.
 */
export function openPageFile(path: string, usualPageSize: number): PageFile {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const header = Buffer.alloc(100);
    readSync(file, header, 0, header.length, 0);
    const isHeader = header.toString('latin1', 0, 16) === MAGIC;
    const pageSize = (isHeader && pageSizeIn(header)) || usualPageSize;
    const log = existsSync(`${path}-wal`) ? committedPages(readFileSync(`${path}-wal`), pageSize) : new Map();
    const own = Math.ceil(size / pageSize);
    const page = (number: number): Buffer | undefined => {
      const newer = log.get(number);
      if (newer) return newer;
      const bytes = Buffer.alloc(pageSize);
      const read = readSync(file, bytes, 0, pageSize, (number - 1) * pageSize);
      return read === pageSize ? bytes : undefined;
    };
    const said = isHeader ? (page(1)?.readUInt32BE(28) ?? 0) : 0;
    const largest = Math.max(own, ...log.keys());
    // What a header says beyond twice the file is damage, not a file that was cut.
    const pages = said > largest && said <= 2 * largest + 1024 ? said : largest;
    return {
      pageSize,
      pages,
      page,
      freePages: isHeader ? freeList(page, pages) : new Set(),
      close: () => closeSync(file),
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function pageSizeIn(header: Buffer): number | undefined {
  const said = header.readUInt16BE(16);
  const size = said === 1 ? LARGEST_PAGE : said;
  return size >= SMALLEST_PAGE && Number.isInteger(Math.log2(size)) ? size : undefined;
}

/** The pages of the log up to its last commit that is whole: each frame's checksum goes on from the one before. */
function committedPages(log: Buffer, pageSize: number): Map<number, Buffer> {
  const committed = new Map<number, Buffer>();
  if (log.length < WAL_HEADER) return committed;
  const magic = log.readUInt32BE(0);
  if ((magic & 0xffff_fffe) >>> 0 !== 0x377f_0682 || log.readUInt32BE(8) !== pageSize) return committed;
  const isBigEndian = (magic & 1) === 1;
  let sum = checksum(log.subarray(0, 24), [0, 0], isBigEndian);
  if (log.readUInt32BE(24) !== sum[0] || log.readUInt32BE(28) !== sum[1]) return committed;
  const salts = log.subarray(16, 24);
  let waiting: [number, Buffer][] = [];
  for (let at = WAL_HEADER; at + FRAME_HEADER + pageSize <= log.length; at += FRAME_HEADER + pageSize) {
    const frame = log.subarray(at, at + FRAME_HEADER);
    const bytes = log.subarray(at + FRAME_HEADER, at + FRAME_HEADER + pageSize);
    sum = checksum(bytes, checksum(frame.subarray(0, 8), sum, isBigEndian), isBigEndian);
    const isWhole = frame.readUInt32BE(16) === sum[0] && frame.readUInt32BE(20) === sum[1];
    if (!isWhole || !frame.subarray(8, 16).equals(salts)) break;
    waiting.push([frame.readUInt32BE(0), bytes]);
    if (frame.readUInt32BE(4) === 0) continue;
    for (const [page, newest] of waiting) committed.set(page, newest);
    waiting = [];
  }
  return committed;
}

function checksum(bytes: Buffer, [a, b]: [number, number], isBigEndian: boolean): [number, number] {
  const word = (at: number) => (isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at));
  let [first, second] = [a, b];
  for (let at = 0; at < bytes.length; at += 8) {
    first = (first + word(at) + second) >>> 0;
    second = (second + word(at + 4) + first) >>> 0;
  }
  return [first, second];
}

/** Trunk pages name the next one and the leaves; the list ends where it makes no sense. */
function freeList(page: PageFile['page'], pages: number): Set<number> {
  const free = new Set<number>();
  for (let trunk = page(1)?.readUInt32BE(32) ?? 0; trunk > 1 && trunk <= pages && !free.has(trunk); ) {
    const bytes = page(trunk);
    if (!bytes) break;
    const leaves = bytes.readUInt32BE(4);
    if (leaves > bytes.length / 4 - 2) break;
    free.add(trunk);
    for (let i = 0; i < leaves; i++) free.add(bytes.readUInt32BE(8 + 4 * i));
    trunk = bytes.readUInt32BE(0);
  }
  return free;
}
