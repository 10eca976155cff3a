import { RESERVE_STATEMENT } from '../../service/datasets/factors_affecting_reserve_balances/statement.ts';
import { csvCell } from '../../service/series-math/spreadsheet-cells.ts';
import type { StatementCells } from './cells.ts';
import type { Weeks } from './weeks.ts';

/** The content of a copy or a file of the statement. */
export type StatementContent = {
  weeks: Weeks;
  /** By series code. */
  cells: ReadonlyMap<string, StatementCells>;
  unit: string;
  isSample: boolean;
};

/**
 * @returns the statement as tab-separated text, which spreadsheets paste as cells: laid out as on the screen, numbers without
 * grouping, an empty cell for a missing value.
 */
export function statementTsv({ weeks, cells, unit, isSample }: StatementContent): string {
  const head = [
    isSample ? `Sample data, ${unit}` : unit,
    `Wednesday level ${weeks.week}`,
    `Change from ${weeks.weekBefore}`,
    `Change from ${weeks.yearBefore}`,
  ];
  const body = RESERVE_STATEMENT.flatMap(({ title, lines }) => [
    [title, '', '', ''],
    ...lines.map(({ label, code }) => [
      label,
      ...numbersOf(code === undefined ? undefined : cells.get(code)),
    ]),
  ]);
  return [head, ...body].map((row) => row.join('\t')).join('\n');
}

/** @returns the statement's lines as CSV for programs: one row each, with section, code and the three dates. */
export function statementCsv({ weeks, cells, unit }: StatementContent): string {
  const head = [
    'section',
    'line',
    'series',
    'unit',
    'date',
    'level',
    'week_before',
    'change_from_week_before',
    'year_before',
    'change_from_year_before',
  ];
  const rows = RESERVE_STATEMENT.flatMap(({ title, lines }) =>
    lines.flatMap(({ label, code }) => {
      if (code === undefined) return [];
      const [level = '', week = '', year = ''] = numbersOf(cells.get(code));
      return [[title, label, code, unit, weeks.week, level, weeks.weekBefore, week, weeks.yearBefore, year]];
    }),
  );
  return `${[head, ...rows].map((row) => row.map((cell) => csvCell(cell)).join(',')).join('\n')}\n`;
}

/** @returns the file name of the CSV, which says where the data are sample data. */
export function statementFileName({ weeks, isSample }: StatementContent): string {
  return `fed-balance-sheet-${weeks.week}${isSample ? '-sample' : ''}.csv`;
}

function numbersOf(cells: StatementCells | undefined): string[] {
  return [cells?.level ?? '', cells?.fromWeekBefore ?? '', cells?.fromYearBefore ?? ''];
}
