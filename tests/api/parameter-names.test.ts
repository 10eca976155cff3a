import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEBT_QUESTION, economic, oneFault, type TestApp, testApp } from './folder.ts';

/** Names in a query that ask for something which would be passed over, and those that tools add. */

const CLAIMS_QUESTION = { ...DEBT_QUESTION, series: 'initial_claims' };
const debt = (query: string) => `${economic('us_debt', DEBT_QUESTION)}&${query}`;
const claims = (query: string) => `${economic('ui_state_weekly_claims', CLAIMS_QUESTION)}&${query}`;
const yields = (query: string) => `/yields/series=US10Y?${query}`;
const constituents = (query: string) => `/constituents/series=TESTIDX?${query}`;

/** Names that nothing here is called like. */
const HARMLESS = [
  '_=1',
  'cb=17',
  't=5',
  'ts=5',
  'v=2',
  'nocache=1',
  'utm_source=a',
  'callback=f',
  '__proto__=1',
];

async function ask({ get, key }: TestApp, path: string) {
  const { status, text } = await get(path, { 'x-api-key': key });
  return { status, detail: status === 422 ? JSON.parse(text).detail : undefined };
}

describe('a parameter that the path would ignore', () => {
  it.each([
    [debt('as_off=2020-01-01'), 'as_off', /'as_off' is not a parameter\. Did you mean as_of\?/],
    [debt('unit=pc1'), 'unit', /Did you mean units\?/],
    [debt('untis=pc1'), 'untis', /Did you mean units\?/],
    [debt('UNITS=pc1'), 'UNITS', /Did you mean units\?/],
    [debt('as-of=2020-01-01'), 'as-of', /Did you mean as_of\?/],
    [debt('freq=m'), 'freq', /Did you mean frequency\?/],
    [debt('aggregation_methd=avg'), 'aggregation_methd', /Did you mean aggregation_method\?/],
    [debt('start_date=2020-01-01'), 'start_date', /Did you mean date_from\?/],
    [debt('state=CA'), 'state', /us_debt is not by state/],
    [debt('sate=CA'), 'sate', /for state: us_debt is not by state/],
    [debt('limit=5'), 'limit', /next_url/],
    [debt('page=2'), 'page', /for offset: .*next_url/],
    [claims('states=CA'), 'states', /Did you mean state\?/],
    [yields('unit=pc1'), 'unit', /Did you mean units\?/],
    [constituents('units=pc1'), 'units', /told as published/],
    ['/constituents/series=TESTIDX?as_of=2020-01-01', 'as_of', /for economic data/],
    ['/constituents/series=TESTIDX?date_from=2020-01-01', 'date_from', /Write date=2024-12-31/],
    [yields('tenor=US2Y'), 'tenor', /codes stand in the path: \/yields\/series=US2Y,US10Y/],
    [yields('limits=5'), 'limits', /Did you mean limit\?/],
    [yields('token_id=x'), 'token_id', /limit and offset/],
    [constituents('state=CA'), 'state', /not for constituents/],
  ])('%s is refused and named', async (path, parameter, message) => {
    const { status, detail } = await ask(await testApp(), path);
    expect([status, detail]).toEqual([422, oneFault(parameter, message)]);
  });

  it('is reported before what is missing because of it, and after the key', async () => {
    const app = await testApp();
    const { series, ...range } = DEBT_QUESTION;
    const path = economic('us_debt', { ...range, sereis: series });
    expect((await ask(app, path)).detail.message).toBe("'sereis' is not a parameter. Did you mean series?");
    expect((await app.get(path)).status).toBe(401);
    expect((await app.get(yields('unit=pc1'))).status).toBe(401);
  });

  it('does not include names that tools add, nor a key in the query of market data', async () => {
    const app = await testApp();
    for (const path of [debt, claims, yields, constituents])
      for (const query of HARMLESS) expect((await ask(app, path(query))).status, path(query)).toBe(200);
    for (const query of [`api_key=${app.key}`, `apikey=${app.key}`, `API_KEY=${app.key}`])
      expect((await ask(app, yields(query))).status).toBe(200);
  });

  it('does not include any that the OpenAPI document lists', async () => {
    const app = await testApp();
    const { paths } = JSON.parse((await app.get('/openapi.json')).text);
    for (const [template, { get: operation }] of Object.entries<{
      get?: { parameters?: { in: string; name: string }[] };
    }>(paths)) {
      const path = template.replace('{codes}', 'US10Y').replace('{code}', 'TESTIDX');
      for (const { name, in: place } of operation?.parameters ?? []) {
        if (place !== 'query') continue;
        const { detail } = await ask(app, `${path}?${name}=?`);
        expect(detail?.message ?? '', `${path} ${name}`).not.toMatch(/is not a parameter|means nothing here/);
      }
    }
  });

  it('is answered under any name', async () => {
    const app = await testApp();
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1, maxLength: 40 }), async (name) => {
        const { status } = await ask(app, yields(`${encodeURIComponent(name)}=1`));
        expect([200, 422]).toContain(status);
      }),
      { numRuns: 60 },
    );
  });
});
