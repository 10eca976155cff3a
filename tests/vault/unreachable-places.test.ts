import { mkdtemp, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createChoices, type Stores } from '../../electron/vault/choices.ts';
import { createFileStore } from '../../electron/vault/file-store.ts';
import { createSessionStore } from '../../electron/vault/secret-store.ts';
import { createSecrets } from '../../electron/vault/secrets.ts';
import { placeNow } from '../../electron/vault/tell-state.ts';
import type { SecretName } from '../../electron/vault/types.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { KeychainState } from '../../service/contract/vault.ts';

/** Where keys go, and where they do not, with a keychain that a test can lock: no keyring of this machine is needed. */

const KEY: SecretName = { kind: 'api-key', id: 'key_1' };
const ACCOUNT = 'api-key:key_1';
const [FIRST, SECOND] = ['alm_0123456789abcdefghij', 'alm_zyxwvutsrqponmlkjihg'];
const LOCKED = 'The keyring is locked.';

async function places(keychain: KeychainState = 'unlocked') {
  const folder = await mkdtemp(path.join(tmpdir(), 'almanac-places-'));
  const held = new Map<string, string>();
  let state = keychain;
  const reached = async <T>(work: () => T): Promise<T> => {
    if (state === 'locked' || state === 'no-service') throw new Failure('vault', LOCKED);
    return work();
  };
  const session = createSessionStore();
  const sealedFile = path.join(folder, 'vault-sealed.json');
  const stores: Stores = {
    keychain: {
      state: async () => state,
      unlock: () => reached(() => undefined),
      get: (account) => reached(() => held.get(account) ?? null),
      set: (account, secret) => reached(() => void held.set(account, secret)),
      delete: (account) => reached(() => void held.delete(account)),
      close: async () => undefined,
    },
    session,
    file: createFileStore(sealedFile),
  };
  const indexFile = path.join(folder, 'vault.json');
  const now = () => new Date('2026-11-22T10:00:00Z');
  return {
    folder,
    indexFile,
    held,
    session,
    turn: (next: KeychainState) => {
      state = next;
    },
    secrets: createSecrets({ indexFile, stores, environment: {}, now }),
    choices: createChoices({ indexFile, sealedFile, name: 'Keyring', stores, inTurn: (work) => work(), now }),
  };
}

describe('the first key', () => {
  it.each([
    ['unlocked', 'keychain'],
    ['locked', 'keychain'],
    ['unknown', 'keychain'],
    ['no-keyring', 'session'],
    ['no-service', 'session'],
    ['unavailable', 'session'],
  ] as const)('with a keychain that is %s belongs in the %s', (keychain, place) => {
    expect(placeNow({ chosen: null, keychain })).toBe(place);
    for (const chosen of ['keychain', 'session', 'file'] as const) {
      expect(placeNow({ chosen, keychain })).toBe(chosen);
    }
  });

  it('is not kept anywhere while the keychain is locked, until the person says where', async () => {
    const { secrets, choices, session, folder, turn, held } = await places('locked');
    await expect(secrets.write(KEY, FIRST)).rejects.toMatchObject({ code: 'vault', message: LOCKED });
    expect(await session.get(ACCOUNT)).toBeNull();
    expect(await readdir(folder)).toEqual([]);
    expect(await secrets.look(KEY)).toEqual({ state: 'absent' });
    expect(await choices.state()).toMatchObject({
      kept_in: 'keychain',
      ways: expect.arrayContaining(['unlock']),
    });
    turn('unlocked');
    await secrets.write(KEY, FIRST);
    expect([...held]).toEqual([[ACCOUNT, FIRST]]);
    // By the person's word it does go there.
    const other = await places('locked');
    await other.choices.choose({ way: 'use-session' });
    await other.secrets.write(KEY, FIRST);
    expect(await other.session.get(ACCOUNT)).toBe(FIRST);
  });
});

describe('a key that cannot be read now', () => {
  it.each(['locked', 'no-service', 'gone'] as const)(
    'is neither replaced nor removed while its place is %s, but by the person’s word',
    async (why) => {
      const { secrets, choices, held, indexFile, turn } = await places();
      await secrets.write(KEY, FIRST);
      const before = await readFile(indexFile, 'utf8');
      if (why === 'gone') held.clear();
      else turn(why);
      expect(await secrets.look(KEY)).toMatchObject({ state: 'lost', last4: 'ghij' });
      // Also where there is another place that would take it.
      if (why !== 'gone') await choices.choose({ way: 'use-session' });
      for (const tried of [() => secrets.write(KEY, SECOND), () => secrets.remove(KEY)]) {
        await expect(tried()).rejects.toMatchObject({
          code: 'vault',
          message: expect.stringMatching(/is left as it is\.$/),
        });
      }
      const { secrets: rows } = JSON.parse(before) as { secrets: unknown };
      expect(JSON.parse(await readFile(indexFile, 'utf8'))).toMatchObject({ secrets: rows });
      if (why !== 'gone') {
        turn('unlocked');
        expect(await secrets.read(KEY)).toBe(FIRST);
        turn(why);
      }
      await secrets.write(KEY, SECOND, { evenIfLost: true });
      expect(await secrets.read(KEY)).toBe(SECOND);
    },
  );
});

describe('a passphrase', () => {
  it.each(['use-file', 'open-file', 'new-file'] as const)(
    'of fewer than eight characters is refused by %s, and nothing is made',
    async (way) => {
      const { choices, folder } = await places('no-service');
      for (const passphrase of [undefined, '', 'a', 'seven77']) {
        await expect(
          choices.choose({ way, ...(passphrase === undefined ? {} : { passphrase }) }),
        ).rejects.toMatchObject({ code: 'vault', message: expect.stringMatching(/at least 8 characters/) });
      }
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('of eight characters is accepted', { timeout: 120_000 }, async () => {
    const { choices } = await places('no-service');
    expect(await choices.choose({ way: 'use-file', passphrase: 'eight888' })).toMatchObject({
      kept_in: 'file',
      file: 'open',
    });
  });
});
