import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path, { join } from 'node:path';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type ErrorContext, sendError } from '../../service/api/http/app.ts';
import { addEndpoints } from '../../service/api/index.ts';
import { assistantCommand } from '../../service/app/access-handlers.ts';
import { ENDPOINTS, type Endpoint } from '../../service/contract/endpoints.ts';
import { Failure, type FailureCode } from '../../service/contract/failure.ts';
import { dataFolder } from '../../service/process/data-folder.ts';
import { openIncidents } from '../../service/process/incidents.ts';
import { almanacVersion } from '../../service/process/version.ts';
import { setAside } from '../../service/store/index.ts';
import { temporaryFolder } from '../api/folder.ts';
import { pageService, said, scriptedPage } from './page-service.ts';

/** The routes of the table of actions: which requests each route takes, refuses and answers. */

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
])('a failure %s of an action has the status %i and its message, with keys masked', async (code, status) => {
  const { ask } = await scriptedPage({
    endpoints() {
      throw new Failure(code, `No: alm_${'k'.repeat(32)}.`);
    },
  });
  expect(await said(ask('/host/data-state'))).toEqual([status, { detail: 'No: alm_….' }]);
});

test('a cancelled action is a 503 with Retry-After; only the log has the details of a bug', async () => {
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
  const observation = { dataset: 'ui_state_weekly_claims', series: 'initial_claims', area: 'CA' };
  await ask(`/host/explain?${new URLSearchParams({ ...observation, date: '2025-03-01' })}`);
  await ask(`/host/revisions?${new URLSearchParams(observation)}`);
  await post('auto-refresh', { is_on: false });
  await post('refresh-settings', { allow_fred: true, contact: 'me@example.org' });
  await ask('/host/back-up', { method: 'POST' });
  expect(calls).toEqual([
    ['outgoing', { before: '120' }],
    ['outgoing', { before: '' }],
    ['item-versions', { id: 'claims2019' }],
    ['saved', {}],
    ['explain', { ...observation, date: '2025-03-01' }],
    ['revisions', observation],
    ['auto-refresh', { is_on: false }],
    ['refresh-settings', { allow_fred: true, contact: 'me@example.org' }],
    ['back-up', {}],
  ]);
});

test('a handler notices that the page went away', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  const { ask } = await scriptedPage({
    endpoints: (_name, _input, signal) => {
      begun.resolve(signal);
      return new Promise(() => undefined);
    },
  });
  const leaving = new AbortController();
  const answer = ask('/host/runs', { signal: leaving.signal });
  const signal = await begun.promise;
  expect(signal.aborted).toBe(false);
  leaving.abort();
  await expect(answer).rejects.toThrow();
  await expect.poll(() => signal.aborted).toBe(true);
});

