import { readFile } from 'node:fs/promises';
import { type Static, Type } from 'typebox';
import { fredWhole } from '../../sources/fred-ways.ts';
import { wrongWithJson } from '../../sources/json-document.ts';
import type { FetchWay, Publication } from '../../sources/ways.ts';
import { type Curve, createCurve, createSeason, drifting } from '../sample.ts';
import type { ObservationsSource, SampleDays, SampleSeries } from '../sources/types.ts';
import { BLS_API_JSON, BLS_FLAT_FILE } from './bls-files.ts';
import { JOLTS } from './definition.ts';

/** The fields of an answer that the fetch needs. */
const BlsAnswer = Type.Object({
  status: Type.Literal('REQUEST_SUCCEEDED'),
  message: Type.Optional(Type.Array(Type.String())),
  Results: Type.Object({
    series: Type.Array(
      Type.Object({
        seriesID: Type.String(),
        data: Type.Array(Type.Object({ year: Type.String(), period: Type.String() })),
      }),
    ),
  }),
});
type BlsAnswer = Static<typeof BlsAnswer>;

/** Fetches blocks of series and years and joins them into one answer, imported as a whole or not at all. */
const BLS_JOLTS: FetchWay = {
  title: 'BLS job openings and labor turnover (API)',
  every: '10:00 ET, about the first Tuesday of the second month after',
  history: 'from 2000-12; six years again once BLS has given all of it',
  hosts: ['api.bls.gov'],
  async *fetch(session) {
    const year = session.now().getUTCFullYear();
    const hasKey = await session.hasKey('BLS');
    const blocks = blocksToAsk(session.whole(), year, hasKey).map((each) => publicationOf(each, hasKey));
    const messages: string[] = [];
    const series: BlsAnswer['Results']['series'] = [];
    for (const block of blocks) {
      const got = await session.get(block);
      if (got.isUnchanged) throw new Error('A block was requested without a condition');
      const answer = JSON.parse(await readFile(got.path, 'utf8')) as BlsAnswer;
      messages.push(...(answer.message ?? []));
      series.push(...answer.Results.series);
    }
    const whole = { status: 'REQUEST_SUCCEEDED', message: [...new Set(messages)], Results: { series } };
    const { url, json } = blocks[0] ?? {};
    const location = `${url} [${blocks.length} POST requests, ${json?.startyear} to ${blocks.at(-1)?.json?.endyear}]`;
    const path = await session.write('bls-jolts.json', JSON.stringify(whole));
    yield { source: BLS_JOLTS.title, location, path, wholeBlocks: () => wholeYears(series, year) };
  },
};

/** The series and years of one request. */
type BlsBlock = { ids: readonly string[]; first: number; last: number };

function publicationOf({ ids, first, last }: BlsBlock, hasKey: boolean): Publication {
  return {
    source: `BLS job openings and labor turnover ${first} to ${last}`,
    url: `https://api.bls.gov/publicAPI/${hasKey ? 'v2' : 'v1'}/timeseries/data/`,
    fileName: `bls-${first}-${ids[0]}.json`,
    content: 'json',
    largestBytes: 32e6,
    json: { seriesid: ids, startyear: String(first), endyear: String(last) },
    ...(hasKey ? { key: { publisher: 'BLS', field: 'registrationkey' } } : {}),
    pauseMs: 500,
    check: (body) => wrongWithJson(body, BlsAnswer, otherAnswer),
    byHand: 'https://download.bls.gov/pub/time.series/jt/ (jt.data.1.AllItems)',
  };
}

/** @returns the reason why an answer has no numbers. */
function otherAnswer(answer: unknown): string {
  const text = JSON.stringify(answer);
  if (/threshold/i.test(text))
    return 'the limit of requests for the day is used up: ask again tomorrow, or with a registered key';
  return /key/i.test(text) && /invalid/i.test(text)
    ? 'the publisher does not know the key that was sent'
    : 'the publisher did not answer with numbers';
}

/** The most that BLS answers per request: without a key (API version 1) and with one (version 2). */
const LIMITS = { keyless: { series: 25, years: 10 }, keyed: { series: 50, years: 20 } };
/** Years to fetch again, this year included: every release of January figures revises five years. */
const REVISED_YEARS = 6;
const MONTHS = Array.from({ length: 12 }, (_, at) => `M${String(at + 1).padStart(2, '0')}`);

/** BLS's ids of the JOLTS series, each with the first month of its history, `YYYY-MM`. */
const FIRST_MONTHS: ReadonlyMap<string, string> = new Map(
  JOLTS.series.flatMap(({ publisherIds, historyFrom = JOLTS.historyFrom }) =>
    publisherIds
      .filter(({ system }) => system === 'BLS')
      .map(({ id }) => [id, historyFrom.slice(0, 7)] as const),
  ),
);

