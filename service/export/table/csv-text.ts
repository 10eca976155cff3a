import type { CsvDialect } from '../../contract/table-export.ts';
import type { Table } from '../xlsx-sheet.ts';
import { type OnRows, rowGroups } from './row-groups.ts';

const CHUNK_ROWS = 5000;
/** UTF-8: by it Excel knows the encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A table as CSV of a dialect (RFC 4180 with its separator); the header stays the first line, with nothing above it. */
export function* csvText(
  { columns, rows }: Table,
  { separator, decimal, for_excel: forExcel }: CsvDialect,
  onRows: OnRows,
): Generator<Uint8Array, void> {
  const end = forExcel ? '\r\n' : '\n';
  const isNumber = columns.map(({ kind }) => kind === 'number');
  const cell = (text: string, index: number) =>
    quoted(decimal === ',' && isNumber[index] ? text.replace('.', ',') : text, separator);
  const header = columns.map(({ name }) => quoted(name, separator)).join(separator);
  yield Buffer.from((forExcel ? BYTE_ORDER_MARK : '') + header + end);
  for (const group of rowGroups(rows, CHUNK_ROWS, onRows))
    yield Buffer.from(group.map((row) => row.map(cell).join(separator) + end).join(''));
}

function quoted(text: string, separator: string): string {
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
