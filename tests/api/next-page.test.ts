import { describe, expect, it } from 'vitest';
import { DEBT_CODES, DEBT_RANGE, economic, type TestApp, testApp } from './folder.ts';

/** The header `Link` (RFC 8288) leads through the pages, as `next_url` does. */

const PAGED = [
  economic('us_debt', { series: DEBT_CODES.join(), ...DEBT_RANGE }),
  economic('us_debt', { series: DEBT_CODES.join(), ...DEBT_RANGE, units: 'chg' }),
  `/api/v1/view?series=${DEBT_CODES.map((code) => `us_debt.${code}`).join()}&names=a:Debt%20%3E%20GDP`,
];
const FORM = /^<(\/[^<>\s"]+)>; rel="next"$/;

async function walk({ get, key }: TestApp, path: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const { status, headers, text } = await get(next, { 'x-api-key': key });
    expect(status).toBe(200);
    const { data, pagination } = JSON.parse(text);
    rows.push(...data);
    const link = headers.link as string | undefined;
    if (pagination.next_url === null) expect(link).toBeUndefined();
    next = link === undefined ? undefined : FORM.exec(link)?.[1];
    expect(next).toBe(pagination.next_url === null ? undefined : `/api/v1${pagination.next_url}`);
  }
  return rows;
}

describe('Link', () => {
  it.each(PAGED)('leads through all pages of %s', async (path) => {
    const paged = await walk(await testApp({ pageSize: 7 }), path);
    const whole = await walk(await testApp({ pageSize: 5000 }), path);
    expect(paged.length).toBeGreaterThan(100);
    expect(paged).toEqual(whole);
  });

  it('is on every form of an answer with a further page, and on no other', async () => {
    const { get, key } = await testApp({ pageSize: 120 });
    const [path = ''] = PAGED;
    const wide = economic('ui_state_weekly_claims', { series: 'initial_claims', ...DEBT_RANGE });
    for (const encoding of ['identity', 'gzip', 'br']) {
      const keyed = { 'x-api-key': key, 'accept-encoding': encoding };
      expect((await get(path, keyed)).headers.link, encoding).toBeUndefined();
      expect((await get(wide, keyed)).headers.link).toBeUndefined();
    }
    const paged = await testApp({ pageSize: 7 });
    for (const encoding of ['identity', 'gzip', 'br']) {
      const keyed = { 'x-api-key': paged.key, 'accept-encoding': encoding };
      expect((await paged.get(path, keyed)).headers.link, encoding).toMatch(FORM);
      expect((await paged.get(path, keyed, 'HEAD')).headers.link, encoding).toMatch(FORM);
      expect((await paged.get(`${path}&format=csv`, keyed)).headers.link).toBeUndefined();
    }
  });

  it('is left to the body where proxies would refuse so long a header', async () => {
    const { get, key } = await testApp({ pageSize: 7 });
    const series = `${PAGED[2]?.split('&')[0]},yields.US2Y,yields.US10Y`;
    const names = [...'abcde'].map((letter) => `${letter}:${encodeURIComponent('é'.repeat(120))}`).join();
    const { headers, text } = await get(`${series}&names=${names}`, { 'x-api-key': key });
    expect(JSON.parse(text).pagination.next_url.length).toBeGreaterThan(2000);
    expect(headers.link).toBeUndefined();
  });

  it('is in the OpenAPI document of every path with token_id', async () => {
    const { get } = await testApp();
    const { paths } = JSON.parse((await get('/openapi.json')).text);
    for (const [path, { get: operation }] of Object.entries<{
      get?: { parameters?: { name: string }[]; responses: { 200: { headers?: object } } };
    }>(paths)) {
      const isPaged = operation?.parameters?.some(({ name }) => name === 'token_id') ?? false;
      expect('Link' in (operation?.responses[200].headers ?? {}), path).toBe(isPaged);
    }
  });
});
