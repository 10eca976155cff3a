import type { EconomicRecord } from '../contract/economic.ts';
import { describeSeries } from './description.ts';
import { columnsOf, type ExportRow, rowObjects } from './row-chunks.ts';
import type { RowTally } from './tally.ts';
import type { ColumnKind, ExportContext } from './types.ts';
import { checkCells, type DataSheet, sheetOf, type Table } from './xlsx-sheet.ts';

/**
 * @returns the data sheets; what is in a cell is decided a column at a time, so that a sum never skips some of its rows.
 * @throws Failure 'invalid_parameter' where they would have more than `mostCells`.
 */
export function dataSheets(context: ExportContext, tally: RowTally, mostCells?: number): DataSheet[] {
  const builders =
    context.selection.dataset.kind === 'list' ? [listTable(context)] : frequencyTables(context);
  const check = () =>
    checkCells(
      builders.reduce((sum, table) => sum + table.cells(), 0),
      mostCells,
    );
  for (const rows of rowObjects(context, tally)) {
    for (const row of rows) for (const table of builders) table.add(row);
    check();
  }
  const tables = builders.map((table) => table.finish());
  check();
  return tables.map(sheetOf);
}

type TableBuilder = { add(row: ExportRow): void; cells(): number; finish(): Table };

/** Constituents: the rows as they are. */
function listTable({ selection }: ExportContext): TableBuilder {
  const header = [...columnsOf(selection)];
  const rows: string[][] = [];
  return {
    add: (row) => rows.push(header.map((name) => (row as Record<string, string>)[name] ?? '')),
    cells: () => rows.length * header.length,
    finish: () => ({ name: 'Constituents', columns: header.map(columnOf), rows }),
  };
}

/** One table for each frequency: a row a day (and state), a column a series. */
function frequencyTables(context: ExportContext): TableBuilder[] {
  const codesOf = Map.groupBy(describeSeries(context), (series) => series.frequency ?? 'Data');
  return [...codesOf].map(([name, series]) =>
    wideTable(
      name,
      series.map(({ code }) => code),
      context.selection.dataset.byState,
    ),
  );
}

function wideTable(name: string, codes: string[], byState: boolean): TableBuilder {
  const keys = byState ? ['date', 'state'] : ['date'];
  const header = [...keys, ...codes];
  const place = new Map(codes.map((code, index) => [code, keys.length + index]));
  const rows: string[][] = [];
  // Rows come a day at a time; the states of the day are put in order when it is over.
  let day = new Map<string, string[]>();
  let date = '';
  const endDay = () => {
    for (const area of [...day.keys()].sort()) rows.push(day.get(area) ?? []);
    day = new Map();
  };
  return {
    add: (row) => {
      const record = row as EconomicRecord;
      const column = place.get(record.series);
      if (column === undefined) return;
      if (record.date !== date) endDay();
      date = record.date;
      const area = record.state ?? '';
      let cells = day.get(area);
      if (!cells) {
        cells = [date, ...(byState ? [area] : []), ...codes.map(() => '')];
        day.set(area, cells);
      }
      cells[column] = record.value;
    },
    cells: () => rows.length * header.length,
    finish: () => {
      endDay();
      return { name, columns: header.map(columnOf), rows };
    },
  };
}

function columnOf(name: string): { name: string; kind: ColumnKind } {
  if (name === 'date' || name === 'as_of') return { name, kind: 'date' };
  const isText = ['series', 'state', 'ticker', 'name', 'sector'].includes(name);
  return { name, kind: isText ? 'text' : 'number' };
}
