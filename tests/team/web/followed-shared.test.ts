import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { almanacVersion } from '../../../service/process/version.ts';
import type { Sent } from '../../../service/team/feed/feed-client.ts';
import { openFollowedShared } from '../../../service/team/web/index.ts';
import { listening, temporaryFolder } from '../temporary.ts';
import { viewOf } from './people.ts';

/** The team's shared items on a desktop; a server of the test plays the team. */

const KEY = 'alm_a_key_of_a_desktop';
type Answer = { status?: number; etag?: string; body?: string };
let answer: Answer | undefined;
let got: {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingMessage['headers'];
  body: string;
}[] = [];
let address = '';
let folder = '';
beforeEach(async () => {
  got = [];
  folder = temporaryFolder('shared');
  const server = createServer(async (request, reply) => {
    const { method, url, headers } = request;
    got.push({ method, url, headers, body: await text(request) });
    if (!answer) return void reply.destroy();
    reply.writeHead(answer.status ?? 200, { ...(answer.etag !== undefined && { etag: answer.etag }) });
    reply.end(answer.body ?? '');
  });
  address = `http://${await listening(server)}`;
});

function opened(key = KEY) {
  const state = { at: '2026-11-20T12:00:00.000Z' };
  const sent: Sent[] = [];
  const now = () => new Date(state.at);
  const shared = openFollowedShared({ address, key, folder, now, onSent: (line) => sent.push(line) });
  onTestFinished(() => shared.close());
  return { ...shared, state, sent };
}

const item = (name: string) => viewOf('item0001', { name });
const listed = (name: string) => ({
  may_share: true,
  items: [
    {
      ...{ ...item(name), revision: 1, created_at: '2026', changed_at: '2026', deleted_at: null },
      ...{ shared_by: 'Ann', may_withdraw: true },
    },
  ],
});
const NEWEST = { has_team: true, known_at: null };
const kept = () => JSON.parse(readFileSync(path.join(folder, 'shared.json'), 'utf8')) as unknown;

it('the list is asked for by its tag, kept, and shown with the time of the team’s last answer', async () => {
  const { list, state, sent } = opened();
  const body = JSON.stringify(listed('One'));
  answer = { etag: 'W/"1"', body };
  expect(await list()).toEqual({ ...NEWEST, ...listed('One') });
  expect(kept()).toEqual({ etag: 'W/"1"', known_at: state.at, shared: listed('One') });
  const headers = { 'User-Agent': `Almanac/${almanacVersion()}`, 'X-API-Key': '…' };
  expect(sent).toEqual([
    {
      ...{ at: state.at, method: 'GET', url: `${address}/team/v1/shared`, purpose: `Team · ${address}` },
      ...{ dataset: null, headers, sent_bytes: 0, received_bytes: body.length, status: 200, problem: null },
    },
  ]);
  expect([got[0]?.headers['x-api-key'], got[0]?.headers['if-none-match']]).toEqual([KEY, undefined]);

  state.at = '2026-11-20T13:00:00.000Z';
  answer = { status: 304 };
  expect(await list()).toEqual({ ...NEWEST, ...listed('One') });
  expect([got[1]?.headers['if-none-match'], sent.length]).toEqual(['W/"1"', 1]);
  state.at = '2026-11-20T14:00:00.000Z';
  for (const away of [undefined, { status: 503 }, { status: 401 }, { body: '{}' }]) {
    answer = away;
    expect(await list()).toEqual({ ...NEWEST, ...listed('One'), known_at: '2026-11-20T13:00:00.000Z' });
  }
  answer = { etag: 'W/"2"', body: JSON.stringify(listed('Two')) };
  expect(await list()).toEqual({ ...NEWEST, ...listed('Two') });

  // After a restart the last list is still there, and its tag is sent.
  const later = opened();
  answer = undefined;
  expect(await later.list()).toEqual({ ...NEWEST, ...listed('Two'), known_at: '2026-11-20T14:00:00.000Z' });
  expect(got.at(-1)?.headers['if-none-match']).toBe('W/"2"');
});

