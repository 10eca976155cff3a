import { beforeEach, describe, expect, it } from 'vitest';
import type { TeamDatabase } from '../../../service/team/connect.ts';
import { openOwnWork } from '../../../service/team/web/own-work.ts';
import { ownRows, peopleOfFile, ownView as request } from './people.ts';

/** What each person keeps with the team, in the database itself: whole answers and rows, of two people at a time. */

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

/** The team's database; the answers about the revisions of one thing go through a test. */
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
  it('are each person’s own, also where two have the same id, the last changed first', async () => {
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

  it('that nothing changes, or that another window has changed, stay as they are', async () => {
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
    // The second of two at the same time waits until the first is stored.
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

  it('that are removed for good leave one row in all, and their versions stay counted', async () => {
    const [ann, bob] = [workOf('ann'), workOf('bob')];
    // A node of before left a row of one.
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
    // What is not there is not removed once more.
    for (const id of ['item0001', 'nosuch00']) await ann.remove(id);
    expect([await revisions('ann'), await ann.version()]).toEqual([['item:item0003 1', 'removed 8'], 9]);
    expect([(await ann.items()).length, await revisions('bob')]).toEqual([1, ['item:item0001 1']]);
    await expect(ann.save(request('item0001', { revision: 2 }))).rejects.toThrow(/removed for good/);
    // A new one of its name has the next revision.
    await team.sql("INSERT INTO own_work VALUES ('bob', 'item:before00', 3, '')");
    expect((await bob.save(request('before00'))).item.revision).toBe(4);
  });

  it('in the bin go after 30 days, as the last thing of a day ago or earlier says', async () => {
    const ann = workOf('ann');
    await ann.save(request('item0001'));
    await ann.save(request('item0001', { revision: 1, is_deleted: true }));
    at = '2026-12-20T12:00:00.000Z';
    await ann.save(request('item0002'));
    const ids = async () => (await ann.items()).map(({ id }) => id);
    at = '2026-12-21T12:00:00.000Z';
    // Deleted 30 days before, to the millisecond: it stays.
    expect(await ids()).toEqual(['item0002', 'item0001']);
    at = '2026-12-20T12:00:00.001Z';
    await ann.save(request('item0003'));
    at = '2026-12-21T12:00:00.000Z';
    expect(await ids()).toEqual(['item0003', 'item0002', 'item0001']);
    at = '2026-12-21T12:00:00.001Z';
    expect(await ids()).toEqual(['item0003', 'item0002']);
    expect(await revisions('ann')).toEqual(['item:item0002 1', 'item:item0003 1', 'removed 3']);
  });

  it('are 2,000 at most; what is there may be changed all the same', async () => {
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

  it('of a form that is not known here are left alone', async () => {
    await team.sql(`INSERT INTO own_work VALUES ('ann', 'item:newer000', 1, '{"kind":"hologram"}')`);
    const ann = workOf('ann');
    await ann.save(request('item0001'));
    expect([(await ann.items()).map(({ id }) => id), await ann.versions('newer000')]).toEqual([
      ['item0001'],
      [],
    ]);
    expect(await revisions('ann')).toEqual(['item:item0001 1', 'item:newer000 1']);
  });

  it('that a node of before has changed at the same time are not overwritten', async () => {
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
  it('are each person’s own, and null removes one', async () => {
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
    // Of all revisions the newest is kept.
    expect(await revisions('ann')).toEqual(['preferences 2']);
    await team.sql(
      `UPDATE own_work SET content = '{"theme":"dark","later":1,"density":7}' WHERE owner = 'ann'`,
    );
    expect(await ann.preferences()).toEqual({ theme: 'dark' });
  });

  it('a pair is of both tickers, the last confirmed first, and stored once', async () => {
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