/** @returns the blocks to request, oldest first: years still revised, and older years not in `whole`. */
function blocksToAsk(whole: ReadonlySet<string>, year: number, hasKey: boolean): BlsBlock[] {
  const limits = hasKey ? LIMITS.keyed : LIMITS.keyless;
  const from = Math.min(...[...FIRST_MONTHS.values()].map((month) => Number(month.slice(0, 4))));
  const blocks: BlsBlock[] = [];
  for (let first = from; first <= year; first += limits.years) {
    const last = Math.min(first + limits.years - 1, year);
    const wanted = [...FIRST_MONTHS].flatMap(([id, start]) => {
      const years = yearsFrom(Math.max(first, Number(start.slice(0, 4))), last).filter(
        (one) => one > year - REVISED_YEARS || !whole.has(`${id} ${one}`),
      );
      const [begin] = years;
      return begin === undefined ? [] : [{ id, begin, end: years.at(-1) ?? begin }];
    });
    for (let at = 0; at < wanted.length; at += limits.series) {
      const some = wanted.slice(at, at + limits.series);
      blocks.push({
        ids: some.map(({ id }) => id),
        first: Math.min(...some.map(({ begin }) => begin)),
        last: Math.max(...some.map(({ end }) => end)),
      });
    }
  }
  return blocks;
}

/** @returns `id year` for each series and past year with every month; a month marked as missing counts. */
function wholeYears(answered: BlsAnswer['Results']['series'], year: number): string[] {
  return answered.flatMap(({ seriesID, data }) => {
    const start = FIRST_MONTHS.get(seriesID);
    if (start === undefined) return [];
    const months = new Set(data.map((row) => `${row.year}-${row.period}`));
    const isThere = (one: number, month: string) =>
      `${one}-${month.slice(1)}` < start || months.has(`${one}-${month}`);
    return yearsFrom(Number(start.slice(0, 4)), year - 1)
      .filter((one) => MONTHS.every((month) => isThere(one, month)))
      .map((one) => `${seriesID} ${one}`);
  });
}

function yearsFrom(first: number, last: number): number[] {
  return Array.from({ length: Math.max(last - first + 1, 0) }, (_, at) => first + at);
}

export const JOLTS_SOURCE: ObservationsSource = {
  kind: 'observations',
  fetched: [{ ways: [BLS_JOLTS, fredWhole(JOLTS)] }],
  formats: [BLS_API_JSON, BLS_FLAT_FILE],
  notImported: [
    {
      has: /Series I[dD]\b:?|Job Openings and Labor Turnover|^(series_id|\w+_code)\s*\t|\b(www|data|download)\.bls\.gov\b/,
      origin: 'the Bureau of Labor Statistics (BLS)',
      right:
        'download jt.data.1.AllItems of https://download.bls.gov/pub/time.series/jt/, or the JSON of https://api.bls.gov/publicAPI/v2/timeseries/data/JTS000000000000000JOL.',
    },
  ],
  sample: makeJolts,
};

/** Levels in thousands over time, and the seasonal factors of the months. */
const FLOWS = {
  quits: {
    level: createCurve(
      `2000-12 2900, 2001-11 2350, 2003-09 2350, 2006-12 3050, 2009-09 1580, 2014-06 2500, 2019-07 3550, 2020-02 3400,
       2020-04 2100, 2020-12 3350, 2021-11 4500, 2022-04 4450, 2023-08 3650, 2024-10 3200, 2026-07 3150`,
    ),
    season: createSeason([0.96, 0.86, 0.97, 1.03, 1.08, 1.12, 1.12, 1.16, 1.02, 0.99, 0.88, 0.81]),
  },
  layoffs_discharges: {
    level: createCurve(
      `2000-12 1900, 2001-10 2450, 2003-06 2000, 2006-06 1750, 2007-12 1850, 2009-02 2600, 2010-06 1750, 2014-01 1650,
       2020-02 1900, 2020-03 13050, 2020-04 9300, 2020-05 2050, 2020-09 1500, 2021-12 1350, 2023-03 1600, 2026-07 1750`,
    ),
    season: createSeason([1.3, 0.8, 0.87, 0.92, 0.9, 0.97, 1, 1.01, 0.94, 1.03, 1.06, 1.2]),
  },
  other_separations: {
    level: createCurve('2000-12 340, 2009-06 300, 2020-02 340, 2021-12 380, 2026-07 310'),
    season: createSeason([1.22, 0.86, 0.96, 0.97, 0.95, 1.14, 1.1, 1.02, 0.95, 0.94, 0.88, 1.01]),
  },
  hires: {
    level: createCurve(
      `2000-12 5450, 2001-11 4950, 2003-04 4750, 2006-06 5350, 2007-12 5050, 2009-06 3650, 2014-06 4850, 2020-02 5950,
       2020-04 4050, 2020-05 8150, 2020-06 7300, 2020-09 5950, 2022-02 6750, 2023-06 5900, 2024-09 5350, 2026-07 5250`,
    ),
    season: createSeason([1, 0.88, 0.99, 1.07, 1.1, 1.16, 1.05, 1.07, 1.03, 1.05, 0.87, 0.73]),
  },
  job_openings: {
    level: createCurve(
      `2000-12 5090, 2001-11 3600, 2003-09 3100, 2007-03 4700, 2007-12 4400, 2009-07 2250, 2014-01 3950, 2018-11 7500,
       2020-02 7000, 2020-04 4606, 2020-12 6750, 2022-03 12200, 2023-01 10400, 2024-01 8700, 2024-09 7150, 2026-07 7270`,
    ),
    season: createSeason([1.02, 0.96, 0.97, 1.08, 1.02, 1, 1.06, 1.01, 0.99, 1.05, 0.96, 0.88]),
  },
} as const;

