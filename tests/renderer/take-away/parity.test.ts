import { afterAll, beforeAll, expect, it } from 'vitest';
import { parseView } from '../../../renderer/view/parse-view.ts';
import { viewOfApiUrl } from '../../../renderer/view/pasted-url.ts';
import { todayText } from '../../../service/calendar/today.ts';
import type { EconomicEnvelope } from '../../../service/contract/economic.ts';
import { type ViewSearch, viewSearch } from '../../../service/view/address.ts';
import { asksOf, linesOf, withIndexDates } from '../../../service/view/lines.ts';
import { requestPath, requestSearch } from '../../../service/view/request.ts';
import type { PublishedColumn } from '../../../service/view/types.ts';
import { column, show } from '../../view/some-columns.ts';
import { economicPath } from './economic-path.ts';
import { serviceWithKey } from './real-service.ts';

/** For 21 views, the chart draws what economic data, the view's request and the request's CSV answer. */

const RANGE = { from: '2015-01-01', to: '2024-12-31' };
const RESERVES = 'factors_affecting_reserve_balances';
const VIEWS: ViewSearch[] = [
  { series: 'jolts.quits_rate_sa' },
  { series: 'jolts.quits_level_sa', units: 'chg' },
  { series: 'jolts.quits_level_sa', units: 'ch1' },
  { series: 'jolts.hires_level_nsa', units: 'pch' },
  { series: 'jolts.hires_level_nsa', units: 'pc1' },
  { series: 'jolts.job_openings_level_sa', units: 'pca' },
  { series: 'jolts.job_openings_level_sa', units: 'cch' },
  { series: 'jolts.job_openings_level_sa', units: 'cca' },
  { series: 'us_debt.total_public_debt_outstanding', units: 'log' },
  { series: 'us_debt.total_public_debt_outstanding', units: 'pc1' },
  { series: 'us_debt.debt_held_by_public', units: 'nbd', index_date: '2020-02-01' },
  { series: 'us_debt.debt_held_by_public', frequency: 'm', aggregation: 'eop' },
  { series: 'us_debt.debt_held_by_public', frequency: 'q', aggregation: 'avg', units: 'pch' },
  { series: 'ui_weekly_claims.initial_claims_sa', frequency: 'm', units: 'pc1' },
  { series: 'ui_weekly_claims.initial_claims_sa', frequency: 'q', aggregation: 'avg', units: 'chg' },
  { series: 'ui_weekly_claims.initial_claims_nsa', frequency: 'a', aggregation: 'sum' },
  { series: 'ui_weekly_claims.continued_claims_sa', units: 'ch1' },
  { series: 'ui_state_weekly_claims.initial_claims.TX', frequency: 'q', aggregation: 'avg' },
  { series: 'personal_income_and_outlays.total_personal_income', frequency: 'q', units: 'pca' },
  { series: 'us_exports.asia', frequency: 'a', aggregation: 'sum', units: 'pc1' },
  { series: `${RESERVES}.treasury_securities_total`, frequency: 'm', aggregation: 'eop' },
];

/** Each line has a treatment of its own, and can still be requested with one request. */
const OWN = [
  'us_debt.debt_held_by_public:wesu:avg',
  'us_debt.debt_held_by_public:wef',
  'us_debt.total_public_debt_outstanding:sa:pch',
  'jolts.job_openings_level_sa:q:avg:pc1',
  'ui_weekly_claims.initial_claims_sa:nbd:2019-03-20',
  'us_debt.debt_held_by_public:nbd',
  'us_exports.asia:nbd:q',
  'ui_weekly_claims.initial_claims_sa:nbd:2019-03-20:q:avg',
];

let service: Awaited<ReturnType<typeof serviceWithKey>>;
beforeAll(async () => {
  service = await serviceWithKey(300);
}, 60_000);
afterAll(() => service.close());

const get = (path: string) => fetch(service.baseUrl + path, { headers: service.headers });

/** All rows of a request, page by page. */
async function rowsOf(path: string): Promise<{ date: string; value: string }[]> {
  const rows: { date: string; value: string }[] = [];
  for (let next: string | null = path; next !== null; ) {
    const answer = await get(next);
    if (!answer.ok) throw new Error(`${next}: ${await answer.text()}`);
    const page = (await answer.json()) as EconomicEnvelope;
    rows.push(...page.data);
    next = page.pagination.next_url && `/api/v1${page.pagination.next_url}`;
  }
  return rows;
}

