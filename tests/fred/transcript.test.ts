import { expect, test } from 'vitest';
import { publish, START, type TestApp } from '../api/folder.ts';
import { fredApp, revise } from './fred-app.ts';

/** What FRED's clients can ask, and the whole answers, which stand in transcript.md, where they can be read. */

const months = (first: string, values: readonly string[]) =>
  values.map((value, i) => {
    const month = Number(first.slice(0, 4)) * 12 + Number(first.slice(5)) - 1 + i;
    return { date: `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}-01`, value };
  });

/** Beside the data of `fredApp`: two states of other dates, levels of Wednesdays, and a month in the middle of a quarter at both ends. */
async function fullApp(): Promise<TestApp> {
  const app = await fredApp();
  publish(app.dataDir, 'ui_state_weekly_claims', [
    { code: 'initial_claims', area: 'CA', date: '2024-01-06', value: '41000' },
    { code: 'initial_claims', area: 'CA', date: '2024-01-13', value: '42000' },
    { code: 'initial_claims', area: 'TX', date: '2024-02-03', value: '17000' },
    { code: 'initial_claims', area: 'TX', date: '2024-02-10', value: '18000' },
    { code: 'initial_claims', area: 'TX', date: '2024-02-17', value: '18500' },
  ]);
  publish(app.dataDir, 'factors_affecting_reserve_balances', [
    { code: 'treasury_securities_total', date: '2026-11-11', value: '4200000' },
    { code: 'treasury_securities_total', date: '2026-11-18', value: '4210000' },
  ]);
  const openings = months('2023-03', ['900', '910', '930', '960', '1000', '1050', '1110', '1180', '1260']);
  publish(
    app.dataDir,
    'jolts',
    openings.map((one) => ({ code: 'job_openings_level_sa', ...one })),
    'file',
    START,
  );
  revise(app, [
    { code: 'initial_claims_sa', date: '2025-01-11', value: '218000' },
    { code: 'initial_claims_sa', date: '2025-01-18', value: '223000' },
  ]);
  const yields = [
    ['US2Y', '5.11', '2026-11-22T10:00:00.000Z'],
    ['US10Y', '4.05', '2026-11-23T10:00:00.000Z'],
  ] as const;
  for (const [code, value, at] of yields)
    publish(app.dataDir, 'yields', [{ code, date: '2024-04-11', value }], 'sample', at);
  publish(
    app.dataDir,
    'personal_income_and_outlays',
    [
      { code: 'total_personal_income', date: '1969-11-01', value: '8000' },
      { code: 'total_personal_income', date: '1997-05-01', value: '7000500' },
      { code: 'total_personal_income', date: '2024-12-01', value: '24600000' },
    ],
    'file',
    '2026-11-23T11:00:00.000Z',
  );
  app.clock.set('2026-11-24T12:00:00.000Z');
  return app;
}

const OBSERVATIONS = '/fred/series/observations?series_id=';
const GRAPH = '/graph/fredgraph.csv?id=';
const VINTAGES = '/fred/series/vintagedates?series_id=';
const SEARCH = '/fred/series/search?search_text=';
const ALL_DATES = '/fred/releases/dates?realtime_start=';
const AHEAD = '&include_release_dates_with_no_data=true';
const CLAIMS_DATES = '/fred/release/dates?release_id=180';

