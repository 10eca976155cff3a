import { notNumber, plainNumber, usDay } from '../../sources/cells.ts';
import { fredNewest, fredWhole } from '../../sources/fred-ways.ts';
import { createGapFinder } from '../../sources/gaps.ts';
import { seriesOfPublisher } from '../../sources/known-series.ts';
import { fileFailure, lineFailure, quote } from '../../sources/row-failure.ts';
import type { FileFormat, FileReader, ReadContext } from '../../sources/types.ts';
import type { FetchWay } from '../../sources/ways.ts';
import { readXml, rootElement } from '../../sources/xml-reader.ts';
import { createCurve, createNoise, createSeason, drifting } from '../sample.ts';
import type { ObservationsSource, SampleMaker, SampleSeries } from '../sources/types.ts';
import { UI_WEEKLY_CLAIMS } from './definition.ts';

const DATE = 'weekEnded';

/**
 * The Department of Labor's national weekly claims report as XML: a `week` for each Saturday. `NSA`, `SA` and
 * `SA4WK` of `InitialClaims` and `ContinuedClaims` are read. Future weeks have only seasonal factors (`SF`).
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
  const series = new Map<string, number>();
  for (const [id, { dataset, code }] of seriesOfPublisher('DOL'))
    if (/^(Initial|Continued)Claims\//.test(id))
      series.set(id, target.series(dataset, code, '', { date: DATE, value: id }));
  const gaps = createGapFinder('week');
  const seen = new Map<number, number>();

  function onWeek(week: ReportWeek): void {
    const day = week.day(DATE);
    for (const [name, id] of series) {
      const value = week.number(name);
      if (value === undefined) continue;
      target.observation(id, day, value, week.lineOf(name));
      gaps.add('claims', day);
    }
    const earlier = seen.get(day);
    if (earlier !== undefined) {
      const sentence = `the week ending ${week.text(DATE)} is already on line ${earlier}; each may be there once.`;
      throw week.failure(DATE, sentence);
    }
    seen.set(day, week.lineOf(DATE));
  }
  return readWeeks(file, [...series.keys()], onWeek, () => gaps.note(target));
}

/** A `week` of the report. Elements are named by their path in it: `weekEnded`, `InitialClaims/SA`. */
export type ReportWeek = ReturnType<typeof weekOf>;

/**
 * Reads the weeks of the Department of Labor's weekly claims report (r539cy) as XML. A missing number is a
 * no-break space.
 * @param names the elements, besides `weekEnded`, that each week must have exactly once.
 */
export function readWeeks(
  file: string,
  names: readonly string[],
  onWeek: (week: ReportWeek) => void,
  onEnd: () => void,
): FileReader {
  const wanted = new Set([DATE, ...names]);
  let found = new Map<string, WeekElement>();
  let weeks = 0;

  function closeWeek(line: number): void {
    const week = weekOf(file, found, line);
    week.day(DATE);
    const missing = names.find((name) => !found.has(name));
    if (missing !== undefined) {
      const sentence = `the week ending ${week.text(DATE)} has no such element: the file was damaged.`;
      throw week.failure(missing, sentence);
    }
    onWeek(week);
    weeks++;
  }

  return readXml(
    { file },
    {
      open(name, _attributes, _line, path) {
        if (name === 'week' && path.length === 2) found = new Map();
      },
      close(name, text, line, path) {
        if (name === 'week' && path.length === 2) closeWeek(line);
        const id = path.slice(2).join('/');
        if (!wanted.has(id)) return;
        if (found.has(id)) throw lineFailure({ file }, line, id, 'the element is in its week twice.');
        found.set(id, { text: text.trim(), line });
      },
      end() {
        if (weeks > 0) return onEnd();
        const sentence = 'holds no weeks; the report was asked for years without data, or is damaged.';
        throw fileFailure(file, sentence);
      },
    },
  );
}

type WeekElement = { text: string; line: number };

