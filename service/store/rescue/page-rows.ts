/** The value of a column: text, an integer, or NULL. The tables to rescue have no other types. */
export type PageCell = string | number | null;

/** A row of a page. `rowid` is undefined in indexes and in tables without rowid. */
export type PageRow = { rowid: number | undefined; cells: readonly PageCell[] };

export type PageRows = {
  /** The rows that could be read completely, in the order of the page. */
  rows: readonly PageRow[];
  /** Whether a part of the page could not be read. */
  isDamaged: boolean;
};

/** https://www.sqlite.org/fileformat2.html, 'B-tree Pages'. */
const KINDS: Readonly<Record<number, { isLeaf: boolean; isTable: boolean }>> = {
  2: { isLeaf: false, isTable: false },
  5: { isLeaf: false, isTable: true },
  10: { isLeaf: true, isTable: false },
  13: { isLeaf: true, isTable: true },
};
const INTEGER_BYTES = [0, 1, 2, 3, 4, 6, 8];

/**
 * Reads the rows of one page without using any other page.
 * @param isFirst whether it is the first page of the file, which begins with the file's header.
 * @returns undefined if it is not a page of a table or an index.
 */
export function readPage(page: Buffer, isFirst: boolean): PageRows | undefined {
  const start = isFirst ? 100 : 0;
  const kind = KINDS[page[start] ?? 0];
  if (!kind) return undefined;
  if (!kind.isLeaf && kind.isTable) return { rows: [], isDamaged: false };
  const count = page.readUInt16BE(start + 3);
  const pointers = start + (kind.isLeaf ? 8 : 12);
  const content = pointers + 2 * count;
  if (content > page.length) return { rows: [], isDamaged: true };
  const rows: PageRow[] = [];
  let isDamaged = false;
  for (let i = 0; i < count; i++) {
    const at = page.readUInt16BE(pointers + 2 * i);
    const row = at < content ? undefined : readRow(page, at, kind);
    if (row) rows.push(row);
    else isDamaged = true;
  }
  return { rows, isDamaged };
}

function readRow(
  page: Buffer,
  start: number,
  { isLeaf, isTable }: { isLeaf: boolean; isTable: boolean },
): PageRow | undefined {
  const from = reader(page, isLeaf ? start : start + 4);
  const length = from.varint();
  const rowid = isTable ? from.varint() : undefined;
  const mostHere = isTable ? page.length - 35 : Math.floor(((page.length - 12) * 64) / 255) - 23;
  // A row that continues on another page is longer than any row of Almanac.
  if (length === undefined || length > mostHere || (isTable && rowid === undefined)) return undefined;
  const end = from.at() + length;
  if (end > page.length) return undefined;
  const cells = readCells(page.subarray(from.at(), end));
  return cells && { rowid, cells };
}

/** Reads a record ('Record Format': a header of types, then the values). @returns undefined unless both fill the row exactly. */
function readCells(record: Buffer): PageCell[] | undefined {
  const header = reader(record, 0);
  const length = header.varint();
  if (length === undefined || length > record.length) return undefined;
  const cells: PageCell[] = [];
  let at = length;
  while (header.at() < length) {
    const type = header.varint();
    if (type === undefined) return undefined;
    const bytes = bytesOf(type);
    if (bytes === undefined || at + bytes > record.length) return undefined;
    const cell = readCell(record.subarray(at, at + bytes), type);
    if (cell === undefined) return undefined;
    cells.push(cell);
    at += bytes;
  }
  return header.at() === length && at === record.length ? cells : undefined;
}

/** @returns the length of a value; undefined for types that no column of Almanac has (floating-point numbers, blobs). */
function bytesOf(type: number): number | undefined {
  if (type <= 6) return INTEGER_BYTES[type];
  if (type === 8 || type === 9) return 0;
  return type >= 13 && type % 2 === 1 ? (type - 13) / 2 : undefined;
}

function readCell(bytes: Buffer, type: number): PageCell | undefined {
  if (type === 0) return null;
  if (type >= 8 && type <= 9) return type - 8;
  if (type > 9) return textOf(bytes);
  if (bytes.length <= 6) return bytes.readIntBE(0, bytes.length);
  const number = Number(bytes.readBigInt64BE());
  return Number.isSafeInteger(number) ? number : undefined;
}

const DECODER = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer): string | undefined {
  try {
    return DECODER.decode(bytes);
  } catch {
    return undefined;
  }
}

/** Reads SQLite's variable-length integers one after another. `varint` returns undefined past the end, and above Number.MAX_SAFE_INTEGER. */
function reader(bytes: Buffer, start: number): { varint(): number | undefined; at(): number } {
  let at = start;
  return {
    at: () => at,
    varint() {
      let value = 0;
      for (let i = 0; i < 9; i++) {
        const byte = bytes[at];
        if (byte === undefined) return undefined;
        at += 1;
        value = i === 8 ? value * 256 + byte : value * 128 + (byte & 0x7f);
        if (i === 8 || byte < 0x80) return Number.isSafeInteger(value) ? value : undefined;
      }
      return undefined;
    },
  };
}
