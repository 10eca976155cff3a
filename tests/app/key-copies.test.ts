import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import {
  type ApiKeyParts,
  copyKey,
  createKey,
  listKeys,
  revokeKey,
} from '../../service/app/access-handlers.ts';
import type { ServiceKeyLine } from '../../service/contract/access.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { Vault } from '../../service/vault/index.ts';
import { LOCKED, memoryVault } from '../support/memory-vault.ts';

/** Keys of other tools and their copies: what the service is asked, and what the vault has afterwards. */

const LIMITS = { minute: 100, day: 10_000 };
const REVOKED = '2026-11-22T10:00:00.000Z';

function lineOf(id: string, label: string): ServiceKeyLine {
  return {
    ...{ id, label, last4: id, created_at: '2026-11-20T10:00:00.000Z' },
    ...{ last_used_at: null, last_client: 'tool/1', revoked_at: null, is_for_fred: false },
    ...{ today: 3, this_minute: 2 },
  };
}

/** A service that knows these keys; a new one gets the id `new`. */
function serviceWith(ids: readonly string[], vault: Vault = memoryVault()) {
  const lines = ids.map((id) => lineOf(id, `label of ${id}`));
  const asked: unknown[][] = [];
  const revokeNow = (id: string): ServiceKeyLine => {
    const at = lines.findIndex((line) => line.id === id);
    const line = lines[at];
    if (line === undefined) throw new Failure('unknown_key', 'There is no such key.');
    lines[at] = { ...line, revoked_at: line.revoked_at ?? REVOKED };
    return lines[at];
  };
  const keys: ApiKeyParts['keys'] = {
    list: async () => ({ keys: lines, limits: LIMITS }),
    async create(request) {
      asked.push(['create', request]);
      const line = lineOf('new', request.label);
      lines.unshift(line);
      return { line, key: 'alm_new' };
    },
    async revoke(id) {
      asked.push(['revoke', id]);
      return revokeNow(id);
    },
    recent: async () => ({ calls: [] }),
  };
  return { parts: { keys, vault }, asked, revokeNow };
}

/** Copies of keys in a vault, and a publisher's and a team's key that have the name of one of them. */
async function vaultWith(ids: readonly string[]) {
  const vault = memoryVault();
  for (const id of ids) await vault.write({ kind: 'api-key', id }, `alm_${id}`);
  await vault.write({ kind: 'publisher', publisher: 'b' }, 'of a publisher');
  await vault.write({ kind: 'team', address: 'b' }, 'of a team');
  return vault;
}
const OTHERS = ['publisher b', 'team b'];

test('keys are listed with their use, the limits and the vault; a revoked one is never called kept', async () => {
  const vault = await vaultWith(['a', 'c']);
  const { parts, revokeNow } = serviceWith(['a', 'b', 'c'], vault);
  revokeNow('c');
  expect(await listKeys(parts)).toEqual({
    keys: [
      { ...lineOf('a', 'label of a'), is_kept: true },
      { ...lineOf('b', 'label of b'), is_kept: false },
      { ...lineOf('c', 'label of c'), is_kept: false, revoked_at: REVOKED },
    ],
    limits: LIMITS,
    vault: await vault.state(),
  });
});

