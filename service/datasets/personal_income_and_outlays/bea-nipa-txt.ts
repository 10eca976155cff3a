import { daysFromCivil } from '../../calendar/dates.ts';
import { plainNumber, refuseValue } from '../../sources/cells.ts';
import { headerCells } from '../../sources/csv-records.ts';
import { createGapFinder } from '../../sources/gaps.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import { readTextLines } from '../../sources/text-lines.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';

const COLUMNS = ['%SeriesCode', 'Period', 'Value'] as const;
/** The one series that is in the catalogue; the file has some 2,000 others. */
const CODE = 'A065RC';

export { CODE as PERSONAL_INCOME_CODE };
export const NIPA_MISSING = new Set(['(NA)', '---', '...']);
/** `A065RC,2026M06,"26,999,687"`: the value is quoted, its thousands are separated. */
const ROW = /^([^,"]+),([^,"]+),(?:"([^"]*)"|([^",]*))$/;

/**
 * BEA's flat file of all monthly national accounts series, `NipaDataM.txt`: 37 MB, of which one series is read, in millions of
 * dollars as published.
 */
export const BEA_NIPA_TXT: FileFormat = {
  id: 'bea-nipa-monthly-txt',
  title: 'National accounts, monthly (BEA NipaDataM.txt)',
  recognise({ firstLine }) {
    const names = headerCells(firstLine);
    return names.length === COLUMNS.length && COLUMNS.every((name, at) => names[at] === name);
  },
  open: openNipa,
};

function openNipa({ file, target }: ReadContext): FileReader {
  const found = seriesOfPublisher('BEA').get(CODE);
  if (!found) throw new Error(`${CODE} is not in the catalogue`);
  const series = target.series(found.dataset, found.code, '', { date: 'Period', value: 'Value' });
  const gaps = createGapFinder('month');
  let rows = 0;
  let isLast = false;

  function readRow(text: string, line: number): void {
    const [, code, period = '', quoted, bare = ''] = ROW.exec(text) ?? [];
    if (code !== CODE) {
      const shape = `${CODE},2026M06,"26,999,687"`;
      throw rowFailure(file, line, undefined, `${quote(text)} is not a row of the file, such as ${shape}.`);
    }
    const day = monthDay(period);
    if (day === undefined) {
      const hint = /^\d{4}(Q\d)?$/.test(period) ? ' The monthly file is NipaDataM.txt.' : '';
      throw rowFailure(
        file,
        line,
        'Period',
        `${quote(period)} is not a month; one like 2026M06 is right.${hint}`,
      );
    }
    rows++;
    gaps.add(CODE, day);
    const cell = (quoted ?? bare).trim();
    if (NIPA_MISSING.has(cell)) return;
    const value = plainNumber(cell);
    if (value === undefined) refuseValue(file, line, 'Value', cell);
    // Before 2023 the file had billions. In millions, personal income has had six digits since 1959; in billions, five at most.
    if (!/^\d{6,}/.test(value)) {
      throw rowFailure(
        file,
        line,
        'Value',
        `${quote(cell)} cannot be personal income in millions of dollars, which has been above 391,000 since 1959; the file may be an old one, in billions.`,
      );
    }
    target.observation(series, day, value, line);
  }

  const lines = readTextLines(file, (text, line, hasEnd) => {
    if (!hasEnd && !isWhole(text))
      throw rowFailure(file, line, undefined, 'the last line is not whole: the file seems to be cut off.');
    isLast = text.startsWith(`${CODE},`);
    if (isLast) readRow(text, line);
  });
  return {
    push: lines.push,
    end() {
      lines.end();
      if (rows === 0) throw fileFailure(file, `has no rows of ${CODE} (personal income).`);
      if (isLast) {
        target.note(
          `The file ends with ${CODE}; of a whole file other series follow, so months may be cut off.`,
        );
      }
      const [gap] = gaps.find();
      if (gap) {
        throw fileFailure(
          file,
          `has no row of ${CODE} for ${gap.first}, though for months before and after it (${gap.missing} such in all): the file was damaged. Download it again.`,
        );
      }
    },
  };
}

/** Whether the last line is whole. Numbers are quoted, so a line that was cut lacks its last quote. */
function isWhole(text: string): boolean {
  const [, , , quoted, bare = ''] = ROW.exec(text) ?? [];
  return quoted !== undefined || NIPA_MISSING.has(bare);
}

function monthDay(period: string): number | undefined {
  const [, year, month] = /^(\d{4})M(0[1-9]|1[0-2])$/.exec(period) ?? [];
  return year === undefined ? undefined : daysFromCivil(Number(year), Number(month), 1);
}
