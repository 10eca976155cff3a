import { dateText, dayNumber } from '../../calendar/dates.ts';
import { notNumber, plainNumber, refuseDate, usDay } from '../../sources/cells.ts';
import { columnPositions, headerCells, readCsv } from '../../sources/csv-records.ts';
import { percentOfWhole } from '../../sources/exact-decimals.ts';
import { createGapFinder } from '../../sources/gaps.ts';
import { STATE_CODES_HINT } from '../../sources/long-csv.ts';
import { quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext, RowTarget } from '../../sources/types.ts';
import { rootElement } from '../../sources/xml-reader.ts';
import { isStateCode, STATES, type StateCode } from '../states.ts';
import { type ReportWeek, readWeeks } from '../ui_weekly_claims/source.ts';
import { STATE_CLAIMS } from './definition.ts';

/**
 * The columns to read: their names in `ar539.csv`, and their abbreviations in its data map (ETA handbook 402,
 * report 539), which some copies use: IC and CW are state UI initial claims and continued weeks claimed,
 * WSEIC and WSECW the equivalents of workshare (short-time compensation), CE covered employment and R the
 * insured unemployment rate.
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

/** The columns that make up each series, for messages and explanations. */
const READINGS: Readonly<Record<string, string>> = {
  [STATE_CLAIMS.initial]: 'the sum of columns c3 and c7 (in some copies ic and wseic)',
  [STATE_CLAIMS.continued]: 'the sum of columns c8 and c12 (in some copies cw and wsecw)',
  [STATE_CLAIMS.covered]: 'column c18 (in some copies ce)',
  [STATE_CLAIMS.rate]: 'column c19 (in some copies r)',
  [STATE_CLAIMS.weekRate]:
    'the sum of columns c8 and c12 (in some copies cw and wsecw) in percent of c18 (ce), with two decimals',
};

/**
 * The Department of Labor's weekly claims by state (`ar539.csv`, report ETA 539). Initial claims c3 + c7 and
 * covered employment c18 are for the week `rptdate`; continued claims c8 + c12, their percentage of c18 and
 * the 13-week insured unemployment rate c19 are for the week c2. Until 2025 cells had no quotes and dates
 * were M/D/YYYY; since then cells are quoted and dates are ISO. An empty c3, c8, c18 or c19 is a missing
 * value; an empty c7 or c12 means no such claims. A copy may lack c18 and c19.
 */
export const DOL_STATE_CLAIMS_CSV: FileFormat = {
  id: 'dol-state-claims-csv',
  title: 'Weekly claims by state (DOL ar539.csv)',
  reading: (code) => READINGS[code] ?? '',
  recognise: ({ firstLine }) => layoutOf(headerCells(firstLine)) !== undefined,
  open: openCsv,
};

function layoutOf(names: readonly string[]) {
  const there = new Set(names.map((name) => name.toLowerCase()));
  return LAYOUTS.find(({ state, week, initial, weekBefore, continued }) =>
    [state, week, weekBefore, ...initial, ...continued].every((name) => there.has(name)),
  );
}

/** Columns of one series: a date, and a rate, or a count plus `added`, in percent of `whole` if given. */
type ClaimsColumns = {
  code: string;
  date: string;
  rate?: string;
  count?: string;
  added?: string;
  whole?: string;
};

