import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import Fastify, { type FastifyRequest } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { Refusal } from '../../../service/api/index.ts';
import type { Calls } from '../../../service/calls/index.ts';
import { Failure } from '../../../service/contract/failure.ts';
import type { Role } from '../../../service/keys/index.ts';
import { pageFolder } from '../../../service/page/index.ts';
import { CommitUnknown } from '../../../service/team/index.ts';
import { openTeamWeb, type TeamWebOptions } from '../../../service/team/web/index.ts';
import { makePageFolder } from '../../support/page-folder.ts';
import { scripted } from '../scripted.ts';
import { viewOf } from './people.ts';

/** A node's answers to browsers: status, headers and texts, with a scripted database. */

const PAGE = 'https://data.example.org';

async function node(findPage: () => string | undefined = makePageFolder) {
  const lines: string[] = [];
  const state = {
    ...{ at: new Date('2026-11-20T12:00:00.000Z'), role: 'publish' as Role, version: 4 },
    problem: undefined as Error | undefined,
  };
  const notes: unknown[] = [];
  const database = scripted(async (sql) => {
    if (state.problem) throw state.problem;
    if (sql.includes('coalesce(sum(revision), 0)')) return [{ version: state.version }];
    return sql.includes('shared_by') && sql.startsWith('INSERT') ? [{}] : [];
  });
  const keys = {
    tokenSecret: () => Buffer.alloc(32, 7),
    authenticate: async (key: string) =>
      key === 'alm_good'
        ? { state: 'active' as const, keyId: 'k1', role: state.role }
        : { state: 'unknown' as const },
    authenticateId: async (keyId: string) => ({ state: 'active' as const, keyId, role: state.role }),
    note: (...noted: unknown[]) => notes.push(noted),
  } as unknown as TeamWebOptions['team']['keys'];
  const web = openTeamWeb({
    ...{ team: { keys, database }, url: () => PAGE, now: () => state.at, log: (line) => lines.push(line) },
    findPage,
  });
  const seen: FastifyRequest['headers'][] = [];
  const app = Fastify();
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal) return reply.code(error.status).headers(error.headers).send(error.body);
    return reply.code(500).send(String(error));
  });
  web.addTo(app);
  app.get('/api/v1/seen', (request) => {
    seen.push({ ...request.headers });
    return 'seen';
  });
  onTestFinished(() => app.close());
  const ask = async (
    method: 'GET' | 'POST' | 'HEAD',
    url: string,
    headers = {},
    payload?: object | string,
  ) => {
    const answer = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
    return { status: answer.statusCode, headers: answer.headers, text: answer.body };
  };
  const signIn = async () => {
    const { text } = await ask('POST', '/team/v1/sign-in', { origin: PAGE, 'x-api-key': 'alm_good' });
    return { authorization: `Bearer ${(JSON.parse(text) as { session: string }).session}` };
  };
  return { ask, signIn, state, notes, web, seen, lines };
}

const ITEM = viewOf('item0001');

it('signs in for twelve hours with a key, which is noted as used', async () => {
  const { ask, notes } = await node();
  const sent = { origin: PAGE, 'x-api-key': 'alm_good', 'user-agent': 'Firefox' };
  const { status, headers, text } = await ask('POST', '/team/v1/sign-in', sent);
  expect([status, headers['cache-control'], headers['content-type']]).toEqual([
    ...[200, 'no-store', 'application/json; charset=utf-8'],
  ]);
  expect(JSON.parse(text)).toEqual({
    session: expect.stringMatching(/^s1\.k1\.1795219200000\./),
    expires_at: '2026-11-21T00:00:00.000Z',
  });
  expect(notes).toEqual([['k1', 'Firefox']]);
  expect(await ask('POST', '/team/v1/sign-in', { 'x-api-key': 'alm_good' })).toMatchObject({
    status: 403,
    text: '{"detail":"A page names its origin in what it posts (Origin), and this request does not."}',
  });
});

