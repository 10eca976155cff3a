import { dateText, dayNumber } from '../../calendar/dates.ts';
import { isPlainNumber, notNumber, refuseDate, refuseValue, usDay } from '../../sources/cells.ts';
import { columnPositions, headerCells, readCsv } from '../../sources/csv-records.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, lineFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { readXml, rootElement } from '../../sources/xml-reader.ts';
import { findSeries } from '../index.ts';

const TENOR = /^(\d+(?:\.\d+)?) ?(mo|month|yr|year)s?$/i;

/**
 * The Treasury's daily par yield curve rates as CSV: a file of a year, a month or the archive. Columns are
 * found by name (`1 Mo`, `1.5 Month`, `1 mo`), dates are US or ISO and in any order, an empty cell is a
 * missing value, and the last line has no line break. A day on which every rate is 0 is left out. A file
 * without any maturity under five years is refused: only capitals in the header set real par yields apart.
 */
export const TREASURY_YIELDS_CSV: FileFormat = {
  id: 'treasury-par-yields-csv',
  title: 'Treasury daily par yield curve rates (CSV)',
  isPeriod: true,
  recognise({ firstLine }) {
    const [date = '', ...tenors] = headerCells(firstLine);
    return date.toLowerCase() === 'date' && tenors.length > 0 && tenors.every((tenor) => TENOR.test(tenor));
  },
  open: openCsv,
};

/** @returns the series code of a column: `1.5 Month` → `US1_5M`, `10 yr` → `US10Y`. */
export function tenorCode(column: string): string | undefined {
  const [, number, unit] = TENOR.exec(column.trim()) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  return `US${number.replace('.', '_')}${unit[0]?.toUpperCase()}`;
}

function openCsv({ file, target }: ReadContext): FileReader {
  let columns: readonly { at: number; name: string; code: string; series: number }[] = [];
  let dateName = '';
  let wasLastFilled = false;
  const zeroDays: number[] = [];

  function readHeader(cells: readonly string[], line: number): void {
    columnPositions(file, cells, line, (name) => tenorCode(name) ?? name);
    const [date = '', ...names] = cells.map((cell) => cell.trim());
    dateName = date;
    if (!names.some((name) => isOnlyNominal(tenorCode(name) ?? '')))
      throw fileFailure(file, describeRealCurve(names));
    columns = names.flatMap((name, at) => {
      const code = tenorCode(name);
      if (code !== undefined && findSeries('yields', code))
        return [{ at: at + 1, name, code, series: target.series('yields', code, '', { date, value: name }) }];
      target.note(`The column ${quote(name)} is a maturity that Almanac does not hold; it was left out.`);
      return [];
    });
  }

  /**
   * Checks the end of a file without a final line break, such as a yearly file. In yearly files every rate
   * has two decimals, and no column ends a day before the others.
   */
  function checkLastCell(cell: string, line: number): void {
    if (cell === '' ? !wasLastFilled : /\.\d\d$/.test(cell)) return;
    const sentence = `${quote(cell)} ends too early: the file seems to be cut off.`;
    throw rowFailure(file, line, columns.at(-1)?.name, sentence);
  }

  return readCsv({
    file,
    onHeader: readHeader,
    onRecord(cells, line, hasEnd) {
      const [date = ''] = cells;
      const day =
        usDay(date) ?? dayNumber(date) ?? refuseDate(file, line, dateName, date, 'MM/DD/YYYY or YYYY-MM-DD');
      const rates = columns
        .map((column) => ({ ...column, value: cells[column.at] ?? '' }))
        .filter(({ value }) => value !== '' && value !== 'N/A');
      for (const { name, value } of rates)
        if (!isPlainNumber(value)) refuseValue(file, line, name, value, 'an empty cell');
      if (isZeroDay(rates)) zeroDays.push(day);
      else for (const { series, value } of rates) target.observation(series, day, value, line);
      const last = cells.at(-1) ?? '';
      if (!hasEnd) checkLastCell(last, line);
      wasLastFilled = last !== '';
    },
    onEnd: () => zeroDayNotes(zeroDays).forEach(target.note),
  });
}