function openCsv({ file, target }: ReadContext): FileReader {
  let found: ReadonlyMap<string, number> = new Map();
  let stateColumn = '';
  let series: readonly ClaimsColumns[] = [];
  const seriesOf = openedOnce(target);
  const coverage = createStateCoverage(target);

  function readHeader(cells: readonly string[], line: number): void {
    found = columnPositions(file, cells, line, (name) => name.toLowerCase());
    const layout = layoutOf([...found.keys()]);
    if (!layout) {
      const sentence = 'the header must have the columns st, rptdate, c2, c3, c7, c8 and c12.';
      throw rowFailure(file, line, undefined, sentence);
    }
    const { state, week, weekBefore, initial, continued, employment, rate } = layout;
    const [claims, workshare] = continued;
    stateColumn = state;
    const all: readonly ClaimsColumns[] = [
      { code: STATE_CLAIMS.initial, date: week, count: initial[0], added: initial[1] },
      { code: STATE_CLAIMS.continued, date: weekBefore, count: claims, added: workshare },
      { code: STATE_CLAIMS.covered, date: week, count: employment },
      { code: STATE_CLAIMS.rate, date: weekBefore, rate },
      { code: STATE_CLAIMS.weekRate, date: weekBefore, count: claims, added: workshare, whole: employment },
    ];
    series = all.filter((one) =>
      Object.entries(one).every(([key, name]) => key === 'code' || found.has(name)),
    );
  }

  function readDate(column: string, text: string, line: number): number {
    if (/^\d+$/.test(text)) throw rowFailure(file, line, column, otherReport(text, column));
    return dayNumber(text) ?? usDay(text) ?? refuseDate(file, line, column, text, 'M/D/YYYY or YYYY-MM-DD');
  }

  /** @returns the number in a cell; `undefined` if the cell is empty. @throws Failure for anything else. */
  function numberIn(column: string, text: string, line: number, form: RegExp, right: string, what: string) {
    if (text === '') return undefined;
    const plain = plainNumber(text);
    if (plain !== undefined && form.test(plain)) return plain;
    const where = 'or an empty cell where it is missing, are right.';
    throw rowFailure(file, line, column, notNumber(text, `${right}, ${where}`, what));
  }

  function readValue(
    { rate, count = '', added, whole }: ClaimsColumns,
    cell: (column: string) => string,
    line: number,
  ): string | undefined {
    if (rate !== undefined)
      return numberIn(
        rate,
        cell(rate),
        line,
        /./,
        'digits with an optional decimal point',
        'a rate in percent',
      );
    const countIn = (name: string) => {
      const found = numberIn(name, cell(name), line, /^\d+$/, 'whole digits', 'a count of claims or persons');
      return found === undefined ? undefined : BigInt(found);
    };
    const base = countIn(count);
    const more = added === undefined ? undefined : countIn(added);
    if (base === undefined) return undefined;
    const sum = base + (more ?? 0n);
    if (whole === undefined) return String(sum);
    const all = countIn(whole);
    return all ? percentOfWhole(sum, all) : undefined;
  }

  return readCsv({
    file,
    onHeader: readHeader,
    onRecord(cells, line) {
      const cell = (column: string) => (cells[found.get(column) ?? -1] ?? '').trim();
      const state = cell(stateColumn);
      if (!isStateCode(state))
        throw rowFailure(file, line, stateColumn, `${quote(state)} is not a state; ${STATE_CODES_HINT}`);
      const days = series.map((columns) => {
        const { code, date, rate, count = '', added, whole } = columns;
        const day = readDate(date, cell(date), line);
        const value = readValue(columns, cell, line);
        const sum = added === undefined ? (rate ?? count) : `${count} + ${added}`;
        const names = { date, value: whole === undefined ? sum : `(${sum}) ÷ ${whole}` };
        if (value !== undefined) target.observation(seriesOf(code, state, names), day, value, line);
        return day;
      });
      // The first two series are always initial and continued claims.
      coverage.add(state, days[0] as number, days[1] as number, line);
    },
    onEnd: coverage.note,
  });
}

/** Explains a number in a date column: other reports use the same column names (`c1` …) differently. */
function otherReport(text: string, column: string): string {
  return `${quote(text)} is not a date: in ar539.csv (ETA 539, weekly claims) ${column} is the end of a week. Other reports of the Department of Labor, such as ar5159.csv, have the same names of columns for other things.`;
}

/** @returns a function that gives a series' number in the target and opens the series at its first value. */
function openedOnce(target: RowTarget) {
  const ids = new Map<string, number>();
  return (code: string, state: string, names: { date: string; value: string }): number => {
    const key = `${code}/${state}`;
    const id = ids.get(key) ?? target.series('ui_state_weekly_claims', code, state, names);
    ids.set(key, id);
    return id;
  };
}

const AREA = 'stateName';
const WEEK = 'weekEnded';
const WEEK_BEFORE = 'ReflectingWeekEnded';

