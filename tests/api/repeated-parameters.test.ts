import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEBT_QUESTION, economic, oneFault, type TestApp, testApp } from './folder.ts';

/** A parameter that stands twice, or whose name has brackets, is read differently by every library: it is refused, everywhere. */

const debt = (query: string) => `${economic('us_debt', DEBT_QUESTION)}&${query}`;
const yields = (query: string) => `/yields/series=US10Y,US2Y?${query}`;
const constituents = (query: string) => `/constituents/series=TESTIDX?${query}`;

async function ask({ get, key }: TestApp, path: string) {
  const { status, text } = await get(path, { 'x-api-key': key });
  return { status, detail: status === 422 ? JSON.parse(text).detail : undefined };
}

describe('a repeated or bracketed parameter', () => {
  it.each([
    [yields('limit[]=5'), 'limit[]', /name of 'limit\[\]' has brackets\. Write limit=VALUE once/],
    [yields('limit%5B%5D=5'), 'limit[]', /Write limit=/],
    [yields('limit[0]=5&limit[1]=6'), 'limit[0]', /Write limit=/],
    [yields('limit=5&limit=5'), 'limit', /^limit stands 2 times\. Write limit=VALUE once/],
    [yields('offset=0&limit=5&offset=3'), 'offset', /offset stands 2 times/],
    [yields('series[]=US2Y'), 'series[]', /has brackets/],
    [constituents('limit[]=5'), 'limit[]', /Write limit=/],
    [constituents('format=csv&format=csv'), 'format', /stands 2 times/],
    [debt('series=total_public_debt_outstanding'), 'series', /series=A,B.*commas between/],
    [debt('series[]=total_public_debt_outstanding'), 'series[]', /series=A,B.*commas between/],
    [debt('date_to[gte]=2024-01-01'), 'date_to[gte]', /Write date_to=/],
    [debt('units=lin&units=pc1'), 'units', /stands 2 times/],
    [debt('_=1&_=2'), '_', /stands 2 times/],
    [debt('filter[x]=1'), 'filter[x]', /brackets/],
    ['/api/v1/catalog?limit[]=5', 'limit[]', /has brackets/],
    ['/healthz?a=1&a=2&a=3', 'a', /a stands 3 times/],
    ['/openapi.json?a[]=1', 'a[]', /has brackets/],
    ['/docs?a[]=1', 'a[]', /has brackets/],
  ])('%s is 422 and named', async (path, parameter, message) => {
    const { status, detail } = await ask(await testApp(), path);
    expect([status, detail]).toEqual([422, oneFault(parameter, message)]);
  });

  it('is refused after 401, 403 and 404, and its message repeats no key', async () => {
    const app = await testApp();
    const { get, key, keys } = app;
    const revoked = await keys.create('old');
    await keys.revoke(revoked.id);
    expect((await get(debt('limit[]=5'))).status).toBe(401);
    expect((await get(yields('limit[]=5'))).status).toBe(401);
    expect((await get(yields('limit[]=5'), { 'x-api-key': revoked.key })).status).toBe(403);
    expect((await ask(app, '/yields/series=NOPE?limit[]=5')).status).toBe(404);
    expect((await ask(app, '/nope?a=1&a=1')).status).toBe(404);
    // A key in brackets is none.
    expect((await get(debt(`api_key[]=${key}`))).status).toBe(401);
    for (const twice of [`api_key=${key}&api_key=${key}`, `api_key[]=${key}`, `token_id=x&token_id=x`]) {
      const { status, text } = await get(debt(twice), { 'x-api-key': key });
      expect(status, twice).toBe(422);
      expect(text).not.toContain(key);
    }
  });

  it('does not concern the codes in a path', async () => {
    const { get, key } = await testApp();
    const answer = await get('/yields/series=US2Y,US10Y,US2Y?limit=2', { 'x-api-key': key });
    expect([answer.status, JSON.parse(answer.text).total_rows]).toEqual([200, 60]);
  });

  it('is refused under any name', async () => {
    const app = await testApp();
    const name = fc.string({ minLength: 1, maxLength: 30 }).map(encodeURIComponent);
    const path = fc.constantFrom(yields, constituents, (query: string) => `/api/v1/catalog?${query}`);
    await fc.assert(
      fc.asyncProperty(name, path, async (text, of) => {
        expect((await ask(app, of(`${text}=1&x=1&${text}=2`))).status).toBe(422);
        expect((await ask(app, of(`${text}%5B%5D=1`))).status).toBe(422);
      }),
      { numRuns: 40 },
    );
  });
});