const DATE = 'NEW_DATE';
const RATE = /^BC_([0-9_]+)(MONTH|YEAR)$/;

/**
 * The Treasury's daily par yield curve rates as an Atom feed with OData properties: an `entry` for each day,
 * with `NEW_DATE` and an element for each maturity (`BC_1MONTH`, `BC_1_5MONTH`, `BC_10YEAR` …). A rate is
 * missing if its element is absent, empty or marked `m:null`. `BC_30YEARDISPLAY` repeats another rate and is
 * not read. A day on which every rate is 0 is left out. The feeds of the Treasury's other rates are refused.
 */
export const TREASURY_YIELDS_XML: FileFormat = {
  id: 'treasury-par-yields-xml',
  title: 'Treasury daily par yield curve rates (XML feed)',
  isMarkedUp: true,
  isPeriod: true,
  recognise: ({ text }) =>
    /^(atom:)?feed$/.test(rootElement(text) ?? '') &&
    /\bBC_\d|DailyTreasuryYieldCurveRate/.test(text) &&
    describeOtherRates(text, 'xml') === undefined,
  open: openXml,
};

function openXml({ file, target }: ReadContext): FileReader {
  const known = seriesOfPublisher('Treasury XML');
  const series = new Map<string, number>();
  const unknown = new Set<string>();
  /** Element names of all maturities, with or without a rate. */
  const maturities = new Set<string>();
  const zeroDays: number[] = [];
  let date: { text: string; line: number } | undefined;
  let rates: { name: string; code: string; value: string; line: number }[] = [];
  let isNull = false;
  const fail = (line: number, name: string, sentence: string) => lineFailure({ file }, line, name, sentence);

  function seriesOf(name: string): number | undefined {
    const found = known.get(name);
    if (found) {
      const id =
        series.get(name) ?? target.series(found.dataset, found.code, '', { date: DATE, value: name });
      series.set(name, id);
      return id;
    }
    if (!unknown.has(name))
      target.note(`The element ${quote(name)} is a maturity that Almanac does not hold; it was left out.`);
    unknown.add(name);
    return undefined;
  }

  function closeDay(line: number): void {
    const text = date?.text ?? '';
    const day = /^\d{4}-\d\d-\d\dT00:00:00(\.0+)?Z?$/.test(text) ? dayNumber(text.slice(0, 10)) : undefined;
    if (day === undefined)
      throw fail(
        date?.line ?? line,
        DATE,
        `${quote(text)} is not a day; one like 2026-08-14T00:00:00 is right.`,
      );
    for (const rate of rates)
      if (!isPlainNumber(rate.value))
        throw fail(rate.line, rate.name, notNumber(rate.value, 'percent such as 4.10 is right.'));
    if (isZeroDay(rates)) {
      zeroDays.push(day);
      return;
    }
    for (const rate of rates) {
      const id = seriesOf(rate.name);
      if (id !== undefined) target.observation(id, day, rate.value, rate.line);
    }
  }

  function addRate(name: string, value: string, line: number): void {
    maturities.add(name);
    if (rates.some((rate) => rate.name === name))
      throw fail(line, name, 'the element is in its entry twice.');
    if (isNull && value !== '')
      throw fail(line, name, `the rate is ${quote(value)} though it is marked as missing.`);
    if (value !== '') rates.push({ name, code: codeOf(name), value, line });
  }

  return readXml(
    { file },
    {
      open(name, attributes) {
        isNull = Object.entries(attributes).some(([key, value]) => key.endsWith(':null') && value === 'true');
        if (name !== 'properties') return;
        date = undefined;
        rates = [];
      },
      close(name, text, line, path) {
        if (name === 'properties') closeDay(line);
        if (path.at(-2) !== 'properties') return;
        if (name === DATE) date = { text: text.trim(), line };
        else if (RATE.test(name)) addRate(name, text.trim(), line);
      },
      end() {
        zeroDayNotes(zeroDays).forEach(target.note);
        const names = [...maturities];
        if (names.length > 0 && !names.some((name) => isOnlyNominal(codeOf(name))))
          throw fileFailure(file, describeRealCurve(names));
      },
    },
  );
}