it('a change is sent whole, and its answer is the newest list, which has no tag', async () => {
  const { share, withdraw, list, sent } = opened();
  answer = { etag: 'W/"before"', body: JSON.stringify(listed('One')) };
  await list();
  for (const each of [got, sent]) each.length = 0;
  answer = { etag: 'W/"of the change"', body: JSON.stringify(listed('Mine')) };
  expect(await share(item('é'))).toEqual({ ...NEWEST, ...listed('Mine') });
  expect(kept()).toMatchObject({ etag: '', shared: listed('Mine') });
  expect(await withdraw({ id: 'item0001' })).toEqual({ ...NEWEST, ...listed('Mine') });
  const body = JSON.stringify(item('é'));
  expect(got.map(({ method, url, body: text }) => [method, url, text])).toEqual([
    ['POST', '/team/v1/share', body],
    ['POST', '/team/v1/withdraw', '{"id":"item0001"}'],
  ]);
  expect(got[0]?.headers['content-type']).toBe('application/json');
  expect(sent.map(({ method, sent_bytes }) => [method, sent_bytes])).toEqual([
    ['POST', Buffer.byteLength(body)],
    ['POST', 17],
  ]);
  await list();
  expect(got[2]?.headers).not.toHaveProperty('if-none-match');
  expect(JSON.stringify(sent)).not.toContain(KEY);
});

it.for<[number, string, string, RegExp]>([
  ...[403, 413, 422, 429].map((status): [number, string, string, RegExp] => [
    status,
    '{"detail":"Not so."}',
    'wrong_usage',
    /^Not so\.$/,
  ]),
  [403, '{"detail":"forbidden"}', 'team_refused', /was revoked/],
  [403, '<html>', 'team_refused', /does not let this computer in/],
  [422, '{"detail":7}', 'team_refused', /does not understand this Almanac/],
  [401, '{"detail":"Not so."}', 'team_refused', /does not know the key/],
  [500, '{"detail":"Not so."}', 'team_unreachable', /cannot answer now \(500\)/],
  [404, '{"detail":"Not so."}', 'team_refused', /^No team's Almanac/],
  [200, '{"items":7}', 'team_refused', /^No team's Almanac/],
])('a change that is answered by %i and %s is %s', async ([status, body, code, message]) => {
  const { share, list, sent } = opened();
  answer = { status, body };
  await expect(share(item('x'))).rejects.toMatchObject({
    code,
    message: expect.stringMatching(message),
  });
  expect(sent.map((line) => [line.method, line.status])).toEqual([['POST', status]]);
  // Without a kept list there is nothing to show.
  answer = { status: 503 };
  await expect(list()).rejects.toMatchObject({ code: 'team_unreachable' });
  expect(sent).toHaveLength(1);
});

it('a change without an answer is noted as a sent request, a read without one is not', async () => {
  const { share, list, sent } = opened();
  answer = undefined;
  await expect(list()).rejects.toMatchObject({ code: 'team_unreachable' });
  await expect(share(item('x'))).rejects.toMatchObject({ code: 'team_unreachable' });
  expect(sent).toEqual([
    expect.objectContaining({
      ...{ method: 'POST', status: null, received_bytes: 0 },
      problem: `The team at ${address} does not answer: the connection broke.`,
    }),
  ]);
});

it('without the key the team is not asked, and the kept list is shown', async () => {
  answer = { etag: 'W/"1"', body: JSON.stringify(listed('One')) };
  await opened().list();
  const { list, share, sent } = opened('');
  expect(await list()).toMatchObject({ known_at: '2026-11-20T12:00:00.000Z', items: [{ name: 'One' }] });
  await expect(share(item('x'))).rejects.toMatchObject({
    code: 'team_refused',
    message: "The team's key cannot be read on this computer. Enter it again in Settings, Data from.",
  });
  expect([got.length, sent]).toEqual([1, []]);
});

it('a list is read only up to its largest size, however much is sent', async () => {
  answer = { body: `${JSON.stringify(listed('One'))}${' '.repeat(64 * 1024 * 1024)}` };
  const { list, sent } = opened();
  await expect(list()).rejects.toMatchObject({ code: 'team_refused' });
  expect(sent.map(({ problem }) => problem)).toEqual([expect.stringMatching(/^No team's Almanac/)]);
});

it.for(['', '{', '[]', '{"etag":"a","known_at":"2026","shared":{}}'])(
  'a kept list with the text %j is ignored',
  async (text) => {
    writeFileSync(path.join(folder, 'shared.json'), text);
    answer = { status: 304 };
    await expect(opened().list()).rejects.toMatchObject({ code: 'team_refused' });
    expect(got[0]?.headers).not.toHaveProperty('if-none-match');
  },
);
