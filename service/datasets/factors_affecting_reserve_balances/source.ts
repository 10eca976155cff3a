import { fredWhole } from '../../sources/fred-ways.ts';
import { type FetchWay, oneFile } from '../../sources/ways.ts';
import { createCurve, drifting } from '../sample.ts';
import type { ObservationsSource, SampleMaker } from '../sources/types.ts';
import { FACTORS_AFFECTING_RESERVE_BALANCES } from './definition.ts';
import { FED_H41_CSV, FED_H41_ROWS_CSV, FED_H41_XML, FED_H41_ZIP } from './fed-h41.ts';

const EVERY = 'Thursday 16:30 ET';

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

/** Millions of dollars on Wednesdays, and the standard deviation of the weekly drift as a share of them. */
const LEVELS: Readonly<Record<string, readonly [landmarks: string, step: number]>> = {
  treasury_bills: [
    `2002-12-18 227000, 2007-06-06 277000, 2008-06-25 21700, 2009-01-07 18400, 2012-06-06 18400, 2012-12-26 0,
     2019-10-09 0, 2020-04-29 326000, 2023-01-04 310000, 2024-06-05 195000, 2025-12-10 200000, 2026-09-23 554400`,
    0.001,
  ],
  treasury_notes_bonds_nominal: [
    `2002-12-18 385700, 2007-06-06 472000, 2008-12-31 411000, 2009-10-28 708000, 2010-11-03 785000, 2011-07-06 1525000,
     2012-12-26 1565000, 2014-10-29 2345000, 2018-01-03 2325000, 2019-09-04 1955000, 2020-03-11 2230000,
     2020-06-10 3560000, 2022-06-08 4960000, 2024-06-05 3850000, 2025-03-26 3625000, 2026-09-23 3620800`,
    0.0004,
  ],
  treasury_notes_bonds_inflation_indexed: [
    `2002-12-18 15300, 2007-06-06 36500, 2010-11-03 49000, 2012-12-26 80000, 2014-10-29 98000, 2018-01-03 107000,
     2020-03-11 122000, 2022-06-08 384000, 2024-06-05 333000, 2026-09-23 277100`,
    0.0005,
  ],
  treasury_inflation_compensation: [
    `2002-12-18 1400, 2007-06-06 4400, 2010-11-03 6000, 2014-10-29 15500, 2018-01-03 20500, 2020-03-11 27000,
     2022-12-28 105000, 2024-06-05 110000, 2026-09-23 106000`,
    0.002,
  ],
  federal_agency_debt_securities: [
    `2002-12-18 10, 2004-12-29 0, 2008-09-17 0, 2009-01-07 20000, 2010-03-10 169000, 2014-10-29 39500, 2018-01-03 4390,
     2021-06-02 2347`,
    0,
  ],
  mortgage_backed_securities: [
    `2009-01-07 0, 2010-06-30 1118000, 2012-09-12 843000, 2014-10-29 1717000, 2018-01-03 1765000, 2020-03-11 1371000,
     2020-06-24 1920000, 2022-04-13 2725000, 2024-06-05 2360000, 2026-09-23 1910400`,
    0.001,
  ],
  loans: [
    `2002-12-18 120, 2007-07-25 200, 2008-01-02 5500, 2008-09-10 170000, 2008-10-29 420000, 2009-06-24 130000,
     2010-12-29 45000, 2012-12-26 900, 2014-12-31 150, 2020-03-11 11, 2020-04-15 125000, 2021-12-29 35000,
     2022-12-28 16000, 2023-03-08 15300, 2023-03-22 355000, 2023-12-27 135000, 2024-12-25 8000, 2026-09-23 6300`,
    0.03,
  ],
  repurchase_agreements: [
    `2002-12-18 32000, 2008-08-27 110000, 2008-12-31 80000, 2009-02-04 0, 2019-09-11 0, 2019-09-25 105000,
     2020-01-08 250000, 2020-03-18 440000, 2020-07-08 0, 2026-09-23 1`,
    0.05,
  ],
  reverse_repurchase_agreements: [
    `2002-12-18 20000, 2008-10-01 70000, 2013-09-18 95000, 2014-12-31 320000, 2017-12-27 386800, 2019-09-04 300000,
     2021-03-17 210000, 2021-12-29 1950000, 2022-12-28 2600000, 2023-06-07 2500000, 2024-06-05 780000,
     2025-06-04 580000, 2026-09-23 320700`,
    0.03,
  ],
  treasury_general_account: [
    `2002-12-18 5400, 2008-09-10 5200, 2008-11-12 420000, 2009-06-24 70000, 2011-01-05 90000, 2015-12-30 330000,
     2017-12-27 186500, 2019-12-25 350000, 2020-07-29 1790000, 2021-02-03 1600000, 2021-12-15 50000, 2022-05-04 950000,
     2023-06-07 70000, 2023-11-01 760000, 2025-02-05 810000, 2025-07-09 330000, 2025-11-05 940000, 2026-09-23 947300`,
    0.06,
  ],
  term_deposits_held_by_depository_institutions: [
    `2010-06-09 0, 2010-06-16 1200, 2010-09-15 2100, 2011-12-28 5000, 2013-12-25 12000, 2014-10-15 170000, 2014-12-03 400000,
     2015-02-25 250000, 2015-04-01 0`,
    0.05,
  ],
  other_deposits_held_by_depository_institutions: [
    `2002-12-18 12000, 2008-09-03 12000, 2008-12-31 860000, 2010-02-24 1200000, 2014-08-27 2810000, 2017-12-27 2176500,
     2019-09-18 1390000, 2020-05-27 3280000, 2021-12-08 4200000, 2023-02-22 2990000, 2024-04-10 3590000,
     2026-09-23 2969900`,
    0.015,
  ],
  other_assets_total: [
    '2002-12-18 17300, 2007-06-06 21500, 2012-12-26 29000, 2018-01-03 26000, 2021-12-29 38000, 2026-09-23 38600',
    0.03,
  ],
};

/** Makes whole millions of dollars. The four kinds of Treasury securities add up to their total. */
const makeReserveBalances: SampleMaker = (daysOf) => {
  const made = Object.entries(LEVELS).map(([code, [landmarks, step]]) => {
    const days = daysOf(code);
    const name = `${FACTORS_AFFECTING_RESERVE_BALANCES.id}/${code}`;
    return { code, days, values: drifting(createCurve(landmarks), days, name, 0.6, step).map(Math.round) };
  });
  const { total = '', parts = [] } = FACTORS_AFFECTING_RESERVE_BALANCES.sum ?? {};
  const treasuries = made.filter(({ code }) => parts.includes(code));
  const days = daysOf(total);
  const sums = days.map((_, i) => treasuries.reduce((sum, { values }) => sum + (values[i] ?? 0), 0));
  return [{ code: total, days, values: sums }, ...made].map((one) => ({
    ...one,
    values: one.values.map(String),
  }));
};

export const RESERVE_BALANCES_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [H41_ZIP, H41_PACKAGE, fredWhole(FACTORS_AFFECTING_RESERVE_BALANCES)] }],
  formats: [FED_H41_CSV, FED_H41_ROWS_CSV, FED_H41_XML, FED_H41_ZIP],
  notImported: [
    {
      has: /^"?(Time Period|Series Name):?"?,/,
      origin: 'the Federal Reserve’s Data Download Program without labels, so without units',
      right: RIGHT_H41,
    },
    {
      has: /federalreserve\.gov|Unique Identifier: ?|H41\/H41\//,
      origin: 'the Federal Reserve',
      right: RIGHT_H41,
    },
  ],
  sample: makeReserveBalances,
};
