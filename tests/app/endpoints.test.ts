import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { readJson } from '../../electron/gateway/index.ts';
import { ENDPOINTS, type Endpoint } from '../../service/contract/endpoints.ts';
import { Failure, type FailureCode } from '../../service/contract/failure.ts';
import { STARTING, scripted } from './scripted-host.ts';

const failing = (error: unknown) =>
  scripted({
    call: () => {
      throw error;
    },
  });

test.each<[FailureCode, number]>([
  ['wrong_usage', 422],
  ['invalid_parameter', 422],
  ['invalid_file', 422],
  ['unrecognised_file', 422],
  ['file_shrinks', 422],
  ['file_jumps', 422],
  ['unknown_key', 404],
  ['vault', 409],
  ['newer_version', 409],
  ['folder_in_use', 409],
  ['folder_unusable', 409],
  ['team_refused', 409],
  ['team_unreachable', 503],
  ['broken_data_file', 500],
  ['publisher_unreachable', 500],
])('a failure %s of an action has the status %i, and says why, without a key', async (code, status) => {
  const { ask, said } = failing(new Failure(code, `No: alm_${'k'.repeat(32)}.`));
  expect(await said(ask('/host/data-state'))).toEqual([status, { detail: 'No: alm_….' }]);
});

test('a service that ends during an action is a 503 that says when to ask again, and a bug comes out', async () => {
  const ended = failing(new Failure('cancelled', 'It ended.'));
  const answer = await ended.ask('/host/data-state');
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(await ended.said(Promise.resolve(answer))).toEqual([503, { detail: 'Service Unavailable' }]);
  const bug = new TypeError('a bug');
  await expect(failing(bug).ask('/host/data-state')).rejects.toBe(bug);
});

test('what is passed on is the query with its defaults, the body, or nothing, under the name of the action', async () => {
  const calls: unknown[] = [];
  const { ask, post, said } = scripted({
    call: (name, input) => {
      calls.push([name, input]);
      return { name };
    },
  });
  expect(await said(ask('/host/outgoing?before=120&x=1'))).toEqual([200, { name: 'outgoing' }]);
  await ask('/host/outgoing');
  await ask('/host/item-versions?id=claims2019&id=other');
  await ask('/host/saved?x=1');
  const observation = 'dataset=ui_state_weekly_claims&series=initial_claims&area=CA';
  await ask(`/host/explain?${observation}&date=2025-03-01`);
  await ask(`/host/revisions?${observation}`);
  await post('auto-refresh', { is_on: false });
  await post('refresh-settings', { allow_fred: true, contact: 'me@example.org' });
  await post('back-up', { x: 1 });
  expect(calls).toEqual([
    ['outgoing', { before: '120' }],
    ['outgoing', { before: '' }],
    ['item-versions', { id: 'claims2019' }],
    ['saved', {}],
    [
      'explain',
      { dataset: 'ui_state_weekly_claims', series: 'initial_claims', area: 'CA', date: '2025-03-01' },
    ],
    ['revisions', { dataset: 'ui_state_weekly_claims', series: 'initial_claims', area: 'CA' }],
    ['auto-refresh', { is_on: false }],
    ['refresh-settings', { allow_fred: true, contact: 'me@example.org' }],
    ['back-up', {}],
  ]);
});

test('every action takes its own method only, and no name of an object’s own is an action', async () => {
  const { ask, said } = scripted();
  for (const [name, { method }] of Object.entries<Endpoint>(ENDPOINTS)) {
    const other = method === 'GET' ? 'POST' : 'GET';
    const answer = await ask(`/host/${name}`, { method: other });
    expect([name, answer.status, answer.headers.get('Allow')]).toEqual([name, 405, method]);
  }
  for (const name of ['', 'toString', 'constructor', 'other', 'state/', 'State'])
    expect([name, await said(ask(`/host/${name}`))]).toEqual([name, [404, { detail: 'Not Found' }]]);
});

test('an answer is JSON that nobody may store', async () => {
  const { ask } = scripted();
  expect(Object.fromEntries((await ask('/host/state')).headers)).toEqual({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

test('a wrong query or body is refused before anything is done, in this order: method, query, service, body', async () => {
  const calls: string[] = [];
  const call = (name: string) => void calls.push(name);
  const { ask, post, said } = scripted({ call });
  const wrong = [422, { detail: 'before must be the id of a request' }];
  expect(await said(ask('/host/outgoing?before=x'))).toEqual(wrong);
  expect(await said(post('auto-refresh', { is_on: 'no' }))).toEqual([
    422,
    { detail: 'The body is not what this action takes' },
  ]);
  const down = scripted({ call, status: STARTING, later: STARTING });
  expect(await down.said(down.ask('/host/outgoing?before=x'))).toEqual(wrong);
  expect((await down.post('auto-refresh', { is_on: 'no' })).status).toBe(503);
  expect((await down.post('refresh', { datasets: ['jolts'] })).status).toBe(503);
  expect((await down.ask('/host/jobs')).status).toBe(200);
  expect(calls).toEqual([]);
});

test('an action waits up to five seconds for a service that starts, and no longer than the page', async () => {
  const { ask, waits } = scripted({ status: STARTING });
  const leaving = new AbortController();
  expect((await ask('/host/saved', { signal: leaving.signal })).status).toBe(200);
  const [[most, signal] = []] = waits;
  expect(most).toBe(5000);
  leaving.abort();
  expect((signal as AbortSignal).aborted).toBe(true);
  const up = scripted();
  await up.ask('/host/saved');
  expect(up.waits).toEqual([]);
});

test.each<[string, RequestInit, unknown]>([
  ['fits', { body: '{"a":1}' }, { a: 1 }],
  ['is as long as may be', { body: '{"a":1} ' }, { a: 1 }],
  ['is longer', { body: '{"a":12} ' }, [413, 'The body has 9 bytes; the most that is taken is 8 bytes.']],
  ['does not fit', { body: '{"b":1}' }, [422, 'The body is not what this action takes']],
  ['is broken', { body: '{"a":1' }, [400, 'The body is not JSON']],
  ['is absent', {}, [400, 'The body is not JSON']],
  [
    'is of another type',
    { body: '{"a":1}', headers: { 'Content-Type': 'text/plain' } },
    [415, 'Content-Type must be application/json'],
  ],
  [
    'is of no type',
    { body: new TextEncoder().encode('{"a":1}'), headers: {} },
    [415, 'Content-Type must be application/json'],
  ],
])('a JSON body that %s', async (_, init, expected) => {
  const headers = { 'Content-Type': 'application/json' };
  const request = new Request('http://app/x', { method: 'POST', headers, ...init });
  const read = await readJson(request, Type.Object({ a: Type.Integer() }), 8);
  const found = read instanceof Response ? [read.status, (await read.json()).detail] : read;
  expect(found).toEqual(expected);
});
