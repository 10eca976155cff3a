import { describe, expect, it } from 'vitest';
import type { SavedItem } from '../../../service/contract/saved.ts';
import type { KnownShared, ShareRequest } from '../../../service/contract/shared.ts';
import { openFollowedShared } from '../../../service/team/web/index.ts';
import { itemOf, nodeOfFile } from './node-with-people.ts';

/** What people save at a node by their keys, and what they share with the team. */

const node = nodeOfFile();

const saved = async (session: string) =>
  (await node.ask('/host/saved', { session })).json() as { version: number; items: SavedItem[] };

describe('what a person saves', () => {
  it('is kept by key, not stored over by a later window, with versions, and removed for good', async () => {
    const save = async (session: string, body: object) =>
      (
        await node.post('/host/save-item', {
          session,
          body: { revision: 0, is_deleted: false, ...body },
        })
      ).json() as {
        state: string;
        item: SavedItem;
      };
    const first = itemOf('Yields');
    const { item: one } = await save(node.sessions.read, first);
    expect(one).toMatchObject({ name: 'Yields', revision: 1, deleted_at: null });
    expect((await saved(node.sessions.publish)).items.map(({ id }) => id)).not.toContain(one.id);
    const before = (await saved(node.sessions.read)).version;

    // Two windows at once change the same revision; then the later one keeps its own.
    const answers = await Promise.all([
      save(node.sessions.read, { ...first, revision: 1, note: 'By one window' }),
      save(node.sessions.read, { ...first, revision: 1, folder: 'Bonds' }),
    ]);
    expect(answers.map(({ state }) => state).sort()).toEqual(['conflict', 'saved']);
    expect(answers[0]?.item).toEqual(answers[1]?.item);
    const [stored] = (await saved(node.sessions.read)).items.filter(({ id }) => id === one.id);
    expect(stored).toEqual(answers[0]?.item);
    expect(await save(node.sessions.read, { ...first, revision: 2, note: 'By the later' })).toMatchObject({
      state: 'saved',
      item: { note: 'By the later', folder: '', revision: 3 },
    });
    const versions = await node.ask(`/host/item-versions?id=${one.id}`, {
      session: node.sessions.read,
    });
    expect((versions.json() as { versions: SavedItem[] }).versions.map(({ revision }) => revision)).toEqual([
      3, 2, 1,
    ]);

    await node.post('/host/remove-item', { session: node.sessions.read, body: { id: one.id } });
    const after = await saved(node.sessions.read);
    expect(after.items.map(({ id }) => id)).not.toContain(one.id);
    expect(after.version).toBeGreaterThan(before);
    const again = await node.post('/host/save-item', {
      session: node.sessions.read,
      body: { ...first, revision: 3, is_deleted: false },
    });
    expect([again.status, again.text]).toEqual([422, expect.stringContaining('removed for good')]);
  });
});