describe('a new key', () => {
  test.each(['session', 'file', 'keychain', null] as const)(
    'is asked for with its label and its use, and says that it is kept in %s',
    async (kept_in) => {
      const vault = memoryVault();
      const state = async () => ({ ...(await vault.state()), kept_in });
      const { parts, asked } = serviceWith([], { ...vault, state });
      const request = { label: 'fredr', for_fred: true };
      expect(await createKey(parts, request)).toEqual({
        ...{
          line: { ...lineOf('new', 'fredr'), is_kept: true },
          key: 'alm_new',
          kept: kept_in,
          message: null,
        },
      });
      expect(asked).toEqual([['create', request]]);
      expect(await vault.read({ kind: 'api-key', id: 'new' })).toBe('alm_new');
    },
  );

  test('that the vault refuses is shown with its reason, and stays good', async () => {
    const vault = memoryVault();
    vault.turn('locked');
    const { parts, asked } = serviceWith([], vault);
    expect(await createKey(parts, { label: 'x' })).toEqual({
      line: { ...lineOf('new', 'x'), is_kept: false },
      key: 'alm_new',
      kept: null,
      message: LOCKED,
    });
    expect(asked).toEqual([['create', { label: 'x' }]]);
  });

  test('that a bug keeps from being shown is revoked before that is said, and no other', async () => {
    const write = () => Promise.reject(new TypeError('a bug'));
    const { parts, asked } = serviceWith(['a'], { ...memoryVault(), write });
    const revoke: typeof parts.keys.revoke = async (id) => {
      await setImmediate();
      return parts.keys.revoke(id);
    };
    await expect(createKey({ ...parts, keys: { ...parts.keys, revoke } }, { label: 'x' })).rejects.toThrow(
      new TypeError('a bug'),
    );
    expect(asked.at(-1)).toEqual(['revoke', 'new']);
  });

  test('takes the copies of keys away that were revoked elsewhere, and no others', async () => {
    const vault = await vaultWith(['a', 'b', 'c', 'elsewhere']);
    const { parts, revokeNow } = serviceWith(['a', 'b', 'c'], vault);
    for (const id of ['a', 'c']) revokeNow(id);
    await createKey(parts, { label: 'x' });
    expect([...vault.secrets.keys()]).toEqual(['api-key b', 'api-key elsewhere', ...OTHERS, 'api-key new']);
  });
});

describe('revoking', () => {
  /** A vault that does not give up the copies of some keys. */
  async function vaultThatKeeps(kept: readonly string[], error: Error) {
    const vault = await vaultWith(['a', 'b', 'c']);
    const remove: Vault['remove'] = (name, word) =>
      name.kind === 'api-key' && kept.includes(name.id) ? Promise.reject(error) : vault.remove(name, word);
    return { ...vault, remove };
  }

  test.each([
    ['a', 'a', 'It is not given up.'],
    ['a', 'c', null],
    ['c', 'a', null],
    ['c', 'c', 'It is not given up.'],
  ])('of %s, where the copy of %s stays and both are revoked, says %j', async (id, staying, message) => {
    const vault = await vaultThatKeeps([staying], new Failure('vault', 'It is not given up.'));
    const { parts, revokeNow } = serviceWith(['a', 'b', 'c'], vault);
    for (const each of ['a', 'c']) revokeNow(each);
    expect((await revokeKey(parts, id)).message).toBe(message);
    expect([...vault.secrets.keys()].toSorted()).toEqual(
      ['api-key b', `api-key ${staying}`, ...OTHERS].toSorted(),
    );
  });

  test('says why no copy can be looked for, and a bug comes out', async () => {
    const vault = await vaultWith(['a']);
    const damaged = { ...vault, names: () => Promise.reject(new Failure('vault', 'It is damaged.')) };
    expect((await revokeKey(serviceWith(['a'], damaged).parts, 'a')).message).toBe('It is damaged.');
    const bug = await vaultThatKeeps(['a'], new TypeError('a bug'));
    await expect(revokeKey(serviceWith(['a'], bug).parts, 'a')).rejects.toThrow(new TypeError('a bug'));
    await expect(revokeKey(serviceWith(['a']).parts, 'z')).rejects.toMatchObject({ code: 'unknown_key' });
  });
});

test('the copy of a key is its own; one that is unknown, revoked or not kept has none, and a reason', async () => {
  const vault = await vaultWith(['a', 'c', 'd', 'z']);
  const { parts, revokeNow } = serviceWith(['d', 'c', 'b', 'a'], vault);
  revokeNow('c');
  expect([await copyKey(parts, 'a'), await copyKey(parts, 'd')]).toEqual([
    { key: 'alm_a' },
    { key: 'alm_d' },
  ]);
  for (const [id, code, message] of [
    ['z', 'unknown_key', 'There is no such key: the list may be older than a change.'],
    ['c', 'vault', 'The key ‘label of c’ is revoked.'],
    [
      'b',
      'vault',
      'No copy of the key ‘label of b’ was kept. Make a new key, and revoke this one when nothing uses it.',
    ],
  ] as const) {
    await expect(copyKey(parts, id)).rejects.toMatchObject({ code, message });
  }
  vault.turn('locked');
  await expect(copyKey(parts, 'a')).rejects.toMatchObject({ code: 'vault', message: LOCKED });
});
