import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyTable } from '../../service/cli/keys.ts';
import { openKeys } from '../../service/keys/index.ts';
import { almanac } from './almanac.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-cli-keys-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('almanac keys', () => {
  test('create prints a key that works, once, and says what to do with it', async () => {
    const made = await almanac('keys', 'create', '--label', 'note book', '--data-dir', dataDir);
    expect([made.status, made.err]).toEqual([0, '']);
    const key = /alm_\S{32,}/.exec(made.out)?.[0] ?? '';
    expect(made.out.split(key)).toHaveLength(2);
    expect(made.out).toContain('X-API-Key');
    const keys = openKeys(dataDir, { now: () => new Date() });
    expect((await keys.authenticate(key)).state).toBe('active');
    await keys.close();
    const listed = await almanac('keys', 'list', '--data-dir', dataDir);
    expect(listed.out).toContain(`…${key.slice(-4)}`);
    expect(listed.out).not.toContain(key);
    for (const file of readdirSync(dataDir)) {
      expect(readFileSync(path.join(dataDir, file)).includes(key), file).toBe(false);
    }
  });

  test('create, list and revoke speak JSON', async () => {
    const one = JSON.parse(
      (await almanac('keys', 'create', '--label', 'one', '--json', '--data-dir', dataDir)).out,
    );
    const two = JSON.parse(
      (await almanac('keys', 'create', '--label', 'two', '--json', '--data-dir', dataDir)).out,
    );
    expect(one).toMatchObject({ label: 'one', id: expect.any(String), key: expect.stringMatching(/^alm_/) });
    const revoked = await almanac('keys', 'revoke', one.id, '--data-dir', dataDir);
    expect([revoked.status, revoked.err]).toEqual([0, '']);
    expect(revoked.out).toContain(one.id);
    const listed = JSON.parse((await almanac('keys', 'list', '--json', '--data-dir', dataDir)).out);
    expect(
      listed.map((key: { id: string; revoked_at: string | null }) => [key.id, key.revoked_at !== null]),
    ).toEqual([
      [one.id, true],
      [two.id, false],
    ]);
    expect(JSON.stringify(listed)).not.toContain(two.key);
  });

  test('create --for fred makes a key that FredData.jl takes, and says where it is good', async () => {
    const made = await almanac('keys', 'create', '--label', 'julia', '--for', 'fred', '--data-dir', dataDir);
    const [key = ''] = /\b[0-9a-f]{32}\b/.exec(made.out) ?? [];
    expect(made.out).toContain('/fred and /graph only');
    const keys = openKeys(dataDir, { now: () => new Date() });
    await keys.create('notebook');
    expect(keyTable(await keys.list(), 10_000).map((line) => line.trim().split(/ {2,}/).at(-1))).toEqual([
      'GOOD FOR',
      '/fred, /graph',
      'all paths',
    ]);
    expect((await keys.authenticate(key)).state).toBe('active');
    await keys.close();
    const wrong = await almanac('keys', 'create', '--label', 'x', '--for', 'bea', '--data-dir', dataDir);
    expect([wrong.status, wrong.err]).toEqual([2, expect.stringContaining("--for takes fred, not 'bea'")]);
    const misplaced = await almanac('keys', 'list', '--for', 'fred', '--data-dir', dataDir);
    expect([misplaced.status, misplaced.err]).toEqual([2, expect.stringContaining('goes with keys create')]);
  });

  test('list of an empty folder makes nothing in it', async () => {
    const { status, out } = await almanac('keys', 'list', '--data-dir', dataDir);
    expect(status).toBe(0);
    expect(out).toMatch(/^No keys yet. Make one: .* keys create --label notebook --data-dir \S+\n$/);
    expect((await almanac('keys', 'list', '--json', '--data-dir', dataDir)).out).toBe('[]\n');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test('revoke of an id that no key has fails in one line', async () => {
    for (const create of [false, true]) {
      if (create) await almanac('keys', 'create', '--label', 'x', '--data-dir', dataDir);
      const { status, out, err } = await almanac('keys', 'revoke', 'nope', '--data-dir', dataDir);
      expect([status, out]).toEqual([1, '']);
      expect(err).toMatch(/^almanac: [^\n]*nope[^\n]*\n$/);
    }
  });
});

test('the table of keys is aligned and takes no control characters from clients', () => {
  const key = {
    id: 'k1',
    label: 'notebook',
    last4: 'abcd',
    created_at: '2026-11-21T06:42:16.000Z',
    this_minute: 0,
    is_for_fred: false,
  };
  expect(
    keyTable(
      [
        { ...key, last_used_at: null, last_client: null, revoked_at: null, today: 0 },
        {
          ...key,
          id: 'k2',
          label: 'R',
          last_used_at: '2026-11-21T07:00:59.000Z',
          last_client: 'curl/8\u001b[31m and a name that is far too long for a table',
          revoked_at: '2026-11-22T00:00:00.000Z',
          today: 1234,
        },
      ],
      10_000,
    ),
  ).toEqual([
    'LABEL     ID  KEY    CREATED               LAST USED             CLIENT                                   TODAY  STATE',
    'notebook  k1  …abcd  2026-11-21 06:42 UTC  never                 –                                     0/10,000  active',
    'R         k2  …abcd  2026-11-21 06:42 UTC  2026-11-21 07:00 UTC  curl/8 [31m and a name that is …  1,234/10,000  revoked 2026-11-22 00:00 UTC',
  ]);
});
