import { ByteWriter, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import { dayNumber } from '../calendar/dates.ts';
import type { ColumnKind } from './types.ts';

/** Rows of a row group; one group is held in memory at a time. */
export const GROUP_ROWS = 50_000;

export type ParquetColumn<Row> = { name: string; schema: SchemaElement; cell: (row: Row) => unknown };

/**
 * @param text of a row's cell, '' where it has none.
 * @param canBeAbsent whether an absent number is null and not an empty text.
 * @returns the columns for one of ours: two for a number, its exact text and the nearest double as `NAME_double`.
 */
export function parquetColumns<Row>(
  name: string,
  kind: ColumnKind,
  text: (row: Row) => string,
  canBeAbsent = false,
): ParquetColumn<Row>[] {
  if (kind === 'date') {
    const schema: SchemaElement = {
      name,
      type: 'INT32',
      converted_type: 'DATE',
      repetition_type: 'REQUIRED',
    };
    return [{ name, schema, cell: (row) => dayNumber(text(row)) }];
  }
  const asText: ParquetColumn<Row> = {
    name,
    schema: {
      name,
      type: 'BYTE_ARRAY',
      converted_type: 'UTF8',
      repetition_type: canBeAbsent ? 'OPTIONAL' : 'REQUIRED',
    },
    cell: (row) => (canBeAbsent && text(row) === '' ? null : text(row)),
  };
  if (kind === 'text') return [asText];
  const double = `${name}_double`;
  const asDouble: ParquetColumn<Row> = {
    name: double,
    schema: { name: double, type: 'DOUBLE', repetition_type: 'OPTIONAL' },
    cell: (row) => (text(row) === '' ? null : Number(text(row))),
  };
  return [asText, asDouble];
}

/** @param facts stand in the footer's key-value metadata under `almanac`, as JSON. */
export function* parquetFile<Row>(
  columns: readonly ParquetColumn<Row>[],
  groups: Iterable<readonly Row[]>,
  { createdBy, facts }: { createdBy: string; facts: unknown },
): Generator<Uint8Array, void> {
  const bytes = new ByteWriter();
  const parquet = new ParquetWriter({
    writer: bytes,
    schema: [{ name: 'root', num_children: columns.length }, ...columns.map((column) => column.schema)],
    createdBy,
    kvMetadata: [{ key: 'almanac', value: JSON.stringify(facts) }],
  });
  for (const group of groups) {
    const columnData = columns.map(({ name, cell }) => ({ name, data: group.map((row) => cell(row)) }));
    parquet.write({ columnData, rowGroupSize: group.length });
    yield taken(bytes);
  }
  parquet.finish();
  yield taken(bytes);
}

/** Takes the bytes written so far out of the writer, whose buffer is then used again. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}
