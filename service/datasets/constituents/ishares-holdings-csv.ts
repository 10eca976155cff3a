import { LIST_CODE } from '../../contract/names.ts';
import { monthNameDay, plainNumber, refuseDate, refuseValue } from '../../sources/cells.ts';
import { checkWidth, columnPositions, readCsv } from '../../sources/csv-records.ts';
import { createLeftOut, createListMembers } from '../../sources/members.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';

const AS_OF = 'Fund Holdings as of';
const NAMES = ['Ticker', 'Name', 'Sector', 'Asset Class', 'Weight (%)'] as const;
/** The lines before the holdings, which a file without a fund's name begins with. */
const LABELS = [AS_OF, 'Inception Date', 'Shares Outstanding', 'Stock', 'Bond', 'Cash', 'Other', 'Ticker'];
/** What stands between the words of a fund's name. */
const BETWEEN_WORDS = /[\s_&.,:;'’"/()|–—-]+/g;
/** Tickers of funds by their names. A fund that is not here gets a code made from its name (`fundCode`). */
const FUND_CODES = new Map([
  ['iShares Core S&P 500 ETF', 'IVV'],
  ['iShares Core S&P Mid-Cap ETF', 'IJH'],
  ['iShares Core S&P Small-Cap ETF', 'IJR'],
  ['iShares Russell 1000 ETF', 'IWB'],
  ['iShares Russell 2000 ETF', 'IWM'],
  ['iShares Russell 3000 ETF', 'IWV'],
]);

/**
 * The holdings file of an iShares fund: name, date and totals of the fund, then the holdings, then an empty line and legal text.
 * Only rows whose `Asset Class` is `Equity` are constituents: cash, collateral and futures are not.
 */
export const ISHARES_HOLDINGS_CSV: FileFormat = {
  id: 'ishares-holdings-csv',
  title: 'iShares fund holdings (CSV)',
  recognise: ({ text }) =>
    text.split('\n', 20).some((line) => line.startsWith(`${AS_OF},`)) &&
    /^"?(Issuer )?Ticker"?,"?Name"?,/m.test(text),
  open: openIshares,
};

/**
 * @returns the code of a fund by its name: `iShares Core S&P 500 ETF` → `IVV`, `iShares Foo & Bar ETF` → `ISHARES_FOO_BAR_ETF`; `undefined`
 * for a name that a code cannot hold whole, because two funds could then have the same code.
 */
export function fundCode(name: string): string | undefined {
  const known = FUND_CODES.get(name);
  if (known !== undefined) return known;
  const code = name
    .replace(/[®©™℠]/g, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(BETWEEN_WORDS, '_')
    .replace(/^_|_$/g, '');
  return LIST_CODE.test(code) ? code : undefined;
}

/** @returns the name of a column in files of the United States: others have `Issuer Ticker`. */
function nameNow(name: string): string {
  return name === 'Issuer Ticker' ? 'Ticker' : name;
}

function openIshares({ file, target }: ReadContext): FileReader {
  let fund: string | undefined;
  let asOf: number | undefined;
  let asOfLine = 0;
  let columns: { at: number[]; width: number } | undefined;
  let hasEnded = false;
  const leftOut = createLeftOut();
  // Shares without a ticker have '-', and there may be several.
  const { rows, add } = createListMembers(({ ticker, name }) => `${ticker}/${name}`);

  function preamble(cells: readonly string[], line: number): undefined {
    const [first = '', second = '', ...others] = cells.map((cell) => cell.trim());
    // The name stands alone on the first line that is not empty.
    if (first !== '') fund ??= second + others.join('') === '' && !LABELS.includes(first) ? first : '';
    if (first === AS_OF) {
      asOf = monthNameDay(second);
      asOfLine = line;
      if (second === '-')
        throw rowFailure(
          file,
          line,
          AS_OF,
          'iShares had no holdings of the day that was asked for; download those of a business day.',
        );
      if (asOf === undefined) refuseDate(file, line, AS_OF, second, 'like "Dec 06, 2024"');
    }
    if (nameNow(first) !== 'Ticker') return undefined;
    const found = columnPositions(file, cells, line, nameNow);
    const missing = NAMES.find((name) => !found.has(name));
    if (missing !== undefined)
      throw rowFailure(file, line, missing, 'the header of the holdings has no such column.');
    columns = { at: NAMES.map((name) => found.get(name) ?? -1), width: cells.length };
    return undefined;
  }

  function holding(cells: readonly string[], at: readonly number[], line: number): void {
    const [ticker = '', name = '', sector = '', assetClass = '', weight = ''] = at.map((index) =>
      (cells[index] ?? '').trim(),
    );
    const plain = plainNumber(weight);
    if (assetClass !== 'Equity') {
      leftOut.add(name, plain);
      return;
    }
    if (plain === undefined) refuseValue(file, line, 'Weight (%)', weight);
    add({ ticker, name, sector: sector === '-' ? '' : sector, weight: plain }, line, (earlier) =>
      rowFailure(
        file,
        line,
        'Ticker',
        `${quote(ticker)} (${name}) is already on line ${earlier}; each holding may be there once.`,
      ),
    );
  }

  return readCsv({
    file,
    keepBlankLines: true,
    onRecord(cells, line, hasEnd) {
      if (!columns) return preamble(cells, line);
      // The line after the holdings is empty or has a single no-break space; a spreadsheet adds commas.
      if (cells.every((cell) => cell.trim() === '')) {
        hasEnded = true;
        return false;
      }
      checkWidth(file, cells, columns.width, line, hasEnd);
      holding(cells, columns.at, line);
      return undefined;
    },
    onEnd() {
      if (!hasEnded)
        throw fileFailure(
          file,
          'ends within the holdings, without the text that follows them: the file seems to be cut off.',
        );
      if (asOf === undefined) throw fileFailure(file, `has no line "${AS_OF}" before its holdings.`);
      leftOut.note(target);
      if (rows.length > 0) target.constituents(fundCode(fund ?? ''), asOf, rows, asOfLine);
    },
  });
}
