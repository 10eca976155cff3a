import { beforeEach, describe, expect, it } from 'vitest';
import type { SaveItemRequest } from '../../../service/contract/saved.ts';
import type { TeamDatabase } from '../../../service/team/connect.ts';
import { expectRoom, forgetOldest, megabytes, sizeOf } from '../../../service/team/stored-size.ts';
import { openOwnWork } from '../../../service/team/web/own-work.ts';
import { ownRows, peopleOfFile, ownView as request } from './people.ts';

/** The items that each person keeps with the team, in a real database: whole answers and whole rows. */

const team = peopleOfFile({ ann: 'Ann', bob: 'Bob' });
let at = '';
beforeEach(() => {
  at = '2026-11-20T12:00:00.000Z';
});
const workOf = (owner: string, database: TeamDatabase = team.database) =>
  openOwnWork(database, owner, () => new Date(at));

const rows = () => ownRows(team);
const revisions = async (owner: string) =>
  (await rows()).filter((row) => row.owner === owner).map(({ name, revision }) => `${name} ${revision}`);

/** @returns the team's database with a hook on each answer about the revisions of one item. */
const withRevisions = (given: (rows: object[]) => object[] | Promise<object[]>): TeamDatabase => ({
  ...team.database,
  transaction: (work) =>
    team.database.transaction((transaction) =>
      work({
        ...transaction,
        query: async <Row extends object>(sql: string, values?: []) => {
          const rows = await transaction.query<Row>(sql, values);
          return sql.includes('ORDER BY revision DESC') ? ((await given(rows)) as Row[]) : rows;
        },
      }),
    ),
});