const pagesOf = async (path: string) => (await rowsOf(path)).map(({ date, value }) => `${date} ${value}`);

async function columnOf(search: ViewSearch): Promise<PublishedColumn> {
  const { view } = parseView({ series: search.series ?? '' });
  const ask = asksOf(parseView(search).view, RANGE, todayText())[0];
  const rows = await rowsOf(economicPath(view, ask?.range ?? RANGE));
  const [dates, values] = [rows.map(({ date }) => date), rows.map(({ value }) => value)];
  return column(search.series ?? '', dates, values);
}

it.each(VIEWS)(
  '%o',
  async (search) => {
    const { view, problems } = parseView(search);
    expect(problems).toEqual([]);
    const drawn = show(linesOf(view, [await columnOf(search)], RANGE)[0]) ?? [];
    const path = economicPath(view, RANGE);

    const api = await pagesOf(path);
    const [, ...csv] = (await (await get(`${path}&format=csv`)).text()).trim().split(/\r?\n/);
    expect(drawn.length).toBeGreaterThan(8);
    expect(api).toEqual(drawn);
    expect(csv.map((row) => [row.slice(0, 10), row.split(',').at(-1)].join(' '))).toEqual(drawn);

    const copied = requestPath(requestSearch(view, RANGE));
    expect(await pagesOf(copied)).toEqual(drawn);
    expect(viewSearch(viewOfApiUrl(`${service.baseUrl}${copied}`)?.view ?? view)).toEqual(
      viewSearch({ ...view, range: RANGE }),
    );

    // In reverse, the address of the economic data opens the same chart.
    const again = viewOfApiUrl(`${service.baseUrl}${path}`);
    const shown = viewSearch({ ...view, range: RANGE });
    const usual = again && viewSearch(again.view);
    expect(again?.problems).toEqual([]);
    // The address names the method and index day that the view leaves to the app.
    expect({ aggregation: usual?.aggregation, index_date: usual?.index_date, ...shown }).toEqual(usual);
  },
  60_000,
);

it.each(OWN)(
  '%s',
  async (text) => {
    const { view, problems } = parseView({ series: text, frequency: 'a', average: '3', units: 'chg' });
    expect(problems).toEqual([]);
    const plain = { ...view, average: undefined };
    const series = text.split(':')[0] as string;
    const lines = linesOf(plain, [await columnOf({ series, units: 'pc1' })], RANGE);
    const shown = withIndexDates(plain, lines);
    const drawn = show(lines[0]) ?? [];
    const path = economicPath(shown, RANGE);
    expect(drawn.length).toBeGreaterThan(3);
    expect(await pagesOf(path)).toEqual(drawn);
    expect(viewOfApiUrl(path)?.problems).toEqual([]);
    const copied = requestPath(requestSearch(shown, RANGE));
    expect(await pagesOf(copied)).toEqual(drawn);
    expect(viewOfApiUrl(copied)).toEqual({ view: { ...shown, range: RANGE }, problems: [] });
  },
  60_000,
);

it('addresses of the API are read however they are shortened, and other addresses are not', () => {
  const series = (text: string) => viewOfApiUrl(text)?.view.series.map(({ choice }) => choice.code);
  expect(series('/api/v1/economic-data/jolts?series=quits_rate_sa&api_key=alm_x')).toEqual(['quits_rate_sa']);
  expect(series('economic-data/jolts?series=quits_rate_sa')).toBeUndefined();
  expect(series('/economic-data/jolts?series=quits_rate_sa,hires_rate_sa&token_id=x')).toEqual([
    'quits_rate_sa',
    'hires_rate_sa',
  ]);
  expect(series('http://127.0.0.1:4780/yields/series%3DUS10Y%2CUS2Y?limit=100')).toEqual(['US10Y', 'US2Y']);
  expect(series('http://127.0.0.1:4780/constituents/series=SP500')).toBeUndefined();
  expect(series('/api/v1/economic-data/jolts?series=nothing')).toBeUndefined();
  expect(series('quits')).toBeUndefined();
  const partly = viewOfApiUrl('/api/v1/economic-data/jolts?series=quits_rate_sa,x&units=up');
  expect(partly?.problems).toHaveLength(2);
});
