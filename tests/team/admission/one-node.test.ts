import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { keyHash } from '../../../service/keys/index.ts';
import { type Engine, EngineAway } from '../../../service/team/admission/engine.ts';
import { COUNTS, CREATE, NOTE, TAKE_BACK } from '../../../service/team/admission/statements.ts';
import { openTeamKeys, type TeamKeysOptions } from '../../../service/team/admission/team-keys.ts';
import { migrateTeam, openTeamDatabase, type TeamDatabase } from '../../../service/team/index.ts';
import { postgresOfFile } from '../team.ts';

/** A team's keys at one node whose clock and engine the test controls: whole answers and whole rows. */

/** Opens a node. `state`: its clock, whether its database is away, and a hook before each question. */
async function oneNode(database: TeamDatabase, options: Partial<TeamKeysOptions> = {}) {
  const state = {
    ...{ at: '2026-11-20T12:00:10.000Z', isAway: false, awayMs: 1, nodes: 4, log: [] as string[] },
    before: undefined as ((statement: string) => Promise<void>) | undefined,
    asked: 0,
  };
  const engine: Engine = {
    async ask(statement, values) {
      state.asked += 1;
      if (state.isAway) throw new EngineAway('Gone.');
      await state.before?.(statement);
      return await database.query(statement, values);
    },
    isAway: () => state.isAway,
    awayMs: () => (state.isAway ? state.awayMs : 0),
    close: () => undefined,
  };
  const now = () => new Date(state.at);
  const keys = await openTeamKeys({
    ...{ database, engine, now, nodes: () => state.nodes, who: 'node one' },
    log: (line) => state.log.push(line),
    ...options,
  });
  return { keys, state };
}

let database: TeamDatabase;
let name = '';
const postgres = postgresOfFile(async () => {
  const where = await postgres.freshDatabase();
  name = where.database;
  database = openTeamDatabase(where);
  await migrateTeam(database);
});
afterAll(() => database?.close());
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  await sql('DELETE FROM api_key; DELETE FROM use_count; DELETE FROM audit');
});
/** Waits long enough that the next request of a key counts only itself. */
const pause = () => void vi.advanceTimersByTime(251);

const sql = <Row extends object>(text: string) => postgres.query<Row>(name, text);

const opened = (options: Partial<TeamKeysOptions> = {}) => oneNode(database, options);

