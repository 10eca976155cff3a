import { describe, expect, it } from 'vitest';
import { BODY_BYTES } from '../../../service/contract/body.ts';
import { ENDPOINTS } from '../../../service/contract/endpoints.ts';
import { withTeamKeys } from '../../../service/team/index.ts';
import { type Asked, itemOf, nodeOfFile, PUBLIC } from './node-with-people.ts';

/** The rights at a node: by role, by origin, and by time. */

const node = nodeOfFile();

const DATA =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-12-31';

describe('a node', () => {
  it('accepts or refuses each request of the table, by role, Origin, Host and method', async () => {
    const foreign = 'https://elsewhere.example.org';
    const share = () => ({ body: itemOf('Table') });
    const rows: [number, string, Asked][] = [
      // Sign-in: a right key, only from the node's own page.
      [200, '/team/v1/sign-in', { method: 'POST', origin: PUBLIC, key: node.keys.read.key }],
      [401, '/team/v1/sign-in', { method: 'POST', origin: PUBLIC, key: 'alm_wrong' }],
      [401, '/team/v1/sign-in', { method: 'POST', origin: PUBLIC }],
      [403, '/team/v1/sign-in', { method: 'POST', key: node.keys.read.key }],
      [403, '/team/v1/sign-in', { method: 'POST', origin: foreign, key: node.keys.read.key }],
      [403, '/team/v1/sign-in', { method: 'POST', origin: 'null', key: node.keys.read.key }],
      [421, '/team/v1/sign-in', { method: 'POST', host: 'elsewhere.example.org', key: node.keys.read.key }],
      [405, '/team/v1/sign-in', { key: node.keys.read.key }],
      [405, '/team/v1/sign-in', { method: 'OPTIONS', origin: PUBLIC }],
      // Sharing: a program with a key, or the page with its session; the role must be publish or admin.
      [403, '/team/v1/share', { method: 'POST', key: node.keys.read.key, ...share() }],
      [200, '/team/v1/share', { method: 'POST', key: node.keys.publish.key, ...share() }],
      [200, '/team/v1/share', { method: 'POST', key: node.keys.admin.key, ...share() }],
      [403, '/team/v1/share', { method: 'POST', origin: PUBLIC, session: node.sessions.read, ...share() }],
      [200, '/team/v1/share', { method: 'POST', origin: PUBLIC, session: node.sessions.publish, ...share() }],
      [403, '/team/v1/share', { method: 'POST', session: node.sessions.publish, ...share() }],
      [
        403,
        '/team/v1/share',
        { method: 'POST', origin: foreign, session: node.sessions.publish, ...share() },
      ],
      [401, '/team/v1/share', { method: 'POST', origin: PUBLIC, ...share() }],
      [
        401,
        '/team/v1/share',
        { method: 'POST', origin: PUBLIC, session: `${node.sessions.publish}x`, ...share() },
      ],
      [422, '/team/v1/share', { method: 'POST', key: node.keys.publish.key, body: { name: 'no item' } }],
      [400, '/team/v1/share', { method: 'POST', key: node.keys.publish.key, body: '{' }],
      [
        413,
        '/team/v1/share',
        { method: 'POST', key: node.keys.publish.key, body: 'x'.repeat(BODY_BYTES + 1) },
      ],
      [415, '/team/v1/share', { method: 'POST', key: node.keys.publish.key }],
      [405, '/team/v1/share', { method: 'PUT', origin: PUBLIC, key: node.keys.publish.key }],
      [405, '/team/v1/withdraw', { key: node.keys.publish.key }],
      [200, '/team/v1/shared', { key: node.keys.read.key }],
      [200, '/team/v1/shared', { session: node.sessions.read }],
      [401, '/team/v1/shared', {}],
      [405, '/team/v1/shared', { method: 'POST', origin: PUBLIC, session: node.sessions.admin, body: {} }],
      // The page's actions: only with its session, not with a key.
      [200, '/host/state', { session: node.sessions.read }],
      [401, '/host/state', {}],
      [401, '/host/state', { key: node.keys.read.key }],
      [421, '/host/state', { session: node.sessions.read, host: 'elsewhere.example.org' }],
      [200, '/host/headlines', { session: node.sessions.read }],
      [422, '/host/calendar?days=many', { session: node.sessions.read }],
      [405, '/host/save-item', { session: node.sessions.read }],
      [405, '/host/saved', { method: 'POST', origin: PUBLIC, session: node.sessions.read, body: {} }],
      [403, '/host/save-item', { method: 'POST', session: node.sessions.read, body: itemOf('No origin') }],
      // The API: a session may read, and nothing else.
      [200, DATA, { session: node.sessions.read }],
      [401, DATA, {}],
      [401, DATA, { session: `${node.sessions.read}x` }],
      [405, DATA, { method: 'POST', origin: PUBLIC, session: node.sessions.admin }],
      [405, '/mcp', { session: node.sessions.read }],
      [401, '/mcp', { method: 'POST', origin: PUBLIC, session: node.sessions.read, body: {} }],
      [200, '/api/v1/catalog', {}],
      [404, '/host/jobs', { session: node.sessions.admin }],
      [401, '/host/jobs', {}],
      [404, '/auth/exchange', { session: node.sessions.admin }],
      [404, '/api/v1/nothing', { session: node.sessions.admin }],
      [404, '/team/v1/nothing', { session: node.sessions.admin }],
    ];
    const told: unknown[] = [];
    for (const [, path, asked] of rows) told.push([(await node.ask(path, asked)).status, path, asked]);
    expect(told).toEqual(rows);
  });

  it('has only those actions of the host that read, and those for the person’s own items', async () => {
    const open: string[] = [];
    for (const [name, { method }] of Object.entries(ENDPOINTS)) {
      const asked = {
        method,
        session: node.sessions.admin,
        origin: PUBLIC,
        ...(method === 'POST' && { body: {} }),
      };
      const { status } = await node.ask(`/host/${name}`, asked);
      if (status !== 404 && status !== 405) open.push(name);
    }
    expect(open.sort()).toEqual([
      ...['calendar', 'changes', 'check-frozen', 'explain', 'explain-list', 'export', 'freeze'],
      ...['frozen-lines', 'headlines', 'item-versions', 'preferences', 'remove-item', 'revisions'],
      ...['same-companies', 'save-item', 'saved', 'set-preferences', 'set-same-company', 'share-item'],
      ...['shared-items', 'state', 'withdraw-item', 'work-version'],
    ]);
  });

  it('ends a session after twelve hours, and with its key', async () => {
    const key = await withTeamKeys(node.address, (keys) => keys.create('Leo'));
    const session = await node.signIn(key.key);
    const asked = async () => [
      (await node.ask('/host/state', { session })).status,
      (await node.ask(DATA, { session })).status,
    ];
    expect(await asked()).toEqual([200, 200]);
    node.later(12 * 3_600_000);
    expect(await asked()).toEqual([401, 401]);
    // A wrong clock does not prolong a session, but the node that signed it may be minutes ahead of this one.
    node.later(-6 * 60_000);
    expect(await asked()).toEqual([401, 401]);
    node.later(-2 * 60_000);
    expect(await asked()).toEqual([200, 200]);
    node.later(0);
    expect(await asked()).toEqual([200, 200]);
    await withTeamKeys(node.address, (keys) => keys.revoke(key.id));
    expect(await asked()).toEqual([401, 401]);
    const text = node.logs.join('\n');
    expect([text.includes(key.key), text.includes(session)]).toEqual([false, false]);
  });

  it('answers a session’s reads without counting them against the key', async () => {
    const { key } = await withTeamKeys(node.address, (keys) => keys.create('Mia'));
    const session = await node.signIn(key);
    for (let read = 0; read < 20; read++) expect((await node.ask(DATA, { session })).status).toBe(200);
    const counted = await node.ask(DATA, { key });
    expect(counted.headers.ratelimit).toMatch(/^"minute";r=99;/);
  });
});
