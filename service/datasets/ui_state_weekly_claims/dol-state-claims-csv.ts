import { isoDay, notNumber, plainNumber, refuseDate, usDay } from '../../sources/cells.ts';
import { checkWidth, readCsv } from '../../sources/csv-records.ts';
import { columnsOf, headerCells } from '../../sources/header.ts';
import { quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileReader, Format, ReadContext } from '../../sources/types.ts';
import { isStateCode, STATES } from '../states.ts';
import { createStateCoverage } from './state-coverage.ts';

/**
 * The columns that are read, with their names in `ar539.csv` and their abbreviations in its data map (ETA handbook 402, report 539),
 * which some copies have instead: IC and CW are state UI initial claims and continued weeks claimed, WSEIC and WSECW the
 * equivalents of workshare (short-time compensation).
 */
const LAYOUTS = [
  { state: 'st', week: 'rptdate', initial: ['c3', 'c7'], weekBefore: 'c2', continued: ['c8', 'c12'] },
  {
    state: 'state',
    week: 'report_for_period_ending',
    initial: ['ic', 'wseic'],
    weekBefore: 'reflected_week_ending',
    continued: ['cw', 'wsecw'],
  },
] as const;
type Layout = (typeof LAYOUTS)[number];

/**
 * The Department of Labor's weekly claims by state (`ar539.csv`, report ETA 539): initial claims c3 + c7 of the week `rptdate`,
 * continued claims c8 + c12 of the week c2. Until 2025 cells had no quotes and dates were M/D/YYYY; since then cells are quoted and
 * dates are ISO. Columns are found by name, others are ignored. An empty c3 or c8 means that the value is missing, an empty c7 or
 * c12 that there are no such claims.
 */
export const DOL_STATE_CLAIMS_CSV: Format = {
  id: 'dol-state-claims-csv',
  title: 'Weekly claims by state (DOL ar539.csv)',
  reading: (code) =>
    code === 'initial_claims'
      ? 'the sum of columns c3 and c7 (in some copies ic and wseic)'
      : 'the sum of columns c8 and c12 (in some copies cw and wsecw)',
  recognise: ({ firstLine }) => layoutOf(headerCells(firstLine)) !== undefined,
  open: openStateClaims,
};

function layoutOf(names: readonly string[]): Layout | undefined {
  const there = new Set(names.map((name) => name.toLowerCase()));
  return LAYOUTS.find(({ state, week, initial, weekBefore, continued }) =>
    [state, week, weekBefore, ...initial, ...continued].every((name) => there.has(name)),
  );
}

/** The columns of one series: a date, and two counts that are added. `names` are those of the file's header. */
type Sum = { code: string; names: readonly [string, string, string]; at: readonly number[] };

type Columns = { width: number; state: { name: string; at: number }; initial: Sum; continued: Sum };

function openStateClaims({ file, target }: ReadContext): FileReader {
  let columns: Columns | undefined;
  const series = new Map<string, number>();
  const coverage = createStateCoverage();

  function readHeader(cells: readonly string[], line: number): Columns {
    const found = columnsOf(file, cells, line, (name) => name.toLowerCase());
    const layout = layoutOf([...found.keys()]);
    if (!layout) {
      const sentence = 'the header must have the columns st, rptdate, c2, c3, c7, c8 and c12.';
      throw rowFailure(file, line, undefined, sentence);
    }
    const at = (name: string) => found.get(name) ?? -1;
    const sum = (code: string, date: string, [one, two]: readonly [string, string]): Sum => ({
      code,
      names: [date, one, two],
      at: [at(date), at(one), at(two)],
    });
    return {
      width: cells.length,
      state: { name: layout.state, at: at(layout.state) },
      initial: sum('initial_claims', layout.week, layout.initial),
      continued: sum('continued_claims', layout.weekBefore, layout.continued),
    };
  }

  function readSum({ code, names, at }: Sum, state: string, cells: readonly string[], line: number): number {
    const [date = '', first = '', second = ''] = at.map((index) => (cells[index] ?? '').trim());
    const day = isoDay(date) ?? usDay(date);
    if (/^\d+$/.test(date)) throw rowFailure(file, line, names[0], otherReport(date, names[0]));
    if (day === undefined) refuseDate(file, line, names[0], date, 'M/D/YYYY or YYYY-MM-DD');
    const base = wholeNumber(file, line, names[1], first);
    const more = wholeNumber(file, line, names[2], second);
    if (base === undefined) return day;
    const key = `${code}/${state}`;
    const id =
      series.get(key) ??
      target.series('ui_state_weekly_claims', code, state, {
        date: names[0],
        value: `${names[1]} + ${names[2]}`,
      });
    series.set(key, id);
    target.observation(id, day, String(base + (more ?? 0n)), line);
    return day;
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (!columns) {
        columns = readHeader(cells, line);
        return undefined;
      }
      checkWidth(file, cells, columns.width, line, hasEnd);
      const state = (cells[columns.state.at] ?? '').trim();
      if (!isStateCode(state)) throw rowFailure(file, line, columns.state.name, unknownState(state));
      const week = readSum(columns.initial, state, cells, line);
      const weekBefore = readSum(columns.continued, state, cells, line);
      coverage.add(state, week, weekBefore, line);
      return undefined;
    },
    onEnd() {
      for (const note of coverage.notes()) target.note(note);
    },
  });
}

/** Other reports use the same column names (`st`, `rptdate`, `c1` …) for other things. */
function otherReport(text: string, column: string): string {
  return `${quote(text)} is not a date: in ar539.csv (ETA 539, weekly claims) ${column} is the end of a week. Other reports of the Department of Labor, such as ar5159.csv, have the same names of columns for other things.`;
}

function unknownState(text: string): string {
  return `${quote(text)} is not a state; one of the ${Object.keys(STATES).length} postal codes (CA, NY, DC, PR …) is right.`;
}

/** @returns the count in a cell, `undefined` for an empty cell. @throws Failure for anything else. */
function wholeNumber(file: string, line: number, column: string, text: string): bigint | undefined {
  if (text === '') return undefined;
  const plain = plainNumber(text);
  if (plain !== undefined && /^\d+$/.test(plain)) return BigInt(plain);
  const right = 'whole digits, or an empty cell where it is missing, are right.';
  throw rowFailure(file, line, column, notNumber(text, right, 'a count of persons'));
}
