import { readFile } from 'node:fs/promises';
import { dateText } from '../../../contract/dates.ts';
import type { Publication, Session, Way } from '../types.ts';

const RATES = 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates';
const FROM = '1990-01-02';
const WHOLE = {
  every: 'each business day, about 18:00 ET',
  history: 'from 1990-01-02, a file for each year',
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

export const TREASURY_CSV: Way = {
  title: 'US Treasury par yields (CSV)',
  ...WHOLE,
  fetch: (session) => eachYear(session, csvOfYear),
};
export const TREASURY_XML: Way = {
  title: 'US Treasury par yields (XML feed)',
  ...WHOLE,
  fetch: (session) => eachYear(session, xmlOfYear),
};

/** A year is a run of its own, oldest first: what is interrupted goes on with the newest year held. */
async function* eachYear(session: Session, ofYear: (year: number) => Publication): ReturnType<Way['fetch']> {
  const held = session.held();
  const isWhole = held !== undefined && dateText(held.first) <= FROM;
  const first = Number((isWhole ? dateText(held.last) : FROM).slice(0, 4));
  const last = session.now().getUTCFullYear();
  for (let year = first; year <= last; year++) {
    const publication = ofYear(year);
    const { source, url: location } = publication;
    const got = await session.get(publication);
    if (got.isUnchanged) yield { source, location };
    else if (await hasDays(publication, got.path)) yield { source, location, path: got.path };
  }
}

/** Of a year whose first day of trading is still to come the CSV is empty, and the feed has no entries. */
async function hasDays({ content }: Publication, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  return content === 'xml' ? text.includes('<entry') : text !== '';
}