it('the tag of a list names its version, the person and the role, and an unchanged list is not sent again', async () => {
  const { ask, state, signIn } = await node();
  const asked = (headers: object) => ask('GET', '/team/v1/shared', headers);
  const key = { 'x-api-key': 'alm_good' };
  const first = await asked(key);
  expect([first.status, first.headers.etag, first.headers['cache-control'], first.text]).toEqual([
    ...[200, 'W/"4-k1-publish"', 'private, no-cache', '{"may_share":true,"items":[]}'],
  ]);
  const same = await asked({ ...(await signIn()), 'if-none-match': 'W/"4-k1-publish"' });
  expect([same.status, same.text, same.headers.etag]).toEqual([304, '', 'W/"4-k1-publish"']);
  state.role = 'read';
  expect(await asked({ ...key, 'if-none-match': 'W/"4-k1-publish"' })).toMatchObject({
    status: 200,
    text: '{"may_share":false,"items":[]}',
    headers: { etag: 'W/"4-k1-read"' },
  });
  state.version = 5;
  expect((await asked({ ...key, 'if-none-match': 'W/"4-k1-read"' })).headers.etag).toBe('W/"5-k1-read"');
});

it('a change that cannot be stored is refused in one line, with the time to try again', async () => {
  const { ask, state } = await node();
  const share = () => ask('POST', '/team/v1/share', { 'x-api-key': 'alm_good' }, ITEM);
  expect(await share()).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
  const away = "The team's database does not answer now. Nothing was changed; try again in a moment.";
  for (const [problem, status, detail, wait] of [
    [new Failure('team_unreachable', 'x'), 503, away, '5'],
    [new Failure('cancelled', 'x'), 503, away, '5'],
    [
      new CommitUnknown('x'),
      503,
      "The team's database broke off while it stored this. Look whether it is there.",
      '5',
    ],
    [new Failure('wrong_usage', 'Too much.'), 422, 'Too much.', undefined],
  ] as const) {
    state.problem = problem;
    const answer = await share();
    expect([answer.status, JSON.parse(answer.text), answer.headers['retry-after']]).toEqual([
      ...[status, { detail }, wait],
    ]);
  }
  for (const problem of [new Error('bug'), new Failure('port_in_use', 'x')]) {
    state.problem = problem;
    expect(await share()).toMatchObject({ status: 500, text: String(problem) });
  }
});

it('a person who may not share is refused before the body comes, and a wrong body before it is shared', async () => {
  const { ask, state } = await node();
  const never = () => new Readable({ read: () => undefined });
  const json = { 'content-type': 'application/json' };
  const share = (headers: object, payload: object) =>
    ask('POST', '/team/v1/share', { ...json, ...headers }, payload);
  expect(await share({}, never())).toMatchObject({ status: 401 });
  const key = { 'x-api-key': 'alm_good' };
  expect(await share(key, { ...ITEM, name: 7 })).toMatchObject({
    ...{ status: 422, text: '{"detail":"The body is not what this action takes"}' },
  });
  state.role = 'read';
  expect(await share(key, never())).toMatchObject({
    ...{ status: 403, text: expect.stringContaining('Sharing needs a key of the role publish or admin') },
  });
});

it('a page’s session lets it read the API, and do nothing else there', async () => {
  const { ask, signIn, web, seen, state } = await node();
  const session = await signIn();
  const url = '/api/v1/seen';
  for (const method of ['GET', 'HEAD'] as const) await ask(method, url, session);
  const letIn = seen[0]?.authorization ?? '';
  expect([web.isLetIn(letIn), seen[1]?.authorization]).toEqual([true, letIn]);
  expect([web.isLetIn(session.authorization), web.isLetIn(undefined), web.isLetIn(`${letIn}x`)]).toEqual([
    ...[false, false, false],
  ]);
  // The session is ignored if a key comes with it, or after its end.
  await ask('GET', url, { ...session, 'x-api-key': 'alm_good' });
  state.at = new Date('2026-11-21T00:00:00.000Z');
  await ask('GET', url, session);
  await ask('GET', url);
  expect(seen.slice(2).map(({ authorization }) => authorization)).toEqual([
    session.authorization,
    session.authorization,
    undefined,
  ]);
  // Another node does not accept this credential.
  expect((await node()).web.isLetIn(letIn)).toBe(false);
});

