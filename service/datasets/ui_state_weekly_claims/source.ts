import { fredWhole } from '../../sources/fred-ways.ts';
import { type FetchWay, oneFile } from '../../sources/ways.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { UI_STATE_WEEKLY_CLAIMS } from './definition.ts';
import { DOL_STATE_CLAIMS_CSV } from './dol-state-claims-csv.ts';
import { DOL_STATE_CLAIMS_XML } from './dol-state-claims-xml.ts';
import { makeStateClaims } from './sample.ts';

const DOL_STATE_CLAIMS: FetchWay = oneFile(
  {
    source: 'Department of Labor state claims (ar539.csv)',
    url: 'https://oui.doleta.gov/unemploy/csv/ar539.csv',
    fileName: 'ar539.csv',
    content: 'csv',
    largestBytes: 128e6,
    byHand: 'https://oui.doleta.gov/unemploy/csv/ar539.csv',
  },
  { every: 'Thursday 08:30 ET', history: 'from 1986, 13 MB, whole in every file' },
);

export const STATE_CLAIMS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [DOL_STATE_CLAIMS, fredWhole(UI_STATE_WEEKLY_CLAIMS)] }],
  formats: [DOL_STATE_CLAIMS_CSV, DOL_STATE_CLAIMS_XML],
  notImported: [
    {
      has: /^"?st"?,"?rptdate"?,/,
      of: 'the Department of Labor’s reports by state, other than ar539 or a part of it',
      right: 'download https://oui.doleta.gov/unemploy/csv/ar539.csv.',
    },
  ],
  sample: makeStateClaims,
  // The states' real history begins in 1986. Making 265 series of that length would take half of the time that a first start may take.
  sampleFrom: '2016-01-02',
};
