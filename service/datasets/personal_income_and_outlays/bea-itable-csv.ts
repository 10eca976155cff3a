import { daysFromCivil, SHORT_MONTHS } from '../../calendar/dates.ts';
import { plainNumber, refuseValue } from '../../sources/cells.ts';
import { readCsv } from '../../sources/csv-records.ts';
import { halfUnit, moveDecimalPoint } from '../../sources/exact-decimals.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { NIPA_MISSING, PERSONAL_INCOME_CODE } from './bea-nipa-txt.ts';

const TITLE = /^"?Table 2\.6\. Personal Income and Its Disposition, Monthly"?,*$/;
const UNIT = /\[(billions|millions) of dollars\b/i;
const RATE = /seasonally adjusted at annual rates/i;
/** Powers of ten from the table's unit to millions. */
const POWERS = new Map([
  ['billions', 3],
  ['millions', 0],
]);
const RIGHT =
  'Table 2.6 in dollars, seasonally adjusted at annual rates, is right, or https://apps.bea.gov/national/Release/TXT/NipaDataM.txt.';

/**
 * Table 2.6 of BEA's interactive tables as CSV: lines about the table, a row of years and one of months, then a row for each line of the
 * table, of which the first is read. It rounds as FRED does, so the flat file's figures take the place of its own.
 */
export const BEA_ITABLE_CSV: FileFormat = {
  id: 'bea-itable-2-6-csv',
  title: 'Personal income (BEA interactive Table 2.6, CSV)',
  role: 'stand-in',
  recognise: ({ firstLine }) => TITLE.test(firstLine.trim()),
  open: openTable,
};

function openTable({ file, target }: ReadContext): FileReader {
  const found = seriesOfPublisher('BEA').get(PERSONAL_INCOME_CODE);
  if (!found) throw new Error(`${PERSONAL_INCOME_CODE} is not in the catalogue`);
  const series = target.series(found.dataset, found.code, '', { date: 'month', value: 'Personal income' });
  let about = '';
  let years: string[] | undefined;
  let days: number[] | undefined;
  let power = 0;
  let isRead = false;

  function readYears(cells: readonly string[], line: number): string[] {
    const unit = UNIT.exec(about)?.[1]?.toLowerCase() ?? '';
    const found = POWERS.get(unit);
    if (found === undefined || !RATE.test(about))
      throw rowFailure(
        file,
        line,
        undefined,
        `the lines above the table are ${quote(about.trim(), 120)}; ${RIGHT}`,
      );
    power = found;
    return cells.slice(2);
  }

  function readMonths(cells: readonly string[], line: number): number[] {
    return (years ?? []).map((year, at) => {
      const month = cells[at + 2] ?? '';
      const number = SHORT_MONTHS.findIndex((name) => name.toUpperCase() === month.toUpperCase()) + 1;
      if (/^\d{4}$/.test(year) && number > 0) return daysFromCivil(Number(year), number, 1);
      throw rowFailure(
        file,
        line,
        undefined,
        `${quote(`${year} ${month}`.trim())} is not a month; one like "2024" above "MAY" is right.`,
      );
    });
  }

  function readIncome(cells: readonly string[], line: number, isWhole: boolean): void {
    if (!isWhole || cells.length !== (days?.length ?? 0) + 2)
      throw rowFailure(file, line, undefined, 'the row is not whole: the file seems to be cut off.');
    for (const [at, day] of (days ?? []).entries()) {
      const cell = cells[at + 2] ?? '';
      if (cell === '' || NIPA_MISSING.has(cell)) continue;
      const value = plainNumber(cell);
      if (value === undefined) refuseValue(file, line, 'Personal income', cell);
      target.observation(series, day, moveDecimalPoint(value, power), line, halfUnit(value, power));
    }
    isRead = true;
  }

  return readCsv({
    file,
    onRecord(record, line, hasEnd) {
      const cells = record.map((cell) => cell.trim());
      if (days && cells[1] === 'Personal income' && !isRead) readIncome(cells, line, hasEnd);
      else if (years) days ??= readMonths(cells, line);
      else if (cells[0] === 'Line') years = readYears(cells, line);
      else about += `${cells.join(' ')} `;
      return undefined;
    },
    onEnd() {
      if (!isRead) throw fileFailure(file, `has no row "Personal income" under years and months; ${RIGHT}`);
    },
  });
}
