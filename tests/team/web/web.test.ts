import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../service/contract/endpoints.ts';
import type { Item } from '../../../service/contract/saved.ts';
import type { KnownShared } from '../../../service/contract/shared.ts';
import { withTeamKeys } from '../../../service/team/index.ts';
import { missingForPostgres, startPostgres, type TestPostgres } from '../postgres.ts';
import { type Asked, nodeWithPeople, PUBLIC } from './node-with-people.ts';

/** What a node serves to people with a browser: who may what, from where; sessions, saved work, sharing. */

const missing = missingForPostgres();
beforeEach(({ skip }) => skip(missing !== '', missing));

let postgres: TestPostgres;
let node: Awaited<ReturnType<typeof nodeWithPeople>>;
const sessions = { read: '', publish: '', admin: '' };
beforeAll(async () => {
  if (missing !== '') return;
  postgres = await startPostgres();
  node = await nodeWithPeople(postgres);
  for (const role of ['read', 'publish', 'admin'] as const)
    sessions[role] = await node.signIn(node.keys[role].key);
});
afterAll(async () => {
  await node?.end();
  await postgres?.end();
});

let made = 0;
const item = (name: string, more: object = {}) => ({
  id: `item${String(++made).padStart(8, '0')}`,
  ...{ kind: 'view', name, note: '', folder: '', content: { address: '/explore?range=5Y', frozen: null } },
  ...more,
});
const post = (path: string, asked: Asked) => node.ask(path, { method: 'POST', origin: PUBLIC, ...asked });
const saved = async (session: string) =>
  (await node.ask('/team/v1/page/saved', { session })).json() as { version: number; items: Item[] };
const DATA =
  '/api/v1/economic-data/us_debt?series=debt_held_by_public&date_from=2024-01-01&date_to=2024-12-31';