/** @param line the last line of the week. */
function weekOf(file: string, elements: ReadonlyMap<string, WeekElement>, line: number) {
  const lineOf = (name: string) => elements.get(name)?.line ?? line;
  const text = (name: string) => elements.get(name)?.text ?? '';
  const failure = (name: string, sentence: string) => lineFailure({ file }, lineOf(name), name, sentence);
  return {
    text,
    lineOf,
    failure,
    /** @throws Failure 'invalid_file' if the text is not a date. */
    day(name: string): number {
      const day = usDay(text(name));
      if (day !== undefined) return day;
      throw failure(name, `${quote(text(name))} is not a date; a real day written MM/DD/YYYY is right.`);
    },
    /** @returns the number without separators, if any. @throws Failure 'invalid_file' for other text. */
    number(name: string): string | undefined {
      if (text(name) === '') return undefined;
      const value = plainNumber(text(name));
      if (value !== undefined) return value;
      throw failure(name, notNumber(text(name), 'digits with separated thousands are right.'));
    },
  };
}

/** The Department of Labor's form for national claims, the only page that gives them as XML. */
const DOL_CLAIMS: FetchWay = {
  title: 'Department of Labor national claims (r539cy)',
  every: 'Thursday 08:30 ET; the file has been seen to be three weeks behind the release',
  history: 'from 1967, whole in every answer',
  hosts: ['oui.doleta.gov'],
  async *fetch(session) {
    const year = session.now().getUTCFullYear();
    const source = DOL_CLAIMS.title;
    const url = 'https://oui.doleta.gov/unemploy/wkclaims/report.asp';
    const form = {
      level: 'us',
      final_yr: String(year + 1),
      strtdate: '1967',
      enddate: String(year),
      filetype: 'xml',
      submit: 'Submit',
    };
    const got = await session.get({
      source,
      url,
      fileName: 'r539cy.xml',
      content: 'xml',
      largestBytes: 32e6,
      form,
      byHand: 'https://oui.doleta.gov/unemploy/claims.asp (national, XML)',
    });
    const location = `${url} [POST ${new URLSearchParams(form)}]`;
    yield got.isUnchanged ? { source, location } : { source, location, path: got.path };
  },
};

/** Thousands of claims a week, with the recessions, the spring of 2020 and today's level. */
const INITIAL = createCurve(
  `1967-01-07 208, 1969-06 192, 1970-11 325, 1972-12 240, 1973-10 235, 1975-01-18 550, 1976-06 390, 1978-12 340,
   1979-09 380, 1980-05-24 620, 1981-07 400, 1982-10-02 690, 1983-09 390, 1984-06 360, 1988-12 295, 1990-07 350,
   1991-03-23 500, 1993-06 340, 1997-01 330, 2000-04 275, 2001-03 385, 2001-09-29 490, 2002-06 395, 2003-04 430,
   2004-06 340, 2006-01 300, 2007-12 340, 2008-09 470, 2009-03-28 660, 2009-12 470, 2012-06 380, 2014-01 330,
   2016-06 265, 2018-09 212, 2020-03-07 212, 2020-03-14 256, 2020-03-21 2900, 2020-03-28 5950, 2020-04-04 6130,
   2020-04-11 4900, 2020-04-25 3450, 2020-05-16 2250, 2020-06-27 1430, 2020-08-29 890, 2020-12-26 790, 2021-01-09 880,
   2021-04-03 700, 2021-06-26 380, 2021-12 220, 2022-03 195, 2023-06 240, 2023-12 212, 2025-06 235, 2026-09 208`,
);
const CONTINUED = createCurve(
  `1967-01-07 1134, 1969-06 1010, 1970-12 2200, 1973-10 1550, 1975-05 4900, 1977-06 2700, 1979-06 2300, 1980-07 3850,
   1981-07 2700, 1982-11 4650, 1984-06 2350, 1989-06 2050, 1990-07 2450, 1991-05 3500, 1994-06 2700, 2000-06 2000,
   2001-03 2500, 2002-01 3650, 2003-06 3700, 2006-06 2450, 2007-12 2700, 2009-06-20 6500, 2010-06 4600, 2012-01 3450,
   2014-06 2550, 2018-10 1650, 2020-03-07 1710, 2020-03-28 7400, 2020-05-09 23100, 2020-07-04 16900, 2020-10-03 9800,
   2020-12-26 5200, 2021-06-26 3400, 2021-10-02 2600, 2022-05-14 1320, 2023-06 1750, 2025-06 1950, 2026-09 1800`,
);
/** Mid-month seasonal factors: layoffs after Christmas, retooling in July, and quiet Septembers. */
const INITIAL_SEASON = createSeason([1.32, 0.98, 0.88, 0.91, 0.88, 0.96, 1.08, 0.85, 0.8, 0.93, 1.06, 1.24]);
const CONTINUED_SEASON = createSeason([1.24, 1.19, 1.12, 1, 0.93, 0.92, 0.96, 0.92, 0.86, 0.85, 0.93, 1.06]);

