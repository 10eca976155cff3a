import { dayNumber } from '../../calendar/dates.ts';
import { isPlainNumber, refuseDate, refuseValue, usDay } from '../../sources/cells.ts';
import { checkWidth, columnPositions, headerCells, readCsv } from '../../sources/csv-records.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { findSeries } from '../index.ts';
import { describeRealCurve, isOnlyNominal } from './other-treasury-rates.ts';
import { isZeroDay, zeroDayNotes } from './zero-days.ts';

/** How the Treasury writes that there is no rate. */
const MISSING = 'an empty cell';
const TENOR = /^(\d+(?:\.\d+)?) ?(mo|month|yr|year)s?$/i;

/**
 * The Treasury's daily par yield curve rates as CSV: a file of a year, a month or the archive. Columns by name (`1 Mo`,
 * `1.5 Month`, `1 mo`), US or ISO dates, any order of days, an empty cell for a missing value, no line end after the last line.
 * A day on which every rate is 0 is left out. A file without any maturity under five years is refused: the header of the real par
 * yields differs only in its capitals.
 */
export const TREASURY_YIELDS_CSV: FileFormat = {
  id: 'treasury-par-yields-csv',
  title: 'Treasury daily par yield curve rates (CSV)',
  isPeriod: true,
  recognise({ firstLine }) {
    const [date = '', ...tenors] = headerCells(firstLine);
    return date.toLowerCase() === 'date' && tenors.length > 0 && tenors.every((tenor) => TENOR.test(tenor));
  },
  open: openTreasuryYields,
};

/** @returns the series code of a column: `1.5 Month` → `US1_5M`, `10 yr` → `US10Y`. */
export function tenorCode(column: string): string | undefined {
  const [, number, unit] = TENOR.exec(column.trim()) ?? [];
  if (number === undefined || unit === undefined) return undefined;
  return `US${number.replace('.', '_')}${unit[0]?.toUpperCase() === 'M' ? 'M' : 'Y'}`;
}

type YieldColumn = { at: number; name: string; code: string; series: number };

function openTreasuryYields({ file, target }: ReadContext): FileReader {
  let columns: YieldColumn[] | undefined;
  let width = 0;
  let dateName = 'Date';
  let wasLastFilled = false;
  const zeroDays: number[] = [];

  function readHeader(cells: readonly string[], line: number): YieldColumn[] {
    width = cells.length;
    dateName = cells[0]?.trim() ?? '';
    columnPositions(file, cells, line, (name) => tenorCode(name) ?? name);
    const names = cells.slice(1).map((cell) => cell.trim());
    if (!names.some((name) => isOnlyNominal(tenorCode(name) ?? ''))) {
      throw fileFailure(file, describeRealCurve(names));
    }
    return cells.slice(1).flatMap((cell, at) => {
      const name = cell.trim();
      const code = tenorCode(name);
      if (code === undefined || !findSeries('yields', code)) {
        target.note(`The column ${quote(name)} is a maturity that Almanac does not hold; it was left out.`);
        return [];
      }
      return [
        {
          at: at + 1,
          name,
          code,
          series: target.series('yields', code, '', { date: dateName, value: name }),
        },
      ];
    });
  }

  /** Yearly files have no line end after the last line. In them every rate has two decimals, and no column ends a day before the others. */
  function checkLastCell(cell: string, line: number): void {
    if (cell === '' ? !wasLastFilled : /\.\d\d$/.test(cell)) return;
    throw rowFailure(
      file,
      line,
      columns?.at(-1)?.name,
      `${quote(cell)} ends too early: the file seems to be cut off.`,
    );
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (!columns) {
        columns = readHeader(cells, line);
        return undefined;
      }
      checkWidth(file, cells, width, line, hasEnd);
      const date = cells[0] ?? '';
      const day = usDay(date) ?? dayNumber(date);
      if (day === undefined) refuseDate(file, line, dateName, date, 'MM/DD/YYYY or YYYY-MM-DD');
      const rates = columns
        .map((column) => ({ ...column, value: cells[column.at] ?? '' }))
        .filter(({ value }) => value !== '' && value !== 'N/A');
      for (const { name, value } of rates)
        if (!isPlainNumber(value)) refuseValue(file, line, name, value, MISSING);
      if (isZeroDay(rates)) zeroDays.push(day);
      else for (const { series, value } of rates) target.observation(series, day, value, line);
      if (!hasEnd) checkLastCell(cells.at(-1) ?? '', line);
      wasLastFilled = cells.at(-1) !== '';
      return undefined;
    },
    onEnd: () => zeroDayNotes(zeroDays).forEach(target.note),
  });
}
