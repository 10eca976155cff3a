import { type FetchWay, oneFile } from '../../sources/ways.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { CENSUS_COUNTRY_XLSX } from './census-country-xlsx.ts';
import { makeExports } from './sample.ts';

const CENSUS_COUNTRIES: FetchWay = oneFile(
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

export const EXPORTS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [CENSUS_COUNTRIES] }],
  formats: [CENSUS_COUNTRY_XLSX],
  notImported: [
    {
      has: /^\s*\[\s*\[\s*"|\bCTY_CODE\b|\b(api|www)\.census\.gov\b|^error: .*\b(variable|predicate|argument)\b|\bUSA Trade\b|Trade in Goods/,
      of: 'the Census Bureau’s foreign trade',
      right: 'download https://www.census.gov/foreign-trade/balance/country.xlsx.',
    },
  ],
  sample: makeExports,
};
