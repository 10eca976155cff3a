import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rememberCalls } from '../../service/api/index.ts';
import { CREDENTIAL, clock, DEBT_QUESTION, economic, testApp } from './folder.ts';

const DEBT_PATH = '/api/v1/economic-data/us_debt';

it('the newest fifty calls of each key are remembered, whatever other keys do', () => {
  const call = fc.record({
    key: fc.constantFrom('a', 'b'),
    status: fc.constantFrom(200, 304, 401, 429),
    rows: fc.option(fc.nat(5000)),
    client: fc.option(fc.constantFrom('curl/8', 'Excel'), { nil: undefined }),
  });
  fc.assert(
    fc.property(fc.array(call, { maxLength: 180 }), (made) => {
      const time = clock();
      const calls = rememberCalls(time.now);
      for (const [i, { key, status, rows, client }] of made.entries()) {
        time.forward(1000);
        calls.note(key, { path: `/yields/series=S${i}`, status, rows, tookMs: i / 3, client });
      }
      for (const key of ['a', 'b', 'never']) {
        const expected = made
          .map((one, i) => ({ ...one, i }))
          .filter((one) => one.key === key)
          .slice(-50)
          .reverse();
        expect(calls.of(key)).toEqual(
          expected.map(({ status, rows, client, i }) => ({
            at: new Date(Date.parse('2026-11-20T12:00:05.000Z') + (i + 1) * 1000).toISOString(),
            path: `/yields/series=S${i}`,
            status,
            rows,
            took_ms: Math.round((i / 3) * 1000) / 1000,
            client: client ?? null,
          })),
        );
      }
    }),
    { numRuns: 60 },
  );
});

it('a client’s name is shortened, and a path with a key is not shown', () => {
  const calls = rememberCalls(clock().now);
  calls.note('a', {
    ...{ path: '/yields/series=%61lm_secret', status: 404, rows: null, tookMs: 1 },
    client: 'x'.repeat(500),
  });
  expect(calls.of('a')[0]).toMatchObject({ path: '…', client: 'x'.repeat(120) });
});

it('a request with a token or a key belongs to that key; without either to none', async () => {
  const { get, key, keys, calls, logs } = await testApp();
  const [id = ''] = (await keys.list()).map((one) => one.id);
  const first = await get(economic('us_debt', { ...DEBT_QUESTION, api_key: key }));
  const next = `/api/v1${JSON.parse(first.text).pagination.next_url}`;
  await get(next);
  await get(economic('us_debt', DEBT_QUESTION), {
    'x-api-key': key,
    'if-none-match': String(first.headers.etag),
  });
  await get(economic('us_debt', DEBT_QUESTION), { 'x-api-key': key }, 'HEAD');
  await get('/yields/series=US2Y?limit=3', { 'x-api-key': key });
  // These are not of the key.
  await get(economic('us_debt', DEBT_QUESTION), { authorization: `Bearer ${CREDENTIAL}` });
  await get(economic('us_debt', DEBT_QUESTION), { 'x-api-key': 'alm_nobody' });
  await get('/yields/series=US2Y', { authorization: `Bearer ${CREDENTIAL}`, 'x-api-key': key });
  await get('/healthz', { 'x-api-key': key });
  await keys.revoke(id);
  await get(next);
  expect(calls.of(id).map(({ path, status, rows }) => [path, status, rows])).toEqual([
    [DEBT_PATH, 401, null],
    ['/yields/series=US2Y', 200, 3],
    [DEBT_PATH, 200, 7],
    [DEBT_PATH, 304, null],
    [DEBT_PATH, 200, 7],
    [DEBT_PATH, 200, 7],
  ]);
  expect(logs.at(-1)).toMatch(/ 401 \d+\.\d ms$/);
});

it('the list of keys shows a request at once, before it is in the file', async () => {
  const { get, key, keys, clock: time } = await testApp();
  time.forward(1000);
  await get('/yields/series=US2Y', { 'x-api-key': key, 'user-agent': 'notebook/1' });
  expect((await keys.list())[0]).toMatchObject({
    last_used_at: time.now().toISOString(),
    last_client: 'notebook/1',
  });
});