describe('items', () => {
  it('belong to one person each, even with equal ids, and are listed by their last change', async () => {
    const [ann, bob] = [workOf('ann'), workOf('bob')];
    const { item } = await ann.save(request('item0003'));
    expect(item).toEqual({
      ...{ id: 'item0003', kind: 'view', name: 'Name of item0003', note: '', folder: '', revision: 1 },
      ...{ content: { address: '/explore', frozen: null }, created_at: at, changed_at: at, deleted_at: null },
    });
    await ann.save(request('item0001'));
    await ann.save(request('item0002'));
    await bob.save(request('item0003', { name: 'Bob’s' }));
    at = '2026-11-20T13:00:00.000Z';
    const changed = await ann.save(request('item0003', { revision: 1, note: 'new' }));
    expect(changed).toEqual({ state: 'saved', item: { ...item, note: 'new', revision: 2, changed_at: at } });
    const ids = async (of: typeof ann) =>
      (await of.items()).map(({ id, name, revision }) => [id, name, revision]);
    expect(await ids(ann)).toEqual([
      ['item0003', 'Name of item0003', 2],
      ['item0001', 'Name of item0001', 1],
      ['item0002', 'Name of item0002', 1],
    ]);
    expect(await ids(bob)).toEqual([['item0003', 'Bob’s', 1]]);
    expect(await ann.versions('item0003')).toEqual([changed.item, item]);
    expect((await bob.versions('item0003')).map(({ name }) => name)).toEqual(['Bob’s']);
    expect([await ann.version(), await bob.version(), await workOf('nobody').version()]).toEqual([4, 1, 0]);
  });

  it('stay as they are after a change without effect, and after a conflict with another window', async () => {
    const ann = workOf('ann');
    const { item } = await ann.save(request('item0001'));
    at = '2026-11-20T13:00:00.000Z';
    expect(await ann.save(request('item0001', { revision: 1 }))).toEqual({ state: 'saved', item });
    const second = await ann.save(request('item0001', { revision: 1, note: 'one' }));
    expect(await ann.save(request('item0001', { revision: 1, note: 'two' }))).toEqual({
      state: 'conflict',
      item: second.item,
    });
    expect(await ann.save(request('item0001', { revision: 1, folder: 'f' }))).toMatchObject({
      state: 'conflict',
    });
    expect(await ann.save(request('item0001', { revision: 2, folder: 'f' }))).toMatchObject({
      state: 'saved',
      item: { note: '', folder: 'f', revision: 3 },
    });
    await expect(ann.save(request('item0001', { kind: 'list', revision: 3 }))).rejects.toMatchObject({
      code: 'wrong_usage',
    });
    expect(await revisions('ann')).toEqual(['item:item0001 1', 'item:item0001 2', 'item:item0001 3']);
    // The second of two simultaneous changes waits until the first is stored.
    const [isRead, mayStore] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow = withRevisions(async (rows) => {
      isRead.resolve();
      await mayStore.promise;
      return rows;
    });
    const first = workOf('ann', slow).save(request('item0001', { revision: 3, note: 'first' }));
    await isRead.promise;
    const both = [first, ann.save(request('item0001', { revision: 3, note: 'second' }))];
    const waiting =
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
    try {
      await expect.poll(() => team.sql(waiting)).toHaveLength(1);
    } finally {
      mayStore.resolve();
    }
    expect(await Promise.all(both)).toMatchObject([{ state: 'saved' }, { state: 'conflict' }]);
  });

  it('have fifty versions at most', async () => {
    const ann = workOf('ann');
    const content = JSON.stringify({ ...request('x'), created_at: at, changed_at: at, deleted_at: null });
    await team.sql(
      "INSERT INTO own_work SELECT owner, 'item:item0001', n, $1 FROM generate_series(1, 50) AS n, (VALUES ('ann'), ('bob')) AS x(owner)",
      [content],
    );
    await ann.save(request('item0001', { revision: 50, note: 'new' }));
    const held = await revisions('ann');
    expect([held.length, held.some((row) => row.endsWith(' 1')), held.at(-1)]).toEqual([
      50,
      false,
      'item:item0001 51',
    ]);
    expect((await ann.versions('item0001'))[0]).toMatchObject({ revision: 51, note: 'new' });
    expect(await revisions('bob')).toHaveLength(50);
  });

  it('that are removed for good leave one row together, which still counts their versions', async () => {
    const [ann, bob] = [workOf('ann'), workOf('bob')];
    // An older node left a row for a removed item.
    await team.sql("INSERT INTO own_work VALUES ('ann', 'item:before00', 3, '')");
    for (const id of ['item0001', 'item0002', 'item0003']) await ann.save(request(id));
    await bob.save(request('item0001'));
    await ann.save(request('item0001', { revision: 1, note: 'new' }));
    await ann.remove('item0001');
    expect([await revisions('ann'), await ann.version()]).toEqual([
      ['item:item0002 1', 'item:item0003 1', 'removed 6'],
      8,
    ]);
    await ann.remove('item0002');
    expect([await revisions('ann'), await ann.version()]).toEqual([['item:item0003 1', 'removed 8'], 9]);
    // A missing item is not removed again.
    for (const id of ['item0001', 'nosuch00']) await ann.remove(id);
    expect([await revisions('ann'), await ann.version()]).toEqual([['item:item0003 1', 'removed 8'], 9]);
    expect([(await ann.items()).length, await revisions('bob')]).toEqual([1, ['item:item0001 1']]);
    await expect(ann.save(request('item0001', { revision: 2 }))).rejects.toThrow(/removed for good/);
    // A new item with the id of a removed one gets the next revision.
    await team.sql("INSERT INTO own_work VALUES ('bob', 'item:before00', 3, '')");
    expect((await bob.save(request('before00'))).item.revision).toBe(4);
  });

  it('leave the bin 30 days later, by the newest change that is at least a day old', async () => {
    const ann = workOf('ann');
    await ann.save(request('item0001'));
    await ann.save(request('item0001', { revision: 1, is_deleted: true }));
    at = '2026-12-20T12:00:00.000Z';
    await ann.save(request('item0002'));
    const ids = async () => (await ann.items()).map(({ id }) => id);
    at = '2026-12-21T12:00:00.000Z';
    // Exactly 30 days have passed: the item stays.
    expect(await ids()).toEqual(['item0002', 'item0001']);
    at = '2026-12-20T12:00:00.001Z';
    await ann.save(request('item0003'));
    at = '2026-12-21T12:00:00.000Z';
    expect(await ids()).toEqual(['item0003', 'item0002', 'item0001']);
    at = '2026-12-21T12:00:00.001Z';
    expect(await ids()).toEqual(['item0003', 'item0002']);
    expect(await revisions('ann')).toEqual(['item:item0002 1', 'item:item0003 1', 'removed 3']);
  });

  it('are 2,000 at most, and the stored ones may still be changed', async () => {
    const content = JSON.stringify({ ...request('x'), created_at: at, changed_at: at, deleted_at: null });
    await team.sql(
      "INSERT INTO own_work SELECT 'ann', 'item:' || lpad(n::text, 8, '0'), 1, $1 FROM generate_series(1, 1999) AS n",
      [content],
    );
    await team.sql(
      "INSERT INTO own_work VALUES ('ann', 'preferences', 1, '{}'), ('ann', 'item:removed0', 1, '')",
    );
    const ann = workOf('ann');
    await ann.save(request('item2000'));
    await expect(ann.save(request('item2001'))).rejects.toMatchObject({
      code: 'wrong_usage',
      message: 'Nobody can save more than 2000 items, those in the bin included. Remove some for good first.',
    });
    expect(await ann.save(request('item2000', { revision: 1, note: 'x' }))).toMatchObject({ state: 'saved' });
    await workOf('bob').save(request('item2001'));
  });

  it('of an unknown form are left alone', async () => {
    await team.sql(`INSERT INTO own_work VALUES ('ann', 'item:newer000', 1, '{"kind":"hologram"}')`);
    const ann = workOf('ann');
    await ann.save(request('item0001'));
    expect([(await ann.items()).map(({ id }) => id), await ann.versions('newer000')]).toEqual([
      ['item0001'],
      [],
    ]);
    expect(await revisions('ann')).toEqual(['item:item0001 1', 'item:newer000 1']);
  });

  it('that an older node changed at the same time are not overwritten', async () => {
    await workOf('ann').save(request('item0001'));
    const stale = withRevisions(() => []);
    await expect(workOf('ann', stale).save(request('item0001', { note: 'mine' }))).rejects.toMatchObject({
      code: 'cancelled',
      message: 'Other windows changed the same at the same time.',
    });
    expect((await workOf('ann').items())[0]).toMatchObject({ note: '', revision: 1 });
  });
});

