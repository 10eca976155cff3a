import { describe, expect, it } from 'vitest';
import { ASSISTANTS_PATH } from '../../service/contract/names.ts';
import {
  answerToBytes,
  BEARER,
  DEBT_PATH,
  DEBT_QUESTION,
  economic,
  fillFolder,
  startedService,
  temporaryFolder,
  testApp,
} from './folder.ts';

function running() {
  const dataDir = temporaryFolder();
  fillFolder(dataDir);
  return startedService(dataDir);
}

const close = 'Connection: close\r\n\r\n';

describe('the Host check', () => {
  it('accepts only our own names with our port', async () => {
    const { port } = await running();
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, `LOCALHOST:${port}`, `[::1]:${port}`]) {
      expect(await answerToBytes(port, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n${close}`)).toMatch(
        /^HTTP\/1.1 200 /,
      );
    }
    for (const host of [
      'evil.example:80',
      'localhost',
      '127.0.0.1',
      `127.0.0.1:${port + 1}`,
      `127.0.0.1.evil.example:${port}`,
      `localhost:${port}@evil.example`,
      `evil.example:${port}`,
      `evil.localhost:${port}`,
      `evil-127.0.0.1:${port}`,
      `0.0.0.0:${port}`,
      '',
    ]) {
      const answer = await answerToBytes(port, `GET /healthz HTTP/1.1\r\nHost: ${host}\r\n${close}`);
      expect(answer, host).toMatch(/^HTTP\/1.1 421 /);
      expect(answer, host).toContain('{"detail":"Misdirected Request"}');
    }
  });

  it('is not fooled by absolute targets, two Hosts or none', async () => {
    const { port } = await running();
    const own = `Host: 127.0.0.1:${port}\r\n`;
    const status = async (bytes: string) => (await answerToBytes(port, bytes)).split(' ')[1];
    expect(await status(`GET http://127.0.0.1:${port}/healthz HTTP/1.1\r\n${own}${close}`)).toBe('200');
    expect(await status(`GET http://evil.example/healthz HTTP/1.1\r\n${own}${close}`)).toBe('421');
    expect(
      await status(`GET http://127.0.0.1:${port}/healthz HTTP/1.1\r\nHost: evil.example\r\n${close}`),
    ).toBe('421');
    expect(await status(`GET http://127.0.0.1:${port}@evil.example/healthz HTTP/1.1\r\n${own}${close}`)).toBe(
      '421',
    );
    expect(await status(`GET /healthz HTTP/1.1\r\n${own}Host: evil.example\r\n${close}`)).toMatch(
      /^4(00|21)$/,
    );
    expect(await status(`GET /healthz HTTP/1.1\r\nHost: evil.example\r\n${own}${close}`)).toMatch(
      /^4(00|21)$/,
    );
    const without = await answerToBytes(port, `GET /healthz HTTP/1.1\r\n${close}`);
    expect(without).toMatch(/^HTTP\/1.1 400 /);
    expect(without).toContain('{"detail":"Bad Request"}');
    expect(await status(`GET /healthz HTTP/1.0\r\n\r\n`)).toBe('421');
    expect(await status(`GET /%ZZ HTTP/1.1\r\nHost: evil.example\r\n${close}`)).toBe('421');
    expect(await status(`nonsense\r\n\r\n`)).toBe('400');
    expect(await status(`GET /?${'x'.repeat(40_000)} HTTP/1.1\r\n${own}${close}`)).toBe('431');
  });

  it('comes before keys and methods', async () => {
    const { get } = await testApp();
    expect((await get('/nope', { host: 'evil.example' }, 'POST')).status).toBe(421);
  });
});

describe('every answer', () => {
  it('has its own id and a policy that lets nothing in it run, load, or be framed', async () => {
    const { get, app, key, keys } = await testApp();
    const keyed = { 'x-api-key': key };
    const busy = await keys.create('busy');
    for (let asked = 0; asked < 100; asked++) await keys.admit({ id: busy.id }, undefined);
    const { etag } = (await get(DEBT_PATH, keyed)).headers;
    const held = { ...keyed, 'if-none-match': String(etag) };
    const catalog = { 'if-none-match': String((await get('/api/v1/catalog')).headers.etag) };
    const page = { origin: 'https://evil.example' };
    const asked: readonly [number, string, Record<string, string>?, string?][] = [
      [200, DEBT_PATH, keyed],
      [200, DEBT_PATH, keyed, 'HEAD'],
      [200, `${DEBT_PATH}&format=csv`, keyed],
      [200, `${DEBT_PATH}&format=csv`, keyed, 'HEAD'],
      [200, `${DEBT_PATH}&format=parquet`, keyed],
      [200, `${DEBT_PATH}&format=parquet`, keyed, 'HEAD'],
      [304, DEBT_PATH, held],
      [200, '/api/v1/view?series=us_debt.debt_held_by_public', keyed],
      [200, '/yields/series=US2Y', keyed],
      [200, '/constituents/series=TESTIDX', keyed],
      [200, '/fred/series?series_id=DGS10', keyed],
      [400, '/fred/series?series_id=NOPE', keyed],
      [404, '/fred/nope', keyed],
      [200, '/graph/fredgraph.csv?id=DGS10', keyed],
      [200, '/constituents/series=TESTIDX?format=csv', keyed],
      [422, '/healthz?a=1&a=2'],
      [200, '/healthz'],
      [200, '/readyz'],
      [200, '/docs'],
      [200, '/docs/almanac.css'],
      [200, '/openapi.json'],
      [200, '/api/v1/catalog'],
      [304, '/api/v1/catalog', catalog],
      [302, '/'],
      [401, DEBT_PATH],
      [401, '/yields/series=US2Y'],
      [403, '/healthz', page],
      [404, '/nope'],
      [404, '/%ZZ'],
      [404, `/yields/${'x'.repeat(9000)}`],
      [405, '/healthz', {}, 'POST'],
      [405, ASSISTANTS_PATH, keyed],
      [421, '/healthz', { host: 'evil.example' }],
      [422, `${DEBT_PATH}&units=x`, keyed],
      [429, DEBT_PATH, { 'x-api-key': busy.key }],
    ];
    const ids: unknown[] = [];
    for (const [status, path, headers, method] of asked) {
      const answer = await get(path, headers, method);
      // The page of /docs has its own policy: discovery.test.ts.
      const policy = /^\/docs/.test(path) ? expect.any(String) : "default-src 'none'; frame-ancestors 'none'";
      expect([answer.status, answer.headers], `${method ?? 'GET'} ${path}`).toEqual([
        status,
        expect.objectContaining({
          'x-request-id': expect.stringMatching(/^[\w-]{8,}$/),
          'content-security-policy': policy,
          'x-content-type-options': 'nosniff',
        }),
      ]);
      ids.push(answer.headers['x-request-id']);
    }
    for (const [status, body] of [
      [200, '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}'],
      [400, '{'],
    ] as const) {
      const answer = await app.inject({
        method: 'POST',
        url: ASSISTANTS_PATH,
        headers: {
          host: 'localhost:80',
          ...keyed,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        payload: body,
      });
      expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([status, expect.any(String)]);
      ids.push(answer.headers['x-request-id']);
    }
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('to bytes that are not a request has them too', async () => {
    const { port } = await running();
    for (const bytes of ['nonsense\r\n\r\n', `GET /?${'x'.repeat(40_000)} HTTP/1.1\r\n${close}`]) {
      const answer = await answerToBytes(port, bytes);
      expect(answer).toMatch(/^HTTP\/1\.1 4\d\d [\s\S]*\r\nX-Request-Id: [\w-]+\r\n/i);
      expect(answer).toContain("\r\nContent-Security-Policy: default-src 'none'; frame-ancestors 'none'\r\n");
    }
  });
});

describe('methods and paths', () => {
  it('/ redirects to the documentation', async () => {
    const { get } = await testApp();
    for (const method of ['GET', 'HEAD']) {
      const answer = await get('/', {}, method);
      expect([answer.status, answer.headers.location, answer.text]).toEqual([302, '/docs', '']);
    }
    expect((await get('/', { host: 'evil.example' })).status).toBe(421);
  });

  it('that do not exist are 404 in JSON', async () => {
    const { get } = await testApp();
    for (const path of [
      '/nope',
      '/api/v1/economic-data/nope?api_key=x',
      '/api/v1/economic-data',
      '/%ZZ',
      '/docs/../main.ts',
      '/docs/package.json',
      `/yields/${'x'.repeat(9000)}`,
    ]) {
      const answer = await get(path);
      expect([answer.status, answer.text], path).toEqual([404, '{"detail":"Not Found"}']);
      expect(answer.headers['x-request-id']).toBeTruthy();
    }
  });
});

describe('faults', () => {
  it('of the code are 500 without detail; the log has their id and stack', async () => {
    const { get, logs, keys, key } = await testApp();
    keys.admit = () => {
      throw new Error(`inside ${key} of it`);
    };
    const answer = await get(economic('us_debt', { ...DEBT_QUESTION, api_key: key }));
    expect([answer.status, answer.text]).toEqual([500, '{"detail":"Internal Server Error"}']);
    const line = logs.find((one) => one.startsWith(String(answer.headers['x-request-id'])));
    expect(line).toMatch(/Error: inside alm_… of it\n\s+at /);
    expect(logs.join('\n')).not.toContain(key);
  });

  it('of the files are 503 with Retry-After', async () => {
    const { get, reader, logs } = await testApp();
    const { Failure } = await import('../../service/contract/failure.ts');
    reader.dataVersion = () => {
      throw new Failure('folder_in_use', 'Another program is writing.');
    };
    const answer = await get('/healthz');
    expect([answer.status, answer.text]).toEqual([503, '{"detail":"Service Unavailable"}']);
    expect(answer.headers['retry-after']).toBe('5');
    expect(logs.join('\n')).toContain('Another program is writing.');
  });
});

describe('the log', () => {
  it('has a line for every error, and never a key or token', async () => {
    const { get, logs, key } = await testApp();
    const encoded = `%61lm_${key.slice(4)}`;
    for (const path of [
      `/api/v1/economic-data/us_debt?api_key=${key}&series=nope&token_id=SECRETTOKEN`,
      `/api/v1/economic-data/us_debt?api%5Fkey=${key}`,
      `/api/v1/economic-data/us_debt?API_KEY=${key}&series=${key}`,
      `/api/v1/economic-data/us_debt?series=${encoded}&x=${key}&${key}`,
      `/nope/${key}/${encoded}`,
      `/nope?api_key=${key}?api_key=${key}`,
      `/%ZZ${key}`,
    ]) {
      expect((await get(path)).status).toBeGreaterThanOrEqual(400);
    }
    expect(logs).toHaveLength(7);
    expect(logs[0]).toMatch(
      /GET \/api\/v1\/economic-data\/us_debt\?api_key=…&series=nope&token_id=… 422 [\d.]+ ms$/,
    );
    const all = logs.join('\n');
    expect(all).not.toContain(key.slice(4));
    expect(all).not.toContain('SECRETTOKEN');
    await get('/healthz');
    expect(logs).toHaveLength(7);
  });
});

/** Headers for clients, caches and proxies: `Vary`, `Cache-Control`, and the requests that remain. */

const DATA = [DEBT_PATH, `${DEBT_PATH}&format=csv`, '/yields/series=US2Y', '/yields/series=US2Y?format=csv'];
const names = (header: unknown) => String(header).split(/,\s*/).sort();

describe('an answer with data', () => {
  it('lists the headers that it depends on, and only its client may cache it', async () => {
    const { get, key } = await testApp();
    for (const path of DATA) {
      const whole = await get(path, { 'x-api-key': key });
      const held = await get(path, { 'x-api-key': key, 'if-none-match': String(whole.headers.etag) });
      expect([whole.status, held.status], path).toEqual([200, 304]);
      for (const { headers } of [whole, held]) {
        expect(names(headers.vary), path).toEqual([
          'Accept',
          'Accept-Encoding',
          'Authorization',
          'Origin',
          'X-API-Key',
        ]);
        expect(headers['cache-control'], path).toBe('private, no-cache');
        expect(headers['x-data-origin'], path).toBe(path.startsWith('/yields') ? 'sample' : 'file');
      }
    }
  });

  it('must not be cached if it is a refusal, and a 401 says how to authenticate', async () => {
    const { get, key } = await testApp();
    const refused: [number, string, Record<string, string>][] = [
      [401, DEBT_PATH, {}],
      [401, '/yields/series=US2Y', { 'x-api-key': 'wrong' }],
      [404, '/yields/series=NOPE', { 'x-api-key': key }],
      [404, '/nope', {}],
      [422, `${DEBT_PATH}&units=x`, { 'x-api-key': key }],
      [403, DEBT_PATH, { origin: 'https://evil.example' }],
    ];
    for (const [status, path, sent] of refused) {
      const { status: got, headers } = await get(path, sent);
      expect([got, headers['cache-control']], path).toEqual([status, 'no-store']);
      const challenge = status === 401 ? 'ApiKey realm="Almanac", Bearer realm="Almanac"' : undefined;
      expect(headers['www-authenticate'], path).toBe(challenge);
    }
  });

  it('counts for HEAD as for GET, and so does a 422; a 304 and an answer to the gateway do not count', async () => {
    const { get, key, keys } = await testApp();
    const keyed = { 'x-api-key': key };
    await get(DEBT_PATH, keyed);
    const asked: [string, Record<string, string>, string?][] = [
      [DEBT_PATH, keyed, 'HEAD'],
      [`${DEBT_PATH}&format=csv`, keyed, 'HEAD'],
      [`${DEBT_PATH}&units=x`, keyed],
      [`${DEBT_PATH}&token_id=x`, keyed],
      [`${DEBT_PATH}&a[]=1`, keyed],
    ];
    for (const [at, [path, headers, method]] of asked.entries()) {
      const answer = await get(path, headers, method);
      const left = 98 - at;
      expect(answer.headers.ratelimit, path).toBe(`"minute";r=${left};t=55,"day";r=${9900 + left};t=43195`);
      expect(answer.headers['ratelimit-policy']).toBe('"minute";q=100;w=60,"day";q=10000;w=86400');
    }
    await get(DEBT_PATH, BEARER);
    await get('/yields/series=US2Y', keyed);
    expect((await keys.list())[0]?.today).toBe(6);
  });

  it('that is 304 does not count, at any path that counts', async () => {
    const { get, key, keys } = await testApp();
    const keyed = { 'x-api-key': key };
    const paths = [
      DEBT_PATH,
      `${DEBT_PATH}&format=csv`,
      `${DEBT_PATH}&units=chg&format=csv&layout=wide`,
      `${DEBT_PATH}&format=parquet`,
      '/api/v1/view?series=us_debt.debt_held_by_public',
      '/api/v1/view?series=us_debt.debt_held_by_public&format=csv',
      '/api/v1/constituents/series=TESTIDX',
      '/fred/series?series_id=DGS10',
      '/graph/fredgraph.csv?id=DGS10',
    ];
    for (const [at, path] of paths.entries()) {
      const { headers } = await get(path, keyed);
      const left = 99 - at;
      expect(headers.ratelimit, path).toContain(`"minute";r=${left};`);
      const held = { ...keyed, 'if-none-match': String(headers.etag) };
      for (const method of ['GET', 'HEAD', 'GET']) {
        const again = await get(path, held, method);
        expect([again.status, again.headers.ratelimit], path).toEqual([
          304,
          `"minute";r=${left};t=55,"day";r=${9900 + left};t=43195`,
        ]);
      }
    }
    expect((await keys.list())[0]).toMatchObject({ today: paths.length, this_minute: paths.length });
  });

  it('never counts twice and never exceeds the limit, however many 304s there are at the same time', async () => {
    const { get, key, keys } = await testApp();
    const keyed = { 'x-api-key': key };
    const { etag } = (await get(DEBT_PATH, keyed)).headers;
    const held = { ...keyed, 'if-none-match': String(etag) };
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 90 }, () => get(DEBT_PATH, held)));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([304]));
    }
    expect((await keys.list())[0]?.this_minute).toBe(1);
    for (let i = 0; i < 99; i++) expect((await get(DEBT_PATH, keyed)).status).toBe(200);
    // The service cannot know that the answer would be a 304 before it has made it.
    expect((await get(DEBT_PATH, held)).status).toBe(429);
  });

  it('over the day’s limit says when the day ends, even if the minute’s limit is exceeded too', async () => {
    const { get, keys, clock } = await testApp();
    const { id, key } = await keys.create('k');
    for (let i = 0; i < 10_000; i++) {
      if (i > 0 && i % 100 === 0) clock.forward(60_000);
      await keys.admit({ id }, undefined);
    }
    const answer = await get(DEBT_PATH, { 'x-api-key': key });
    const { detail } = JSON.parse(answer.text);
    expect([answer.status, detail.error]).toEqual([429, 'day_limit_exceeded']);
    expect(detail).toMatchObject({ minute_remaining: 0, day_remaining: 0 });
    expect(answer.headers['retry-after']).toBe(String(detail.day_reset));
    expect(detail.day_reset).toBeGreaterThan(detail.minute_reset);
  });
});
