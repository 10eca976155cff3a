import { columnPositions, headerCells, readCsv } from '../../sources/csv-records.ts';
import { createListMembers } from '../../sources/members.ts';
import { fileFailure, quote, rowFailure } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import { type FetchWay, oneFile, type Publication } from '../../sources/ways.ts';
import type { ListSample, ListSource } from '../sources/types.ts';
import { CONSTITUENTS } from './definition.ts';
import { ISHARES_HOLDINGS_CSV, SSGA_HOLDINGS_XLSX } from './fund-holdings.ts';

const SP500_LIST = newestList('when the index changes', {
  source: 'S&P 500 companies (open list)',
  url: 'https://raw.githubusercontent.com/datasets/s-and-p-500-companies/main/data/constituents.csv',
  fileName: 'sp500-constituents.csv',
  content: 'csv',
  byHand: 'https://github.com/datasets/s-and-p-500-companies',
});

const ISHARES_IVV = newestList('each business day in the evening', {
  source: 'iShares Core S&P 500 ETF holdings (IVV)',
  url:
    'https://www.ishares.com/us/products/239726/ishares-core-sp-500-etf/1467271812596.ajax' +
    '?fileType=csv&fileName=IVV_holdings&dataType=fund',
  fileName: 'IVV_holdings.csv',
  content: 'csv',
  byHand: 'https://www.ishares.com/us/products/239726/ishares-core-sp-500-etf (Detailed Holdings)',
});

const STATE_STREET_SPY = newestList('each business day in the evening', {
  source: 'State Street SPDR S&P 500 ETF holdings (SPY)',
  url:
    'https://www.ssga.com/us/en/intermediary/library-content/products/fund-data/etfs/us/' +
    'holdings-daily-us-en-spy.xlsx',
  fileName: 'holdings-daily-us-en-spy.xlsx',
  content: 'zip',
  byHand: 'https://www.ssga.com/us/en/intermediary/etfs/spdr-sp-500-etf-trust-spy (Daily holdings)',
});

function newestList(every: string, publication: Omit<Publication, 'largestBytes'>): FetchWay {
  return oneFile({ ...publication, largestBytes: 8e6 }, { every, history: 'none: the newest list' });
}

/**
 * Column names of the two layouts: since April 2023, and before it. Other lists have similar headers: the S&P
 * 400 and 600 lists lack the date of entry, tables of all shares have `Symbol`, `Name` and `Sector` among
 * other columns, and the S&P 100 list has exactly these three.
 */
const CURRENT = ['Symbol', 'Security', 'GICS Sector', 'Date added'];
const OLD = ['Symbol', 'Name', 'Sector'];
/** Earlier column names in Wikipedia's table, the source of the list, with the current names. */
const BEFORE: ReadonlyMap<string, string> = new Map([
  ['Ticker symbol', 'Symbol'],
  ['Ticker Symbol', 'Symbol'],
  ['Date first added', 'Date added'],
  ['Company', 'Security'],
]);
/** Least and most rows in the old layout: some companies have two share classes, and copies lack a few. */
const OLD_COUNT = { least: 450, most: 550 };

/** The open list of S&P 500 companies, without weights and date. Lists of other indexes are refused. */
const SP500_CONSTITUENTS_CSV: FileFormat = {
  id: 'sp500-constituents-csv',
  title: 'S&P 500 companies (open list, CSV)',
  recognise: ({ firstLine }) => layoutOf(headerCells(firstLine).map(nameNow)) !== undefined,
  open: openSp500,
};

/** @returns the current name of a column, without Wikipedia's footnotes: `Date added[3]` → `Date added`. */
function nameNow(name: string): string {
  const plain = name.replace(/(\[\w+\])+$/, '');
  return BEFORE.get(plain) ?? plain;
}

function layoutOf(names: readonly string[]): readonly string[] | undefined {
  if (CURRENT.every((name) => names.includes(name))) return CURRENT;
  return names.filter((name) => name !== '').join() === OLD.join() ? OLD : undefined;
}

function openSp500({ file, target }: ReadContext): FileReader {
  let columns: number[] = [];
  let isOld = false;
  const { rows, add } = createListMembers();
  return readCsv({
    file,
    onHeader(cells, line) {
      const found = columnPositions(file, cells, line, nameNow);
      const layout = layoutOf([...found.keys()]) ?? CURRENT;
      isOld = layout === OLD;
      columns = layout.map((name) => found.get(name) ?? -1);
    },
    endsEveryLine: true,
    onRecord(cells, line) {
      const [ticker = '', name = '', sector = ''] = columns.map((at) => (cells[at] ?? '').trim());
      if (ticker === '') throw rowFailure(file, line, 'Symbol', 'the symbol is missing.');
      add({ ticker, name, sector, weight: '' }, line, (earlier) => {
        const sentence = `${quote(ticker)} is already on line ${earlier}; each company may be there once.`;
        return rowFailure(file, line, 'Symbol', sentence);
      });
    },
    onEnd(line) {
      if (isOld && (rows.length < OLD_COUNT.least || rows.length > OLD_COUNT.most)) {
        const count = `${rows.length} ${rows.length === 1 ? 'company' : 'companies'}`;
        const sentence = `lists ${count} where the S&P 500 has some 500: it is another list. Write your own with the header series,as_of,ticker,name,sector,weight.`;
        throw fileFailure(file, sentence);
      }
      if (rows.length > 0) target.constituents(CONSTITUENTS.headline, undefined, rows, line);
    },
  });
}

