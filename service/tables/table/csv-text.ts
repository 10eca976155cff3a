import { guardFormula } from '../../contract/formula-guard.ts';
import type { CsvDialect } from '../../contract/table-export.ts';
import type { Table } from '../xlsx-sheet.ts';
import { type OnRows, rowGroups } from './row-groups.ts';

const CHUNK_ROWS = 5000;
/** UTF-8: by it Excel knows the encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A table as CSV of a dialect (RFC 4180 with its separator); the header stays the first line, with nothing above it. */
export function* csvText(
  { columns, rows }: Table,
  { separator, decimal, for_excel: forExcel, guarded }: CsvDialect,
  onRows: OnRows,
): Generator<Uint8Array, void> {
  const end = forExcel ? '\r\n' : '\n';
  const isNumber = columns.map(({ kind }) => kind === 'number');
  const text = (cell: string) => quoted(guarded ? guardFormula(cell) : cell, separator);
  const cell = (value: string, index: number) =>
    isNumber[index] ? quoted(decimal === ',' ? value.replace('.', ',') : value, separator) : text(value);
  const header = columns.map(({ name }) => text(name)).join(separator);
  yield Buffer.from((forExcel ? BYTE_ORDER_MARK : '') + header + end);
  for (const group of rowGroups(rows, CHUNK_ROWS, onRows))
    yield Buffer.from(group.map((row) => row.map(cell).join(separator) + end).join(''));
}

/** @returns a cell as RFC 4180 has it, with another separator where one is wanted. */
export function quoted(text: string, separator: string): string {
  const isPlain = !text.includes(separator) && !/["\r\n]/.test(text);
  return isPlain ? text : `"${text.replaceAll('"', '""')}"`;
}
