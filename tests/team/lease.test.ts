import { describe, expect, it, onTestFinished } from 'vitest';
import { openLease } from '../../service/team/membership.ts';
import { joinNodes, listNodes } from '../../service/team/nodes.ts';
import { openedDatabase, teamWithSchema } from './admission/opened-keys.ts';
import { postgresOfFile } from './postgres-of-file.ts';

/** Which node refreshes, and which nodes there are. */

const postgres = postgresOfFile();

const team = () => teamWithSchema(postgres);

function lease(address: Awaited<ReturnType<typeof team>>, holder: string, lastsMs = 30_000) {
  const database = openedDatabase(address);
  const options = { database, name: 'refresh', holder, lastsMs, renewMs: 20, log: () => undefined };
  const opened = openLease(options);
  onTestFinished(() => opened.close());
  return { ...opened, database };
}

describe('the lease of the refreshes', () => {
  it('has one holder, and goes to another node when it is given back', async () => {
    const address = await team();
    const one = lease(address, 'one');
    await expect.poll(() => one.isHeld()).toBe(true);
    const two = lease(address, 'two');
    await two.database.query('SELECT 1');
    expect([one.isHeld(), two.isHeld()]).toEqual([true, false]);
    await one.close();
    expect(one.isHeld()).toBe(false);
    await expect.poll(() => two.isHeld()).toBe(true);
  });

  it('goes to another node when its holder is silent, and never has two holders', async () => {
    const address = await team();
    const lastsMs = 600;
    const one = lease(address, 'one', lastsMs);
    await expect.poll(() => one.isHeld()).toBe(true);
    const two = lease(address, 'two', lastsMs);
    // The first cannot ask any more.
    await one.database.close();
    let isBoth = false;
    await expect
      .poll(
        () => {
          isBoth ||= one.isHeld() && two.isHeld();
          return two.isHeld();
        },
        { interval: 1, timeout: 10_000 },
      )
      .toBe(true);
    expect([isBoth, one.isHeld()]).toEqual([false, false]);
  });
});

describe('the nodes of a team', () => {
  it('report themselves, count those that reported lately, leave, and are forgotten after a day', async () => {
    const address = await team();
    const database = openedDatabase(address);
    const log: string[] = [];
    const join = (id: string) =>
      joinNodes({
        database,
        node: { id, name: id, url: `http://${id}:4780`, almanac_version: '1.2.3' },
        version: () => 7,
        log: (line) => log.push(line),
        reportMs: 100,
      });
    const one = await join('one');
    const two = await join('two');
    expect(two.count()).toBe(2);
    await expect.poll(() => one.count()).toBe(2);
    expect(await listNodes(database)).toMatchObject([
      { id: 'one', url: 'http://one:4780', almanac_version: '1.2.3', team_version: 7 },
      { id: 'two' },
    ]);
    const day = 24 * 60 * 60_000;
    await postgres.query(
      address.database,
      `INSERT INTO node SELECT x.id, x.id, '', '', 0, o.seen_at - x.ago FROM node o,
       (VALUES ('silent', 60000), ('forgotten', ${day + 60_000})) AS x(id, ago) WHERE o.id = 'one'`,
    );
    await expect
      .poll(async () => (await listNodes(database)).map(({ id }) => id))
      .toEqual(['one', 'silent', 'two']);
    expect(one.count()).toBe(2);
    await one.close();
    await expect.poll(() => two.count()).toBe(1);
    await two.close();
    expect((await listNodes(database)).map(({ id }) => id)).toEqual(['silent']);
    expect(log).toEqual([]);
  });
});
