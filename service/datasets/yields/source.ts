import { readFile } from 'node:fs/promises';
import { daysFromCivil } from '../../calendar/dates.ts';
import { fredWhole } from '../../sources/fred-ways.ts';
import type { FetchWay, Publication } from '../../sources/ways.ts';
import type { RunResult } from '../../store/index.ts';
import { createCurve, createNoise } from '../sample.ts';
import type { ObservationsSource, SampleMaker } from '../sources/types.ts';
import { YIELD_CODES, YIELDS, type YieldCode } from './definition.ts';
import { describeOtherRates, TREASURY_YIELDS_CSV, TREASURY_YIELDS_XML } from './treasury-yields.ts';

const RATES = 'https://home.treasury.gov/resource-center/data-chart-center/interest-rates';
const FIRST_YEAR = 1990;
/** A year's file is final this many days after the year, and its quotes come this close to both ends. */
const SETTLED_DAYS = 8;

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

/**
 * Imports each year as a run of its own, oldest first. A past year is fetched until the Treasury itself gave
 * all of it: stored values may come from FRED, which lacks some series, or from a partial file.
 */
function eachYear(form: string, ofYear: (year: number) => Publication): FetchWay {
  return {
    title: `US Treasury par yields (${form})`,
    every: 'each business day, about 18:00 ET',
    history: 'from 1990-01-02, a file for each year',
    hosts: ['home.treasury.gov'],
    async *fetch(session) {
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
    },
  };
}

/** Before the first trading day of a year its CSV is empty, and its feed has no entries. */
async function hasDays({ content }: Publication, file: string): Promise<boolean> {
  const text = await readFile(file, 'utf8');
  return content === 'xml' ? text.includes('<entry') : text !== '';
}

function isSettled(year: number, now: Date): boolean {
  return now.getTime() >= Date.UTC(year + 1, 0, 1 + SETTLED_DAYS);
}

/** True if a file covers both ends of the year. A file that was cut has days near one end only. */
function spans(year: number, runs: readonly RunResult[]): boolean {
  const [start, end] = [daysFromCivil(year, 1, 1), daysFromCivil(year, 12, 31)];
  return runs.some(
    ({ first, last }) =>
      first !== null && last !== null && first <= start + SETTLED_DAYS && last >= end - SETTLED_DAYS,
  );
}

/** Percent a year at four pillars. The 2-year is above the 10-year in 2000, 2006, 2007 and 2022 to 2024. */
const PILLARS = [
  createCurve(
    `1990-01-02 7.9, 1991-03-01 6, 1992-10-01 3, 1994-02-01 3.3, 1995-02-01 6, 1998-06-01 5.1, 1998-12-01 4.5,
     2000-11-01 6.3, 2001-12-01 1.7, 2003-06-01 0.95, 2004-06-01 1.2, 2006-07-01 5.1, 2007-06-01 4.8, 2008-03-01 1.4,
     2008-12-01 0.1, 2015-10-01 0.06, 2016-12-01 0.5, 2018-12-01 2.4, 2019-07-01 2.1, 2020-02-14 1.55, 2020-03-25 0.07,
     2021-12-01 0.07, 2022-06-01 1.3, 2022-12-01 4.4, 2023-08-01 5.5, 2024-08-01 5.3, 2024-12-20 4.4, 2025-08-01 4.3,
     2025-12-01 3.9, 2026-10-09 4.25`,
  ),
  createCurve(
    `1990-01-02 7.85, 1990-08-01 8, 1992-10-01 3.9, 1993-10-01 3.9, 1995-01-01 7.5, 1996-01-01 5.1, 1998-10-01 4.1,
     2000-05-01 6.8, 2001-11-01 2.5, 2003-06-01 1.2, 2005-06-01 3.55, 2005-12-20 4.35, 2006-06-01 5.2, 2007-06-01 4.95, 2008-03-01 1.6, 2008-06-01 2.8,
     2008-12-01 0.85, 2011-09-01 0.25, 2013-05-01 0.25, 2015-12-01 0.95, 2016-07-05 0.6, 2018-11-01 2.85, 2019-03-20 2.4, 2019-08-28 1.53, 2020-02-14 1.4, 2020-04-01 0.22,
     2021-06-01 0.18, 2022-10-01 4.4, 2023-03-08 5.05, 2023-04-01 4.1, 2023-10-19 5.15, 2024-09-16 3.6, 2025-01-14 4.3,
     2025-10-15 3.5, 2026-10-09 4.8`,
  ),
  createCurve(
    `1990-01-02 7.94, 1990-09-01 8.9, 1993-10-01 5.3, 1994-11-01 7.9, 1996-01-01 5.6, 1998-10-01 4.4, 2000-01-15 6.7,
     2001-11-01 4.3, 2003-06-01 3.3, 2004-06-01 4.8, 2005-06-01 4, 2006-06-01 5.1, 2007-06-01 4.95, 2008-03-01 3.5,
     2008-12-30 2.1, 2010-04-01 3.9, 2012-07-01 1.45, 2013-12-31 3, 2016-07-05 1.4, 2018-11-01 3.15, 2019-08-28 1.55,
     2020-02-14 1.6, 2020-08-04 0.55, 2021-03-31 1.7, 2022-10-01 3.9, 2023-04-01 3.45, 2023-10-19 4.95, 2024-09-16 3.65,
     2025-01-14 4.75, 2025-10-15 4.05, 2026-10-09 5.24`,
  ),
  createCurve(
    `1990-01-02 8, 1990-09-01 9, 1993-10-01 5.9, 1994-11-01 8.1, 1996-01-01 6.1, 1998-10-01 5, 2000-01-15 6.65,
     2001-11-01 4.9, 2006-02-09 4.55, 2006-06-01 5.15, 2007-06-01 5.05, 2008-12-30 2.6, 2010-04-01 4.75, 2012-07-01 2.55,
     2013-12-31 3.95, 2016-07-05 2.2, 2018-11-01 3.4, 2020-08-04 1.2, 2021-03-31 2.4, 2022-10-01 3.9, 2023-04-01 3.7,
     2023-10-19 5.1, 2024-09-16 3.95, 2025-01-14 4.95, 2025-10-15 4.65, 2026-10-09 5.6`,
  ),
] as const;

