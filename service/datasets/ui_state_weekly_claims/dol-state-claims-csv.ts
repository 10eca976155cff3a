import { dayNumber } from '../../calendar/dates.ts';
import { notNumber, plainNumber, refuseDate, usDay } from '../../sources/cells.ts';
import { checkWidth, columnPositions, headerCells, readCsv } from '../../sources/csv-records.ts';
import { percentOfWhole } from '../../sources/exact-decimals.ts';
import { quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { isStateCode, STATES } from '../states.ts';
import { createStateCoverage } from './state-coverage.ts';

/**
 * The columns that are read, with their names in `ar539.csv` and their abbreviations in its data map (ETA handbook 402, report 539),
 * which some copies have instead: IC and CW are state UI initial claims and continued weeks claimed, WSEIC and WSECW the
 * equivalents of workshare (short-time compensation), CE covered employment and R the insured unemployment rate.
 */
const LAYOUTS = [
  {
    state: 'st',
    week: 'rptdate',
    initial: ['c3', 'c7'],
    weekBefore: 'c2',
    continued: ['c8', 'c12'],
    employment: 'c18',
    rate: 'c19',
  },
  {
    state: 'state',
    week: 'report_for_period_ending',
    initial: ['ic', 'wseic'],
    weekBefore: 'reflected_week_ending',
    continued: ['cw', 'wsecw'],
    employment: 'ce',
    rate: 'r',
  },
] as const;
type ClaimsLayout = (typeof LAYOUTS)[number];

/** How each series is made of the columns, for messages and explanations. */
const READINGS: Readonly<Record<string, string>> = {
  initial_claims: 'the sum of columns c3 and c7 (in some copies ic and wseic)',
  continued_claims: 'the sum of columns c8 and c12 (in some copies cw and wsecw)',
  covered_employment: 'column c18 (in some copies ce)',
  insured_unemployment_rate: 'column c19 (in some copies r)',
  insured_unemployment_rate_week:
    'the sum of columns c8 and c12 (in some copies cw and wsecw) in percent of c18 (ce), with two decimals',
};

/**
 * The Department of Labor's weekly claims by state (`ar539.csv`, report ETA 539): initial claims c3 + c7 and covered employment c18 of
 * the week `rptdate`, continued claims c8 + c12, their percentage of c18 and the 13-week insured unemployment rate c19 of the week c2.
 * Until 2025 cells had no quotes and dates were M/D/YYYY; since then cells are quoted and dates are ISO. Columns are found by name,
 * others are ignored. An empty c3, c8, c18 or c19 means that the value is missing, an empty c7 or c12 that there are no such claims. A
 * copy may lack c18 and c19.
 */
export const DOL_STATE_CLAIMS_CSV: FileFormat = {
  id: 'dol-state-claims-csv',
  title: 'Weekly claims by state (DOL ar539.csv)',
  reading: (code) => READINGS[code] ?? '',
  recognise: ({ firstLine }) => layoutOf(headerCells(firstLine)) !== undefined,
  open: openStateClaims,
};

function layoutOf(names: readonly string[]): ClaimsLayout | undefined {
  const there = new Set(names.map((name) => name.toLowerCase()));
  return LAYOUTS.find(({ state, week, initial, weekBefore, continued }) =>
    [state, week, weekBefore, ...initial, ...continued].every((name) => there.has(name)),
  );
}

type ClaimsColumn = { name: string; at: number };

/** The columns of one series: a date, and its value or two counts that are added, and of which they are a percentage. */
type ClaimsCells = {
  code: string;
  date: ClaimsColumn;
  value: ClaimsColumn & { isCount: boolean };
  added?: ClaimsColumn;
  whole?: ClaimsColumn;
};

type ClaimsColumns = { width: number; state: ClaimsColumn; series: readonly ClaimsCells[] };

function openStateClaims({ file, target }: ReadContext): FileReader {
  let columns: ClaimsColumns | undefined;
  const series = new Map<string, number>();
  const coverage = createStateCoverage();

  function readHeader(cells: readonly string[], line: number): ClaimsColumns {
    const found = columnPositions(file, cells, line, (name) => name.toLowerCase());
    const layout = layoutOf([...found.keys()]);
    if (!layout) {
      const sentence = 'the header must have the columns st, rptdate, c2, c3, c7, c8 and c12.';
      throw rowFailure(file, line, undefined, sentence);
    }
    const column = (name: string) => ({ name, at: found.get(name) ?? -1 });
    const sum = (code: string, date: string, [one, two]: readonly [string, string]): ClaimsCells => ({
      code,
      date: column(date),
      value: { ...column(one), isCount: true },
      added: column(two),
    });
    const { state, week, weekBefore, initial, continued, employment, rate } = layout;
    const series: ClaimsCells[] = [
      sum('initial_claims', week, initial),
      sum('continued_claims', weekBefore, continued),
      { code: 'covered_employment', date: column(week), value: { ...column(employment), isCount: true } },
      {
        code: 'insured_unemployment_rate',
        date: column(weekBefore),
        value: { ...column(rate), isCount: false },
      },
      {
        ...sum('insured_unemployment_rate_week', weekBefore, continued),
        whole: column(employment),
      },
    ];
    return {
      width: cells.length,
      state: column(state),
      series: series.filter(({ value, whole = value }) => value.at >= 0 && whole.at >= 0),
    };
  }

  function idOf({ code, date, value, added, whole }: ClaimsCells, state: string): number {
    const key = `${code}/${state}`;
    const known = series.get(key);
    if (known !== undefined) return known;
    const sum = added ? `${value.name} + ${added.name}` : value.name;
    const names = { date: date.name, value: whole ? `(${sum}) ÷ ${whole.name}` : sum };
    const id = target.series('ui_state_weekly_claims', code, state, names);
    series.set(key, id);
    return id;
  }

  function readDate({ name, at }: ClaimsCells['date'], cells: readonly string[], line: number): number {
    const text = (cells[at] ?? '').trim();
    const day = dayNumber(text) ?? usDay(text);
    if (/^\d+$/.test(text)) throw rowFailure(file, line, name, otherReport(text, name));
    return day ?? refuseDate(file, line, name, text, 'M/D/YYYY or YYYY-MM-DD');
  }

  function readValue(
    { value, added, whole }: ClaimsCells,
    cells: readonly string[],
    line: number,
  ): string | undefined {
    if (!value.isCount) {
      const text = (cells[value.at] ?? '').trim();
      return text === '' ? undefined : (plainNumber(text) ?? refuseRate(value.name, text, line));
    }
    const count = ({ name, at }: ClaimsColumn) => wholeNumber(file, line, name, (cells[at] ?? '').trim());
    const base = count(value);
    const more = added && count(added);
    if (base === undefined) return undefined;
    const sum = base + (more ?? 0n);
    if (!whole) return String(sum);
    const all = count(whole);
    return all ? percentOfWhole(sum, all) : undefined;
  }

  function refuseRate(name: string, text: string, line: number): never {
    const right = 'digits with an optional decimal point, or an empty cell where it is missing, are right.';
    throw rowFailure(file, line, name, notNumber(text, right, 'a rate in percent'));
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
      const days = columns.series.map((each) => {
        const day = readDate(each.date, cells, line);
        const value = readValue(each, cells, line);
        if (value !== undefined) target.observation(idOf(each, state), day, value, line);
        return day;
      });
      // The first two are initial and continued claims.
      coverage.add(state, days[0] as number, days[1] as number, line);
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
  throw rowFailure(file, line, column, notNumber(text, right, 'a count of claims or persons'));
}
