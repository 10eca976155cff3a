import type { Publication, Way } from '../types.ts';
import { oneFile } from './one-file.ts';

/** The Department of Labor's form for national claims; the one page that gives them as XML. */
function nationalClaims(year: number): Publication {
  return {
    source: 'Department of Labor national claims (r539cy)',
    url: 'https://oui.doleta.gov/unemploy/wkclaims/report.asp',
    fileName: 'r539cy.xml',
    content: 'xml',
    largestBytes: 32e6,
    form: {
      level: 'us',
      final_yr: String(year + 1),
      strtdate: '1967',
      enddate: String(year),
      filetype: 'xml',
      submit: 'Submit',
    },
    byHand: 'https://oui.doleta.gov/unemploy/claims.asp (national, XML)',
  };
}

export const DOL_CLAIMS: Way = {
  title: 'Department of Labor national claims (r539cy)',
  every: 'Thursday 08:30 ET; the file has been seen to be three weeks behind the release',
  history: 'from 1967, whole in every answer',
  async *fetch(session) {
    const publication = nationalClaims(session.now().getUTCFullYear());
    const { source, url, form } = publication;
    const got = await session.get(publication);
    const location = `${url} [POST ${new URLSearchParams(form)}]`;
    yield got.isUnchanged ? { source, location } : { source, location, path: got.path };
  },
};

export const DOL_STATE_CLAIMS: Way = oneFile(
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
