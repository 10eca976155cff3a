import { checkWidth, columnPositions, headerCells, readCsv } from '../../sources/csv-records.ts';
import { createListMembers } from '../../sources/members.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';

const CODE = 'SP500';
/**
 * Headers of the two layouts: since April 2023, and before. Lists of other companies have similar headers: those of the S&P 400 and
 * 600 have no date of entry, tables of all shares have `Symbol`, `Name` and `Sector` among other columns, and the S&P 100 has exactly these three.
 */
const LAYOUTS = [
  { ticker: 'Symbol', name: 'Security', sector: 'GICS Sector', since: 'Date added' },
  { ticker: 'Symbol', name: 'Name', sector: 'Sector' },
] as const;
/** Names that Wikipedia's table, from which the list is made, had before. */
const BEFORE: ReadonlyMap<string, string> = new Map([
  ['Ticker symbol', 'Symbol'],
  ['Ticker Symbol', 'Symbol'],
  ['Date first added', 'Date added'],
  ['Company', 'Security'],
]);

/** @returns the name of a column as it is now, without the marks of Wikipedia's footnotes: `Date first added[3][4]` → `Date added`. */
function nameNow(name: string): string {
  const plain = name.replace(/(\[\w+\])+$/, '');
  return BEFORE.get(plain) ?? plain;
}

/** How many rows a list of the old layout can have: some companies have two classes of shares, and copies lack a few. */
const OLD_COUNT = { least: 450, most: 550 };

/**
 * The open list of S&P 500 companies (`datasets/s-and-p-500-companies`, constituents.csv). It has no weights and no date. Lists of
 * other indexes with the same header are refused.
 */
export const SP500_CONSTITUENTS_CSV: FileFormat = {
  id: 'sp500-constituents-csv',
  title: 'S&P 500 companies (open list, CSV)',
  recognise: ({ firstLine }) => layoutOf(headerCells(firstLine).map(nameNow)) !== undefined,
  open: openSp500,
};

function layoutOf(names: readonly string[]) {
  const [current, old] = LAYOUTS;
  if (Object.values(current).every((name) => names.includes(name))) return current;
  return names.filter((name) => name !== '').join() === Object.values(old).join() ? old : undefined;
}

function openSp500({ file, target }: ReadContext): FileReader {
  let columns: { ticker: number; name: number; sector: number; width: number; isOld: boolean } | undefined;
  const { rows, add } = createListMembers();

  return readCsv({
    file,
    onRecord(cells, line, hasEnd) {
      if (!columns) {
        const found = columnPositions(file, cells, line, nameNow);
        const layout = layoutOf([...found.keys()]) ?? LAYOUTS[0];
        const at = (name: string) => found.get(name) ?? -1;
        columns = {
          ticker: at(layout.ticker),
          name: at(layout.name),
          sector: at(layout.sector),
          width: cells.length,
          isOld: layout === LAYOUTS[1],
        };
        return undefined;
      }
      checkWidth(file, cells, columns.width, line, hasEnd);
      // The list ends every line, and a name cut short would still be a name.
      if (!hasEnd)
        throw rowFailure(file, line, undefined, 'the last line does not end: the file seems to be cut off.');
      const ticker = (cells[columns.ticker] ?? '').trim();
      const name = (cells[columns.name] ?? '').trim();
      if (ticker === '') throw rowFailure(file, line, 'Symbol', 'the symbol is missing.');
      const sector = (cells[columns.sector] ?? '').trim();
      add({ ticker, name, sector, weight: '' }, line, (earlier) =>
        rowFailure(
          file,
          line,
          'Symbol',
          `${quote(ticker)} is already on line ${earlier}; each company may be there once.`,
        ),
      );
      return undefined;
    },
    onEnd(line) {
      if (columns?.isOld && (rows.length < OLD_COUNT.least || rows.length > OLD_COUNT.most)) {
        throw fileFailure(
          file,
          `lists ${rows.length} ${rows.length === 1 ? 'company' : 'companies'} where the S&P 500 has some 500: it is another list. Write your own with the header series,as_of,ticker,name,sector,weight.`,
        );
      }
      if (rows.length > 0) target.constituents(CODE, undefined, rows, line);
    },
  });
}
