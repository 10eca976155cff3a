import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rememberQueries } from '../../service/api/http/query.ts';
import { pagingTokens } from '../../service/api/index.ts';
import {
  clock,
  DEBT_CODES,
  DEBT_PATH,
  DEBT_QUESTION,
  DEBT_RANGE,
  economic,
  publish,
  publishConstituents,
  START,
  type TestApp,
  testApp,
} from './folder.ts';

const position = fc.record({
  day: fc.integer({ min: -700_000, max: 2_900_000 }),
  seriesId: fc.nat(0xffffffff),
});

describe('paging tokens', () => {
  it('give back what they were issued for, and only for the same request', () => {
    const tokens = pagingTokens(Buffer.alloc(32, 7), clock().now);
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), position, (caller, binding, other, after) => {
        const token = tokens.issue(caller, binding, after);
        expect(token).toMatch(/^[\w-]+$/);
        if (Buffer.byteLength(caller) > 100) return;
        const plain = Buffer.from(caller).toString();
        expect(tokens.read(token, binding)).toEqual({ state: 'valid', callerId: plain, after });
        if (other !== binding) expect(tokens.read(token, other)).toEqual({ state: 'invalid' });
      }),
    );
  });

  it('with any changed bit or character are invalid', () => {
    const tokens = pagingTokens(Buffer.alloc(32, 7), clock().now);
    const token = tokens.issue('k7f3qx', 'us_debt?series=a', { day: 19_800, seriesId: 4 });
    const bytes = Buffer.from(token, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes);
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(tokens.read(changed.toString('base64url'), 'us_debt?series=a').state).toBe('invalid');
    }
    for (let at = 0; at < token.length; at++) {
      for (const other of 'AB9_-= ') {
        const changed = token.slice(0, at) + other + token.slice(at + 1);
        if (changed !== token) expect(tokens.read(changed, 'us_debt?series=a').state).toBe('invalid');
      }
    }
    for (const odd of [
      '',
      '=',
      `${token}=`,
      `${token} `,
      token.slice(0, -1),
      token + token,
      'x'.repeat(9999),
    ]) {
      expect(tokens.read(odd, 'us_debt?series=a').state).toBe('invalid');
    }
    expect(pagingTokens(Buffer.alloc(32, 8), clock().now).read(token, 'us_debt?series=a').state).toBe(
      'invalid',
    );
  });

  it('lead to every row of any request exactly once', async () => {
    const { get, keys } = await testApp();
    const series = fc.uniqueArray(fc.constantFrom('initial_claims', 'continued_claims'), { minLength: 1 });
    const state = fc.option(fc.uniqueArray(fc.constantFrom('CA', 'NY', 'TX', 'VI'), { minLength: 1 }));
    const days = fc.tuple(fc.integer({ min: 1, max: 28 }), fc.integer({ min: 1, max: 28 }));
    await fc.assert(
      fc.asyncProperty(series, state, days, async (codes, states, [a, b]) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)].map(
          (d) => `2024-01-${String(d).padStart(2, '0')}`,
        );
        const { key } = await keys.create('property');
        const question: Record<string, string> = {
          series: codes.join(','),
          date_from: from ?? '',
          date_to: to ?? '',
          ...(states ? { state: states.join(',') } : {}),
        };
        const csv = await get(
          economic('ui_state_weekly_claims', { ...question, format: 'csv', api_key: key }),
        );
        const whole = csv.text.trimEnd().split('\n').slice(1);
        const seen: string[] = [];
        let path: string | null = economic('ui_state_weekly_claims', { ...question, api_key: key });
        while (path !== null) {
          const body = JSON.parse((await get(path)).text);
          for (const row of body.data) seen.push(`${row.date},${row.series},${row.state},${row.value}`);
          path = body.pagination.next_url && `/api/v1${body.pagination.next_url}`;
        }
        expect(seen).toEqual(whole);
        expect(new Set(seen).size).toBe(seen.length);
        expect(csv.headers['x-total-count']).toBe(String(seen.length));
      }),
      { numRuns: 40 },
    );
  });
});