describe('preferences and pairs', () => {
  it('belong to one person each, and null removes a preference', async () => {
    const [ann, bob] = [workOf('ann'), workOf('bob')];
    await ann.setPreferences({ theme: 'dark', density: 'compact' });
    await bob.setPreferences({ theme: 'light' });
    await bob.setPreferences({ density: 'compact' });
    expect([await ann.preferences(), await bob.preferences(), await workOf('nobody').preferences()]).toEqual([
      { theme: 'dark', density: 'compact' },
      { theme: 'light', density: 'compact' },
      {},
    ]);
    await ann.setPreferences({ theme: 'light', density: null });
    expect(await ann.preferences()).toEqual({ theme: 'light' });
    await expect(ann.setPreferences({ theme: 'pink' })).rejects.toMatchObject({ code: 'wrong_usage' });
    // Only the newest revision is kept.
    expect(await revisions('ann')).toEqual(['preferences 2']);
    await team.sql(
      `UPDATE own_work SET content = '{"theme":"dark","later":1,"density":7}' WHERE owner = 'ann'`,
    );
    expect(await ann.preferences()).toEqual({ theme: 'dark' });
  });

  it('a pair holds both tickers and is stored once, and the last confirmed comes first', async () => {
    const [ann, bob] = [workOf('ann'), workOf('bob')];
    const pair = (before: string, after: string) => ({
      before: { ticker: before, name: ` Name of ${before} ` },
      after: { ticker: after, name: ` Name of ${after} ` },
    });
    const stored = (before: string, after: string, confirmed_at: string) => ({
      before: { ticker: before, name: `Name of ${before}` },
      after: { ticker: after, name: `Name of ${after}` },
      confirmed_at,
    });
    const first = at;
    await ann.setPair({ ...pair('BLL', 'BALL'), is_same: true });
    at = '2026-11-20T13:00:00.000Z';
    await ann.setPair({ ...pair('BLL', 'X'), is_same: true });
    await ann.setPair({ ...pair('Y', 'BALL'), is_same: true });
    await ann.setPair({ ...pair('BLL', 'BALL'), is_same: true });
    const all = [stored('Y', 'BALL', at), stored('BLL', 'X', at), stored('BLL', 'BALL', first)];
    expect([await ann.pairs(), await bob.pairs()]).toEqual([all, []]);
    await ann.setPair({ ...pair('X', 'BLL'), is_same: false });
    expect(await revisions('ann')).toEqual(['same-companies 3']);
    await ann.setPair({ ...pair('BLL', 'X'), is_same: false });
    expect(await ann.pairs()).toEqual([all[0], all[2]]);
    const thousand = Array.from({ length: 999 }, (_, n) => stored(`A${n}`, 'B', at));
    await team.sql("UPDATE own_work SET content = $1 WHERE owner = 'ann'", [JSON.stringify(thousand)]);
    await ann.setPair({ ...pair('A999', 'B'), is_same: true });
    await expect(ann.setPair({ ...pair('A1000', 'B'), is_same: true })).rejects.toThrow(
      'Nobody can confirm more than 1000 pairs. Take one back first.',
    );
    expect(await ann.pairs()).toHaveLength(1000);
  });
});

