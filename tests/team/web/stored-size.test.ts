import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { statusLines } from '../../../service/cli/team.ts';
import type { Item } from '../../../service/contract/saved.ts';
import type { SharedItems } from '../../../service/contract/shared.ts';
import { openTeamDatabase, readTeamStatus } from '../../../service/team/index.ts';
import { openFollowedShared } from '../../../service/team/web/index.ts';
import { itemOf, nodeOfFile } from './node-with-people.ts';

/** How much one person may keep with the team and share, whatever the role of the key: 8 MB and 2 MB, and 8 MB of all that is shared. */

const node = nodeOfFile();
beforeEach(() =>
  ask("DELETE FROM own_work; DELETE FROM shared_item; DELETE FROM audit WHERE what = 'shared'"),
);

const ask = <Row extends object>(sql: string) => node.postgres.query<Row>(node.address.database, sql);

/** @returns how many bytes are kept, and rows. */
const kept = async () =>
  (
    await ask<{ bytes: number; rows: number }>(
      'SELECT coalesce(sum(octet_length(content)), 0)::int AS bytes, count(*)::int AS rows FROM own_work',
    )
  )[0] ?? { bytes: 0, rows: 0 };

/** Stores revisions of an item, of 200 kB each. @param id at least eight letters. @param year of the changes. */
const fill = (id: string, revisions: number, year: number) => {
  const content = `'{"kind":"view","name":"${id}","note":"\\u0000","folder":"","created_at":"${year}-01-01T00:00:00.000Z","changed_at":"${year}-01-01T00:00:' || lpad(n::text, 2, '0') || '.000Z","deleted_at":null,"content":{"address":"/explore","frozen":null,"more":"' || repeat('x', 200000) || '"}}'`;
  return ask(
    `INSERT INTO own_work SELECT '${node.keys.read.id}', 'item:${id}', n, ${content} FROM generate_series(1, ${revisions}) AS n`,
  );
};

const save = (body: object) =>
  node.post('/team/v1/page/save-item', {
    session: node.sessions.read,
    body: { revision: 0, is_deleted: false, ...body },
  });
const items = async () =>
  ((await node.ask('/team/v1/page/saved', { session: node.sessions.read })).json() as { items: Item[] })
    .items;
const revisionsOf = async (id: string) =>
  (await ask<{ revision: string }>(`SELECT revision FROM own_work WHERE name = 'item:${id}' ORDER BY 1`)).map(
    ({ revision }) => Number(revision),
  );

