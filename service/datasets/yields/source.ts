import { readFile } from 'node:fs/promises';
import { daysFromCivil } from '../../calendar/dates.ts';
import { fredWhole } from '../../sources/fred-ways.ts';
import type { FetchSession, FetchWay, Publication } from '../../sources/ways.ts';
import type { RunResult } from '../../store/index.ts';
import type { ObservationsSource } from '../sources/types.ts';
import { YIELDS } from './definition.ts';
import { describeOtherRatesCsv, describeOtherRatesXml } from './other-treasury-rates.ts';
import { makeYields } from './sample.ts';
import { TREASURY_YIELDS_CSV } from './treasury-yields-csv.ts';
import { TREASURY_YIELDS_XML } from './treasury-yields-xml.ts';

const RATES = 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates';
const FIRST_YEAR = 1990;
/** This many days after the end of a year its file is final. Its first and last quote are at most as many days from the ends of the year. */
const SETTLED_DAYS = 8;
const WHOLE = {
  every: 'each business day, about 18:00 ET',
  history: 'from 1990-01-02, a file for each year',
  hosts: ['home.treasury.gov'],
} as const;

function csvOfYear(year: number): Publication {
  return {
    source: `US Treasury par yields ${year}`,
    url:
      `${RATES}/daily-treasury-rates.csv/${year}/all?type=daily_treasury_yield_curve` +
      `&field_tdr_date_value=${year}&page&_format=csv`,
    fileName: `daily-treasury-rates-${year}.csv`,
    content: 'csv',
    largestBytes: 4e6,
    mayBeEmpty: true,
    pauseMs: 500,
    byHand: `${RATES}/TextView?type=daily_treasury_yield_curve&field_tdr_date_value=${year}`,
  };
}

function xmlOfYear(year: number): Publication {
  return {
    ...csvOfYear(year),
    source: `US Treasury par yields ${year} (XML feed)`,
    url: `${RATES}/pages/xml?data=daily_treasury_yield_curve&field_tdr_date_value=${year}`,
    fileName: `daily-treasury-rates-${year}.xml`,
    content: 'xml',
  };
}

const TREASURY_CSV: FetchWay = {
  title: 'US Treasury par yields (CSV)',
  ...WHOLE,
  fetch: (session) => eachYear(session, csvOfYear),
};
const TREASURY_XML: FetchWay = {
  title: 'US Treasury par yields (XML feed)',
  ...WHOLE,
  fetch: (session) => eachYear(session, xmlOfYear),
};

/**
 * Each year is a run of its own, oldest first. A year that is over is fetched again until the Treasury itself has given all of it, in
 * either form: values that are held may come from FRED, which lacks some series, or from a file with a part of the year.
 */
async function* eachYear(
  session: FetchSession,
  ofYear: (year: number) => Publication,
): ReturnType<FetchWay['fetch']> {
  const whole = session.whole();
  const last = session.now().getUTCFullYear();
  for (let year = FIRST_YEAR; year <= last; year++) {
    if (whole.has(String(year))) continue;
    const publication = ofYear(year);
    const { source, url: location } = publication;
    const got = await session.get(publication);
    if (got.isUnchanged) yield { source, location };
    else if (await hasDays(publication, got.path)) {
      const wholeBlocks = (runs: readonly RunResult[]) =>
        isSettled(year, session.now()) && spans(year, runs) ? [String(year)] : [];
      yield { source, location, path: got.path, wholeBlocks };
    }
  }
}

/** Before the first trading day of a year its CSV is empty, and its feed has no entries. */
async function hasDays({ content }: Publication, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  return content === 'xml' ? text.includes('<entry') : text !== '';
}

function isSettled(year: number, now: Date): boolean {
  return now.getTime() >= Date.UTC(year + 1, 0, 1 + SETTLED_DAYS);
}

/** A file that was cut has days near one end of the year only. */
function spans(year: number, runs: readonly RunResult[]): boolean {
  const [start, end] = [daysFromCivil(year, 1, 1), daysFromCivil(year, 12, 31)];
  return runs.some(
    ({ first, last }) =>
      first !== null && last !== null && first <= start + SETTLED_DAYS && last >= end - SETTLED_DAYS,
  );
}

export const YIELDS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [TREASURY_CSV, TREASURY_XML, fredWhole(YIELDS)] }],
  formats: [TREASURY_YIELDS_CSV, TREASURY_YIELDS_XML],
  notImported: [
    {
      has: /\bhome\.treasury\.gov\b|Daily Treasury (Par|Bill|Long-Term|Real) /,
      of: 'the Treasury',
      right:
        'open https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_yield_curve and take its "Download CSV".',
    },
  ],
  sample: makeYields,
  mistake: ({ firstLine, text }) =>
    text.trimStart().startsWith('<') ? describeOtherRatesXml(text) : describeOtherRatesCsv(firstLine),
};
