import { type FetchWay, oneFile } from '../../sources/ways.ts';
import type { ListSource } from '../sources/types.ts';
import { ISHARES_HOLDINGS_CSV } from './ishares-holdings-csv.ts';
import { makeConstituents } from './sample.ts';
import { SP500_CONSTITUENTS_CSV } from './sp500-constituents-csv.ts';
import { SSGA_HOLDINGS_XLSX } from './ssga-holdings-xlsx.ts';

/** Members of the S&P 500: an open list (PDDL). */
const SP500_LIST: FetchWay = oneFile(
  {
    source: 'S&P 500 companies (open list)',
    url: 'https://raw.githubusercontent.com/datasets/s-and-p-500-companies/main/data/constituents.csv',
    fileName: 'sp500-constituents.csv',
    content: 'csv',
    largestBytes: 8e6,
    byHand: 'https://github.com/datasets/s-and-p-500-companies',
  },
  { every: 'when the index changes', history: 'none: the newest list' },
);

const ISHARES_IVV: FetchWay = oneFile(
  {
    source: 'iShares Core S&P 500 ETF holdings (IVV)',
    url:
      'https://www.ishares.com/us/products/239726/ishares-core-sp-500-etf/1467271812596.ajax' +
      '?fileType=csv&fileName=IVV_holdings&dataType=fund',
    fileName: 'IVV_holdings.csv',
    content: 'csv',
    largestBytes: 8e6,
    byHand: 'https://www.ishares.com/us/products/239726/ishares-core-sp-500-etf (Detailed Holdings)',
  },
  { every: 'each business day in the evening', history: 'none: the newest list' },
);

const STATE_STREET_SPY: FetchWay = oneFile(
  {
    source: 'State Street SPDR S&P 500 ETF holdings (SPY)',
    url:
      'https://www.ssga.com/us/en/intermediary/library-content/products/fund-data/etfs/us/' +
      'holdings-daily-us-en-spy.xlsx',
    fileName: 'holdings-daily-us-en-spy.xlsx',
    content: 'zip',
    largestBytes: 8e6,
    byHand: 'https://www.ssga.com/us/en/intermediary/etfs/spdr-sp-500-etf-trust-spy (Daily holdings)',
  },
  { every: 'each business day in the evening', history: 'none: the newest list' },
);

export const CONSTITUENTS_SOURCE: ListSource = {
  kind: 'list',
  fetched: [{ ways: [SP500_LIST] }, { ways: [ISHARES_IVV] }, { ways: [STATE_STREET_SPY] }],
  formats: [SP500_CONSTITUENTS_CSV, ISHARES_HOLDINGS_CSV, SSGA_HOLDINGS_XLSX],
  notImported: [
    {
      has: /^"?(Issuer )?Ticker"?,"?Name"?,.*\bWeight \(%\)/,
      of: 'iShares without its first lines, so without the fund’s name and date',
      right: 'download it again from the fund’s page (Detailed Holdings) and import it as it came.',
    },
    {
      has: /^"?Fondsposition(en)? per\b|^"?Emittententicker\b/m,
      of: 'iShares in German',
      right: 'download the holdings from the fund’s page in English.',
    },
    {
      has: /^"?Name"?,"?Sector"?,"?Asset Class"?,.*\b(Maturity|Coupon)\b/m,
      of: 'an iShares fund of bonds',
      right: 'the holdings of a fund of shares are right.',
    },
    {
      has: /\bishares\.com\b|Fund Holdings as of|"aaData"\s*:/,
      of: 'iShares',
      right: 'download the fund’s holdings as CSV (Detailed Holdings).',
    },
    {
      has: /\bssga\.com\b|State Street|^"?Fund Name:/,
      of: 'State Street',
      right: 'download the fund’s daily holdings as XLSX.',
    },
    {
      has: /Holding Ticker|\b(Vanguard|Invesco|Nasdaq|ARKK?)\b|"companyName"\s*:|^(?=.*\b(Symbol|Ticker)\b)(?=.*\b(Name|Security|Company)\b).*,|\bfund,company,ticker\b/im,
      of: 'another fund or index',
      right:
        'right are the open S&P 500 list, holdings of iShares (CSV) and of State Street (XLSX), and a CSV of your own with the header series,as_of,ticker,name,sector,weight.',
    },
    {
      has: /\bwikipedia\.org\b|(?<!\.)\bgithub\.com\b/,
      of: 'Wikipedia or GitHub',
      right:
        'download https://raw.githubusercontent.com/datasets/s-and-p-500-companies/main/data/constituents.csv.',
    },
  ],
  sample: makeConstituents,
};
