import type { Way } from '../types.ts';
import { oneFile } from './one-file.ts';

/** S&P 500 members, an open list (PDDL). */
export const SP500_LIST: Way = oneFile(
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

export const ISHARES_IVV: Way = oneFile(
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

export const STATE_STREET_SPY: Way = oneFile(
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