describe('what a person keeps', () => {
  it('is bounded: the oldest versions of any item make room, and no current one', async () => {
    await fill('longago00', 25, 2001);
    await fill('thisyear0', 25, 2026);
    const before = await kept();
    expect(before.bytes).toBeGreaterThan(10_000_000);
    const { status, text } = await save(itemOf('One more'));
    expect([status, text]).toEqual([200, expect.stringContaining('One more')]);
    const after = await kept();
    expect(after.bytes).toBeLessThan(8_000_000);
    // No more than must go.
    expect(after.bytes).toBeGreaterThan(7_700_000);
    const old = await revisionsOf('longago00');
    expect(old).toEqual(Array.from({ length: old.length }, (_, at) => 25 - old.length + 1 + at));
    expect(await revisionsOf('thisyear0')).toHaveLength(25);
    expect((await items()).map(({ name }) => name).toSorted()).toEqual([
      'One more',
      'longago00',
      'thisyear0',
    ]);
  });

  it('is refused with how much there is and what may go where current items alone are too much; these can be removed', async () => {
    for (let n = 10; n < 49; n++) await fill(`current${n}`, 1, 2020);
    const long = () => save({ ...itemOf('Long'), note: 'é'.repeat(10_000) });
    let refused = await long();
    for (let more = 0; refused.status === 200 && more < 20; more++) refused = await long();
    expect([refused.status, refused.text]).toEqual([
      422,
      expect.stringMatching(
        /You keep 7\.9\d MB with the team, and one person keeps at most 8\.00 MB\..*for good first: those in the bin take 0\.00 MB, and the largest is “current10” with 0\.20 MB/,
      ),
    ]);
    const count = (await items()).length;
    const [first] = (await items()).filter(({ name }) => name === 'current10') as [Item];
    const { id, kind, name, note, folder, content } = first;
    const toBin = await save({ id, kind, name, note, folder, content, revision: 1, is_deleted: true });
    expect([toBin.status, (toBin.json() as { item: Item }).item.deleted_at]).toEqual([
      200,
      expect.any(String),
    ]);
    expect((await long()).text).toContain('those in the bin take 0.20 MB');
    expect((await items()).length).toBe(count);
    await node.post('/team/v1/page/remove-item', { session: node.sessions.read, body: { id } });
    expect((await long()).status).toBe(200);
    expect((await kept()).bytes).toBeLessThan(8_000_000);
  });

  it('grows by nothing when items are made and removed for good, and its version does not become less', async () => {
    const version = async () =>
      (
        (await node.ask('/team/v1/page/work-version', { session: node.sessions.read })).json() as {
          version: number;
        }
      ).version;
    let last = await version();
    // A node of before left a row of each.
    await ask(
      `INSERT INTO own_work SELECT '${node.keys.read.id}', 'item:gone0000' || n, 3, '' FROM generate_series(1, 9) AS n`,
    );
    for (let n = 0; n < 6; n++) {
      const item = itemOf(`Item ${n}`);
      expect((await save(item)).status).toBe(200);
      await node.post('/team/v1/page/remove-item', { session: node.sessions.read, body: { id: item.id } });
      const next = await version();
      expect(next).toBeGreaterThan(last);
      last = next;
    }
    expect(await kept()).toEqual({ bytes: 0, rows: 1 });
  });

  it('takes changes of several windows at the same time, one after the other', async () => {
    const item = itemOf('Together');
    await save(item);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => save({ ...item, revision: 1, note: `By ${n}` })),
    );
    const states = answers.map(({ json }) => (json() as { state: string }).state);
    expect(states.toSorted()).toEqual([...Array.from({ length: 7 }, () => 'conflict'), 'saved']);
    expect(await revisionsOf(item.id)).toEqual([1, 2]);
  });

  it('has at most 1,000 confirmed pairs', async () => {
    const pairs = Array.from({ length: 1000 }, (_, n) => ({
      before: { ticker: `A${n}`, name: '' },
      after: { ticker: `B${n}`, name: '' },
      confirmed_at: '2026-01-01T00:00:00.000Z',
    }));
    await ask(
      `INSERT INTO own_work VALUES ('${node.keys.read.id}', 'same-companies', 1, '${JSON.stringify(pairs)}')`,
    );
    const set = (ticker: string, is_same: boolean) =>
      node.post('/team/v1/page/set-same-company', {
        session: node.sessions.read,
        body: {
          before: { ticker, name: '' },
          after: { ticker: ticker.replace('A', 'B'), name: '' },
          is_same,
        },
      });
    expect((await set('A5000', true)).text).toMatch(/more than 1000 pairs/);
    expect((await set('A7', false)).status).toBe(200);
    expect((await set('A5000', true)).status).toBe(200);
  });
});

