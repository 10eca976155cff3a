import { beforeEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../service/keys/index.ts';
import { readStored } from '../../../service/team/stored-size.ts';
import { openSharedWork } from '../../../service/team/web/open-web.ts';
import { viewOf as item, peopleOfFile } from './people.ts';

/** The items that people share with their team, in a real database: whole answers and rows. */

// One id is the beginning of the other.
const team = peopleOfFile({ k1: 'Ann', k12: 'Bob' });
let at = '';
beforeEach(() => {
  at = '2026-11-20T12:00:00.000Z';
});
const now = () => new Date(at);
const shared = () => openSharedWork(team.database, now);
const member = (keyId: string, role: Role = 'publish') => ({ keyId, role });
const [ANN, BOB] = [member('k1'), member('k12')];
describe('shared items', () => {
  it('are listed with the person who shared them and the right to take them back, the last shared first', async () => {
    await shared().share(ANN, item('item0002'));
    await shared().share(BOB, item('item0001'));
    at = '2026-11-20T13:00:00.000Z';
    await shared().share(ANN, item('item0003'));
    await team.sql("UPDATE shared_item SET shared_by = 'gone' WHERE id = 'item0001'");
    const first = { created_at: '2026-11-20T12:00:00.000Z', changed_at: '2026-11-20T12:00:00.000Z' };
    const whole = (id: string, shared_by: string, may_withdraw: boolean, times = first) => ({
      ...{ ...item(id), ...times, revision: 1, deleted_at: null, shared_by, may_withdraw },
    });
    const later = { created_at: at, changed_at: at };
    expect(await shared().list(ANN)).toEqual({
      may_share: true,
      items: [
        whole('item0003', 'Ann', true, later),
        whole('item0001', 'gone', false),
        whole('item0002', 'Ann', true),
      ],
    });
    const seen = async (of: typeof ANN) => {
      const { may_share, items } = await shared().list(of);
      return [may_share, ...items.map(({ may_withdraw }) => may_withdraw)];
    };
    expect(await Promise.all([member('k12', 'read'), BOB, member('k12', 'admin')].map(seen))).toEqual([
      [false, false, false, false],
      [true, false, false, false],
      [true, true, true, true],
    ]);
    await team.sql(`UPDATE shared_item SET content = '{"hologram":1}' WHERE id = 'item0003'`);
    expect((await shared().list(ANN)).items.map(({ id }) => id)).toEqual(['item0001', 'item0002']);
  });

  it('are replaced only by the person who shared them, until they are taken back', async () => {
    expect(await shared().version()).toBe(0);
    await shared().share(ANN, item('item0001'));
    at = '2026-11-20T13:00:00.000Z';
    const changes = { kind: 'list', name: 'New', note: 'n', folder: 'f' } as const;
    const content = { tickers: [] } as never;
    await shared().share(ANN, item('item0001', { ...changes, content }));
    const row = async () =>
      (await team.sql('SELECT *, revision::int AS revision FROM shared_item'))[0] as Record<string, unknown>;
    const held = {
      ...{ id: 'item0001', ...changes, content: '{"tickers":[]}', revision: 2, shared_by: 'k1' },
      ...{ created_at: '2026-11-20T12:00:00.000Z', changed_at: at, deleted_at: null },
    };
    expect(await row()).toEqual(held);
    const others = (who: string) => ({
      code: 'wrong_usage',
      message: `${who} has shared this item already. Duplicate it, and share the copy.`,
    });
    await expect(shared().share(BOB, item('item0001'))).rejects.toMatchObject(others('Ann'));
    await team.sql("UPDATE shared_item SET shared_by = 'gone'");
    await expect(shared().share(BOB, item('item0001'))).rejects.toMatchObject(others('Somebody else'));
    await expect(shared().withdraw(BOB, { id: 'item0001' })).rejects.toMatchObject({
      code: 'wrong_usage',
      message: '“New” was shared by somebody else: only that key, or one of the role admin, takes it back.',
    });
    await team.sql("UPDATE shared_item SET shared_by = 'k1'");
    await expect(shared().withdraw(BOB, { id: 'item0001' })).rejects.toThrow('“New” was shared by Ann: only');
    expect([await row(), await shared().version()]).toEqual([held, 2]);

    at = '2026-11-20T14:00:00.000Z';
    await shared().withdraw(ANN, { id: 'item0001' });
    const taken = { ...held, changed_at: at, deleted_at: at, revision: 3, note: '', content: '' };
    expect(await row()).toEqual(taken);
    at = '2026-11-20T15:00:00.000Z';
    for (const id of ['item0001', 'nosuch00']) await shared().withdraw(member('k12', 'admin'), { id });
    expect([await row(), (await shared().list(ANN)).items]).toEqual([taken, []]);
    await shared().share(BOB, item('item0001'));
    expect(await row()).toMatchObject({
      shared_by: 'k12',
      revision: 4,
      deleted_at: null,
      created_at: held.created_at,
    });
    await shared().withdraw(member('k1', 'admin'), { id: 'item0001' });
    expect(await shared().version()).toBe(5);
    expect(await team.sql('SELECT at, who, what, detail FROM audit ORDER BY at, what')).toEqual([
      ...[
        ['12', 'key k1 Ann', 'shared', 'item0001 view Name of item0001'],
        ['13', 'key k1 Ann', 'shared', 'item0001 list New'],
        ['14', 'key k1 Ann', 'withdrawn', 'item0001 New'],
        ['15', 'key k12 Bob', 'shared', 'item0001 view Name of item0001'],
        ['15', 'key k1 Ann', 'withdrawn', 'item0001 Name of item0001'],
      ].map(([hour, who, what, detail]) => ({ at: `2026-11-20T${hour}:00:00.000Z`, who, what, detail })),
    ]);
  });

  it('count towards exactly 2 MB for one person and 8 MB for the team', async () => {
    await shared().share(ANN, item('item0001', { name: 'é', note: '"', folder: '\u0001' }));
    const sizes = await team.sql<{ size: number }>(
      'SELECT octet_length(content) + octet_length(to_json(name || note || folder)::text) + 300 AS size FROM shared_item',
    );
    const own = sizes[0]?.size ?? 0;
    expect(own).toBe(JSON.stringify(item('').content).length + Buffer.byteLength('"é\\"\\u0001"') + 300);
    const fill = (by: string, bytes: number) =>
      team.sql(
        `INSERT INTO shared_item VALUES ('filler', 'view', '', '', '', '"' || repeat('x', $1 - 2) || '"', 1, $2, '2026', '2026', NULL)
         ON CONFLICT (id) DO UPDATE SET content = excluded.content, shared_by = excluded.shared_by`,
        [bytes - 302, by],
      );
    const again = () => shared().share(ANN, item('item0001', { name: 'é', note: '"', folder: '\u0001' }));
    await fill('k1', 2_000_000 - own);
    await again();
    await fill('k1', 2_000_001 - own);
    const refused = (who: string, most: string) => ({
      code: 'wrong_usage',
      message: `${who} can share at most ${most}, and with this item it would be more. Nothing was shared. Take back what is no longer needed first.`,
    });
    await expect(again()).rejects.toMatchObject(refused('You', '2.00 MB'));
    await fill('gone', 8_000_000 - own);
    await again();
    // The list is read up to this limit, the last shared items first.
    await team.sql("UPDATE shared_item SET changed_at = '2027' WHERE id = 'filler'");
    expect((await shared().list(ANN)).items.map(({ id }) => id)).toEqual(['item0001']);
    await fill('gone', 8_000_001 - own);
    expect((await shared().list(ANN)).items).toEqual([]);
    await expect(again()).rejects.toMatchObject(refused('The team', '8.00 MB'));
    // Items that were taken back do not count.
    await team.sql("UPDATE shared_item SET deleted_at = '2026' WHERE id = 'filler'");
    await again();
    expect(await team.sql('SELECT count(*)::int AS n FROM audit')).toEqual([{ n: 4 }]);
    expect(
      (await team.sql('SELECT revision::int AS n FROM shared_item WHERE id = $1', ['item0001']))[0],
    ).toEqual({ n: 4 });
  });

  it('are changed at most 500 times by one person within 24 hours', async () => {
    const done = (who: string, times: number, when: string, what = 'shared') =>
      team.sql(
        "INSERT INTO audit SELECT gen_random_uuid()::text, $1, $2, $3, '' FROM generate_series(1, $4::int)",
        [...[when, who, what, times]],
      );
    await done('key k12 Bob', 600, at);
    await done('key k1 Ann', 600, '2026-11-19T12:00:00.000Z');
    await done('key k1 Ann', 600, at, 'withdrawn');
    await done('key k1 Ann', 499, '2026-11-19T12:00:00.001Z');
    await shared().share(ANN, item('item0001'));
    await expect(shared().share(ANN, item('item0002'))).rejects.toMatchObject({
      code: 'wrong_usage',
      message:
        'You have shared 500 times within a day, the most for one person. Nothing was shared. Try again later.',
    });
    at = '2026-11-20T12:00:00.001Z';
    await shared().share(ANN, item('item0002'));
  });
});

it('the status has the bytes that each person keeps and shares, the largest first', async () => {
  const shares = (id: string, content: string, deletedAt: string | null = null) =>
    team.sql("INSERT INTO shared_item VALUES ($1, 'view', 'N\"', 'ö', 'f', $2, 1, 'k12', '', '', $3)", [
      ...[id, content, deletedAt],
    ]);
  const keeps = (owner: string, revision: number, content: string) =>
    team.sql("INSERT INTO own_work VALUES ($1, 'item:a', $2, $3)", [owner, revision, content]);
  await keeps('k1', 1, 'é');
  await keeps('k1', 2, 'xyz');
  await shares('one', 'x'.repeat(100));
  await shares('two', 'x'.repeat(20));
  await shares('gone', 'x'.repeat(5000), '2026-01-01');
  const ann = {
    ...{ key_id: 'k1', label: 'Ann', is_revoked: false, saved_bytes: 209, versions_bytes: 208 },
    shared_bytes: 0,
  };
  // Each item counts as 300 bytes, its content, and "N\"öf" as JSON.
  const bob = {
    ...{ key_id: 'k12', label: 'Bob', is_revoked: false, saved_bytes: 0, versions_bytes: 0 },
    shared_bytes: 408 + 328,
  };
  expect(await readStored(team.database)).toEqual([bob, ann]);
  // Both have the same size now, so the id of the key decides.
  await keeps('k1', 3, 'x'.repeat(113));
  expect(await readStored(team.database)).toEqual([{ ...ann, saved_bytes: 319, versions_bytes: 417 }, bob]);
  await team.sql("UPDATE api_key SET revoked_at = '2026-01-02' WHERE id = 'k12'");
  expect((await readStored(team.database)).map(({ is_revoked }) => is_revoked)).toEqual([false, true]);
  await team.sql('UPDATE api_key SET revoked_at = NULL');
});
