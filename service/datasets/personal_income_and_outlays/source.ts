import { fredWhole } from '../../sources/fred-ways.ts';
import { type FetchWay, oneFile } from '../../sources/ways.ts';
import { createCurve, drifting } from '../sample.ts';
import type { ObservationsSource, SampleMaker } from '../sources/types.ts';
import { BEA_ITABLE_CSV, BEA_NIPA_TXT } from './bea-files.ts';
import { PERSONAL_INCOME_AND_OUTLAYS } from './definition.ts';

/** The flat file, which needs no key; its Last-Modified is the moment of the release. */
const BEA_NIPA: FetchWay = oneFile(
  {
    source: 'BEA national accounts (NipaDataM.txt)',
    url: 'https://apps.bea.gov/national/Release/TXT/NipaDataM.txt',
    fileName: 'NipaDataM.txt',
    content: 'text',
    largestBytes: 256e6,
    byHand: 'https://apps.bea.gov/national/Release/TXT/NipaDataM.txt',
  },
  { every: '08:30 ET in the last week of the month after', history: 'from 1959, 37 MB, whole in every file' },
);

/** Millions of dollars at annual rates, with peaks for the payments of 2020 and 2021. */
const INCOME = createCurve(
  `1959-01 391800, 1965-01 545000, 1969-12 810000, 1970-11 855000, 1975-03 1290000, 1980-01 2230000, 1985-01 3440000,
   1990-07 4930000, 1995-01 6120000, 2000-01 8360000, 2005-01 10300000, 2008-05 12650000, 2009-06 12000000,
   2012-11 14250000, 2013-02 13900000, 2016-01 15750000, 2020-02 19050000, 2020-03 18720000, 2020-04 20760000,
   2020-06 19900000, 2020-12 19800000, 2021-01 21600000, 2021-02 20000000, 2021-03 24100000, 2021-04 21100000,
   2022-06 21800000, 2024-08 24850000, 2026-07 27115000`,
  0.05,
);

/** Makes personal income in whole millions of dollars, like BEA's file. */
const makePersonalIncome: SampleMaker = (daysOf) => {
  const { id, headline: code } = PERSONAL_INCOME_AND_OUTLAYS;
  const days = daysOf(code);
  const levels = drifting(INCOME, days, id, 0.7, 0.0012);
  return [{ code, days, values: levels.map((level) => String(Math.round(level))) }];
};

export const PERSONAL_INCOME_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [BEA_NIPA, fredWhole(PERSONAL_INCOME_AND_OUTLAYS)] }],
  formats: [BEA_NIPA_TXT, BEA_ITABLE_CSV],
  notImported: [
    {
      has: /"BEAAPI"\s*:|<BEAAPI\b|^%(SeriesCode|TableId),|Bureau of Economic Analysis|\b(apps|www)\.bea\.gov\b/,
      origin: 'the Bureau of Economic Analysis (BEA)',
      right:
        'download https://apps.bea.gov/national/Release/TXT/NipaDataM.txt, or Table 2.6 (monthly) as CSV.',
    },
  ],
  sample: makePersonalIncome,
};
