import { PLAIN_CSV } from '../../contract/table-export.ts';
import { csvCell, guardFormula } from '../../series-math/spreadsheet-cells.ts';
import type { WriteFormat } from '../types.ts';

/** Makes Excel recognise UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/** CSV (RFC 4180, with the dialect's separator). The first line is the header. Values keep every digit. */
export const write: WriteFormat = function* (exported, { csv = PLAIN_CSV, onRows }) {
  const { separator, decimal, for_excel: forExcel, guarded } = csv;
  const isPlain = separator === ',' && decimal === '.' && !forExcel && !guarded;
  const { columns, pieces } = exported.table();
  const end = forExcel ? '\r\n' : '\n';
  const guard = (cell: string) => (guarded ? guardFormula(cell) : cell);
  const textCell = (cell: string) => csvCell(guard(cell), separator);
  const numberCell = (cell: string) =>
    csvCell(decimal === ',' ? guard(cell).replace('.', ',') : guard(cell), separator);
  const header = columns.map(({ name }) => textCell(name)).join(separator);
  yield Buffer.from((forExcel ? BYTE_ORDER_MARK : '') + header + end);
  let rows = 0;
  for (const piece of pieces()) {
    if (isPlain && piece.bytes) yield piece.bytes('csv');
    else {
      const cells = columns.map(({ kind }, at) =>
        piece.texts(at).map(kind === 'number' ? numberCell : textCell),
      );
      const line = (_: unknown, row: number) => cells.map((column) => column[row]).join(separator) + end;
      yield Buffer.from(Array.from({ length: piece.count }, line).join(''));
    }
    rows += piece.count;
    onRows?.(rows);
  }
};
