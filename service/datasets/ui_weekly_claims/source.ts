import { fredNewest, fredWhole } from '../../sources/fred-ways.ts';
import type { FetchWay, Publication } from '../../sources/ways.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { UI_WEEKLY_CLAIMS } from './definition.ts';
import { DOL_CLAIMS_XML } from './dol-claims-xml.ts';
import { makeClaims } from './sample.ts';

/** The Department of Labor's form for national claims, the only page that gives them as XML. */
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

const DOL_CLAIMS: FetchWay = {
  title: 'Department of Labor national claims (r539cy)',
  every: 'Thursday 08:30 ET; the file has been seen to be three weeks behind the release',
  history: 'from 1967, whole in every answer',
  hosts: ['oui.doleta.gov'],
  async *fetch(session) {
    const publication = nationalClaims(session.now().getUTCFullYear());
    const { source, url, form } = publication;
    const got = await session.get(publication);
    const location = `${url} [POST ${new URLSearchParams(form)}]`;
    yield got.isUnchanged ? { source, location } : { source, location, path: got.path };
  },
};

export const CLAIMS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [
    {
      ways: [DOL_CLAIMS, fredWhole(UI_WEEKLY_CLAIMS)],
      // The XML has been seen to lag the release by three weeks.
      completedBy: fredNewest(UI_WEEKLY_CLAIMS),
    },
  ],
  formats: [DOL_CLAIMS_XML],
  notImported: [
    {
      has: /\boui\.doleta\.gov\b|Unemployment Insurance Weekly Claims|r539cy|^"?(State"?,"?)?(Filed )?Week Ended"?,/im,
      of: 'the Department of Labor’s claims',
      right:
        'ask https://oui.doleta.gov/unemploy/claims.asp for XML, or download https://oui.doleta.gov/unemploy/csv/ar539.csv (states).',
    },
  ],
  sample: makeClaims,
};