/** @returns thousands of adjusted claims for each week, rounded as the Department of Labor rounds them. */
function thousands(kind: 'initial' | 'continued', days: readonly number[]): number[] {
  const [curve, memory, step] = kind === 'initial' ? [INITIAL, 0.5, 0.02] : [CONTINUED, 0.8, 0.006];
  return drifting(curve, days, `ui_weekly_claims/${kind}`, memory, step).map(Math.round);
}

/** @returns whole claims, not adjusted. Above a cap the seasonal effect is constant, as at DOL in 2020. */
export function notAdjusted(kind: 'initial' | 'continued', days: readonly number[]): number[] {
  const [season, cap] = kind === 'initial' ? [INITIAL_SEASON, 800] : [CONTINUED_SEASON, 7000];
  const noise = createNoise(`ui_weekly_claims/${kind}/season`);
  return thousands(kind, days).map((value, i) => {
    const seasonal = Math.min(value, cap) * (season(days[i] ?? 0) - 1 + 0.004 * noise.bell());
    return Math.round((value + seasonal) * 1000);
  });
}

/** Makes national weekly claims. A 4-week average is the mean of four adjusted weeks: a multiple of 250. */
const makeClaims: SampleMaker = (daysOf) =>
  (['initial', 'continued'] as const).flatMap((kind): SampleSeries[] => {
    const days = daysOf(`${kind}_claims_sa`);
    const adjusted = thousands(kind, days);
    const series = (suffix: string, values: readonly number[], on = days): SampleSeries => ({
      code: `${kind}_claims_${suffix}`,
      days: on,
      values: values.map(String),
    });
    const claims = adjusted.map((value) => value * 1000);
    const later = days.slice(3);
    const averages = later.map((_, i) => claims.slice(i, i + 4).reduce((sum, value) => sum + value, 0) / 4);
    return [
      series('sa', claims),
      series('nsa', notAdjusted(kind, days)),
      series('sa_4w_avg', averages, later),
    ];
  });

export const CLAIMS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [
    {
      ways: [DOL_CLAIMS, fredWhole(UI_WEEKLY_CLAIMS)],
      // The XML was once three weeks behind the release.
      completedBy: fredNewest(UI_WEEKLY_CLAIMS),
    },
  ],
  formats: [DOL_CLAIMS_XML],
  notImported: [
    {
      has: /\boui\.doleta\.gov\b|Unemployment Insurance Weekly Claims|r539cy|^"?(State"?,"?)?(Filed )?Week Ended"?,/im,
      origin: 'the Department of Labor’s claims',
      right:
        'ask https://oui.doleta.gov/unemploy/claims.asp for XML, or download https://oui.doleta.gov/unemploy/csv/ar539.csv (states).',
    },
  ],
  sample: makeClaims,
};