/** Each: what is to be seen, and the questions. */
const TOLD: readonly (readonly [what: string, ...paths: string[]])[] = [
  [
    'What a series is: of the nation, of a state, in FRED’s unit, a spread, a level of Wednesdays',
    ...['ICSA', 'caiclaims', 'TXICLAIMS', 'PI', 'T10Y2Y', 'DGS10', 'TREAST', 'JTSJOL'].map(
      (id) => `/fred/series?series_id=${id}`,
    ),
  ],
  ['What was known of a series on a day', '/fred/series?series_id=ICSA&realtime_end=2026-11-20'],
  [
    'A range has its first and its last day, and may be of one',
    `${OBSERVATIONS}ICSA&observation_start=2024-12-28&observation_end=2025-01-04`,
    `${OBSERVATIONS}ICSA&observation_start=2024-12-29&observation_end=2025-01-03`,
    `${OBSERVATIONS}ICSA&observation_start=2025-01-04&observation_end=2025-01-04`,
  ],
  [
    'FRED’s unit',
    `${OBSERVATIONS}PI&output_type=1`,
    `${OBSERVATIONS}PI&frequency=a`,
    `${OBSERVATIONS}PI&realtime_start=2026-11-20&realtime_end=9999-12-31`,
  ],
  ['Each state its own', `${OBSERVATIONS}CAICLAIMS`, `${OBSERVATIONS}TXICLAIMS`],
  [
    'A lower frequency: the average where no method is named; quarters that are not whole have a dot, in their place',
    `${OBSERVATIONS}JTSJOL&frequency=q`,
    `${OBSERVATIONS}JTSJOL&frequency=q&aggregation_method=eop`,
    `${OBSERVATIONS}JTSJOL&frequency=q&units=chg`,
    `${OBSERVATIONS}JTSJOL&units=pch&limit=2&aggregation_method=eop`,
  ],
  [
    'A range of quarters: the first one where the range begins with the data',
    `${OBSERVATIONS}JTSJOL&frequency=q&observation_start=2023-03-01&observation_end=2023-07-01`,
    `${OBSERVATIONS}JTSJOL&frequency=q&observation_start=2023-03-02&observation_end=2023-06-30`,
  ],
  [
    'A page',
    `${OBSERVATIONS}ICSA&offset=1${'0'.repeat(30)}`,
    `${OBSERVATIONS}ICSA&offset=1&limit=2`,
    `${OBSERVATIONS}ICSA&offset=1&limit=2&sort_order=desc`,
  ],
  [
    'Real time: what was known on one day, and every value of a period within its ends',
    `${OBSERVATIONS}ICSA&vintage_dates=2026-11-20&observation_start=2025-01-11`,
    `${OBSERVATIONS}ICSA&realtime_end=2026-11-21&realtime_start=2026-11-21&observation_start=2025-01-11`,
    `${OBSERVATIONS}ICSA&realtime_start=2026-11-19&realtime_end=2026-11-21&observation_start=2025-01-05`,
    `${OBSERVATIONS}ICSA&realtime_start=2026-11-21&realtime_end=2026-11-22&observation_start=2025-01-05`,
    `${OBSERVATIONS}ICSA&realtime_start=2026-11-19&realtime_end=2026-11-20&observation_start=2025-01-05`,
    `${OBSERVATIONS}ICSA&realtime_start=2026-11-23&observation_end=2024-12-28`,
  ],
  [
    'A spread of values that were known: neither revised, one, both',
    ...['21', '22', '23'].map(
      (day) => `${OBSERVATIONS}T10Y2Y&vintage_dates=2026-11-${day}&limit=2&sort_order=desc`,
    ),
  ],
  [
    'The days on which values came: of a spread those of both yields, each once',
    `${VINTAGES}T10Y2Y`,
    `${VINTAGES}DGS2`,
    `${VINTAGES}DGS10&sort_order=desc`,
    `${VINTAGES}T10Y2Y&realtime_start=2026-11-22&realtime_end=2026-11-23`,
    `${VINTAGES}T10Y2Y&realtime_start=2026-11-21&realtime_end=2026-11-22&offset=0&limit=1`,
    `${VINTAGES}TXICLAIMS`,
  ],
  [
    'A search: the nation before the states, the best first; one state where it is named',
    `${SEARCH}initial+claims&limit=3`,
    `${SEARCH}initial+claims&sort_order=asc&limit=1`,
    `${SEARCH}texas+initial+claims`,
    `${SEARCH}claims&order_by=popularity&filter_variable=seasonal_adjustment&filter_value=Seasonally+Adjusted`,
    `${SEARCH}claims&order_by=group_popularity&limit=1`,
  ],
  [
    'A part of an id, in whatever letters',
    `${SEARCH}cs&search_type=series_id`,
    `${SEARCH}j*L&search_type=series_id`,
    `${SEARCH}ic%20-s%2Ba&search_type=series_id`,
    `${SEARCH}jtsq*qur&search_type=series_id`,
    `${SEARCH}j*t*t*&search_type=series_id`,
    `${SEARCH}*&search_type=series_id&sort_order=desc&limit=1`,
    `${SEARCH}sq*r&search_type=series_id`,
  ],
  [
    'The series of a release, filtered by what the answers say',
    '/fred/release/series?release_id=192&filter_variable=units&filter_value=Percent',
    '/fred/release/series?release_id=192&filter_variable=seasonal_adjustment&filter_value=Not+Seasonally+Adjusted',
    '/fred/release/series?release_id=192&filter_variable=seasonal_adjustment&filter_value=Seasonally+Adjusted&order_by=observation_end',
    '/fred/release/series?release_id=304',
    '/fred/release/series?release_id=469&sort_order=desc',
  ],
  [
    'The release of a series; a spread has that of spreads',
    ...['TREAST', 'TXICLAIMS', 'T10Y2Y', 'DGS10'].map((id) => `/fred/series/release?series_id=${id}`),
    '/fred/series/release?series_id=PI&realtime_end=2026-11-20',
  ],
  [
    'The days of a release, from the first day to the last; Thanksgiving puts one on Wednesday',
    `${CLAIMS_DATES}&realtime_start=2026-10-29&realtime_end=2026-11-19`,
    `${CLAIMS_DATES}&realtime_start=2026-10-30&realtime_end=2026-11-18`,
    `${CLAIMS_DATES}&realtime_start=2026-11-19&realtime_end=2026-12-03${AHEAD}`,
    '/fred/release/dates?release_id=18&realtime_start=2026-11-18&realtime_end=2026-11-20',
    `${CLAIMS_DATES}&limit=2`,
    `${CLAIMS_DATES}${AHEAD}&sort_order=desc&limit=1`,
    `/fred/release/dates?release_id=192&realtime_start=2026-12-01&realtime_end=2026-12-31${AHEAD}`,
    `/fred/release/dates?release_id=54&realtime_start=2026-11-01&realtime_end=2026-12-24${AHEAD}`,
  ],
  [
    'The days of all releases: the newest first, those of one day by their names',
    `${ALL_DATES}2026-11-18&realtime_end=2026-11-23`,
    `${ALL_DATES}2026-11-23&realtime_end=2026-11-25&sort_order=asc${AHEAD}`,
    `${ALL_DATES}2026-11-19&order_by=release_id`,
    `${ALL_DATES}2026-11-19&order_by=release_id&sort_order=asc&limit=3`,
    `${ALL_DATES}2026-11-19&order_by=release_name&sort_order=asc&offset=3`,
    '/fred/releases/dates?sort_order=asc&limit=2',
  ],
  [
    'A table: a column a series; an empty cell where there is no value',
    `${GRAPH}TXICLAIMS,caiclaims, ICSA&coed=2025-01-04`,
    `${GRAPH}JTSJOL&fq=Quarterly&cosd=2023-03-01`,
    `${GRAPH}JTSJOL,JTSQUR&fq=q&fam=avg&units=chg&cosd=2023-03-01&coed=2023-12-31`,
    `${GRAPH}JTSJOL,JTSQUR,ICSA&units=nbd,nbd,lin&nd=2023-03-01,2023-05-01,&cosd=2023-05-01,2023-10-01,2025-01-11&coed=2023-06-01,2023-11-01,2025-01-18`,
    `${GRAPH}JTSJOL,JTSQUR&transformation=,pch&cosd=2023-10-01&coed=2023-11-01&nd=2023-03-01&fml=a,A`,
    `${GRAPH}JTSJOL,JTSQUR&fq=q&fam=avg,eop&units=lin,nbd&nd=2023-05-01&cosd=2023-04-01&coed=2023-09-30`,
    `${GRAPH}JTSJOL,JTSQUR&fq=a,&fam=eop&cosd=2022-01-01,2024-05-01`,
    `${GRAPH}PI,ICSA&units=chg,%20lin&fml=a,&cosd=1969-01-01,2025-01-18`,
  ],
];

