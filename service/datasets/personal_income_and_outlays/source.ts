import { fredWhole } from '../../sources/fred-ways.ts';
import { type FetchWay, oneFile } from '../../sources/ways.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { BEA_ITABLE_CSV } from './bea-itable-csv.ts';
import { BEA_NIPA_TXT } from './bea-nipa-txt.ts';
import { PERSONAL_INCOME_AND_OUTLAYS } from './definition.ts';
import { makePersonalIncome } from './sample.ts';

/** The keyless flat file; its Last-Modified is the moment of the release. */
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

export const PERSONAL_INCOME_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [BEA_NIPA, fredWhole(PERSONAL_INCOME_AND_OUTLAYS)] }],
  formats: [BEA_NIPA_TXT, BEA_ITABLE_CSV],
  notImported: [
    {
      has: /"BEAAPI"\s*:|<BEAAPI\b|^%(SeriesCode|TableId),|Bureau of Economic Analysis|\b(apps|www)\.bea\.gov\b/,
      of: 'the Bureau of Economic Analysis (BEA)',
      right:
        'download https://apps.bea.gov/national/Release/TXT/NipaDataM.txt, or Table 2.6 (monthly) as CSV.',
    },
  ],
  sample: makePersonalIncome,
};
