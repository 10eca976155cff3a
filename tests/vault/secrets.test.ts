import { readdir } from 'node:fs/promises';
import { describe, expect, it, vi } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import type { SecretName } from '../../service/vault/index.ts';
import { BLS, LOCKED, NOWHERE, PASSPHRASE, places, refused } from './places.ts';

vi.mock('node:crypto', async (original) =>
  (await import('./cheap-scrypt.ts')).withCheapScrypt(await original()),
);

const KEY: SecretName = { kind: 'api-key', id: 'k:1' };
const TEAM: SecretName = { kind: 'team', address: 'https://data.example.org:8443' };
const ACCOUNT = 'api-key:k:1';
const [FIRST, SECOND] = ['alm_first_0123456789', 'alm_other_abcdefghij'];
const PLACES = ['keychain', 'session', 'file'] as const;
describe('keys of every kind', () => {
  it('are noted with their own day and place, and read by their own name', async () => {
    const own = await places();
    const { secrets, index, held } = own;
    await secrets.write(KEY, FIRST);
    own.setTime('2026-11-23T23:59:59.999Z');
    await secrets.write(BLS, 'short');
    await own.choices.choose({ way: 'use-session' });
    await secrets.write(TEAM, SECOND);
    expect(await index()).toEqual({
      version: 1,
      kept_in: 'session',
      secrets: [
        { account: ACCOUNT, last4: '6789', set_at: '2026-11-22T10:00:00.000Z', kept_in: 'keychain' },
        { account: 'publisher:BLS', last4: '', set_at: '2026-11-23T23:59:59.999Z', kept_in: 'keychain' },
        {
          account: 'team:https://data.example.org:8443',
          last4: 'ghij',
          set_at: '2026-11-23T23:59:59.999Z',
          kept_in: 'session',
        },
      ],
    });
    expect(await secrets.names()).toEqual([
      { name: KEY, last4: '6789', setAt: '2026-11-22T10:00:00.000Z' },
      { name: BLS, last4: '', setAt: '2026-11-23T23:59:59.999Z' },
      { name: TEAM, last4: 'ghij', setAt: '2026-11-23T23:59:59.999Z' },
    ]);
    expect(await secrets.look(KEY)).toEqual({
      state: 'present',
      last4: '6789',
      setAt: '2026-11-22T10:00:00.000Z',
    });
    expect([await secrets.read(KEY), await secrets.read(BLS), await secrets.read(TEAM)]).toEqual([
      FIRST,
      'short',
      SECOND,
    ]);
    expect([...held]).toEqual([
      [ACCOUNT, FIRST],
      ['publisher:BLS', 'short'],
    ]);
    for (const name of [
      { kind: 'api-key', id: 'BLS' },
      { kind: 'publisher', publisher: 'k:1' },
      { kind: 'team', address: 'k:1' },
    ] as const) {
      expect(await secrets.look(name)).toEqual({ state: 'absent' });
      await expect(secrets.read(name)).rejects.toMatchObject(refused('No such key is kept.'));
    }
  });

  it('have 1 to 2560 bytes, in any number of characters, and show the last four from twelve characters on', async () => {
    const { secrets, held, folder } = await places();
    for (const [secret, size] of [
      ['', 0],
      ['x'.repeat(2561), 2561],
      [`${'é'.repeat(1280)}x`, 2561],
    ] as const) {
      const message = `A key has from 1 to 2560 bytes; this one has ${size}.`;
      await expect(secrets.write(KEY, secret)).rejects.toMatchObject(refused(message));
    }
    expect([await readdir(folder), held.size]).toEqual([[], 0]);
    for (const [secret, last4] of [
      ['x', ''],
      ['a-key-of-11', ''],
      ['a-key-of-12c', '-12c'],
      ['x'.repeat(2560), 'xxxx'],
      ['é'.repeat(1280), 'éééé'],
    ] as const) {
      await secrets.write(KEY, secret);
      expect(await secrets.read(KEY)).toBe(secret);
      expect(await secrets.look(KEY)).toMatchObject({ state: 'present', last4 });
    }
  });

  it('are replaced, and noted once', async () => {
    const { secrets, setTime, held } = await places();
    await secrets.write(KEY, FIRST);
    await secrets.write(BLS, 'a key of BLS');
    setTime('2026-12-01T00:00:00.000Z');
    await secrets.write(KEY, SECOND);
    expect(await secrets.names()).toEqual([
      { name: BLS, last4: ' BLS', setAt: '2026-11-22T10:00:00.000Z' },
      { name: KEY, last4: 'ghij', setAt: '2026-12-01T00:00:00.000Z' },
    ]);
    expect(held.get(ACCOUNT)).toBe(SECOND);
  });

  it('are removed one by one; an absent key needs no removal', async () => {
    const { secrets, held, folder } = await places();
    await secrets.remove(KEY);
    expect(await readdir(folder)).toEqual([]);
    await secrets.write(KEY, FIRST);
    await secrets.write(BLS, 'a key of BLS');
    await secrets.remove(KEY);
    expect((await secrets.names()).map(({ name }) => name)).toEqual([BLS]);
    expect([...held]).toEqual([['publisher:BLS', 'a key of BLS']]);
  });
});