describe('what is shared', () => {
  const list = async (session: string) =>
    (await node.ask('/host/shared-items', { session })).json() as KnownShared;

  it('is seen by all, changed by who shared it, taken back by that one or an admin, and audited', async () => {
    const chart = itemOf('Claims');
    await node.post('/host/share-item', { session: node.sessions.publish, body: chart });
    const seen = async (session: string) => (await list(session)).items.find(({ id }) => id === chart.id);
    expect(await seen(node.sessions.read)).toMatchObject({
      name: 'Claims',
      shared_by: 'Paul',
      may_withdraw: false,
    });
    expect(await seen(node.sessions.publish)).toMatchObject({ may_withdraw: true });
    expect(await seen(node.sessions.admin)).toMatchObject({ may_withdraw: true });
    expect([(await list(node.sessions.read)).may_share, (await list(node.sessions.admin)).may_share]).toEqual(
      [false, true],
    );

    const tag = (await node.ask('/team/v1/shared', { key: node.keys.read.key })).headers.etag as string;
    const unchanged = { key: node.keys.read.key, headers: { 'if-none-match': tag } };
    expect(await node.ask('/team/v1/shared', unchanged)).toMatchObject({ status: 304, text: '' });

    const taken = await node.post('/team/v1/share', {
      key: node.keys.admin.key,
      body: { ...chart, name: 'Mine' },
    });
    expect([taken.status, taken.text]).toEqual([422, expect.stringContaining('Paul has shared this item')]);
    await node.post('/team/v1/share', {
      key: node.keys.publish.key,
      body: { ...chart, name: 'Claims, weekly' },
    });
    expect(await seen(node.sessions.read)).toMatchObject({ name: 'Claims, weekly', revision: 2 });
    expect((await node.ask('/team/v1/shared', unchanged)).status).toBe(200);

    const body = { id: chart.id };
    const refused = await node.post('/team/v1/withdraw', { key: node.keys.read.key, body });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('was shared by Paul')]);
    await node.post('/team/v1/withdraw', { key: node.keys.admin.key, body });
    await node.post('/team/v1/withdraw', { key: node.keys.admin.key, body });
    expect(await seen(node.sessions.publish)).toBeUndefined();
    const audit = await node.postgres.query<{ who: string; what: string }>(
      node.address.database,
      `SELECT who, what FROM audit WHERE detail LIKE '${chart.id}%' ORDER BY at`,
    );
    expect(audit).toEqual([
      { who: `key ${node.keys.publish.id} Paul`, what: 'shared' },
      { who: `key ${node.keys.publish.id} Paul`, what: 'shared' },
      { who: `key ${node.keys.admin.id} Ada`, what: 'withdrawn' },
    ]);
  });

  it('reaches a desktop that follows, which has the last list when the team does not answer', async () => {
    const sent: { method: string; headers: Record<string, string> }[] = [];
    const follow = (address: string, key: string) => {
      const how = { address, key, folder: node.dataDir, now: () => new Date() };
      return openFollowedShared({ ...how, onSent: (line) => sent.push(line) });
    };
    const desktop = follow(node.url, node.keys.publish.key);
    const chart = itemOf('From a desktop') as unknown as ShareRequest;
    const names = ({ items }: KnownShared) => items.map(({ name }) => name);
    expect(names(await desktop.share(chart))).toContain('From a desktop');
    // The first look brings the list, the second that nothing is new.
    for (let looks = 0; looks < 2; looks++) expect(await desktop.list()).toMatchObject({ known_at: null });
    expect(sent.map(({ method }) => method)).toEqual(['POST', 'GET']);
    expect(JSON.stringify(sent)).not.toContain(node.keys.publish.key);
    await desktop.close();

    const reader = follow(node.url, node.keys.read.key);
    await expect(reader.share(chart)).rejects.toMatchObject({
      code: 'wrong_usage',
      message: expect.stringContaining('Sharing needs a key'),
    });
    await reader.close();
    const offline = follow('http://127.0.0.1:9', node.keys.publish.key);
    const known = await offline.list();
    expect([names(known).includes('From a desktop'), typeof known.known_at]).toEqual([true, 'string']);
    await expect(offline.share(chart)).rejects.toMatchObject({ code: 'team_unreachable' });
    await offline.close();
  });

  it('says in one line that the database is away, and changes nothing', async () => {
    await node.postgres.stop();
    try {
      const { status, text } = await node.post('/team/v1/share', {
        key: node.keys.publish.key,
        body: itemOf('Lost'),
      });
      expect([status, text.split('\n').length]).toEqual([503, 1]);
    } finally {
      await node.postgres.start();
    }
    await expect
      .poll(async () => (await node.ask('/host/state', { session: node.sessions.read })).status, {
        timeout: 10_000,
      })
      .toBe(200);
    expect((await list(node.sessions.read)).items.map(({ name }) => name)).not.toContain('Lost');
  });
});