test('every action accepts its own method only, and inherited names of objects are no actions', async () => {
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

test('an answer is JSON that must not be cached', async () => {
  const { ask } = await scriptedPage();
  expect(Object.fromEntries((await ask('/host/state')).headers)).toEqual({
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'content-length': expect.any(String),
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'content-type': 'application/json; charset=utf-8',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    date: expect.any(String),
    'keep-alive': expect.any(String),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.any(String),
  });
});

test('a wrong query or body is refused before the action begins', async () => {
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
  const context = {
    calls: { note: silent },
    entrance: {},
    refusalsOf: () => silent,
  } as unknown as ErrorContext;
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
  // The connection stays open: a client that is still sending would miss the answer.
  expect(answer.headers.connection).toBe('keep-alive');
  expect([answer.statusCode, answer.json()]).toEqual([
    status,
    typeof expected === 'string' ? { detail: expected } : expected,
  ]);
});

const ROOT = path.resolve(import.meta.dirname, '../..');

const LINES = `
  'moon-phase': {
    method: 'GET',
    query: Type.Object({ day: Type.String({ pattern: '^\\\\d{4}-\\\\d\\\\d-\\\\d\\\\d$', description: 'YYYY-MM-DD' }) }),
    output: Type.Object({ phase: Type.String() }),
  },
  'moon-age': { method: 'POST', body: Type.Object({ day: Type.String() }), output: Type.Object({ days: Type.Integer() }) },
`;
const ASK = `
import { makeBearer } from './service/process/page-bearer.ts';
import { startService } from './service/compose.ts';
const start = {
  mode: 'browser', port: 0, isPortFixed: true, folder: '.', sessionSecret: 's', controlSecret: 'c', environmentKeys: {},
  logFile: 'none', shell: { pid: 1, versions: {} }, startup: { origin: 0, marks: {}, report: null },
};
const service = await startService({
  dataDir: 'data', port: 0, pageSize: 10, sample: false, now: () => new Date(), log() {},
  app: { start, vault: {}, learn() {}, end() {} },
});
const ask = async (name, body) => {
  const answer = await fetch('http://127.0.0.1:' + service.page.port + '/host/' + name, {
    headers: { Authorization: 'Bearer ' + makeBearer('s'), 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  return [answer.status, await answer.json()];
};
console.log(JSON.stringify({
  right: await ask('moon-phase?day=2026-11-22'),
  wrong: await ask('moon-phase?day=today'),
  posted: await ask('moon-age', { day: '2026-11-22' }),
  misshapen: await ask('moon-age', {}),
}));
await service.close(0);
`;

test('one line and a handler add an endpoint, with its route and its checks', {
  timeout: 60_000,
  tags: 'soak',
}, () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'almanac-new-endpoint-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const name of ['service', 'package.json'])
    cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules'));
  const insertAfter = (name: string, line: string, added: string): void => {
    const file = path.join(copy, name);
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(line);
    writeFileSync(
      file,
      text.replace(line, () => line + added),
    );
  };
  insertAfter('service/contract/endpoints.ts', 'export const ENDPOINTS = {', LINES);
  insertAfter(
    'service/app/open-app.ts',
    '    state: async () => parts.state(),\n',
    `    'moon-phase': async ({ day }) => ({ phase: \`full on \${day}\` }),\n`,
  );
  insertAfter(
    'service/calls/create-calls.ts',
    '    endpoints: {\n',
    `      'moon-age': async ({ day }) => ({ days: Number(day.slice(-2)) }),\n`,
  );
  writeFileSync(path.join(copy, 'ask.mjs'), ASK);
  const env = { ...process.env, NODE_NO_WARNINGS: '1' };
  const printed = execFileSync(process.execPath, ['ask.mjs'], { cwd: copy, env, encoding: 'utf8' });
  expect(JSON.parse(printed)).toEqual({
    right: [200, { phase: 'full on 2026-11-22' }],
    wrong: [422, { detail: 'day must be YYYY-MM-DD' }],
    posted: [200, { days: 22 }],
    misshapen: [422, { detail: 'The body is not what this action takes' }],
  });
});

/** Actions on the app itself. */

afterEach(() => vi.unstubAllEnvs());

const STATE = {
  mode: 'browser',
  version: almanacVersion(),
  can: ['computer', 'keys', 'import'],
  started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
  base_url: 'http://127.0.0.1:4780',
  damage: null,
  incidents: [],
};
const damage = { found_at: '2026-11-22T10:20:30.000Z', message: 'data.sqlite is damaged.' };

test.each<[string, Parameters<typeof scriptedPage>[0], object]>([
  ['of this computer', {}, STATE],
  ['with a damaged file', { service: { damage: () => damage } }, { ...STATE, damage }],
  [
    'with data of a team',
    { service: { team: 'https://t.example' } },
    { ...STATE, can: ['computer', 'keys'], team: 'https://t.example' },
  ],
  ['in the window', { page: { mode: 'desktop' } }, { ...STATE, mode: 'desktop' }],
])('the whole state: %s', async (_, script, expected) => {
  expect(await said((await scriptedPage(script)).ask('/host/state'))).toEqual([200, expected]);
});

test('an incident is shown until it is dismissed by its id, which answers the new state', async () => {
  const dataDir = temporaryFolder();
  writeFileSync(join(dataDir, 'data.sqlite'), 'no database');
  setAside(join(dataDir, 'data.sqlite'), new Date());
  const { ask, post } = await scriptedPage({ service: { dataDir } });
  const open = openIncidents(dataDir);
  expect(open).toMatchObject([{ kind: 'damaged', what: 'data' }]);
  expect(await said(ask('/host/state'))).toEqual([200, { ...STATE, incidents: open }]);
  expect((await post('dismiss-incident', {})).status).toBe(422);
  expect(await said(post('dismiss-incident', { id: open[0]?.id }))).toEqual([200, STATE]);
});

test('the service answers before it restarts or ends', async () => {
  const page = await pageService();
  expect(await said(page.post('restart-service'))).toEqual([200, {}]);
  expect(page.ends).toEqual(['restart']);
  expect(await said(page.post('quit'))).toEqual([200, {}]);
  expect(page.ends).toEqual(['restart', 'quit']);
});

test('the program that listens on a port is named, or null if no program does', async ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux says it without another program');
  const page = await pageService();
  const ask = async (port: unknown) => said(page.ask(`/host/port-holder?port=${port}`));
  expect(await ask(page.service.port)).toEqual([
    ...[200, { holder: expect.stringContaining(`(process ${process.pid})`) }],
  ]);
  expect(await ask(9)).toEqual([200, { holder: null }]);
  expect((await ask('x'))[0]).toBe(422);
});