describe('a key that is rewritten to another place', () => {
  it.each(PLACES.flatMap((from) => PLACES.filter((to) => to !== from).map((to) => [from, to] as const)))(
    'leaves no copy behind: from %s to %s',
    async (from, to) => {
      const own = await places();
      await own.file.create(PASSPHRASE);
      await own.note(from, []);
      await own.secrets.write(KEY, FIRST);
      expect(await own.heldBy(ACCOUNT)).toEqual({ ...NOWHERE, [from]: FIRST });
      await own.note(to, [[ACCOUNT, from]]);
      await own.secrets.write(KEY, SECOND);
      expect(await own.heldBy(ACCOUNT)).toEqual({ ...NOWHERE, [to]: SECOND });
      expect(await own.index()).toMatchObject({ kept_in: to, secrets: [{ account: ACCOUNT, kept_in: to }] });
    },
  );

  it('is kept even if the old copy cannot be removed, provided the person agrees or the old copy was readable', async () => {
    const own = await places();
    await own.secrets.write(KEY, FIRST);
    await own.choices.choose({ way: 'use-session' });
    own.held.delete = () => {
      throw new Failure('vault', 'It is not given up.');
    };
    await own.secrets.write(KEY, SECOND);
    expect(await own.secrets.read(KEY)).toBe(SECOND);
    const locked = await places();
    await locked.secrets.write(KEY, FIRST);
    await locked.choices.choose({ way: 'use-session' });
    locked.turn('locked');
    await locked.secrets.write(KEY, SECOND, { evenIfLost: true });
    expect(await locked.secrets.read(KEY)).toBe(SECOND);
  });
});

describe('an index that cannot be written', () => {
  it.each(PLACES)('keeps the content of the %s: nothing of a new key or a lost one', async (place) => {
    const own = await places();
    await own.file.create(PASSPHRASE);
    const cannot = refused(`${own.indexFile} cannot be written: EISDIR.`);
    await own.note(place, []);
    own.breakIndex();
    await expect(own.secrets.write(KEY, FIRST)).rejects.toMatchObject(cannot);
    expect(await own.heldBy(ACCOUNT)).toEqual(NOWHERE);
    await own.mend();
    expect(await own.secrets.look(KEY)).toEqual({ state: 'absent' });

    await own.note(place, [[ACCOUNT, place]]);
    own.breakIndex();
    await expect(own.secrets.write(KEY, SECOND, { evenIfLost: true })).rejects.toMatchObject(cannot);
    expect(await own.heldBy(ACCOUNT)).toEqual(NOWHERE);
    await own.mend();

    await own.note(place, []);
    await own.secrets.write(KEY, FIRST);
    own.breakIndex();
    await expect(own.secrets.write(KEY, SECOND)).rejects.toMatchObject(cannot);
    expect(await own.heldBy(ACCOUNT)).toEqual({ ...NOWHERE, [place]: FIRST });
    await own.mend();
    expect(await own.secrets.look(KEY)).toMatchObject({ state: 'present', last4: '6789' });
  });

  it('leaves a key in its old place, and none in the new one', async () => {
    const own = await places();
    await own.secrets.write(KEY, FIRST);
    await own.choices.choose({ way: 'use-session' });
    own.breakIndex();
    await expect(own.secrets.write(KEY, SECOND)).rejects.toMatchObject({ code: 'vault' });
    expect(await own.heldBy(ACCOUNT)).toEqual({ ...NOWHERE, keychain: FIRST });
  });
});

