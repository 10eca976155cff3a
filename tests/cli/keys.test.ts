import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { keyTable } from '../../service/cli/keys.ts';
import { openKeys } from '../../service/keys/index.ts';
import { eachWithDataFolder } from './folder.ts';

const { dataDir, run } = eachWithDataFolder();

describe('almanac keys', () => {
  test('create prints a key that works, once, and says what to do with it', async () => {
    const made = await run('keys', 'create', '--label', 'note book');
    expect([made.status, made.err]).toEqual([0, '']);
    const key = /alm_\S{32,}/.exec(made.out)?.[0] ?? '';
    expect(made.out.split(key)).toHaveLength(2);
    expect(made.out).toContain('X-API-Key');
    const keys = openKeys(dataDir(), { now: () => new Date() });
    expect((await keys.authenticate(key)).state).toBe('active');
    await keys.close();
    const listed = await run('keys', 'list');
    expect(listed.out).toContain(`…${key.slice(-4)}`);
    expect(listed.out).not.toContain(key);
    for (const file of readdirSync(dataDir())) {
      expect(readFileSync(path.join(dataDir(), file)).includes(key), file).toBe(false);
    }
  });

  test('create, list and revoke speak JSON', async () => {
    const one = JSON.parse((await run('keys', 'create', '--label', 'one', '--json')).out);
    const two = JSON.parse((await run('keys', 'create', '--label', 'two', '--json')).out);
    expect(one).toMatchObject({ label: 'one', id: expect.any(String), key: expect.stringMatching(/^alm_/) });
    const revoked = await run('keys', 'revoke', one.id);
    expect([revoked.status, revoked.err]).toEqual([0, '']);
    expect(revoked.out).toContain(one.id);
    const listed = JSON.parse((await run('keys', 'list', '--json')).out);
    expect(
      listed.map((key: { id: string; revoked_at: string | null }) => [key.id, key.revoked_at !== null]),
    ).toEqual([
      [one.id, true],
      [two.id, false],
    ]);
    expect(JSON.stringify(listed)).not.toContain(two.key);
  });

  test('create --for fred makes a key that FredData.jl accepts, and names the paths that accept it', async () => {
    const made = await run('keys', 'create', '--label', 'julia', '--for', 'fred');
    const [key = ''] = /\b[0-9a-f]{32}\b/.exec(made.out) ?? [];
    expect(made.out).toContain('/fred and /graph only');
    const keys = openKeys(dataDir(), { now: () => new Date() });
    await keys.create('notebook');
    expect(keyTable(await keys.list(), 10_000).map((line) => line.trim().split(/ {2,}/).at(-1))).toEqual([
      'GOOD FOR',
      '/fred, /graph',
      'all paths',
    ]);
    expect((await keys.authenticate(key)).state).toBe('active');
    await keys.close();
  });

  test('list in an empty folder makes no file', async () => {
    const { status, out } = await run('keys', 'list');
    expect(status).toBe(0);
    expect(out).toMatch(/^No keys yet. Make one: .* keys create --label notebook --data-dir \S+\n$/);
    expect((await run('keys', 'list', '--json')).out).toBe('[]\n');
    expect(readdirSync(dataDir())).toEqual([]);
  });

  test('revoke of an id that no key has fails in one line', async () => {
    for (const create of [false, true]) {
      if (create) await run('keys', 'create', '--label', 'x');
      const { status, out, err } = await run('keys', 'revoke', 'nope');
      expect([status, out]).toEqual([1, '']);
      expect(err).toMatch(/^almanac: [^\n]*nope[^\n]*\n$/);
    }
  });
});

test('the table of keys is aligned, shows no control characters of clients, and has the roles of a team', () => {
  const key = {
    ...{ id: 'k1', label: 'notebook', last4: 'abcd', created_at: '2026-11-21T06:42:16.000Z' },
    ...{ last_used_at: null, last_client: null, revoked_at: null, today: 0, this_minute: 0 },
    is_for_fred: false,
  };
  const revoked = {
    ...{ ...key, id: 'k2', label: 'R', last_used_at: '2026-11-21T07:00:59.000Z', today: 1234 },
    last_client: 'curl/8\u001b[31m and a name that is far too long for a table',
    revoked_at: '2026-11-22T00:00:00.000Z',
  };
  expect(keyTable([key, revoked], 10_000)).toEqual([
    'LABEL     ID  KEY    CREATED               LAST USED             CLIENT                                   TODAY  STATE',
    'notebook  k1  …abcd  2026-11-21 06:42 UTC  never                 –                                     0/10,000  active',
    'R         k2  …abcd  2026-11-21 06:42 UTC  2026-11-21 07:00 UTC  curl/8 [31m and a name that is …  1,234/10,000  revoked 2026-11-22 00:00 UTC',
  ]);
  expect(keyTable([{ ...key, role: 'publish' }], 10_000)).toEqual([
    expect.stringMatching(/STATE {3}ROLE$/),
    expect.stringMatching(/active {2}publish$/),
  ]);
});