/** The XML elements of each series: its value and its date. */
const SERIES = [
  { code: STATE_CLAIMS.initial, date: WEEK, value: 'InitialClaims' },
  { code: STATE_CLAIMS.continued, date: WEEK_BEFORE, value: 'ContinuedClaims' },
  { code: STATE_CLAIMS.covered, date: WEEK, value: 'CoveredEmployment' },
  { code: STATE_CLAIMS.weekRate, date: WEEK_BEFORE, value: 'InsuredUnemploymentRate' },
];

const CODES = new Map(Object.entries(STATES).map(([code, name]) => [name.toLowerCase(), code as StateCode]));

/**
 * The Department of Labor's weekly claims report by state as XML: a `week` for each state and Saturday.
 * Claims include the workshare equivalents, like c3 + c7 and c8 + c12 of `ar539.csv`. The rate is for the
 * week: all 5,141 rates of 2021-11-22 are ContinuedClaims ÷ CoveredEmployment × 100, with two decimals.
 */
export const DOL_STATE_CLAIMS_XML: FileFormat = {
  id: 'dol-r539cy-state-xml',
  title: 'Weekly claims by state (DOL r539cy XML)',
  isMarkedUp: true,
  isPeriod: true,
  recognise: ({ text }) => rootElement(text) === 'r539cyState',
  open: openXml,
};

function openXml({ file, target }: ReadContext): FileReader {
  const seriesOf = openedOnce(target);
  const coverage = createStateCoverage(target);
  const seen = new Map<string, number>();

  function noteOnce(state: string, week: ReportWeek): void {
    const key = `${state} ${week.text(WEEK)}`;
    const earlier = seen.get(key);
    seen.set(key, week.lineOf(WEEK));
    if (earlier === undefined) return;
    const sentence = `the week ending ${week.text(WEEK)} of ${week.text(AREA)} is already on line ${earlier}; each may be there once.`;
    throw week.failure(WEEK, sentence);
  }

  function onWeek(week: ReportWeek): void {
    const state = CODES.get(week.text(AREA).toLowerCase());
    if (state === undefined) {
      const sentence = `${quote(week.text(AREA))} is not one of the ${CODES.size} areas; the name of a state, District of Columbia, Puerto Rico or Virgin Islands is right.`;
      throw week.failure(AREA, sentence);
    }
    noteOnce(state, week);
    const values = SERIES.flatMap((names) => {
      const value = week.number(names.value);
      return value === undefined ? [] : [{ names, value, day: week.day(names.date) }];
    });
    for (const { names, value, day } of values)
      target.observation(seriesOf(names.code, state, names), day, value, week.lineOf(names.value));
    // Future weeks have no values.
    if (values.length > 0) coverage.add(state, week.day(WEEK), week.day(WEEK_BEFORE), week.lineOf(WEEK));
  }

  return readWeeks(file, [AREA, WEEK_BEFORE, ...SERIES.map(({ value }) => value)], onWeek, coverage.note);
}

/** Collects the states and weeks that a file of claims covers, and notes what is missing. */
function createStateCoverage(target: RowTarget) {
  const states = new Set<string>();
  const gaps = createGapFinder('week');
  const lag = { rows: 0, firstLine: 0 };
  return {
    /** @param week day of the initial claims. @param weekBefore day of the same row's continued claims. */
    add(state: string, week: number, weekBefore: number, line: number): void {
      states.add(state);
      gaps.add(state, week);
      if (week - weekBefore !== 7 && lag.rows++ === 0) lag.firstLine = line;
    },
    note(): void {
      const all = Object.keys(STATES).length;
      if (states.size > 0 && states.size < all)
        target.note(
          `The file holds ${states.size} of the ${all} states and areas: ${shortList([...states].sort())}.`,
        );
      const { newest, names } = gaps.late();
      if (names.length > 0)
        target.note(
          `The newest week, ${dateText(newest)}, is not there yet for ${names.length} of ${states.size} states and areas: ${shortList(names.sort())}.`,
        );
      gaps.note(target);
      if (lag.rows > 0)
        target.note(
          `In ${lag.rows} ${lag.rows === 1 ? 'row' : 'rows'}, first on line ${lag.firstLine}, the week of the continued claims is not the one before the week of the initial claims; each was dated as the file has it.`,
        );
    },
  };
}

function shortList(names: readonly string[]): string {
  return names.length <= 12 ? names.join(', ') : `${names.slice(0, 11).join(', ')} … ${names.at(-1)}`;
}
