import { daysFromCivil, SHORT_MONTHS } from '../../calendar/dates.ts';
import { plainNumber, refuseValue } from '../../sources/cells.ts';
import { headerCells, readCsv } from '../../sources/csv-records.ts';
import { halfUnit, moveDecimalPoint } from '../../sources/exact-decimals.ts';
import { createGapFinder } from '../../sources/gaps.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import { readTextLines } from '../../sources/text-lines.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { PERSONAL_INCOME_AND_OUTLAYS } from './definition.ts';

/** BEA's code of the only series that the catalogue has; the file has some 2,000 more. */
const CODE = 'A065RC';
const MISSING = new Set(['(NA)', '---', '...']);
/** A row like `A065RC,2026M06,"26,999,687"`: the value is quoted and has thousands separators. */
const ROW = /^([^,"]+),([^,"]+),(?:"([^"]*)"|([^",]*))$/;

/** BEA's flat file of all monthly national accounts, 37 MB; one series is read, in millions of dollars. */
export const BEA_NIPA_TXT: FileFormat = {
  id: 'bea-nipa-monthly-txt',
  title: 'National accounts, monthly (BEA NipaDataM.txt)',
  recognise: ({ firstLine }) => headerCells(firstLine).join() === '%SeriesCode,Period,Value',
  open: openNipa,
};

function openNipa({ file, target }: ReadContext): FileReader {
  const series = openIncome(target, 'Period', 'Value');
  const gaps = createGapFinder('month');
  let rows = 0;
  let isLast = false;

  function readRow(text: string, line: number): void {
    const fail = (column: string | undefined, sentence: string) => rowFailure(file, line, column, sentence);
    const [, code, period = '', quoted, bare = ''] = ROW.exec(text) ?? [];
    if (code !== CODE)
      throw fail(undefined, `${quote(text)} is not a row of the file, such as ${CODE},2026M06,"26,999,687".`);
    const [, year, month] = /^(\d{4})M(0[1-9]|1[0-2])$/.exec(period) ?? [];
    if (year === undefined) {
      const hint = /^\d{4}(Q\d)?$/.test(period) ? ' The monthly file is NipaDataM.txt.' : '';
      throw fail('Period', `${quote(period)} is not a month; one like 2026M06 is right.${hint}`);
    }
    const day = daysFromCivil(Number(year), Number(month), 1);
    rows++;
    gaps.add(CODE, day);
    const cell = (quoted ?? bare).trim();
    if (MISSING.has(cell)) return;
    const value = plainNumber(cell) ?? refuseValue(file, line, 'Value', cell);
    // Before 2023 the file was in billions. Such values have at most five digits, millions at least six.
    if (!/^\d{6,}/.test(value)) {
      const sentence = `${quote(cell)} cannot be personal income in millions of dollars, which has been above 391,000 since 1959; the file may be an old one, in billions.`;
      throw fail('Value', sentence);
    }
    target.observation(series, day, value, line);
  }

  function onLine(text: string, line: number, hasEnd: boolean): void {
    if (!hasEnd && !isWhole(text))
      throw rowFailure(file, line, undefined, 'the last line is not whole: the file seems to be cut off.');
    isLast = text.startsWith(`${CODE},`);
    if (isLast) readRow(text, line);
  }
  return readTextLines(file, onLine, () => {
    if (rows === 0) throw fileFailure(file, `has no rows of ${CODE} (personal income).`);
    if (isLast)
      target.note(
        `The file ends with ${CODE}; of a whole file other series follow, so months may be cut off.`,
      );
    const [gap] = gaps.find();
    if (!gap) return;
    const sentence = `has no row of ${CODE} for ${gap.first}, though for months before and after it (${gap.missing} such in all): the file was damaged. Download it again.`;
    throw fileFailure(file, sentence);
  });
}

