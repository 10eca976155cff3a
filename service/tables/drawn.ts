import type { LineFacts, TableExport, TableLine } from '../contract/table-export.ts';
import type { ExportCounts, Exported, ExportTable, Readme, TableColumn, TablePiece } from './types.ts';

export function drawn(asked: TableExport): Exported {
  const { provenance, layout, lines } = asked;
  const { title, app, created } = provenance;
  const made: ExportTable[] = [];
  const keep = (table: ExportTable) => {
    made.push(table);
    return table;
  };
  let table: ExportTable | undefined;
  // Wide: a row per date and a column per line, '' if a line has no observation. Long: a row per observation.
  const single = () => {
    table ??= layout === 'wide' ? filled('Data', lines).finish() : longTable(lines);
    return table;
  };
  return {
    table: () => keep(single()),
    sheets(check) {
      const byFrequency = Map.groupBy(lines, ({ frequency }) => frequency);
      const tables = [...byFrequency].map(([name, same]) => filled(name, same));
      check(tables.reduce((sum, wide) => sum + wide.cells(), 0));
      return tables.map((wide) => keep(wide.finish()));
    },
    title,
    creator: app,
    created: new Date(created),
    head: () => ({ ...provenance, layout, columns: single().columns.map(({ name }) => name) }),
    footer: { createdBy: app, facts: provenance },
    readme: (notes) => readmeOf(asked, notes),
    provenance: () => provenance,
    series: lines.length,
    counts: () => countsOf(made),
  };
}

export function filled(name: string, lines: readonly TableLine[]): WideTable {
  const wide = wideTable(
    name,
    lines.map(({ column }) => column),
  );
  for (const [date, places] of byDate(lines))
    for (const [line, at] of places) wide.add(date, '', line, lines[line]?.values[at] ?? '');
  return wide;
}

function longTable(lines: readonly TableLine[]): ExportTable {
  const hasStates = lines.some(({ state }) => state !== '');
  const rows: string[][] = [];
  for (const [date, places] of byDate(lines))
    for (const [index, at] of places) {
      const line = lines[index];
      if (!line) continue;
      const value = line.values[at] ?? '';
      rows.push(hasStates ? [date, line.series, line.state, value] : [date, line.series, value]);
    }
  const state = hasStates ? [{ name: 'state', kind: 'text' as const }] : [];
  return {
    name: 'Data',
    columns: [
      { name: 'date', kind: 'date' },
      { name: 'series', kind: 'text' },
      ...state,
      { name: 'value', kind: 'number' },
    ],
    pieces: () => tablePieces(rows),
  };
}

type ObservationPlace = [line: number, at: number];

/** @returns the dates, ascending, each with its observations' places in the order of the lines. */
function byDate(lines: readonly TableLine[]): [string, ObservationPlace[]][] {
  const places = new Map<string, ObservationPlace[]>();
  for (const [line, { dates }] of lines.entries())
    for (const [at, date] of dates.entries()) {
      const known = places.get(date);
      if (known) known.push([line, at]);
      else places.set(date, [[line, at]]);
    }
  return [...places].sort(([a], [b]) => (a < b ? -1 : 1));
}

export function countsOf(tables: readonly ExportTable[]): ExportCounts {
  let [rows, observations] = [0, 0];
  const edges: string[] = [];
  for (const { columns, pieces } of tables)
    for (const piece of pieces()) {
      rows += piece.count;
      const dates = piece.texts(0);
      edges.push(...[dates[0], dates.at(-1)].filter((date) => date !== undefined));
      for (const [at, { kind }] of columns.entries())
        if (kind === 'number') observations += piece.texts(at).filter((text) => text !== '').length;
    }
  edges.sort();
  return { rows, observations, first: edges[0] ?? null, last: edges.at(-1) ?? null };
}

/** The columns of a README's table of lines. */
export const LINE_HEADER =
  'Column,Title,Units,Unit,Frequency,Publisher,Source,Data loaded,Notes,Citation'.split(',');

function readmeOf({ provenance, lines }: TableExport, notes: Readme['facts']): Readme {
  const { title, subtitle, created, app, range, is_sample, requests } = provenance;
  return {
    title,
    facts: [
      ...(subtitle ? [[subtitle]] : []),
      ...(is_sample ? [['Origin', 'Sample data made up by Almanac: not real figures.']] : []),
      ['Dates', `${range.from} to ${range.to}`],
      ['Observations', lines.reduce((sum, { dates }) => sum + dates.length, 0)],
      ['Created', `${created} by ${app}`],
      ...notes,
      ...requests.map((request) => ['API request', request]),
    ],
    header: LINE_HEADER,
    rows: provenance.lines.map((line, index) => lineRow(line, lines[index])),
    widths: [40, 60, 28, 24, 26, 30, 40, 26, 40, 60],
  };
}

export function lineRow(facts: LineFacts, line: TableLine | undefined): (string | null)[] {
  return [
    line?.column ?? facts.id,
    facts.formula === null ? facts.title : `${facts.title} (formula)`,
    facts.units,
    facts.unit,
    facts.frequency,
    facts.publisher,
    facts.source,
    facts.loaded,
    facts.notes.join(' '),
    facts.citation,
  ];
}

/** Rows per piece: enough that the cost of a query hardly matters, few enough to use little memory. */
export const PIECE_ROWS = 5000;

/** A wide table, filled number by number: a row per date (and state), a column per line. */
export type WideTable = {
  /** Must be called by ascending date. */
  add(date: string, state: string, column: number, value: string): void;
  cells(): number;
  finish(): ExportTable;
};

export function wideTable(name: string, names: readonly string[], byState = false): WideTable {
  const keys: TableColumn[] = [
    { name: 'date', kind: 'date' },
    ...(byState ? [{ name: 'state', kind: 'text' as const }] : []),
  ];
  const columns: TableColumn[] = [
    ...keys,
    ...names.map((column) => ({ name: column, kind: 'number' as const, canBeAbsent: true })),
  ];
  const rows: string[][] = [];
  // When a day is complete, its states are sorted.
  let day = new Map<string, string[]>();
  let date = '';
  const endDay = () => {
    for (const state of [...day.keys()].sort()) rows.push(day.get(state) ?? []);
    day = new Map();
  };
  return {
    add(on, state, column, value) {
      if (on !== date) endDay();
      date = on;
      let cells = day.get(state);
      if (!cells) {
        cells = [date, ...(byState ? [state] : []), ...names.map(() => '')];
        day.set(state, cells);
      }
      cells[keys.length + column] = value;
    },
    cells: () => rows.length * columns.length,
    finish() {
      endDay();
      return { name, columns, pieces: () => tablePieces(rows) };
    },
  };
}

export function* tablePieces(rows: readonly (readonly string[])[]): Generator<TablePiece, void> {
  for (let start = 0; start < rows.length; start += PIECE_ROWS) {
    const some = rows.slice(start, start + PIECE_ROWS);
    yield { count: some.length, texts: (column) => some.map((row) => row[column] ?? '') };
  }
}