/** @returns the code of a maturity, whether or not Almanac holds it: `BC_1_5MONTH` → `US1_5M`. */
function codeOf(name: string): string {
  return name.replace(RATE, (_, number: string, unit: string) => `US${number}${unit[0]}`);
}

/** True if all rates of a day are 0, as on Good Friday 2017. Bills can be 0; no longer rate ever was. */
function isZeroDay(rates: readonly { code: string; value: string }[]): boolean {
  return rates.some(({ code }) => code.endsWith('Y')) && rates.every(({ value }) => /^0(\.0+)?$/.test(value));
}

/** @returns a note on the days of a file that were left out, if there are any. */
function zeroDayNotes(days: readonly number[]): string[] {
  const [first, ...others] = [...new Set(days)].sort((a, b) => a - b);
  if (first === undefined) return [];
  const which = `${others.length + 1} days, the first ${dateText(first)}, were`;
  const were = others.length === 0 ? `${dateText(first)} was` : which;
  return [`${were} left out: every rate is 0, so there was no curve.`];
}

const REAL = 'real par yields (of inflation-indexed securities)';
/**
 * Daily rates of the Treasury that look like the nominal par yield curve but are not. `csv` matches only
 * their header; `xml` matches only their feed, by its title (which every entry repeats) or its elements.
 */
const OTHER_RATES: readonly { what: string; csv?: RegExp; xml: RegExp }[] = [
  { what: REAL, xml: /DailyTreasuryReal(Par)?YieldCurve|\bTC_\d+YEAR\b/ },
  {
    what: 'bill rates',
    csv: /\bWEEKS? (BANK DISCOUNT|COUPON EQUIVALENT)/i,
    xml: /DailyTreasuryBillRate|\bROUND_B1_|\bCS_\d+WK_/,
  },
  { what: 'real long-term rates', csv: /\bLT REAL AVERAGE\b/i, xml: /DailyTreasuryRealLongTerm/ },
  {
    what: 'long-term rates',
    csv: /\bLT COMPOSITE\b|\bTREASURY 20-Yr CMT\b|\bExtrapolation Factor\b/i,
    xml: /DailyTreasuryLongTermRate|:RATE_TYPE\b/,
  },
];

const RIGHT_FILE =
  'Almanac holds the nominal par yield curve: "Daily Treasury Par Yield Curve Rates" (daily_treasury_yield_curve) is right.';

/** @returns the rest of a sentence on a file with this start; `undefined` if it has no other rates. */
export function describeOtherRates(text: string, kind: 'csv' | 'xml'): string | undefined {
  const found = OTHER_RATES.find((rates) => rates[kind]?.test(text));
  return found && `holds the Treasury’s ${found.what}, another dataset. ${RIGHT_FILE}`;
}

/** Only the nominal curve has shorter maturities, and it has had them in every year and in both forms. */
const SHORTEST_REAL_YEARS = 5;

/** @returns whether only the nominal curve has a maturity (`US1_5M`, `US10Y`, held by Almanac or not). */
function isOnlyNominal(code: string): boolean {
  return code.endsWith('M') || Number(code.slice(2, -1)) < SHORTEST_REAL_YEARS;
}

/** @returns the rest of a sentence about a curve without a maturity under five years. */
function describeRealCurve(maturities: readonly string[]): string {
  return `holds the Treasury’s ${REAL}, another dataset, or a part of the nominal ones that cannot be distinguished from them: it has ${maturities.map((name) => quote(name)).join(', ')} and no maturity under ${SHORTEST_REAL_YEARS} years. ${RIGHT_FILE}`;
}
