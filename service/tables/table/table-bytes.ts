import { assertNever } from '../../contract/failure.ts';
import type { TableExport } from '../../contract/table-export.ts';
import type { Table } from '../xlsx-sheet.ts';
import { csvText } from './csv-text.ts';
import { type OnRows, rowGroups } from './row-groups.ts';
import { frequencyTables, tableOf } from './tables.ts';

/** The tables of an export in their order, and the bytes of its file, made as they are asked for. */
export type Laid = { tables: readonly Table[]; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

/** @throws Failure 'invalid_parameter' where a workbook would be too large. */
export function layOut(asked: TableExport, onRows: OnRows = () => undefined): Laid {
  const { format, csv, lines } = asked;
  if (format === 'xlsx') {
    const tables = frequencyTables(lines);
    return { tables, bytes: workbook(asked, tables) };
  }
  const table = tableOf(asked);
  switch (format) {
    case 'csv':
      return { tables: [table], bytes: csvText(table, csv, onRows) };
    case 'json':
      return { tables: [table], bytes: jsonText(asked, table, onRows) };
    case 'parquet':
      return { tables: [table], bytes: parquet(asked, table, onRows) };
    default:
      return assertNever(format);
  }
}

const CHUNK_ROWS = 5000;

/** One object: the provenance, and `records` with the names of the table's columns; values are text, null where there is none. */
function* jsonText(
  { provenance, layout }: TableExport,
  { columns, rows }: Table,
  onRows: OnRows,
): Generator<Uint8Array, void> {
  const head = JSON.stringify({ ...provenance, layout, columns: columns.map(({ name }) => name) }, null, 1);
  yield Buffer.from(`${head.slice(0, -2)},\n "records": [`);
  const record = (row: readonly string[]) =>
    JSON.stringify(Object.fromEntries(columns.map(({ name }, at) => [name, recordCell(row, at, columns)])));
  let isFirst = true;
  for (const group of rowGroups(rows, CHUNK_ROWS, onRows)) {
    yield Buffer.from(`${isFirst ? '\n' : ',\n'}${group.map(record).join(',\n')}`);
    isFirst = false;
  }
  yield Buffer.from('\n]}\n');
}

/** A line without an observation is null; the state of a line that has none is ''. */
function recordCell(row: readonly string[], at: number, columns: Table['columns']): string | null {
  const text = row[at] ?? '';
  return text === '' && columns[at]?.kind === 'number' ? null : text;
}

async function* parquet(
  { provenance, layout }: TableExport,
  { columns, rows }: Table,
  onRows: OnRows,
): AsyncGenerator<Uint8Array, void> {
  const { GROUP_ROWS, parquetColumns, parquetFile } = await import('../parquet-file.ts');
  yield* parquetFile(
    columns.flatMap(({ name, kind }, at) =>
      parquetColumns<readonly string[]>(name, kind, (row) => row[at] ?? '', layout === 'wide'),
    ),
    rowGroups(rows, GROUP_ROWS, onRows),
    { createdBy: provenance.app, facts: provenance },
  );
}

async function* workbook(asked: TableExport, tables: readonly Table[]): AsyncGenerator<Uint8Array, void> {
  const [{ writeXlsx }, { checkCells, sheetOf }, { tableReadme }] = await Promise.all([
    import('hucre/xlsx'),
    import('../xlsx-sheet.ts'),
    import('./table-readme.ts'),
  ]);
  checkCells(tables.reduce((sum, { columns, rows }) => sum + columns.length * rows.length, 0));
  const sheets = tables.map(sheetOf);
  const observations = asked.lines.reduce((sum, { dates }) => sum + dates.length, 0);
  const { title, app, created } = asked.provenance;
  yield await writeXlsx({
    sheets: [tableReadme(asked, sheets, observations), ...sheets.map(({ sheet }) => sheet)],
    properties: { title, creator: app, created: new Date(created), modified: new Date(created) },
  });
}
