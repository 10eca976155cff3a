import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { dayNumber } from '../../calendar/dates.ts';
import type { Exported, TableColumn, TablePiece, WriteOptions } from '../types.ts';

/** Rows per group. One group is in memory at a time. */
const GROUP_ROWS = 50_000;

/** A number has two columns: its exact text, and the nearest double in `NAME_double`. Snappy-compressed. */
export function* write(
  exported: Pick<Exported, 'table' | 'footer'>,
  { onRows }: WriteOptions,
): Generator<Uint8Array, void> {
  const { columns: tableColumns, pieces } = exported.table();
  const { createdBy, facts } = exported.footer;
  const columns = tableColumns.flatMap(columnsOf);
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map(({ schema }) => schema)],
    createdBy,
    kvMetadata: [{ key: 'almanac', value: JSON.stringify(facts) }],
  });
  let rows = 0;
  for (const group of groups(tableColumns, pieces())) {
    const columnData = columns.map(({ schema, columnIndex, cell }) => ({
      name: schema.name,
      data: (group[columnIndex] ?? []).map(cell),
    }));
    const rowGroupSize = group[0]?.length ?? 0;
    parquet.write({ columnData, rowGroupSize });
    yield takeBytes(bytes);
    rows += rowGroupSize;
    onRows?.(rows);
  }
  parquet.finish();
  yield takeBytes(bytes);
}

/** @returns the texts of each column, for at least `GROUP_ROWS` rows; the last group may be smaller. */
function* groups(columns: readonly TableColumn[], pieces: Iterable<TablePiece>): Generator<string[][], void> {
  let group: string[][] = columns.map(() => []);
  for (const piece of pieces) {
    for (const [at, texts] of group.entries()) for (const text of piece.texts(at)) texts.push(text);
    if ((group[0]?.length ?? 0) < GROUP_ROWS) continue;
    yield group;
    group = columns.map(() => []);
  }
  if (group[0]?.length) yield group;
}

type ParquetColumn = { schema: SchemaElement; columnIndex: number; cell: (text: string) => unknown };

function columnsOf({ name, kind, canBeAbsent = false }: TableColumn, columnIndex: number): ParquetColumn[] {
  if (kind === 'date') {
    const date = { type: 'INT32', converted_type: 'DATE', repetition_type: 'REQUIRED' } as const;
    return [{ schema: { name, ...date }, columnIndex, cell: dayNumber }];
  }
  const asText: ParquetColumn = {
    schema: {
      name,
      type: 'BYTE_ARRAY',
      converted_type: 'UTF8',
      repetition_type: canBeAbsent ? 'OPTIONAL' : 'REQUIRED',
    },
    columnIndex,
    cell: (text) => (canBeAbsent && text === '' ? null : text),
  };
  if (kind === 'text') return [asText];
  const double = { name: `${name}_double`, type: 'DOUBLE', repetition_type: 'OPTIONAL' } as const;
  return [asText, { schema: double, columnIndex, cell: (text) => (text === '' ? null : Number(text)) }];
}

function takeBytes(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