export const CONSTITUENTS_SOURCE: ListSource = {
  kind: 'list',
  fetched: [{ ways: [SP500_LIST] }, { ways: [ISHARES_IVV] }, { ways: [STATE_STREET_SPY] }],
  formats: [SP500_CONSTITUENTS_CSV, ISHARES_HOLDINGS_CSV, SSGA_HOLDINGS_XLSX],
  notImported: [
    {
      has: /^"?(Issuer )?Ticker"?,"?Name"?,.*\bWeight \(%\)/,
      origin: 'iShares without its first lines, so without the fund’s name and date',
      right: 'download it again from the fund’s page (Detailed Holdings) and import it as it came.',
    },
    {
      has: /^"?Fondsposition(en)? per\b|^"?Emittententicker\b/m,
      origin: 'iShares in German',
      right: 'download the holdings from the fund’s page in English.',
    },
    {
      has: /^"?Name"?,"?Sector"?,"?Asset Class"?,.*\b(Maturity|Coupon)\b/m,
      origin: 'an iShares fund of bonds',
      right: 'the holdings of a fund of shares are right.',
    },
    {
      has: /\bishares\.com\b|Fund Holdings as of|"aaData"\s*:/,
      origin: 'iShares',
      right: 'download the fund’s holdings as CSV (Detailed Holdings).',
    },
    {
      has: /\bssga\.com\b|State Street|^"?Fund Name:/,
      origin: 'State Street',
      right: 'download the fund’s daily holdings as XLSX.',
    },
    {
      has: /Holding Ticker|\b(Vanguard|Invesco|Nasdaq|ARKK?)\b|"companyName"\s*:|^(?=.*\b(Symbol|Ticker)\b)(?=.*\b(Name|Security|Company)\b).*,|\bfund,company,ticker\b/im,
      origin: 'another fund or index',
      right:
        'right are the open S&P 500 list, holdings of iShares (CSV) and of State Street (XLSX), and a CSV of your own with the header series,as_of,ticker,name,sector,weight.',
    },
    {
      has: /\bwikipedia\.org\b|(?<!\.)\bgithub\.com\b/,
      origin: 'Wikipedia or GitHub',
      right:
        'download https://raw.githubusercontent.com/datasets/s-and-p-500-companies/main/data/constituents.csv.',
    },
  ],
  sample: makeConstituents,
};

/** GICS sectors, each with its number of sample companies and a word for the companies' names. */
const SECTORS: readonly [sector: string, companies: number, business: string][] = [
  ['Information Technology', 70, 'Circuits'],
  ['Financials', 74, 'Trust'],
  ['Health Care', 62, 'Remedies'],
  ['Consumer Discretionary', 50, 'Outfitters'],
  ['Communication Services', 22, 'Signals'],
  ['Industrials', 78, 'Works'],
  ['Consumer Staples', 38, 'Larder'],
  ['Energy', 22, 'Fuels'],
  ['Utilities', 30, 'Light'],
  ['Real Estate', 30, 'Estates'],
  ['Materials', 24, 'Minerals'],
];
const BEGINNINGS = ['Alder', 'Bram', 'Corrin', 'Dun', 'Ellow', 'Fen', 'Garrow', 'Hollin', 'Ister', 'Jarrow'];
const ENDINGS = ['moor', 'vale', 'dale', 'wick', 'stead', 'combe', 'thorpe', 'mere'];
const COUNT = SECTORS.reduce((sum, [, companies]) => sum + companies, 0);

/**
 * Makes 500 invented companies, largest first. Names end with '(made up)' and tickers contain digits, as no
 * US ticker does, so nobody takes them for real. Weights are percent with two decimals and add up to 100.00.
 */
function makeConstituents(): ListSample {
  const left = SECTORS.map(([, companies]) => companies);
  const rows = hundredths().map((weight, rank) => {
    const place = nextSector(left, rank);
    left[place] = (left[place] ?? 0) - 1;
    const [sector, companies, business] = SECTORS[place] ?? ['', 0, ''];
    const number = companies - (left[place] ?? 0) - 1;
    const name = `${BEGINNINGS[number % 10]}${ENDINGS[Math.floor(number / 10)]} ${business} (made up)`;
    const ticker = `SMPL${String(rank + 1).padStart(3, '0')}`;
    return { ticker, name, sector, weight: (weight / 100).toFixed(2) };
  });
  return { code: CONSTITUENTS.headline, rows };
}

/** @returns weights in hundredths of a percent, in proportion to 1 / (rank + 6), as in large indexes. */
function hundredths(): number[] {
  const shares = Array.from({ length: COUNT }, (_, rank) => 1 / (rank + 6));
  const sum = shares.reduce((all, share) => all + share, 0);
  const weights = shares.map((share) => Math.max(1, Math.floor((10_000 * share) / sum)));
  const missing = 10_000 - weights.reduce((all, weight) => all + weight, 0);
  // The largest companies get the hundredths that rounding left over, so that the order stays.
  return weights.map(
    (weight, rank) => weight + Math.floor(missing / COUNT) + (rank < missing % COUNT ? 1 : 0),
  );
}

/** @returns the index of the sector with the largest share of companies left to place; ties rotate. */
function nextSector(left: readonly number[], rank: number): number {
  let best = 0;
  let most = -1;
  for (let step = 0; step < left.length; step++) {
    const place = (rank + step) % left.length;
    const share = (left[place] ?? 0) / (SECTORS[place]?.[1] ?? 1);
    if (share > most) [best, most] = [place, share];
  }
  return best;
}