/** A tenor's place among the pillars (0: 3 months, 1: 2 years, 2: 10 years, 3: 30 years) and its premium. */
const PLACES: Record<YieldCode, readonly [place: number, premium: number]> = {
  US1M: [0, -0.06],
  US1_5M: [0, -0.04],
  US2M: [0, -0.02],
  US3M: [0, 0],
  US4M: [0.05, 0.01],
  US6M: [0.15, 0.02],
  US1Y: [0.45, 0],
  US2Y: [1, 0],
  US3Y: [1.2, 0],
  US5Y: [1.5, 0],
  US7Y: [1.75, 0],
  US10Y: [2, 0],
  US20Y: [2.6, 0.12],
  US30Y: [3, 0],
};

/** The Treasury published no 30-year yield from 2002-02-19 to 2006-02-08. */
const GAP_START = daysFromCivil(2002, 2, 19);
const GAP_END = daysFromCivil(2006, 2, 8);

/** Makes yields in percent, 0 or more. One noise moves the curve, one tilts it, each tenor adds its own. */
const makeYields: SampleMaker = (daysOf) => {
  const whole = daysOf('US10Y');
  const [pull, tilt] = [createNoise('yields/pull'), createNoise('yields/tilt')];
  const placeOf = new Map(whole.map((day, i) => [day, i]));
  const pulls = whole.map(() => pull.drift(0.98, 0.035));
  const tilts = whole.map(() => tilt.drift(0.97, 0.02));
  const pillars = PILLARS.map((curve) => whole.map((day) => curve(day)));
  return YIELD_CODES.map((code) => {
    const days = daysOf(code).filter((day) => code !== 'US30Y' || day < GAP_START || day > GAP_END);
    const noise = createNoise(`yields/${code}`);
    const [place, premium] = PLACES[code];
    const below = Math.min(2, Math.floor(place));
    const [lower, upper] = [pillars[below] ?? [], pillars[below + 1] ?? []];
    const values = days.map((day) => {
      const i = placeOf.get(day) ?? 0;
      const low = lower[i] ?? 0;
      const level = low + ((upper[i] ?? 0) - low) * (place - below) + premium;
      // Rates near zero hardly move, so the noise shrinks with the level.
      const room = Math.min(1, Math.max(0.05, level / 2));
      const moved =
        level + room * ((pulls[i] ?? 0) * 0.6 + (tilts[i] ?? 0) * (place - 1) * 0.4 + 0.008 * noise.bell());
      return Math.max(0, moved).toFixed(2);
    });
    return { code, days, values };
  });
};

export const YIELDS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [eachYear('CSV', csvOfYear), eachYear('XML feed', xmlOfYear), fredWhole(YIELDS)] }],
  formats: [TREASURY_YIELDS_CSV, TREASURY_YIELDS_XML],
  notImported: [
    {
      has: /\bhome\.treasury\.gov\b|Daily Treasury (Par|Bill|Long-Term|Real) /,
      origin: 'the Treasury',
      right:
        'open https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_yield_curve and take its "Download CSV".',
    },
  ],
  sample: makeYields,
  describeOtherFile: ({ firstLine, text }) =>
    text.trimStart().startsWith('<') ? describeOtherRates(text, 'xml') : describeOtherRates(firstLine, 'csv'),
};