it('a publisher’s key in the environment comes before a kept one, and is never changed', async () => {
  const environment = {
    ALMANAC_KEY_BLS: ' key-of-the-environment ',
    ALMANAC_KEY_BEA: ' ',
    ALMANAC_KEY_FRED: 'short',
  };
  const own = await places('unlocked', environment);
  const { secrets } = own;
  await own.note('keychain', [['publisher:BLS', 'keychain']]);
  own.held.set('publisher:BLS', 'kept before');
  const before = await own.index();
  expect(await secrets.look(BLS)).toEqual({ state: 'environment', last4: 'ment' });
  expect(await secrets.read(BLS)).toBe('key-of-the-environment');
  const short = { state: 'environment', last4: '' };
  expect(await secrets.look({ kind: 'publisher', publisher: 'FRED' })).toEqual(short);
  const ofEnvironment = refused(
    'This key comes from the environment variable ALMANAC_KEY_BLS and is changed there: Almanac only reads it.',
  );
  await expect(secrets.write(BLS, SECOND, { evenIfLost: true })).rejects.toMatchObject(ofEnvironment);
  await expect(secrets.remove(BLS, { evenIfLost: true })).rejects.toMatchObject(ofEnvironment);
  expect([await own.index(), [...own.held]]).toEqual([before, [['publisher:BLS', 'kept before']]]);
  for (const name of [
    { kind: 'api-key', id: 'BLS' },
    { kind: 'team', address: 'BLS' },
    { kind: 'publisher', publisher: 'BEA' },
  ] as const) {
    expect(await secrets.look(name)).toEqual({ state: 'absent' });
    await secrets.write(name, SECOND);
    expect(await secrets.read(name)).toBe(SECOND);
  }
});

describe('the first key', () => {
  it('is not kept anywhere while the keychain is locked, until the person chooses a place', async () => {
    const { secrets, choices, session, folder, turn, held } = await places('locked');
    await expect(secrets.write(KEY, FIRST)).rejects.toMatchObject(refused(LOCKED));
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
    // If the person chooses memory, the key goes there.
    const other = await places('locked');
    await other.choices.choose({ way: 'use-session' });
    await other.secrets.write(KEY, FIRST);
    expect(await other.session.get(ACCOUNT)).toBe(FIRST);
  });

  it('decides the place of later keys', async () => {
    const own = await places('no-keyring');
    await own.secrets.write(KEY, FIRST);
    own.turn('unlocked');
    await own.secrets.write(BLS, SECOND);
    expect(await own.index()).toMatchObject({ kept_in: 'session' });
    expect(await own.heldBy('publisher:BLS')).toEqual({ ...NOWHERE, session: SECOND });
  });
});

it.each(['locked', 'no-service'] as const)(
  'a key whose place is %s is neither replaced nor removed, unless the person agrees',
  async (why) => {
    const { secrets, choices, index, turn } = await places();
    await secrets.write(KEY, FIRST);
    const before = (await index()) as { secrets: unknown };
    turn(why);
    expect(await secrets.look(KEY)).toMatchObject({ state: 'lost', last4: '6789', message: LOCKED });
    // The same applies while another place would accept the key.
    await choices.choose({ way: 'use-session' });
    for (const tried of [() => secrets.write(KEY, SECOND), () => secrets.remove(KEY)])
      await expect(tried()).rejects.toMatchObject(refused(expect.stringMatching(/is left as it is\.$/)));
    expect(await index()).toMatchObject({ secrets: before.secrets });
    turn('unlocked');
    expect(await secrets.read(KEY)).toBe(FIRST);
    turn(why);
    await secrets.write(KEY, SECOND, { evenIfLost: true });
    expect(await secrets.read(KEY)).toBe(SECOND);
    const other = await places();
    await other.secrets.write(KEY, FIRST);
    other.turn(why);
    await other.secrets.remove(KEY, { evenIfLost: true });
    expect(await other.secrets.names()).toEqual([]);
  },
);

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
    await expect(secrets.read(KEY)).rejects.toMatchObject(refused(message));
    const kept = refused(`${message} The record of this key is left as it is.`);
    await expect(secrets.write(KEY, SECOND)).rejects.toMatchObject(kept);
    await expect(secrets.remove(KEY)).rejects.toMatchObject(kept);
    await expect(secrets.remove(KEY, { evenIfLost: false })).rejects.toMatchObject(kept);
    expect([await own.index(), await own.heldBy(ACCOUNT)]).toEqual([before, NOWHERE]);
    await secrets.remove(KEY, { evenIfLost: true });
    expect((await secrets.names()).map(({ name }) => name)).toEqual([BLS]);
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
});