describe('keys', () => {
  it('are made, listed by age with today’s and this minute’s use, and revoked', async () => {
    let made = 0;
    // The list must wait until the last uses are noted.
    const query: TeamDatabase['query'] = async (text, values) => {
      if (text === NOTE) await turn();
      // The first id belongs to another key.
      return text === CREATE && made++ === 0 ? [] : database.query(text, values);
    };
    const { keys, state } = await opened({ database: { ...database, query } });
    const read = await keys.create('  notebook ');
    state.at = '2026-11-20T12:00:20.000Z';
    const admin = await keys.create('operator', 'admin');
    state.at = '2026-11-20T12:00:05.000Z';
    const fred = await keys.createForFred('julia');
    const unused = { last_used_at: null, last_client: null, revoked_at: null };
    expect([read, admin, fred]).toEqual([
      {
        ...{ id: expect.stringMatching(/^[a-z2-9]{6}$/), label: 'notebook' },
        ...{ role: 'read', is_for_fred: false },
        ...{ key: expect.stringMatching(/^alm_/), last4: read.key.slice(-4), ...unused },
        created_at: '2026-11-20T12:00:10.000Z',
      },
      {
        ...{ id: expect.any(String), label: 'operator', role: 'admin', is_for_fred: false },
        ...{ key: expect.stringMatching(/^alm_/), last4: admin.key.slice(-4), ...unused },
        created_at: '2026-11-20T12:00:20.000Z',
      },
      {
        ...{ id: expect.any(String), label: 'julia', role: 'read', is_for_fred: true },
        ...{ key: expect.stringMatching(/^[0-9a-f]{32}$/), last4: fred.key.slice(-4), ...unused },
        created_at: '2026-11-20T12:00:05.000Z',
      },
    ]);
    state.at = '2026-11-20T12:00:30.000Z';
    await keys.admit({ key: admin.key }, 'curl/8');
    await keys.admit({ id: admin.id }, 'R');
    keys.note(fred.id, 'Julia');
    const [madeOf, ofAdmin, ofFred] = [read, admin, fred].map(({ key: _, ...rest }) => rest);
    const at = '2026-11-20T12:00:30.000Z';
    // A minute may end here, so the count of this minute varies.
    expect(await keys.list()).toEqual([
      { ...ofFred, last_used_at: at, last_client: 'Julia', today: 0, this_minute: 0 },
      { ...madeOf, today: 0, this_minute: 0 },
      { ...ofAdmin, last_used_at: at, last_client: 'R', today: 2, this_minute: expect.toBeOneOf([0, 1, 2]) },
    ]);
    await sql('UPDATE use_count SET minute = minute - 1, day = day - 1');
    expect(await keys.list()).toMatchObject([{}, {}, { id: admin.id, today: 0, this_minute: 0 }]);
    state.at = '2026-11-20T13:00:00.000Z';
    const revoked = {
      ...ofAdmin,
      last_used_at: at,
      last_client: 'R',
      revoked_at: '2026-11-20T13:00:00.000Z',
    };
    expect(await keys.revoke(admin.id)).toEqual(revoked);
    state.at = '2026-11-20T14:00:00.000Z';
    expect(await keys.revoke(admin.id)).toEqual(revoked);
    expect((await keys.list()).map(({ revoked_at }) => revoked_at)).toEqual([null, null, revoked.revoked_at]);
    await expect(keys.revoke('nosuch')).rejects.toMatchObject({ code: 'unknown_key' });
    await expect(keys.create(' ')).rejects.toThrow(/label/);
    expect(await sql('SELECT at, who, what, detail FROM audit ORDER BY at')).toEqual([
      ...[
        { at: fred.created_at, who: 'node one', what: 'key created', detail: `${fred.id} read julia` },
        { at: read.created_at, who: 'node one', what: 'key created', detail: `${read.id} read notebook` },
        { at: admin.created_at, who: 'node one', what: 'key created', detail: `${admin.id} admin operator` },
      ],
      { at: revoked.revoked_at, who: 'node one', what: 'key revoked', detail: `${admin.id} operator` },
    ]);
    const held = await sql<{ sha256: Buffer }>(`SELECT sha256 FROM api_key WHERE id = '${read.id}'`);
    expect(held).toEqual([{ sha256: keyHash(read.key) }]);
  });

  it('were last used at the newest time that any node noted, by the client that was named last', async () => {
    const [one, two] = [await opened(), await opened()];
    const { id } = await one.keys.create('k');
    const other = await one.keys.create('other');
    one.state.at = '2026-11-20T12:05:00.000Z';
    one.keys.note(id, 'curl/8');
    await one.keys.flush();
    two.state.at = '2026-11-20T12:04:00.000Z';
    two.keys.note(id, undefined);
    await two.keys.close();
    const used = async (of: string) => {
      const found = (await one.keys.list()).find((key) => key.id === of);
      return [found?.last_used_at, found?.last_client];
    };
    expect([await used(id), await used(other.id)]).toEqual([
      ['2026-11-20T12:05:00.000Z', 'curl/8'],
      [null, null],
    ]);
    two.state.at = '2026-11-20T12:06:00.000Z';
    await two.keys.admit({ id }, 'R');
    await two.keys.flush();
    expect(await used(id)).toEqual(['2026-11-20T12:06:00.000Z', 'R']);
  });

  it('are not noted as used if they are unknown or revoked, and each case has its own answer', async () => {
    const { keys, state } = await opened();
    const good = await keys.create('good', 'publish');
    const bad = await keys.create('bad');
    await keys.revoke(bad.id);
    const active = { state: 'active', keyId: good.id, role: 'publish' };
    expect(await keys.authenticate(good.key)).toEqual(active);
    expect(await keys.authenticateId(good.id)).toEqual(active);
    for (const ask of [keys.authenticate(bad.key), keys.authenticateId(bad.id)])
      expect(await ask).toEqual({ state: 'revoked', keyId: bad.id });
    for (const ask of [keys.authenticate('alm_no'), keys.authenticateId('nosuch')])
      expect(await ask).toEqual({ state: 'unknown' });
    for (const credential of [{ key: bad.key }, { id: bad.id }, { key: 'alm_no' }, { id: 'nosuch' }])
      await keys.admit(credential, 'R');
    expect((await keys.list()).map(({ last_used_at }) => last_used_at)).toEqual([null, null]);
    // Any error other than an absent database is thrown.
    state.before = () => Promise.reject(new Error('bug'));
    for (const ask of [keys.authenticate(good.key), keys.authenticateId(good.id)])
      await expect(ask).rejects.toThrow('bug');
    await expect(keys.admit({ id: good.id }, undefined)).rejects.toThrow('bug');
  });

  it('let nobody in if they were opened only to be managed', async () => {
    const { keys } = await opened({ engine: undefined as never });
    const { key } = await keys.create('k');
    await expect(keys.authenticate(key)).rejects.toThrow('to be managed');
  });

  it('share one secret, which every node reads', async () => {
    const [one, two] = [await opened(), await opened()];
    expect(one.keys.tokenSecret()).toHaveLength(32);
    expect(two.keys.tokenSecret()).toEqual(one.keys.tokenSecret());
  });
});

const admitted = async (asking: ReturnType<Awaited<ReturnType<typeof opened>>['keys']['admit']>) => {
  const found = await asking;
  if (found.state !== 'active') throw new Error(found.state);
  return found;
};

