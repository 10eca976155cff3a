import { expect, it } from 'vitest';
import { ASSISTANTS_PATH } from '../../service/contract/names.ts';
import { answerToBytes, DEBT_QUESTION, economic, testApp } from './folder.ts';

/** Every answer carries an id, by which its line in the log can be found. */

const DEBT = economic('us_debt', DEBT_QUESTION);

it('stands on every answer, and each has its own', async () => {
  const { get, app, key, keys } = await testApp();
  const keyed = { 'x-api-key': key };
  const busy = await keys.create('busy');
  for (let asked = 0; asked < 100; asked++) await keys.admit({ id: busy.id }, undefined);
  const { etag } = (await get(DEBT, keyed)).headers;
  const held = { ...keyed, 'if-none-match': String(etag) };
  const catalog = { 'if-none-match': String((await get('/api/v1/catalog')).headers.etag) };
  const page = { origin: 'https://evil.example' };
  const asked: readonly [number, string, Record<string, string>?, string?][] = [
    [200, DEBT, keyed],
    [200, DEBT, keyed, 'HEAD'],
    [200, `${DEBT}&format=csv`, keyed],
    [200, `${DEBT}&format=csv`, keyed, 'HEAD'],
    [200, `${DEBT}&format=parquet`, keyed],
    [200, `${DEBT}&format=parquet`, keyed, 'HEAD'],
    [304, DEBT, held],
    [200, '/api/v1/view?series=us_debt.debt_held_by_public', keyed],
    [200, '/yields/series=US2Y', keyed],
    [200, '/constituents/series=TESTIDX', keyed],
    [200, '/fred/series?series_id=DGS10', keyed],
    [400, '/fred/series?series_id=NOPE', keyed],
    [404, '/fred/nope', keyed],
    [200, '/graph/fredgraph.csv?id=DGS10', keyed],
    [200, '/healthz'],
    [200, '/readyz'],
    [200, '/docs'],
    [200, '/docs/almanac.css'],
    [200, '/openapi.json'],
    [200, '/api/v1/catalog'],
    [304, '/api/v1/catalog', catalog],
    [302, '/'],
    [401, DEBT],
    [401, '/yields/series=US2Y'],
    [403, '/healthz', page],
    [404, '/nope'],
    [404, '/%ZZ'],
    [404, `/yields/${'x'.repeat(9000)}`],
    [405, '/healthz', {}, 'POST'],
    [405, ASSISTANTS_PATH, keyed],
    [421, '/healthz', { host: 'evil.example' }],
    [422, `${DEBT}&units=x`, keyed],
    [429, DEBT, { 'x-api-key': busy.key }],
  ];
  const ids: unknown[] = [];
  for (const [status, path, headers, method] of asked) {
    const answer = await get(path, headers, method);
    expect([answer.status, answer.headers['x-request-id']], `${method ?? 'GET'} ${path}`).toEqual([
      status,
      expect.stringMatching(/^[\w-]{8,}$/),
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

it('stands on answers to bytes that are no request', async () => {
  const { app } = await testApp();
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  for (const bytes of ['nonsense\r\n\r\n', `GET /?${'x'.repeat(20_000)} HTTP/1.1\r\nHost: localhost\r\n\r\n`])
    expect(await answerToBytes(port, bytes)).toMatch(
      /^HTTP\/1\.1 4\d\d [\s\S]*\r\nX-Request-Id: [\w-]+\r\n/i,
    );
});
