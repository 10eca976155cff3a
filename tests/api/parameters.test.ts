import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEBT_PATH, DEBT_QUESTION, economic, type TestApp, testApp } from './folder.ts';

/** Which names and numbers are taken, and in which order what is wrong is found. The words of each refusal: `refusals.md`. */

const CLAIMS_QUESTION = { ...DEBT_QUESTION, series: 'initial_claims' };
const debt = (query: string) => `${DEBT_PATH}&${query}`;
const claims = (query: string) => `${economic('ui_state_weekly_claims', CLAIMS_QUESTION)}&${query}`;
const yields = (query: string) => `/yields/series=US10Y,US2Y?${query}`;
const constituents = (query: string) => `/constituents/series=TESTIDX?${query}`;
const catalog = (query: string) => `/api/v1/catalog?${query}`;

/** Names that nothing here is called like. */
const HARMLESS = '_=1 cb=17 t=5 ts=5 v=2 nocache=1 utm_source=a callback=f __proto__=1'.split(' ');

const statusOf = async ({ get, key }: TestApp, path: string) =>
  (await get(path, { 'x-api-key': key })).status;

describe('the name of a parameter', () => {
  it('that is wrong is found after the key and the codes of the path, and no key is repeated', async () => {
    const app = await testApp();
    const { get, key, keys } = app;
    const revoked = await keys.create('old');
    await keys.revoke(revoked.id);
    for (const words of ['limit[]=5', 'unit=pc1']) {
      for (const path of [debt(words), yields(words)]) expect((await get(path)).status).toBe(401);
      expect((await get(yields(words), { 'x-api-key': revoked.key })).status).toBe(403);
      expect(await statusOf(app, `/yields/series=NOPE?${words}`)).toBe(404);
    }
    expect(await statusOf(app, '/nope?a=1&a=1')).toBe(404);
    // A key in brackets is none.
    expect((await get(debt(`api_key[]=${key}`))).status).toBe(401);
    for (const twice of [`api_key=${key}&api_key=${key}`, `api_key[]=${key}`, 'token_id=x&token_id=x']) {
      const { status, text } = await get(debt(twice), { 'x-api-key': key });
      expect([twice, status, text.includes(key)]).toEqual([twice, 422, false]);
    }
  });

  it('may be one that tools add, or of a key in the query of market data, or one that the document lists', async () => {
    const app = await testApp();
    for (const path of [debt, claims, yields, constituents])
      for (const query of HARMLESS) expect(await statusOf(app, path(query)), path(query)).toBe(200);
    for (const name of ['api_key', 'apikey', 'API_KEY'])
      expect(await statusOf(app, yields(`${name}=${app.key}`))).toBe(200);
    const { paths } = JSON.parse((await app.get('/openapi.json')).text);
    for (const [template, { get: operation }] of Object.entries<{
      get?: { parameters?: { in: string; name: string }[] };
    }>(paths)) {
      const path = template.replace('{codes}', 'US10Y').replace('{code}', 'TESTIDX');
      for (const { name, in: place } of operation?.parameters ?? []) {
        if (place !== 'query') continue;
        const { text } = await app.get(`${path}?${name}=?`, { 'x-api-key': app.key });
        expect(text, `${path} ${name}`).not.toMatch(/is not a parameter|means nothing here/);
      }
    }
  });

  it('is answered once, whatever it is, and refused twice or in brackets', async () => {
    const app = await testApp();
    const name = fc.string({ minLength: 1, maxLength: 40 }).map(encodeURIComponent);
    await fc.assert(
      fc.asyncProperty(name, fc.constantFrom(yields, constituents, catalog), async (text, path) => {
        app.clock.forward(60_000);
        expect([200, 422]).toContain(await statusOf(app, path(`${text}=1`)));
        expect(await statusOf(app, path(`${text}=1&x=1&${text}=2`))).toBe(422);
        expect(await statusOf(app, path(`${text}%5B%5D=1`))).toBe(422);
      }),
      { numRuns: 60 },
    );
  });
});

it('values with spaces and commas are read, and codes in a path may stand twice', async () => {
  const app = await testApp();
  expect(await statusOf(app, claims('state=%20CA%20,%20NY,CA'))).toBe(200);
  const { text } = await app.get('/yields/series=US2Y,US10Y,US2Y?limit=2', { 'x-api-key': app.key });
  expect(JSON.parse(text).total_rows).toBe(60);
});

it('an offset may be larger than any table, and is repeated with all digits', async () => {
  const { get, key } = await testApp();
  const digits = fc
    .tuple(fc.nat({ max: 3 }), fc.bigInt({ min: 0n, max: 10n ** 40n }))
    .map(([zeros, number]) => [`${'0'.repeat(zeros)}${number}` as string, number] as const);
  const path = fc.constantFrom(
    ['/yields/series=US10Y?', 30],
    ['/constituents/series=TESTIDX?', 12],
    ['/yields/series=US10Y?units=chg&', 29],
  );
  await fc.assert(
    fc.asyncProperty(path, digits, async ([where, total], [text, number]) => {
      const answer = await get(`${where}offset=${text}`, { 'x-api-key': key });
      expect(answer.status, text).toBe(200);
      expect(answer.text).toContain(`"total_rows":${total},"limit":100,"offset":${number},"latency":`);
      const left = number >= BigInt(total) ? 0n : BigInt(total) - number;
      expect(BigInt(JSON.parse(answer.text).rows.length)).toBe(left);
    }),
    {
      numRuns: 60,
      examples: [
        [
          ['/yields/series=US10Y?', 30],
          ['9007199254740992', 9007199254740992n],
        ],
      ],
    },
  );
});