describe('a count that is taken back', () => {
  it('lowers only this key’s counts, and only in windows that have not ended', async () => {
    const { keys, state } = await opened({ minuteMs: 3_600_000 });
    const [one, two] = [await keys.create('one'), await keys.create('two')];
    await keys.admit({ id: two.id }, undefined);
    await keys.admit({ id: one.id }, undefined);
    const counts = async () =>
      await sql(
        `SELECT minute_count::int AS minute, day_count::int AS day FROM use_count
         ORDER BY key_id = '${two.id}'`,
      );
    pause();
    const { takeBack } = await admitted(keys.admit({ id: one.id }, undefined));
    expect(await counts()).toEqual([
      { minute: 2, day: 2 },
      { minute: 1, day: 1 },
    ]);
    takeBack?.();
    await expect.poll(counts).toEqual([
      { minute: 1, day: 1 },
      { minute: 1, day: 1 },
    ]);
    pause();
    const later = await admitted(keys.admit({ id: one.id }, undefined));
    await sql('UPDATE use_count SET minute = minute + 1');
    later.takeBack?.();
    await expect.poll(counts).toEqual([
      { minute: 2, day: 1 },
      { minute: 1, day: 1 },
    ]);
    pause();
    const last = await admitted(keys.admit({ id: two.id }, undefined));
    await sql('UPDATE use_count SET day = day + 1');
    last.takeBack?.();
    await expect.poll(counts).toEqual([
      { minute: 2, day: 1 },
      { minute: 1, day: 2 },
    ]);
    // A failure is logged, except if the database is away.
    state.before = async (statement) => {
      if (statement === TAKE_BACK) throw new Error('bug');
    };
    last.takeBack?.();
    await expect.poll(() => state.log).toEqual(['A count was not taken back: Error: bug']);
    state.isAway = true;
    last.takeBack?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(state.log).toHaveLength(1);
  });
});

describe('without the database', () => {
  it('a key has its share of the rest of its limits, by the clock of this node', async () => {
    const { keys, state } = await opened();
    const { key, id } = await keys.create('k', 'publish');
    const idle = await keys.create('idle');
    await keys.admit({ key }, undefined);
    await sql('UPDATE use_count SET day_count = 9977');
    pause();
    await keys.admit({ key }, 'R');
    state.isAway = true;
    state.nodes = 3;
    const quota = { minuteReset: 50, dayReset: 43_190, exceeded: undefined };
    // 22 requests were left of the day: seven at each of three nodes.
    for (let left = 6; left >= 0; left--)
      expect(await keys.admit(left % 2 === 0 ? { key } : { id }, undefined)).toEqual({
        ...{ state: 'active', keyId: id },
        quota: { minuteRemaining: 26 + left, dayRemaining: left, ...quota },
      });
    expect(await keys.admit({ key }, undefined)).toEqual({ state: 'away', keyId: id });
    for (const ask of [keys.authenticate(key), keys.authenticateId(id)])
      expect(await ask).toEqual({ state: 'active', keyId: id, role: 'publish' });
    for (const credential of [{ key: idle.key }, { id: idle.id }, { key: 'alm_no' }])
      expect(await keys.admit(credential, undefined)).toEqual({ state: 'away' });
    for (const ask of [keys.authenticate(idle.key), keys.authenticateId(idle.id)])
      expect(await ask).toEqual({ state: 'away' });
    state.awayMs = 60_001;
    expect(await keys.admit({ id }, undefined)).toEqual({ state: 'away', keyId: id });
  });

  it('a key that has exceeded its day stays refused, and costs no question', async () => {
    const { keys, state } = await opened();
    const { key, id } = await keys.create('k');
    await keys.admit({ key }, undefined);
    await sql('UPDATE use_count SET day_count = 10000');
    pause();
    const refused = {
      ...{ state: 'active', keyId: id },
      quota: expect.objectContaining({ exceeded: 'day', dayRemaining: 0 }),
    };
    expect(await keys.admit({ key }, undefined)).toEqual(refused);
    state.isAway = true;
    const asked = state.asked;
    expect(await keys.admit({ id }, undefined)).toEqual(refused);
    expect(state.asked).toBe(asked);
    // A revocation is noticed nevertheless.
    state.isAway = false;
    await keys.revoke(id);
    expect(await keys.authenticate(key)).toEqual({ state: 'revoked', keyId: id });
    expect(await keys.admit({ key }, undefined)).toEqual({ state: 'revoked', keyId: id });
  });
});

it('a window that ends between a refusal and the reading of its counts lets the request in, but not endlessly', async () => {
  const { keys, state } = await opened();
  const { key } = await keys.create('k');
  await keys.admit({ key }, undefined);
  const full = 'UPDATE use_count SET minute_count = 100';
  let ends = 2;
  state.before = async (statement) => {
    if (statement === COUNTS) await sql(ends-- > 0 ? `${full}, minute = minute - 1` : full);
    else if (ends > 0) await sql(full);
  };
  await sql(full);
  pause();
  expect(await keys.admit({ key }, undefined)).toMatchObject({ quota: { exceeded: undefined } });
  ends = Number.POSITIVE_INFINITY;
  const before = state.asked;
  state.before = async (statement) => {
    const minute = 'floor(extract(epoch FROM clock_timestamp()) / 60)::bigint';
    await sql(
      `UPDATE use_count SET minute_count = 100, minute = ${minute} ${statement === COUNTS ? '- 1' : ''}`,
    );
  };
  pause();
  expect(await keys.admit({ key }, undefined)).toMatchObject({ state: 'active' });
  expect(state.asked - before).toBe(8);
});