describe('a node', () => {
  it('lets in by role, Origin, Host and method as the table says', async () => {
    const foreign = 'https://elsewhere.example.org';
    const share = () => ({ body: item('Table') });
    const rows: [number, string, Asked][] = [
      // Sign-in: a right key, from the node's own page alone.
      [200, '/team/v1/sign-in', { method: 'POST', origin: PUBLIC, key: node.keys.read.key }],
      [401, '/team/v1/sign-in', { method: 'POST', origin: PUBLIC, key: 'alm_wrong' }],
      [401, '/team/v1/sign-in', { method: 'POST', origin: PUBLIC }],
      [403, '/team/v1/sign-in', { method: 'POST', key: node.keys.read.key }],
      [403, '/team/v1/sign-in', { method: 'POST', origin: foreign, key: node.keys.read.key }],
      [403, '/team/v1/sign-in', { method: 'POST', origin: 'null', key: node.keys.read.key }],
      [421, '/team/v1/sign-in', { method: 'POST', host: 'elsewhere.example.org', key: node.keys.read.key }],
      [405, '/team/v1/sign-in', { key: node.keys.read.key }],
      [405, '/team/v1/sign-in', { method: 'OPTIONS', origin: PUBLIC }],
      // Sharing: a program with a key, or the page with its session; of the role publish or admin.
      [403, '/team/v1/share', { method: 'POST', key: node.keys.read.key, ...share() }],
      [200, '/team/v1/share', { method: 'POST', key: node.keys.publish.key, ...share() }],
      [200, '/team/v1/share', { method: 'POST', key: node.keys.admin.key, ...share() }],
      [403, '/team/v1/share', { method: 'POST', origin: PUBLIC, session: sessions.read, ...share() }],
      [200, '/team/v1/share', { method: 'POST', origin: PUBLIC, session: sessions.publish, ...share() }],
      [403, '/team/v1/share', { method: 'POST', session: sessions.publish, ...share() }],
      [403, '/team/v1/share', { method: 'POST', origin: foreign, session: sessions.publish, ...share() }],
      [401, '/team/v1/share', { method: 'POST', origin: PUBLIC, ...share() }],
      [
        401,
        '/team/v1/share',
        { method: 'POST', origin: PUBLIC, session: `${sessions.publish}x`, ...share() },
      ],
      [422, '/team/v1/share', { method: 'POST', key: node.keys.publish.key, body: { name: 'no item' } }],
      [400, '/team/v1/share', { method: 'POST', key: node.keys.publish.key, body: '{' }],
      [413, '/team/v1/share', { method: 'POST', key: node.keys.publish.key, body: 'x'.repeat(600_000) }],
      [415, '/team/v1/share', { method: 'POST', key: node.keys.publish.key }],
      [405, '/team/v1/share', { method: 'PUT', origin: PUBLIC, key: node.keys.publish.key }],
      [405, '/team/v1/withdraw', { key: node.keys.publish.key }],
      [200, '/team/v1/shared', { key: node.keys.read.key }],
      [200, '/team/v1/shared', { session: sessions.read }],
      [401, '/team/v1/shared', {}],
      [405, '/team/v1/shared', { method: 'POST', origin: PUBLIC, session: sessions.admin, body: {} }],
      // The page's actions: its session, and no key.
      [200, '/team/v1/page/state', { session: sessions.read }],
      [401, '/team/v1/page/state', {}],
      [401, '/team/v1/page/state', { key: node.keys.read.key }],
      [421, '/team/v1/page/state', { session: sessions.read, host: 'elsewhere.example.org' }],
      [200, '/team/v1/page/headlines', { session: sessions.read }],
      [422, '/team/v1/page/calendar?days=many', { session: sessions.read }],
      [405, '/team/v1/page/save-item', { session: sessions.read }],
      [405, '/team/v1/page/saved', { method: 'POST', origin: PUBLIC, session: sessions.read, body: {} }],
      [403, '/team/v1/page/save-item', { method: 'POST', session: sessions.read, body: item('No origin') }],
      // Reads of the API with a session, and nothing else.
      [200, DATA, { session: sessions.read }],
      [401, DATA, {}],
      [401, DATA, { session: `${sessions.read}x` }],
      [405, DATA, { method: 'POST', origin: PUBLIC, session: sessions.admin }],
      [405, '/mcp', { session: sessions.read }],
      [401, '/mcp', { method: 'POST', origin: PUBLIC, session: sessions.read, body: {} }],
      [200, '/api/v1/catalog', {}],
      [404, '/host/state', { session: sessions.admin }],
      [404, '/auth/exchange', { session: sessions.admin }],
      [404, '/api/v1/nothing', { session: sessions.admin }],
      [404, '/team/v1/nothing', { session: sessions.admin }],
    ];
    const told: unknown[] = [];
    for (const [, path, asked] of rows) told.push([(await node.ask(path, asked)).status, path, asked]);
    expect(told).toEqual(rows);
  });

  it('has none of the host’s actions but those that read, and the person’s own', async () => {
    const open: string[] = [];
    for (const [name, { method }] of Object.entries(ENDPOINTS)) {
      const asked = {
        method,
        session: sessions.admin,
        origin: PUBLIC,
        ...(method === 'POST' && { body: {} }),
      };
      const { status } = await node.ask(`/team/v1/page/${name}`, asked);
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
      (await node.ask('/team/v1/page/state', { session })).status,
      (await node.ask(DATA, { session })).status,
    ];
    expect(await asked()).toEqual([200, 200]);
    node.later(12 * 3_600_000);
    expect(await asked()).toEqual([401, 401]);
    // A clock that went back does not make it longer.
    node.later(-60_000);
    expect(await asked()).toEqual([401, 401]);
    node.later(0);
    expect(await asked()).toEqual([200, 200]);
    await withTeamKeys(node.address, (keys) => keys.revoke(key.id));
    expect(await asked()).toEqual([401, 401]);
    const text = node.logs.join('\n');
    expect([text.includes(key.key), text.includes(session)]).toEqual([false, false]);
  });

  it('answers a session’s reads without counting them against the key, within bounds', async () => {
    const { key } = await withTeamKeys(node.address, (keys) => keys.create('Mia'));
    const session = await node.signIn(key);
    const many = await Promise.all(Array.from({ length: 120 }, () => node.ask(DATA, { session })));
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200]));
    const counted = await node.ask(DATA, { key });
    expect(counted.headers.ratelimit).toMatch(/^"minute";r=99;/);
    const more = await Promise.all(Array.from({ length: 600 }, () => node.ask(DATA, { session })));
    // Unless a minute ended meanwhile, some of them are too many.
    const refused = more.filter(({ status }) => status === 429);
    expect(refused.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
  });
});