test('the command for an assistant is answered', async () => {
  const { ask, dataDir } = await scriptedPage();
  expect(await said(ask('/host/assistant-command'))).toEqual([200, { command: assistantCommand(dataDir) }]);
});

test('if a file of the data folder was removed, a change is refused and a read is not', async () => {
  const { ask, post } = await scriptedPage({
    service: {
      expectFiles() {
        throw new Failure('folder_unusable', 'data.sqlite was removed. Nothing was stored.');
      },
    },
  });
  const refused = [409, { detail: 'data.sqlite was removed. Nothing was stored.' }];
  expect(await said(post('save-item', SAVED))).toEqual(refused);
  expect(await said(post('refresh', { datasets: ['us_debt'] }))).toEqual(refused);
  expect((await ask('/host/state')).status).toBe(200);
});

/** The command that a person copies into the settings of an assistant. */
const LAUNCHER = path.resolve(import.meta.dirname, '../../electron/launch/launch.mjs');
const { ALMANAC_DATA_DIR: _, ...unset } = process.env;
const USUAL = dataFolder(undefined, { platform: process.platform, environment: unset, home: homedir() });
const COMMAND = [process.execPath, LAUNCHER, 'almanac', 'mcp'];

test('the command names the data folder unless it is the usual one, even if only ALMANAC_DATA_DIR sets it', () => {
  vi.stubEnv('ALMANAC_DATA_DIR', undefined);
  expect(assistantCommand(USUAL)).toEqual(COMMAND);
  expect(assistantCommand('/of/another')).toEqual([...COMMAND, '--data-dir', '/of/another']);
  vi.stubEnv('ALMANAC_DATA_DIR', '/for/this/start');
  expect(assistantCommand('/for/this/start')).toEqual([...COMMAND, '--data-dir', '/for/this/start']);
  expect(assistantCommand(USUAL)).toEqual(COMMAND);
});

test('the command has the launcher of the enclosing project; a packaged app has none', () => {
  const folder = temporaryFolder();
  const deep = path.join(folder, '.build/service/chunks');
  for (const each of [deep, path.join(folder, 'electron/launch')]) mkdirSync(each, { recursive: true });
  const launcher = path.join(folder, 'electron/launch/launch.mjs');
  expect(assistantCommand(USUAL, deep)).toBeNull();
  writeFileSync(launcher, '');
  for (const from of [deep, folder])
    expect(assistantCommand(USUAL, from)).toEqual([process.execPath, launcher, 'almanac', 'mcp']);
});

test('in Electron, the command has npm’s Node, or the name node for the assistant to find', () => {
  const versions = process.versions;
  onTestFinished(() => void Object.defineProperty(process, 'versions', { value: versions }));
  Object.defineProperty(process, 'versions', { value: { ...versions, electron: '40.0.0' } });
  vi.stubEnv('npm_node_execpath', '/of/npm/node');
  expect(assistantCommand(USUAL)).toEqual(['/of/npm/node', LAUNCHER, 'almanac', 'mcp']);
  vi.stubEnv('npm_node_execpath', undefined);
  expect(assistantCommand(USUAL)).toEqual(['node', LAUNCHER, 'almanac', 'mcp']);
});

const SAVED = {
  ...{ kind: 'view', id: 'tenyears01', name: 'Ten years', note: '', folder: '' },
  ...{ revision: 0, is_deleted: false, content: { address: '/yields', frozen: null } },
};
