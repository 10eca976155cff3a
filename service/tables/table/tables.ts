import type { TableExport, TableLine } from '../../contract/table-export.ts';
import type { Table } from '../xlsx-sheet.ts';

/**
 * @returns the one table of an export: wide, a row a date and a column a line, outer-joined, '' where a line has no observation;
 * or long, a row an observation, by date and then in the lines' order.
 */
export function tableOf({ layout, lines }: Pick<TableExport, 'layout' | 'lines'>): Table {
  return layout === 'wide' ? wideTable('Data', lines) : longTable(lines);
}

/** @returns a wide table for each frequency, in the order in which the lines have them. */
export function frequencyTables(lines: readonly TableLine[]): Table[] {
  const byFrequency = Map.groupBy(lines, ({ frequency }) => frequency);
  return [...byFrequency].map(([name, same]) => wideTable(name, same));
}

function wideTable(name: string, lines: readonly TableLine[]): Table {
  const rows: string[][] = [];
  for (const [date, places] of byDate(lines)) {
    const row = [date, ...lines.map(() => '')];
    for (const [line, at] of places) row[line + 1] = lines[line]?.values[at] ?? '';
    rows.push(row);
  }
  return {
    name,
    columns: [
      { name: 'date', kind: 'date' },
      ...lines.map(({ column }) => ({ name: column, kind: 'number' as const })),
    ],
    rows,
  };
}

function longTable(lines: readonly TableLine[]): Table {
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
    rows,
  };
}

type Place = [line: number, at: number];

/** Dates ascending, each with where its observations are, in the lines' order. */
function byDate(lines: readonly TableLine[]): [string, Place[]][] {
  const places = new Map<string, Place[]>();
  for (const [line, { dates }] of lines.entries())
    for (const [at, date] of dates.entries()) {
      const known = places.get(date);
      if (known) known.push([line, at]);
      else places.set(date, [[line, at]]);
    }
  return [...places].sort(([a], [b]) => (a < b ? -1 : 1));
}
