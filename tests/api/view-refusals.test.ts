import { describe, expect, it } from 'vitest';
import { CREDENTIAL, clock, economic, oneFault, type TestApp, testApp } from './folder.ts';

/** What `GET /api/v1/view` refuses, in which order and in which words. */

const DEBT_ID = 'us_debt.debt_held_by_public';
const view = (query: Record<string, string> | string) =>
  `/api/v1/view?${typeof query === 'string' ? query : new URLSearchParams(query)}`;
const withKey = ({ get, key }: TestApp, query: Record<string, string> | string, method = 'GET') =>
  get(view(query), { 'x-api-key': key }, method);
const detailOf = async (app: TestApp, query: Record<string, string> | string) => {
  const { status, text } = await withKey(app, query);
  return [status, JSON.parse(text).detail];
};

describe('a request that is refused', () => {
  it('is 401 before 429 before 422, and every one with a key counts', async () => {
    const app = await testApp();
    const wrong = view({ series: 'us_debt.nothing' });
    expect((await app.get(wrong)).status).toBe(401);
    for (let i = 0; i < 100; i++)
      expect((await withKey(app, { series: 'us_debt.nothing' })).status).toBe(422);
    const { status, headers } = await withKey(app, { series: DEBT_ID });
    expect([status, headers['retry-after'] !== undefined]).toEqual([429, true]);
    expect((await app.get(wrong, { 'x-api-key': app.key })).status).toBe(429);
    expect((await app.get(economic('us_debt', {}), { 'x-api-key': app.key })).status).toBe(429);
    const internal = await app.get(view({ series: DEBT_ID }), { authorization: `Bearer ${CREDENTIAL}` });
    expect(internal.status).toBe(200);
  });

  it.each([
    [
      'series=us_debt.debt_held_by_publik',
      'series',
      /^There is no series 'us_debt\.debt_held_by_publik'\..* Did you mean us_debt\.debt_held_by_public\?$/,
    ],
    [
      'series=ui_state_weekly_claims.initial_claims',
      'series',
      /Of a series by state, name the state: for example ui_state_weekly_claims\.initial_claims\.CA\.$/,
    ],
    ['series=yields.DGS10', 'series', /Did you mean yields\.US10Y\?$/],
    ['series=yields.US11Y', 'series', /Under "Treasury par yields" Almanac holds yields\.US1M, /],
    ['series=GS10', 'series', /It is an average of Treasury yields .* Almanac holds yields\.US1M, /],
    ['series=PAYEMS', 'series', /STATE\.$/],
    ['series=', 'series', /^series is empty\. Write for example series=jolts\./],
    ['series=,', 'series', /^series names no series\. Write for example series=jolts\./],
    [`series=${DEBT_ID}&units=up`, 'units', /^There is no units 'up', only lin,/],
    [`series=${DEBT_ID}&units=${'x'.repeat(500)}`, 'units', /^There is no units 'x{60}…', only lin,/],
    [`series=${DEBT_ID}&formulas=a/b`, 'formulas', /'b' is not a series of this formula\. There are: a\.$/],
    [
      `series=${DEBT_ID}&from=2024-01-01&date_from=2024-01-01`,
      'date_from',
      /^date_from and from are the same parameter\. Write one of them\.$/,
    ],
    [
      `series=${DEBT_ID}&from=2024-01-01&to=2024-01-02&date_to=2024-01-01`,
      'date_to',
      /^date_to and to are the same/,
    ],
    [
      `series=${DEBT_ID}&date_from=2024-02-30&date_to=2024-03-01`,
      'date_from',
      /^date_from '2024-02-30' is no day/,
    ],
    [
      `series=${DEBT_ID}&date_from=2024-01-01&date_to=2027-01-01`,
      'date_to',
      /^date_to 2027-01-01 is in the future\. The latest possible date is 2026-11-21, .* needs no date: range=Max\.$/,
    ],
    [`series=${DEBT_ID}&layout=tall`, 'layout', /^layout='tall' is not known\. Use wide or long\.$/],
    [`series=${DEBT_ID}&format=ods`, 'format', /^format='ods' is not known\./],
    [`series=${DEBT_ID}&series=${DEBT_ID}`, 'series', /^series stands 2 times\./],
    [`series=${DEBT_ID}&title=a&title=b`, 'title', /^title stands 2 times\./],
    [`series=${DEBT_ID}&range[]=5Y`, 'range[]', /has brackets/],
    [`series=${DEBT_ID}&formula=a*2`, 'formula', /^'formula' is not a parameter\. Did you mean formulas\?$/],
    [`series=${DEBT_ID}&freq=m`, 'freq', /^'freq' is not a parameter\. Did you mean frequency\?$/],
    [
      `series=${DEBT_ID}&aggregation_method=avg`,
      'aggregation_method',
      /means nothing here: write aggregation=avg\.$/,
    ],
    [`series=${DEBT_ID}&state=CA`, 'state', /means nothing here: a state stands after its series/],
    [
      `series=${DEBT_ID}&as_of=soon`,
      'as_of',
      /^as_of 'soon' is neither a day, YYYY-MM-DD, nor an instant in UTC\. Write for example as_of=2025-06-30 /,
    ],
    [
      `series=${DEBT_ID}&as_of=2999-01-01`,
      'as_of',
      /^as_of 2999-01-01 is in the future: what will be known then is not known yet\. The latest possible day is 2026-11-21, today in the easternmost time zone\.$/,
    ],
    [
      `series=${DEBT_ID}&limit=5`,
      'limit',
      /means nothing here: pages of a chart’s lines follow pagination\.next_url/,
    ],
  ])('names what is wrong and what would be right: %s', async (query, parameter, message) => {
    expect(await detailOf(await testApp(), query)).toEqual([422, oneFault(parameter, message)]);
  });

  it('is not refused for parameters that only the page uses, or for unknown names', async () => {
    const app = await testApp({ pageSize: 5000 });
    const plain = await withKey(app, { series: DEBT_ID });
    const words = 'title=&subtitle=x&type=x&scale=x&recessions=&table=x&order=x&details=x&explain=x&_=17';
    const decorated = await withKey(app, `series=${DEBT_ID}:right:bar&${words}&layout=long`);
    expect(decorated.status).toBe(200);
    expect(JSON.parse(decorated.text).data).toEqual(JSON.parse(plain.text).data);
  });

  it('is refused with the token of another view or key, or an expired one', async () => {
    const time = clock();
    const app = await testApp({ pageSize: 7, clock: time });
    const { pagination } = JSON.parse((await withKey(app, { series: DEBT_ID })).text);
    const next = pagination.next_url as string;
    const token = new URLSearchParams(next.split('?')[1]).get('token_id') ?? '';
    expect(await detailOf(app, { series: 'yields.US10Y', token_id: token })).toMatchObject([
      422,
      { error: 'invalid_token' },
    ]);
    const other = (await app.keys.create('other')).key;
    const stolen = await app.get(`/api/v1${next}`, { 'x-api-key': other });
    expect(JSON.parse(stolen.text).detail).toMatchObject({ error: 'invalid_token' });
    expect((await app.get(`/api/v1${next}`)).status).toBe(200);
    // Decoration is no part of the question.
    expect((await withKey(app, { series: DEBT_ID, type: 'bar', token_id: token })).status).toBe(200);
    time.forward(86_400_000);
    expect(await detailOf(app, { series: DEBT_ID, token_id: token })).toMatchObject([
      422,
      { error: 'expired_token' },
    ]);
  });
});
