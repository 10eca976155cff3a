import { fredNewest, fredWhole } from '../../sources/fred-ways.ts';
import { createGapFinder, gapNote } from '../../sources/gaps.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import type { FetchWay, Publication } from '../../sources/ways.ts';
import { rootElement } from '../../sources/xml-reader.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { UI_WEEKLY_CLAIMS } from './definition.ts';
import { readWeeks } from './r539cy-weeks.ts';
import { makeClaims } from './sample.ts';

const DATE = 'weekEnded';

/**
 * The Department of Labor's weekly claims report for the nation, as XML: a `week` for each Saturday with `InitialClaims` and
 * `ContinuedClaims`, of which `NSA`, `SA` and `SA4WK` are read. Future weeks have only seasonal factors (`SF`).
 */
const DOL_CLAIMS_XML: FileFormat = {
  id: 'dol-r539cy-xml',
  title: 'Weekly unemployment insurance claims, national (DOL r539cy XML)',
  isMarkedUp: true,
  recognise: ({ text }) => rootElement(text) === 'r539cyNational',
  open: openClaims,
};

function openClaims({ file, target }: ReadContext): FileReader {
  /** Number of each series in the target by its path in the week: `InitialClaims/SA`. */
  const series = new Map(
    [...seriesOfPublisher('DOL')]
      .filter(([id]) => /^(Initial|Continued)Claims\//.test(id))
      .map(
        ([id, { dataset, code }]) =>
          [id, target.series(dataset, code, '', { date: DATE, value: id })] as const,
      ),
  );
  const gaps = createGapFinder('week');
  const seen = new Map<number, number>();
  return readWeeks(file, [...series.keys()], {
    onWeek(week) {
      const day = week.day(DATE);
      let hasValues = false;
      for (const [name, id] of series) {
        const value = week.number(name);
        if (value === undefined) continue;
        target.observation(id, day, value, week.lineOf(name));
        hasValues = true;
      }
      const earlier = seen.get(day);
      if (earlier !== undefined)
        throw week.failure(
          DATE,
          `the week ending ${week.text(DATE)} is already on line ${earlier}; each may be there once.`,
        );
      seen.set(day, week.lineOf(DATE));
      if (hasValues) gaps.add('claims', day);
    },
    onEnd() {
      const note = gapNote(gaps.find(), 'weeks');
      if (note !== undefined) target.note(note);
    },
  });
}

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
