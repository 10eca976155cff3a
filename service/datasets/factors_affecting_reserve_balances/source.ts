import { fredWhole } from '../../sources/fred-ways.ts';
import { type FetchWay, oneFile } from '../../sources/ways.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from './definition.ts';
import { FED_H41_CSV } from './fed-h41-csv.ts';
import { FED_H41_ROWS_CSV } from './fed-h41-rows-csv.ts';
import { FED_H41_XML, FED_H41_ZIP } from './fed-h41-xml.ts';
import { makeReserveBalances } from './sample.ts';

const EVERY = 'Thursday 16:30 ET';

/** The whole H.4.1 as SDMX. */
const H41_ZIP: FetchWay = oneFile(
  {
    source: 'Federal Reserve H.4.1 (FRB_h41_xml.zip)',
    url: 'https://www.federalreserve.gov/releases/h41/data/FRB_h41_xml.zip',
    fileName: 'FRB_h41_xml.zip',
    content: 'zip',
    largestBytes: 64e6,
    byHand: 'https://www.federalreserve.gov/releases/h41/data/FRB_h41_xml.zip',
  },
  { every: EVERY, history: 'from 2002-12-18, 9 MB, whole in every file' },
);

/** Table 5 as CSV from the Data Download Program, which the Board retires in 2026 and 2027. */
const H41_PACKAGE: FetchWay = oneFile(
  {
    source: 'Federal Reserve H.4.1 (Data Download Program CSV)',
    url:
      'https://www.federalreserve.gov/datadownload/Output.aspx?rel=H41&series=ccfdc0c8cb86be87af324da79a6f8826' +
      '&lastobs=&from=&to=&filetype=csv&label=include&layout=seriescolumn&type=package',
    fileName: 'FRB_H41.csv',
    content: 'csv',
    largestBytes: 64e6,
    byHand: 'https://www.federalreserve.gov/datadownload/Choose.aspx?rel=H41 (table 5, CSV)',
  },
  { every: EVERY, history: 'from 2002-12-18' },
);

const RIGHT_H41 =
  'download https://www.federalreserve.gov/releases/h41/data/FRB_h41_xml.zip, or CSV with labels (label=include).';

export const RESERVE_BALANCES_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [H41_ZIP, H41_PACKAGE, fredWhole(FACTORS_AFFECTING_RESERVE_BALANCES)] }],
  formats: [FED_H41_CSV, FED_H41_ROWS_CSV, FED_H41_XML, FED_H41_ZIP],
  notImported: [
    {
      has: /^"?(Time Period|Series Name):?"?,/,
      of: 'the Federal Reserve’s Data Download Program without labels, so without units',
      right: RIGHT_H41,
    },
    {
      has: /federalreserve\.gov|Unique Identifier: ?|H41\/H41\//,
      of: 'the Federal Reserve',
      right: RIGHT_H41,
    },
  ],
  sample: makeReserveBalances,
};