/** Employed and unemployed persons, in thousands. */
const EMPLOYED = createCurve(
  `2000-12 132700, 2003-08 129900, 2008-01 138400, 2010-02 129700, 2020-02 152300, 2020-04 130400, 2020-06 137800,
   2020-12 142600, 2022-06 152000, 2024-01 157500, 2026-07 159700`,
  0.006,
);
const EMPLOYED_SEASON = createSeason([
  0.985, 0.989, 0.993, 0.999, 1.004, 1.007, 0.999, 1.001, 1.003, 1.008, 1.009, 1.007,
]);
const UNEMPLOYED = createCurve(
  `2000-12 5600, 2003-06 9200, 2007-04 6800, 2009-10 15400, 2014-01 10200, 2019-12 5800, 2020-02 5700, 2020-04 23100,
   2020-07 16300, 2020-12 10700, 2021-12 6300, 2023-04 5700, 2024-07 7200, 2026-07 7400`,
);
const UNEMPLOYED_SEASON = createSeason([
  1.09, 1.06, 1.02, 0.95, 0.95, 1.05, 1.06, 1.01, 0.96, 0.94, 0.95, 0.97,
]);

/** Makes levels in thousands, rates in percent as BLS defines them, and total separations as a sum. */
function makeJolts(daysOf: SampleDays): SampleSeries[] {
  const days = daysOf('job_openings_level_sa');
  return (['sa', 'nsa'] as const).flatMap((adjustment) => {
    const factor = (season: Curve, day: number) => (adjustment === 'nsa' ? season(day) : 1);
    const employed = days.map((day) => EMPLOYED(day) * factor(EMPLOYED_SEASON, day));
    const levels = (flow: keyof typeof FLOWS): number[] => {
      const { level, season } = FLOWS[flow];
      return drifting(level, days, `jolts/${flow}`, 0.4, 0.015).map((value, i) =>
        Math.round(value * factor(season, days[i] ?? 0)),
      );
    };
    const series = (name: string, values: string[]) => ({ code: `${name}_${adjustment}`, days, values });
    const pair = (name: string, counts: readonly number[], base = employed) => [
      series(`${name}_level`, counts.map(String)),
      series(
        `${name}_rate`,
        counts.map((level, i) => ((100 * level) / (base[i] ?? 1)).toFixed(1)),
      ),
    ];
    const quits = levels('quits');
    const layoffs = levels('layoffs_discharges');
    const other = levels('other_separations');
    const openings = levels('job_openings');
    const total = days.map((_, i) => (quits[i] ?? 0) + (layoffs[i] ?? 0) + (other[i] ?? 0));
    const unemployed = days.map((day) => UNEMPLOYED(day) * factor(UNEMPLOYED_SEASON, day));
    const jobs = employed.map((count, i) => count + (openings[i] ?? 0));
    const ratios = unemployed.map((count, i) => (count / (openings[i] ?? 1)).toFixed(1));
    return [
      ...pair('hires', levels('hires')),
      ...pair('job_openings', openings, jobs),
      ...pair('quits', quits),
      ...pair('layoffs_discharges', layoffs),
      ...pair('total_separations', total),
      ...pair('other_separations', other),
      series('job_openings_unemployed_ratio', ratios),
    ];
  });
}