/** True if the last line is whole. Numbers are quoted, so a line that was cut lacks its closing quote. */
function isWhole(text: string): boolean {
  const [, , , quoted, bare = ''] = ROW.exec(text) ?? [];
  return quoted !== undefined || MISSING.has(bare);
}

function openIncome(target: ReadContext['target'], date: string, value: string): number {
  const { id, headline } = PERSONAL_INCOME_AND_OUTLAYS;
  return target.series(id, headline, '', { date, value });
}

const TITLE = /^"?Table 2\.6\. Personal Income and Its Disposition, Monthly"?,*$/;
const UNIT = /\[(billions|millions) of dollars\b/i;
const RATE = /seasonally adjusted at annual rates/i;
/** Powers of ten that turn the table's unit into millions. */
const POWERS = new Map([
  ['billions', 3],
  ['millions', 0],
]);
const RIGHT_FILE =
  'Table 2.6 in dollars, seasonally adjusted at annual rates, is right, or https://apps.bea.gov/national/Release/TXT/NipaDataM.txt.';

/**
 * Table 2.6 of BEA's interactive tables as CSV: lines about the table, a row of years, a row of months, then
 * the table's lines. Only the first of these is read. It is rounded, so the flat file's figures replace it.
 */
export const BEA_ITABLE_CSV: FileFormat = {
  id: 'bea-itable-2-6-csv',
  title: 'Personal income (BEA interactive Table 2.6, CSV)',
  role: 'stand-in',
  recognise: ({ firstLine }) => TITLE.test(firstLine.trim()),
  open: openTable,
};

function openTable({ file, target }: ReadContext): FileReader {
  const series = openIncome(target, 'month', 'Personal income');
  let about = '';
  let years: string[] | undefined;
  let days: number[] | undefined;
  let power = 0;
  let isRead = false;

  function readUnit(line: number): void {
    const found = POWERS.get(UNIT.exec(about)?.[1]?.toLowerCase() ?? '');
    if (found === undefined || !RATE.test(about)) {
      const sentence = `the lines above the table are ${quote(about.trim(), 120)}; ${RIGHT_FILE}`;
      throw rowFailure(file, line, undefined, sentence);
    }
    power = found;
  }

  function readMonth(year: string, month: string, line: number): number {
    const number = SHORT_MONTHS.findIndex((name) => name.toUpperCase() === month.toUpperCase()) + 1;
    if (/^\d{4}$/.test(year) && number > 0) return daysFromCivil(Number(year), number, 1);
    const sentence = `${quote(`${year} ${month}`.trim())} is not a month; one like "2024" above "MAY" is right.`;
    throw rowFailure(file, line, undefined, sentence);
  }

  function readIncome(
    cells: readonly string[],
    months: readonly number[],
    line: number,
    hasEnd: boolean,
  ): void {
    if (!hasEnd || cells.length !== months.length + 2)
      throw rowFailure(file, line, undefined, 'the row is not whole: the file seems to be cut off.');
    for (const [at, day] of months.entries()) {
      const cell = cells[at + 2] ?? '';
      if (cell === '' || MISSING.has(cell)) continue;
      const value = plainNumber(cell) ?? refuseValue(file, line, 'Personal income', cell);
      target.observation(series, day, moveDecimalPoint(value, power), line, halfUnit(value, power));
    }
    isRead = true;
  }

  return readCsv({
    file,
    onRecord(record, line, hasEnd) {
      const cells = record.map((cell) => cell.trim());
      if (days && cells[1] === 'Personal income' && !isRead) readIncome(cells, days, line, hasEnd);
      else if (years) days ??= years.map((year, at) => readMonth(year, cells[at + 2] ?? '', line));
      else if (cells[0] === 'Line') {
        readUnit(line);
        years = cells.slice(2);
      } else about += `${cells.join(' ')} `;
    },
    onEnd() {
      if (!isRead)
        throw fileFailure(file, `has no row "Personal income" under years and months; ${RIGHT_FILE}`);
    },
  });
}