describe('the space of one person', () => {
  /** Stores a row that counts as `bytes`. */
  const fill = (owner: string, name: string, revision: number, bytes: number, changed_at = '2020') => {
    const content = `{"changed_at":"${changed_at}","x":""}`;
    const filled = content.replace('""', `"${'x'.repeat(bytes - sizeOf({ name, content }))}"`);
    return team.sql('INSERT INTO own_work VALUES ($1, $2, $3, $4)', [owner, name, revision, filled]);
  };

  it('is counted as the bytes of the name and the content, and 200 for each row', () => {
    expect(sizeOf({ name: 'é', content: '"→"' })).toBe(207);
    expect([megabytes(9_944_000), megabytes(0), megabytes(4999)]).toEqual(['9.94 MB', '0.00 MB', '0.00 MB']);
  });

  it('is exactly 8 MB for current items, and older versions do not count', async () => {
    await fill('ann', 'item:a', 1, 3_000_000);
    await fill('ann', 'item:a', 2, 5_000_000);
    await fill('ann', 'item:b', 1, 1_999_990);
    await fill('bob', 'item:a', 1, 7_000_000);
    const room = (more: number) => expectRoom(team.database, 'ann', more, async () => 'Remove some.');
    await room(1_000_010);
    await expect(room(1_000_011)).rejects.toMatchObject({
      code: 'wrong_usage',
      message:
        'You keep 7.00 MB with the team, and one person keeps at most 8.00 MB. This would take 1.00 MB more. Remove some.',
    });
    await fill('ann', 'item:c', 1, 3_000_000);
    await room(0);
    await expect(room(1)).rejects.toThrow(/^You keep 10\.00 MB/);
  });

  it('the oldest versions are removed first, by time, name and revision, and current items stay', async () => {
    await fill('ann', 'item:b', 1, 1_000_000, '2021');
    await fill('ann', 'item:b', 2, 1_000_000, '2019');
    await fill('ann', 'item:b', 3, 3_000_000, '2018');
    await fill('ann', 'item:a', 1, 1_000_000, '2020');
    await fill('ann', 'item:a', 2, 1_000_000, '2020');
    await fill('ann', 'item:a', 3, 2_000_000, '2017');
    for (const revision of [1, 2, 3]) await fill('bob', 'item:b', revision, 3_000_000, '2010');
    await forgetOldest(team.database, 'ann');
    expect(await revisions('ann')).toEqual(['item:a 1', 'item:a 2', 'item:a 3', 'item:b 1', 'item:b 3']);
    await fill('ann', 'item:c', 1, 1000, '2016');
    await forgetOldest(team.database, 'ann');
    expect(await revisions('ann')).toEqual(['item:a 2', 'item:a 3', 'item:b 1', 'item:b 3', 'item:c 1']);
    await fill('ann', 'item:d', 1, 999_000, '2016');
    await workOf('ann').save(request('item0001'));
    // Versions of the same time are removed in the order of their names.
    expect(await revisions('ann')).toEqual([
      ...['item:a 3', 'item:b 1', 'item:b 3', 'item:c 1', 'item:d 1', 'item:item0001 1'],
    ]);
    expect(await revisions('bob')).toHaveLength(3);
  });

  it('a refusal names the size of the bin and the largest item, and moving to the bin needs no room', async () => {
    const ann = workOf('ann');
    const kept = (id: string, bytes: number, deleted_at: string | null) =>
      team.sql('INSERT INTO own_work VALUES ($1, $2, 1, $3)', [
        ...['ann', `item:${id}`],
        JSON.stringify({
          ...{ kind: 'view', name: id, note: '', folder: '', created_at: at, changed_at: at, deleted_at },
          content: { address: '/explore', frozen: null, more: 'x'.repeat(bytes) },
        }),
      ]);
    await kept('smaller0', 1_250_000, at);
    await kept('largest0', 6_740_000, null);
    await kept('binned00', 5000, at);
    await expect(ann.save(request('item0001', { note: 'é'.repeat(9000) }))).rejects.toThrow(
      'You keep 8.00 MB with the team, and one person keeps at most 8.00 MB. This would take 0.02 MB more. Remove items for good first: those in the bin take 1.26 MB, and the largest is “largest0” with 6.74 MB.',
    );
    const [largest] = (await ann.items()).filter(({ id }) => id === 'largest0');
    if (!largest) throw new Error('It is not there.');
    await fill('ann', 'more', 1, 4700);
    const { created_at: _, changed_at: __, deleted_at: ___, ...fields } = largest;
    const moved = await ann.save({ ...fields, is_deleted: true } as SaveItemRequest);
    expect(moved.item.deleted_at).toBe(at);
    await team.sql("DELETE FROM own_work WHERE name LIKE 'item:%'");
    await fill('ann', 'other', 1, 8_000_000);
    await expect(ann.setPreferences({ theme: 'dark' })).rejects.toThrow(
      /more\. Remove what you keep first\.$/,
    );
  });
});
