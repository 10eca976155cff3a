import type { Way } from '../types.ts';
import { oneFile } from './one-file.ts';

/** The keyless flat file; its Last-Modified is the moment of the release. */
export const BEA_NIPA: Way = oneFile(
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
