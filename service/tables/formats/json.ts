import type { TableColumn, TablePiece, WriteFormat } from '../types.ts';

/** One object: a description, then `records` by column name. Values are texts, null if a line has none. */
export const write: WriteFormat = function* (exported, { onRows }) {
  const { columns, pieces } = exported.table();
  const head = JSON.stringify(exported.head(), null, 1);
  yield Buffer.from(`${head.slice(0, -2)},\n "records": [`);
  let separator = '\n';
  let rows = 0;
  for (const piece of pieces()) {
    yield Buffer.from(separator);
    yield piece.bytes?.('json') ?? Buffer.from(records(columns, piece));
    separator = ',\n';
    rows += piece.count;
    onRows?.(rows);
  }
  yield Buffer.from('\n]}\n');
};

function records(columns: readonly TableColumn[], piece: TablePiece): string {
  const cells = columns.map((_, at) => piece.texts(at));
  const cell = ({ kind }: TableColumn, text = '') => (text === '' && kind === 'number' ? null : text);
  return Array.from({ length: piece.count }, (_, row) =>
    JSON.stringify(
      Object.fromEntries(columns.map((column, at) => [column.name, cell(column, cells[at]?.[row])])),
    ),
  ).join(',\n');
}
