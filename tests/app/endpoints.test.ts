import Fastify from 'fastify';
import { Type } from 'typebox';
import { expect, onTestFinished, test } from 'vitest';
import { type ErrorContext, sendError } from '../../service/api/http/app.ts';
import { addEndpoints } from '../../service/api/index.ts';
import { ENDPOINTS, type Endpoint } from '../../service/contract/endpoints.ts';
import { Failure, type FailureCode } from '../../service/contract/failure.ts';
import { said, scriptedPage } from './page-service.ts';

/** The table of actions as routes: what is taken, refused and answered, whatever the action is. */

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
  const { ask } = await scriptedPage({
    endpoints() {
      throw new Failure(code, `No: alm_${'k'.repeat(32)}.`);
    },
  });
  expect(await said(ask('/host/data-state'))).toEqual([status, { detail: 'No: alm_….' }]);
});

test('what was cancelled is a 503 that says when to ask again; of a bug only the log says more', async () => {
  const errors: Record<string, Error> = {
    'data-state': new Failure('cancelled', 'It ended.'),
    runs: new TypeError('a bug'),
  };
  const { ask, logs } = await scriptedPage({
    endpoints(name) {
      throw errors[name];
    },
  });
  const answer = await ask('/host/data-state');
  expect(answer.headers.get('Retry-After')).toBe('1');
  expect(await said(answer)).toEqual([503, { detail: 'Service Unavailable' }]);
  expect(await said(ask('/host/runs'))).toEqual([500, { detail: 'Internal Server Error' }]);
  expect(logs.join('\n')).toContain('TypeError: a bug');
  expect(logs.join('\n')).not.toContain('It ended.');
});

test('a handler gets the query with its defaults, the body, or nothing', async () => {
  const calls: unknown[] = [];
  const { ask, post } = await scriptedPage({
    endpoints(name, input) {
      calls.push([name, input]);
      return { name };
    },
  });
  expect(await said(ask('/host/outgoing?before=120&x=1'))).toEqual([200, { name: 'outgoing' }]);
  await ask('/host/outgoing');
  await ask('/host/item-versions?id=claims2019&id=other');
  await ask('/host/saved?x=1');
  await post('refresh-settings', { allow_fred: true, contact: 'me@example.org' });
  await ask('/host/back-up', { method: 'POST' });
  expect(calls).toEqual([
    ['outgoing', { before: '120' }],
    ['outgoing', { before: '' }],
    ['item-versions', { id: 'claims2019' }],
    ['saved', {}],
    ['refresh-settings', { allow_fred: true, contact: 'me@example.org' }],
    ['back-up', {}],
  ]);
});

test('every action takes its own method only, and no name of an object’s own is an action', async () => {
  const { ask } = await scriptedPage();
  for (const [name, { method }] of Object.entries<Endpoint>(ENDPOINTS))
    for (const other of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].filter((one) => one !== method)) {
      const answer = await ask(`/host/${name}`, { method: other });
      expect([name, answer.status, answer.headers.get('Allow')]).toEqual([name, 405, method]);
    }
  for (const name of ['', 'toString', 'constructor', 'other', 'state/', 'State', 'state/x'])
    for (const method of ['GET', 'POST'])
      expect([name, method, await said(ask(`/host/${name}`, { method }))]).toEqual([
        ...[name, method, [404, { detail: 'Not Found' }]],
      ]);
});

test('a wrong query or body is refused before anything is done', async () => {
  const calls: string[] = [];
  const { ask, post } = await scriptedPage({ endpoints: (name) => void calls.push(name) });
  expect(await said(ask('/host/outgoing?before=x'))).toEqual([
    ...[422, { detail: 'before must be the id of a request' }],
  ]);
  expect(await said(post('auto-refresh', { is_on: 'no' }))).toEqual([
    ...[422, { detail: 'The body is not what this action takes' }],
  ]);
  expect(calls).toEqual([]);
});

const JSON_TYPE = 'application/json';
const OTHER_TYPE = 'Content-Type must be application/json';
const MISFIT = 'The body is not what this action takes';

test.each<[string, string | undefined, string | undefined, number, unknown]>([
  ['fits', '{"a":1}', JSON_TYPE, 200, { a: 1 }],
  ['is as long as may be', '{"a":1} ', 'Application/JSON; charset=utf-8', 200, { a: 1 }],
  ['has a byte order mark', '\ufeff{}', JSON_TYPE, 422, MISFIT],
  ['is longer', '{"a":12} ', JSON_TYPE, 413, 'The body has 9 bytes; the most that is taken is 8 bytes.'],
  ['does not fit', '{"b":1}', JSON_TYPE, 422, MISFIT],
  ['is null', 'null', JSON_TYPE, 422, MISFIT],
  ['is broken', '{"a":1', JSON_TYPE, 400, 'The body is not JSON'],
  ['is absent', undefined, JSON_TYPE, 400, 'The body is not JSON'],
  ['is absent, as its type is', undefined, undefined, 415, OTHER_TYPE],
  ['is of another type', '{"a":1}', 'text/plain', 415, OTHER_TYPE],
  ['is of no type', '{"a":1}', undefined, 415, OTHER_TYPE],
  ['has a type that is none', '{"a":1}', 'json', 415, OTHER_TYPE],
])('a JSON body that %s', async (_, payload, type, status, expected) => {
  const app = Fastify();
  onTestFinished(() => app.close());
  const silent = () => undefined;
  const context = { calls: { note: silent }, entrance: {}, refusals: silent } as unknown as ErrorContext;
  app.setErrorHandler((error, request, reply) => sendError(context, error, request, reply));
  app.register(async (scope) => {
    addEndpoints(scope, {
      can: [],
      checkCaller: async () => undefined,
      handlers: () => ({}),
      asRefusal: (error) => error,
    });
    const schema = { body: Type.Object({ a: Type.Integer() }) };
    scope.post('/taken', { bodyLimit: 8, schema }, async ({ body }) => body);
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/taken',
    headers: { ...(type !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  });
  // The connection stays: a client that is still sending would not find the answer.
  expect(answer.headers.connection).toBe('keep-alive');
  expect([answer.statusCode, answer.json()]).toEqual([
    status,
    typeof expected === 'string' ? { detail: expected } : expected,
  ]);
});