describe('what a person saves', () => {
  it('is kept by key, merged field by field, with versions, and removed for good', async () => {
    const save = async (session: string, body: object) =>
      (
        await post('/team/v1/page/save-item', { session, body: { revision: 0, is_deleted: false, ...body } })
      ).json() as {
        state: string;
        item: Item;
      };
    const first = item('Yields');
    const { item: one } = await save(sessions.read, first);
    expect(one).toMatchObject({ name: 'Yields', revision: 1, deleted_at: null });
    expect((await saved(sessions.publish)).items.map(({ id }) => id)).not.toContain(one.id);
    const before = (await saved(sessions.read)).version;

    // Two windows at once change different fields of the same revision; a third changes one of them.
    const answers = await Promise.all([
      save(sessions.read, { ...first, revision: 1, note: 'By one window' }),
      save(sessions.read, { ...first, revision: 1, folder: 'Bonds' }),
    ]);
    expect(answers.map(({ state }) => state)).toEqual(['saved', 'saved']);
    const [both] = (await saved(sessions.read)).items.filter(({ id }) => id === one.id);
    expect(both).toMatchObject({ note: 'By one window', folder: 'Bonds', revision: 3 });
    expect((await save(sessions.read, { ...first, revision: 1, note: 'By another' })).state).toBe('conflict');
    const versions = await node.ask(`/team/v1/page/item-versions?id=${one.id}`, { session: sessions.read });
    expect((versions.json() as { versions: Item[] }).versions.map(({ revision }) => revision)).toEqual([
      3, 2, 1,
    ]);

    await post('/team/v1/page/remove-item', { session: sessions.read, body: { id: one.id } });
    const after = await saved(sessions.read);
    expect(after.items.map(({ id }) => id)).not.toContain(one.id);
    expect(after.version).toBeGreaterThan(before);
    const again = await post('/team/v1/page/save-item', {
      session: sessions.read,
      body: { ...first, revision: 3, is_deleted: false },
    });
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('removed for good')]);
  });

  it('has preferences and pairs of its own', async () => {
    const set = (session: string, values: object) =>
      post('/team/v1/page/set-preferences', { session, body: { values } });
    expect((await set(sessions.read, { theme: 'dark', density: 'compact' })).status).toBe(200);
    expect((await set(sessions.read, { density: null })).json()).toMatchObject({ values: { theme: 'dark' } });
    const wrong = await set(sessions.read, { theme: 'pink' });
    expect([wrong.status, wrong.text]).toEqual([422, expect.stringMatching(/theme/i)]);
    const other = await node.ask('/team/v1/page/preferences', { session: sessions.publish });
    expect(other.json()).toMatchObject({ values: {} });
    const pair = { before: { ticker: 'BLL', name: 'Ball' }, after: { ticker: 'BALL', name: 'Ball' } };
    const asked = (is_same: boolean) =>
      post('/team/v1/page/set-same-company', { session: sessions.read, body: { ...pair, is_same } });
    expect((await asked(true)).json()).toMatchObject({ pairs: [pair] });
    expect((await asked(true)).json()).toMatchObject({ pairs: [pair] });
    expect((await asked(false)).json()).toEqual({ pairs: [] });
  });
});

describe('what is shared', () => {
  const list = async (session: string) =>
    (await node.ask('/team/v1/page/shared-items', { session })).json() as KnownShared;

  it('is seen by all, changed by who shared it, taken back by that one or an admin, and audited', async () => {
    const chart = item('Claims');
    await post('/team/v1/page/share-item', { session: sessions.publish, body: chart });
    const seen = async (session: string) => (await list(session)).items.find(({ id }) => id === chart.id);
    expect(await seen(sessions.read)).toMatchObject({
      name: 'Claims',
      shared_by: 'Paul',
      may_withdraw: false,
    });
    expect(await seen(sessions.publish)).toMatchObject({ may_withdraw: true });
    expect(await seen(sessions.admin)).toMatchObject({ may_withdraw: true });
    expect([(await list(sessions.read)).may_share, (await list(sessions.admin)).may_share]).toEqual([
      false,
      true,
    ]);

    const tag = (await node.ask('/team/v1/shared', { key: node.keys.read.key })).headers.etag as string;
    const unchanged = { key: node.keys.read.key, headers: { 'if-none-match': tag } };
    expect(await node.ask('/team/v1/shared', unchanged)).toMatchObject({ status: 304, text: '' });

    const taken = await post('/team/v1/share', {
      key: node.keys.admin.key,
      body: { ...chart, name: 'Mine' },
    });
    expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('Paul has shared this item')]);
    await post('/team/v1/share', { key: node.keys.publish.key, body: { ...chart, name: 'Claims, weekly' } });
    expect(await seen(sessions.read)).toMatchObject({ name: 'Claims, weekly', revision: 2 });
    expect((await node.ask('/team/v1/shared', unchanged)).status).toBe(200);

    const body = { id: chart.id };
    const refused = await post('/team/v1/withdraw', { key: node.keys.read.key, body });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('was shared by Paul')]);
    await post('/team/v1/withdraw', { key: node.keys.admin.key, body });
    await post('/team/v1/withdraw', { key: node.keys.admin.key, body });
    expect(await seen(sessions.publish)).toBeUndefined();
    const audit = await postgres.query<{ who: string; what: string }>(
      node.address.database,
      `SELECT who, what FROM audit WHERE detail LIKE '${chart.id}%' ORDER BY at`,
    );
    expect(audit).toEqual([
      { who: `key ${node.keys.publish.id} Paul`, what: 'shared' },
      { who: `key ${node.keys.publish.id} Paul`, what: 'shared' },
      { who: `key ${node.keys.admin.id} Ada`, what: 'withdrawn' },
    ]);
  });

  it('says in one line that the database is away, and changes nothing', async () => {
    await postgres.stop();
    try {
      const { status, text } = await post('/team/v1/share', {
        key: node.keys.publish.key,
        body: item('Lost'),
      });
      expect([status, text.split('\n').length]).toEqual([503, 1]);
    } finally {
      await postgres.start();
    }
    await expect
      .poll(async () => (await node.ask('/team/v1/page/state', { session: sessions.read })).status, {
        timeout: 10_000,
      })
      .toBe(200);
    expect((await list(sessions.read)).items.map(({ name }) => name)).not.toContain('Lost');
  });
});