/** Questions whose answers in XML are compared byte by byte: fredapi and others parse them. */
const IN_XML: readonly string[] = [
  '/fred/series?series_id=JTSQUR',
  '/fred/series/observations?series_id=ICSA&observation_start=2025-01-01&limit=2',
  '/fred/series/observations?series_id=ICSA&units=chg&observation_end=2024-12-28&sort_order=desc',
  '/fred/series/observations?series_id=ICSA&observation_start=2025-01-11&realtime_start=1776-07-04&realtime_end=9999-12-31',
  '/fred/series/vintagedates?series_id=ICSA',
  '/fred/series/search?search_text=quits+rate&limit=1',
  '/fred/release/series?release_id=192',
  '/fred/series/search?search_text=nothing+of+the+kind',
  '/fred/series/release?series_id=ICSA',
  '/fred/release/dates?release_id=180&sort_order=desc&limit=2&realtime_start=2026-11-01',
  '/fred/releases/dates?limit=1&realtime_start=2026-11-20',
];

/** Questions that are refused, and why. */
const REFUSED: readonly string[] = [
  ...['JOLTS', 'UNRATE', 'DTB3', 'UMCSENT', 'ICSB', 'CCSA', 'ICSA&series_id=CCSA', 'X'.repeat(60)].map(
    (id) => `/fred/series?series_id=${id}`,
  ),
  '/fred/series?',
  '/fred/series?series_id=ICSA&start_date=2024-01-01',
  '/fred/series?series_id=ICSA&realtime_end=2026-11-19',
  '/fred/series?series_id=CCSA&realtime_end=2026-11-19',
  ...['units=xx', 'units=nbd', 'frequency=d', 'frequency=bw', 'limit=0', 'limit=100001', 'offset=-1'].map(
    (words) => `${OBSERVATIONS}ICSA&${words}`,
  ),
  `${OBSERVATIONS}JTSQUR&frequency=a&aggregation_method=sum`,
  `${OBSERVATIONS}T10Y2Y&units=pch`,
  `${OBSERVATIONS}ICSA&observation_start=2024-13-01`,
  `${OBSERVATIONS}ICSA&observation_start=2025-01-02&observation_end=2025-01-01`,
  `${OBSERVATIONS}ICSA&observation_strat=2024-01-01`,
  ...['2', '3', '4', '5', '24'].map((type) => `${OBSERVATIONS}ICSA&output_type=${type}`),
  `${OBSERVATIONS}ICSA&vintage_dates=2026-11-20,2026-11-21`,
  `${OBSERVATIONS}ICSA&vintage_dates=2026-11-20&realtime_end=2026-11-20`,
  `${OBSERVATIONS}ICSA&vintage_dates=2026-11-20&realtime_start=2026-11-20`,
  `${OBSERVATIONS}ICSA&realtime_start=2026-11-20&units=chg`,
  `${OBSERVATIONS}ICSA&realtime_start=2026-11-20&frequency=m`,
  `${OBSERVATIONS}T10Y2Y&realtime_start=2026-11-20`,
  `${OBSERVATIONS}ICSA&realtime_start=2026-11-21&realtime_end=2026-11-20`,
  `${OBSERVATIONS}ICSA&realtime_start=2026-11-26`,
  `${OBSERVATIONS}ICSA&realtime_start=2026-11-18&realtime_end=2026-11-19`,
  `${OBSERVATIONS}CCSA`,
  `${OBSERVATIONS}CCSA&realtime_start=2026-11-18`,
  `${VINTAGES}ICSA&limit=10001`,
  ...['tag_names=usa', 'exclude_tag_names=', 'filter_variable=units', 'filter_value=Percent'].map(
    (words) => `${SEARCH}x&${words}`,
  ),
  `${SEARCH}x&realtime_end=2026-11-23`,
  `${SEARCH}x&limit=1001`,
  '/fred/series/search?search_text=',
  '/fred/release/series?release_id=9',
  '/fred/release/series?release_id=192&tag_names=usa',
  '/fred/release/series?',
  '/fred/release/dates?release_id=18x',
  `${CLAIMS_DATES}&limit=1001`,
  '/fred/releases/dates?release_id=180',
  '/fred/releases/dates?order_by=date',
  '/fred/series/release?series_id=ICSB',
  '/fred/sources?x=1',
  `${GRAPH}ICSB`,
  `${GRAPH}ICSA,CCSA`,
  `${GRAPH}ICSA&fml=a-b`,
  `${GRAPH}ICSA,DGS10&fml=a,b%2B1`,
  `${GRAPH}ICSA,DGS10&cosd=2024-01-01,2024-01-01,2024-01-01`,
  ...['fam=avg,sum', 'coed=2024-01-01,', 'units=lin,lin', 'fq=Monthly,Daily', 'nd=,'].map(
    (words) => `${GRAPH}ICSA,DGS10,DGS2&${words}`,
  ),
  `${GRAPH}ICSA&cosd=yesterday`,
  `${GRAPH}ICSA,DGS10&coed=2024-01-01,2024-02-30`,
  `${GRAPH}ICSA&transformation=x`,
  `${GRAPH}ICSA,DGS10&units=lin,x`,
  `${GRAPH}ICSA&transformation=pc1&units=pc1`,
  `${GRAPH}ICSA&fq=Fortnightly`,
  `${GRAPH}ICSA&units=nbd`,
  `${GRAPH}${Array(13).fill('ICSA').join()}`,
  GRAPH,
  '/graph/fredgraph.csv?x=1',
];