it('an action gets its checked query or body, and answers 503 until the service has started', async () => {
  const { ask, signIn, web } = await node();
  const session = { ...(await signIn()), origin: PAGE };
  const calendar = () => ask('GET', '/host/calendar', session);
  expect(await calendar()).toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
  const calls: unknown[] = [];
  const signals: AbortSignal[] = [];
  const answered = (name: string) => async (input: unknown, request: { signal: AbortSignal }) => {
    calls.push([name, input]);
    signals.push(request.signal);
    return { passed: 'on' };
  };
  web.answerBy({
    endpoints: { calendar: answered('calendar'), freeze: answered('freeze') },
  } as unknown as Calls);
  expect(await calendar()).toMatchObject({ status: 200, text: '{"passed":"on"}' });
  // The action is aborted at the end of its request.
  await expect.poll(() => signals[0]?.aborted).toBe(true);
  const given = { address: '/explore' };
  await ask('POST', '/host/freeze', session, given);
  expect(calls).toEqual([
    ['calendar', expect.any(Object)],
    ['freeze', given],
  ]);
  expect(await ask('POST', '/host/freeze', session, { address: 7 })).toMatchObject({ status: 422 });
  expect(await ask('POST', '/host/freeze', { ...session, 'content-type': 'text/plain' }, '{}')).toMatchObject(
    { status: 415, text: '{"detail":"Content-Type must be application/json"}' },
  );
  for (const name of ['import', 'nothing', ''])
    expect(await ask('GET', `/host/${name}`, session)).toMatchObject({
      status: 404,
      text: '{"detail":"Not Found"}',
    });
});

it('serves the app at the app’s paths, and never at the service’s paths', async () => {
  const { ask } = await node();
  const index = await ask('GET', '/saved');
  expect([index.status, index.text.includes('data-served-by="team"')]).toEqual([200, true]);
  const tag = { 'if-none-match': String(index.headers.etag) };
  if (index.headers.etag !== undefined) expect((await ask('GET', '/saved', tag)).status).toBe(304);
  expect(await ask('GET', '/none.js')).toMatchObject({ status: 404, text: '{"detail":"Not Found"}' });

  for (const beginning of [
    ...['/api/', '/team/', '/auth/', '/download/', '/docs/', '/mcp', '/fred/', '/graph/'],
    ...['/constituents/', '/yields/'],
  ])
    expect([beginning, (await ask('GET', `${beginning}x`)).status]).toEqual([beginning, 404]);
  expect((await ask('GET', '/host/x')).status).toBe(401);
  for (const view of ['/us_debt/x', '/docsx', '/explore', '/fredx'])
    expect([view, (await ask('GET', view)).text]).toEqual([view, index.text]);
});

it('a missing page is logged with the way to build it, and the API still answers', async () => {
  const { ask, lines } = await node(() => undefined);
  expect(await ask('GET', '/saved')).toMatchObject({ status: 404, text: '{"detail":"Not Found"}' });
  expect((await ask('GET', '/api/v1/seen')).text).toBe('seen');
  expect(lines).toEqual([expect.stringContaining('npm start -- --no-open')]);
});

it('the page comes from the first folder that has one', () => {
  const [built, other] = [makePageFolder(), makePageFolder()];
  const empty = mkdtempSync(path.join(tmpdir(), 'almanac-no-page-'));
  expect(pageFolder([empty, built, other])).toBe(built);
  expect(pageFolder([empty])).toBeUndefined();
});
