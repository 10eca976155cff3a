import type { Way } from '../types.ts';
import { oneFile } from './one-file.ts';

export const CENSUS_COUNTRIES: Way = oneFile(
  {
    source: 'Census trade by country (country.xlsx)',
    url: 'https://www.census.gov/foreign-trade/balance/country.xlsx',
    fileName: 'country.xlsx',
    content: 'zip',
    largestBytes: 32e6,
    byHand: 'https://www.census.gov/foreign-trade/balance/country.xlsx',
  },
  {
    every: '08:30 ET, some 35 days after the end of a month',
    history: 'from 1985, 1.7 MB, whole in every file',
  },
);
