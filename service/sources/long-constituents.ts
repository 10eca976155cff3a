import { dayNumber } from '../calendar/dates.ts';
import { isPlainNumber, refuseDate, refuseValue } from './cells.ts';
import { checkWidth, exactColumns, headerCells, readCsv } from './csv-records.ts';
import { createListMembers, type ListMembers } from './members.ts';
import { quote, rowFailure } from './row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from './types.ts';

const NAMES = ['series', 'as_of', 'ticker', 'name', 'sector', 'weight'];
/** As `LIST_CODE`, but for the signs at its ends: other programs' codes may have them there. */
const CODE = /^[A-Za-z0-9_.-]{1,100}$/;
/** The largest index has some 10,000 members. Lists stay in memory until the file ends. */
const MOST_ROWS = 200_000;

/** Almanac's own long CSV of constituents: `series,as_of,ticker,name,sector,weight`, columns in any order. */
export const LONG_CONSTITUENTS: FileFormat = {
  id: 'long-constituents-csv',
  title: 'Almanac’s long CSV of constituents',
  role: 'any rows',
  recognise({ firstLine }) {
    const cells = headerCells(firstLine.toLowerCase());
    return cells.includes('series') && cells.includes('as_of') && !cells.includes('date');
  },
  open: openLongConstituents,
};

type OpenList = { code: string; asOf: number; line: number; members: ListMembers };

function openLongConstituents({ file, target }: ReadContext): FileReader {
  let columns: number[] | undefined;
  let count = 0;
  const lists = new Map<string, OpenList>();

  function listOf(code: string, day: number, line: number): OpenList {
    const found = lists.get(`${code}/${day}`);
    if (found) return found;
    const made: OpenList = { code, asOf: day, line, members: createListMembers() };
    lists.set(`${code}/${day}`, made);
    return made;
  }

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (!columns) {
        const found = exactColumns(file, cells, line, NAMES);
        columns = NAMES.map((name) => found.get(name) ?? -1);
        return undefined;
      }
      checkWidth(file, cells, NAMES.length, line, hasEnd);
      const [code = '', asOf = '', ticker = '', name = '', sector = '', weight = ''] = columns.map(
        (at) => cells[at] ?? '',
      );
      if (!CODE.test(code)) {
        throw rowFailure(
          file,
          line,
          'series',
          `${quote(code)} is not a code; letters, digits and _ . - are right.`,
        );
      }
      const day = dayNumber(asOf);
      if (day === undefined) refuseDate(file, line, 'as_of', asOf, 'YYYY-MM-DD');
      if (ticker === '') throw rowFailure(file, line, 'ticker', 'the ticker is missing.');
      if (weight !== '' && !isPlainNumber(weight)) refuseValue(file, line, 'weight', weight);
      const list = listOf(code, day, line);
      list.members.add({ ticker, name, sector, weight }, line, (earlier) =>
        rowFailure(
          file,
          line,
          'ticker',
          `${quote(ticker)} is already a constituent of ${code} on line ${earlier}.`,
        ),
      );
      if (++count > MOST_ROWS)
        throw rowFailure(
          file,
          line,
          undefined,
          `more than ${MOST_ROWS} constituents are too many for one file.`,
        );
      return undefined;
    },
    onEnd() {
      for (const { code, asOf, members, line } of lists.values())
        target.constituents(code, asOf, members.rows, line);
    },
  });
}
