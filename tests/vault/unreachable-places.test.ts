import { readdir } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import type { SecretName } from '../../service/vault/index.ts';
import { placeNow } from '../../service/vault/tell-state.ts';
import { LOCKED, NOWHERE, places } from './places.ts';

vi.mock('node:crypto', async (original) =>
  (await import('./cheap-scrypt.ts')).withCheapScrypt(await original()),
);

const KEY: SecretName = { kind: 'api-key', id: 'key_1' };
const BLS: SecretName = { kind: 'publisher', publisher: 'BLS' };
const PASSPHRASE = 'correct horse battery';
const ACCOUNT = 'api-key:key_1';
const [FIRST, SECOND] = ['alm_0123456789abcdefghij', 'alm_zyxwvutsrqponmlkjihg'];

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
      const { secrets, choices, held, index, turn } = await places();
      await secrets.write(KEY, FIRST);
      const before = (await index()) as { secrets: unknown };
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
      expect(await index()).toMatchObject({ secrets: before.secrets });
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

describe('a lost key', () => {
  it.each([
    [
      'keychain',
      'The keychain gives nothing for this key: it was removed there by something else, belongs to another keyring, or the keychain was locked meanwhile.',
    ],
    ['session', 'This key was kept in memory, and Almanac has ended since.'],
    ['file', 'The file of keys does not hold this key: an older copy of it may have been put back.'],
  ] as const)('of the %s is explained, and stays noted until the person agrees', async (place, message) => {
    const own = await places();
    const { secrets } = own;
    await own.file.create(PASSPHRASE);
    await own.note('keychain', [
      [ACCOUNT, place],
      ['publisher:BLS', 'keychain'],
    ]);
    const before = await own.index();
    expect(await secrets.look(KEY)).toEqual({
      ...{ state: 'lost', last4: 'abcd', setAt: '2026-01-02T03:04:05.000Z', message },
    });
    await expect(secrets.read(KEY)).rejects.toMatchObject({ code: 'vault', message });
    const kept = { code: 'vault', message: `${message} What is noted of this key is left as it is.` };
    await expect(secrets.write(KEY, SECOND)).rejects.toMatchObject(kept);
    await expect(secrets.remove(KEY)).rejects.toMatchObject(kept);
    await expect(secrets.remove(KEY, { evenIfLost: false })).rejects.toMatchObject(kept);
    expect([await own.index(), await own.heldBy(ACCOUNT)]).toEqual([before, NOWHERE]);
    await secrets.remove(KEY, { evenIfLost: true });
    expect((await secrets.names()).map(({ name }) => name)).toEqual([BLS]);
  });

  it('of a place that cannot be reached is forgotten where the person agrees', async () => {
    const own = await places();
    await own.secrets.write(KEY, FIRST);
    own.turn('locked');
    expect(await own.secrets.look(KEY)).toMatchObject({ state: 'lost', message: LOCKED });
    await own.secrets.remove(KEY, { evenIfLost: true });
    expect(await own.secrets.names()).toEqual([]);
  });

  it('that can be read but not removed stays noted, unless the person agrees', async () => {
    const own = await places();
    await own.secrets.write(KEY, FIRST);
    let error: Error = new TypeError('a bug');
    own.held.delete = () => {
      throw error;
    };
    await expect(own.secrets.remove(KEY, { evenIfLost: true })).rejects.toBe(error);
    error = new Failure('vault', 'It is not given up.');
    await expect(own.secrets.remove(KEY)).rejects.toBe(error);
    expect(await own.secrets.read(KEY)).toBe(FIRST);
    await own.secrets.remove(KEY, { evenIfLost: true });
    expect(await own.secrets.look(KEY)).toEqual({ state: 'absent' });
  });

  it('is none where a bug keeps it from being read', async () => {
    const own = await places();
    await own.secrets.write(KEY, FIRST);
    own.held.get = () => {
      throw new TypeError('a bug');
    };
    for (const use of [
      () => own.secrets.look(KEY),
      () => own.secrets.read(KEY),
      () => own.secrets.remove(KEY),
    ]) {
      await expect(use()).rejects.toThrow(new TypeError('a bug'));
    }
  });
});

describe('a passphrase', () => {
  it.each(['use-file', 'open-file', 'new-file'] as const)(
    'of fewer than eight characters is refused by %s, and nothing is made',
    async (way) => {
      const { choices, folder } = await places('no-service');
      for (const passphrase of [undefined, '', 'a', 'seven77']) {
        await expect(
          choices.choose({ way, ...(passphrase === undefined ? {} : { passphrase }) }),
        ).rejects.toMatchObject({
          code: 'vault',
          message: 'The file of keys takes a passphrase of at least 8 characters.',
        });
      }
      expect(await readdir(folder)).toEqual([]);
    },
  );

  it('of eight characters is accepted', async () => {
    const { choices } = await places('no-service');
    expect(await choices.choose({ way: 'use-file', passphrase: 'eight888' })).toMatchObject({
      kept_in: 'file',
      file: 'open',
    });
  });
});