/** The `Link` header (RFC 8288) leads through the pages, as `next_url` does. */

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

  it('is in every encoding of an answer with a further page, and in no other answer', async () => {
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

  it('is missing if proxies would refuse such a long header; the body has the address', async () => {
    const { get, key } = await testApp({ pageSize: 7 });
    const series = `${PAGED[2]?.split('&')[0]},yields.US2Y,yields.US10Y`;
    const names = [...'abcde'].map((letter) => `${letter}:${encodeURIComponent('é'.repeat(120))}`).join();
    const { headers, text } = await get(`${series}&names=${names}`, { 'x-api-key': key });
    expect(JSON.parse(text).pagination.next_url.length).toBeGreaterThan(2000);
    expect(headers.link).toBeUndefined();
  });

  it('is in the OpenAPI document for every path with token_id', async () => {
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

/** A page that a client revalidates by its ETag must be that client's page and have a valid token. */

const HOUR_MS = 3_600_000;

describe('a page in a client’s cache', () => {
  it('is the same for the key that got it, and differs for another key, since it contains a token', async () => {
    const { get, keys, key } = await testApp();
    const other = (await keys.create('other')).key;
    const page = await get(DEBT_PATH, { 'x-api-key': key });
    const kept = { 'if-none-match': String(page.headers.etag) };
    expect((await get(DEBT_PATH, { ...kept, 'x-api-key': key })).status).toBe(304);
    const others = await get(DEBT_PATH, { ...kept, 'x-api-key': other });
    expect([others.status, others.headers.etag === page.headers.etag]).toEqual([200, false]);
    // The two answers of the same second have different ETags.
    const again = await get(DEBT_PATH, { ...kept, 'x-api-key': key });
    expect([again.status, again.headers.etag]).toEqual([304, page.headers.etag]);
    const next = (text: string) => JSON.parse(text).pagination.next_url;
    expect(next(others.text)).not.toBe(next(page.text));
  });

  it('is the same for everybody if it contains no token', async () => {
    const { get, keys, key } = await testApp({ pageSize: 5000 });
    const page = await get(DEBT_PATH, { 'x-api-key': key });
    const kept = { 'if-none-match': String(page.headers.etag) };
    expect(JSON.parse(page.text).pagination.next_url).toBeNull();
    expect((await get(DEBT_PATH, { ...kept, 'x-api-key': (await keys.create('other')).key })).status).toBe(
      304,
    );
  });

  it('has a valid token whenever the service answers 304', async () => {
    const time = clock();
    const { get, key } = await testApp({ clock: time });
    const hours = fc.array(fc.integer({ min: 1, max: 16 }), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(hours, async (pauses) => {
        time.set(START);
        const page = await get(DEBT_PATH, { 'x-api-key': key });
        const next = `/api/v1${JSON.parse(page.text).pagination.next_url}`;
        for (const pause of pauses) {
          time.forward(pause * HOUR_MS);
          const again = await get(DEBT_PATH, {
            'x-api-key': key,
            'if-none-match': String(page.headers.etag),
          });
          if (again.status === 304) expect((await get(next)).status).toBe(200);
        }
      }),
      { numRuns: 30 },
    );
  });
});

describe('a page in the service’s cache', () => {
  it('is the same at each request, and is read again when the data change', async () => {
    const { get, key, dataDir } = await testApp({ pageSize: 5000 });
    const headers = { 'x-api-key': key };
    const paths = [
      DEBT_PATH,
      '/yields/series=US10Y',
      '/constituents/series=TESTIDX',
      '/api/v1/view?series=us_debt.debt_held_by_public',
    ];
    const rowsOf = async (path: string) => {
      const { status, text, headers: given } = await get(path, headers);
      const { data, rows } = JSON.parse(text);
      return [status, given.etag, data ?? rows];
    };
    // The service caches it from the second request on.
    const asked = async () => Promise.all(paths.map(rowsOf));
    const [first, second, third] = [await asked(), await asked(), await asked()];
    expect([second, third]).toEqual([first, first]);
    publish(dataDir, 'us_debt', [{ code: 'debt_held_by_public', date: '2024-01-02', value: '1.00' }]);
    publish(dataDir, 'yields', [{ code: 'US10Y', date: '2024-03-01', value: '9.99' }]);
    publishConstituents(dataDir, 'TESTIDX', '2024-03-29');
    const after = await asked();
    for (const [at, path] of paths.entries()) {
      expect(after[at]?.[1], path).not.toBe(first[at]?.[1]);
      expect(after[at]?.[2], path).not.toEqual(first[at]?.[2]);
    }
    expect(await asked()).toEqual(after);
  });
});

describe('a repeated request', () => {
  it('is checked again, with the current day', async () => {
    const time = clock();
    const { get, key } = await testApp({ clock: time });
    const path = economic('us_debt', { ...DEBT_QUESTION, date_to: '2026-11-21' });
    const status = async () => (await get(path, { 'x-api-key': key })).status;
    // It is already the 21st on the Line Islands.
    expect([await status(), await status()]).toEqual([200, 200]);
    // A wrong clock is set back.
    time.set('2026-11-20T08:00:00.000Z');
    expect(await status()).toBe(422);
  });

  it('is checked again at another path, even with the same query', async () => {
    const { get, key } = await testApp();
    const asked = new URLSearchParams(DEBT_QUESTION);
    const statuses: number[] = [];
    for (const dataset of ['us_debt', 'jolts', 'us_debt', 'jolts'])
      statuses.push((await get(`/api/v1/economic-data/${dataset}?${asked}`, { 'x-api-key': key })).status);
    expect(statuses).toEqual([200, 422, 200, 422]);
  });

  it('is not kept in memory if it may contain a key, in whatever encoding', () => {
    const parse = rememberQueries();
    const isKept = (text: string) => {
      const first = parse(text);
      return parse(text) === first;
    };
    expect(['limit=5', 'series=US2Y%2CUS10Y', ''].map(isKept)).toEqual([true, true, true]);
    const secret = ['api_key=abc', 'api_%6bey=0123', 'x=%61lm_abc', 'apikey=abc', 'token_id=alm_abc'];
    expect(secret.map(isKept)).toEqual(secret.map(() => false));
  });
});