describe('what is shared', () => {
  const share = (name: string) =>
    node.post('/team/v1/share', {
      key: node.keys.publish.key,
      body: { ...itemOf(name), note: 'é'.repeat(5000) },
    });
  const put = (by: string, count: number) =>
    ask(
      `INSERT INTO shared_item SELECT 'by${by}' || lpad(n::text, 8, '0'), 'view', 'Name ' || n, '', '',
        '{"address":"/explore","frozen":null,"more":"' || repeat('x', 100000) || '"}', 1, '${by}', '2026-01-01', '2026-01-01', NULL
       FROM generate_series(1, ${count}) AS n`,
    );
  const listed = async () =>
    (await node.ask('/team/v1/shared', { key: node.keys.read.key })).json() as SharedItems;

  it('is bounded for a person and for the team, and nothing of what is refused stays', async () => {
    await put(node.keys.publish.id, 19);
    expect((await share('Fits')).status).toBe(200);
    await put('another', 1);
    await put('somebody', 55);
    const refused = [];
    for (let n = 0; n < 20; n++) refused.push(await share(`Item ${n}`));
    const [first] = refused.filter(({ status }) => status !== 200);
    expect([first?.status, first?.text]).toEqual([
      422,
      expect.stringMatching(/You can share at most 2\.00 MB/),
    ]);
    await ask(`DELETE FROM shared_item WHERE shared_by = '${node.keys.publish.id}'`);
    await put('many', 24);
    expect((await share('Too much')).text).toMatch(/The team can share at most 8\.00 MB/);
    const audited = await ask("SELECT 1 FROM audit WHERE what = 'shared'");
    expect(audited).toHaveLength(1 + refused.filter(({ status }) => status === 200).length);
  });

  it('is read up to its bound and no further, the last shared first', async () => {
    await put('somebody', 200);
    const { items: some } = await listed();
    expect(some.length).toBeGreaterThan(70);
    expect(some.length).toBeLessThan(80);
    await share('The newest').catch(() => undefined);
    const chart = some[0]?.id;
    const withdrawn = await node.post('/team/v1/withdraw', { key: node.keys.admin.key, body: { id: chart } });
    expect((withdrawn.json() as SharedItems).items.map(({ id }) => id)).not.toContain(chart);
    // What was taken back keeps no content.
    expect(await ask(`SELECT note, content FROM shared_item WHERE id = '${chart}'`)).toEqual([
      { note: '', content: '' },
    ]);
  });

  it('is changed by one person 500 times in a day', async () => {
    const row = `'key ${node.keys.publish.id} Paul', 'shared', ''`;
    const rows = (at: string, prefix: string) =>
      ask(`INSERT INTO audit SELECT '${prefix}' || n, '${at}', ${row} FROM generate_series(1, 500) AS n`);
    await rows('2020-01-01T00:00:00.000Z', 'old');
    expect((await share('Today')).status).toBe(200);
    await rows(new Date().toISOString(), 'new');
    expect((await share('Once more')).text).toMatch(/shared 500 times within a day/);
  });
});

it('a desktop stops to read what the team shares at its bound, however much is sent', async () => {
  let sentBytes = 0;
  const chunk = Buffer.alloc(1024 * 1024, 0x20);
  const endless = createServer(async (_request, answer) => {
    answer.writeHead(200, { 'Content-Type': 'application/json' });
    while (!answer.destroyed && sentBytes < 300 * chunk.length) {
      answer.write(chunk);
      // Written faster than it is read.
      do await sleep(1);
      while (answer.writableNeedDrain && !answer.destroyed);
      sentBytes += chunk.length;
    }
    answer.end();
  });
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  const how = {
    address,
    key: 'alm_key_of_a_test',
    folder: node.dataDir,
    now: () => new Date(),
    onSent: () => undefined,
  };
  const desktop = openFollowedShared(how);
  try {
    await expect(desktop.list()).rejects.toMatchObject({ code: 'team_refused' });
    expect(sentBytes).toBeLessThan(100 * chunk.length);
  } finally {
    await desktop.close();
    endless.closeAllConnections();
    endless.close();
  }
});

it('the status of a team has a line for each who keeps or shares something', async () => {
  await save(itemOf('Mine'));
  await fill('versions0', 3, 2020);
  await node.post('/team/v1/share', { key: node.keys.publish.key, body: itemOf('Ours') });
  const database = openTeamDatabase(node.address);
  try {
    const lines = statusLines(await readTeamStatus(database));
    expect(lines.find((line) => line.startsWith('PERSON'))).toMatch(/KEY +SAVED +OLD VERSIONS +SHARED/);
    expect(lines.find((line) => line.startsWith('Rita'))).toMatch(/ 20\d kB +40\d kB +0 kB/);
    expect(lines.at(-1)).toMatch(/^Paul .* 0 kB +0 kB +\d kB$/);
  } finally {
    await database.close();
  }
});