test('what is answered, whole, and what is refused, in the words that a person reads', async () => {
  const app = await fullApp();
  await expect(await answers(app)).toMatchFileSnapshot('transcript.md');
  await expect(await refusals(app)).toMatchFileSnapshot('refusals.md');
  await expect(await xml(app)).toMatchFileSnapshot('xml.md');
  // Twelve lines are not too many.
  const twelve = await app.get(`${GRAPH}${Array(12).fill('ICSA').join()}`, { 'x-api-key': app.key });
  expect(twelve.status).toBe(200);
});

async function answers(app: TestApp): Promise<string> {
  const written: string[] = ['# Questions of FRED’s clients'];
  for (const [what, ...paths] of TOLD) {
    written.push(`\n## ${what}\n`);
    for (const path of paths) {
      const isTable = path.startsWith(GRAPH);
      const { status, headers, text } = await app.get(`${path}${isTable ? '' : '&file_type=json'}`, {
        'x-api-key': app.key,
      });
      app.clock.forward(1000);
      expect([path, status]).toEqual([path, 200]);
      const lines = isTable ? text.trimEnd() : text.replace('":[', '":[\n').replaceAll('},{', '},\n{');
      const of = headers['content-disposition'] ?? headers['x-data-origin'] ?? 'no origin';
      written.push(`- ${path} (${of})`, `    ${lines.replaceAll('\n', '\n    ')}`);
    }
  }
  return written.join('\n');
}

async function refusals(app: TestApp): Promise<string> {
  const written: string[] = ['# Wrong questions of FRED’s clients\n'];
  for (const path of REFUSED) {
    app.clock.forward(1000);
    const isTable = path.startsWith('/graph');
    const asked = `${path}${isTable ? '' : '&file_type=json'}`;
    const { status, headers, text } = await app.get(asked, { 'x-api-key': app.key });
    expect([path, headers['content-type']]).toEqual([
      path,
      isTable ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8',
    ]);
    written.push(`- ${path}`, `    ${status}: ${text.trimEnd()}`);
  }
  return written.join('\n');
}

async function xml(app: TestApp): Promise<string> {
  const written: string[] = ['# Answers in XML'];
  for (const path of IN_XML) {
    app.clock.forward(1000);
    const { status, headers, text } = await app.get(path, { 'x-api-key': app.key });
    expect([path, status, headers['content-type']]).toEqual([path, 200, 'text/xml; charset=utf-8']);
    written.push(`\n${path}\n${text}`);
  }
  return written.join('\n');
}
