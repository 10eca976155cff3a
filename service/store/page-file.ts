import { closeSync, existsSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';

/** Reads the pages of a database that SQLite may refuse to open, as of its last commit. It never writes. */
export type PageFile = {
  pageSize: number;
  /** Number of pages: in the file or according to its header, whichever is larger. */
  pages: number;
  /** @param page number, from 1. @returns its bytes; undefined if the file ends before it. */
  page(page: number): Buffer | undefined;
  /** Numbers of unused pages, as far as the list of them can be read. */
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
 * Opens a database file and its log (WAL), if it has one.
 * @param usualPageSize in bytes; used if the header has no valid page size.
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
    // A file may have been cut short; but if the header says more than twice its size, the header is damaged.
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

/** @returns the newest version of each page in the log, up to the last complete commit. Each frame's checksum continues the one before. */
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

/** Reads the list of unused pages: each trunk page names the next one and its leaves. It stops where the list is invalid. */
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
