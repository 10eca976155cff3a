import { describe, expect, it } from 'vitest';
import type { KeychainState } from '../../service/contract/access.ts';
import type { KeychainAnswer } from '../../service/contract/service-channel.ts';
import { createKeychain } from '../../service/vault/keychain.ts';
import { refused } from './places.ts';

/** How the vault interprets the keychain process's answers, given by the test, and the probed state. */

const WORD = 'Almanac wrote this to see whether the keychain works.';
const LOCKED = 'The keyring is locked. Unlock it, or choose another place for keys.';
const NO_SERVICE = 'The keyring does not run in this session. Start it, or choose another place for keys.';
const UNAVAILABLE =
  'keytar, through which Almanac reaches The keyring, cannot be loaded. Choose another place for keys.';
const done = (value: string | null): KeychainAnswer => ({ t: 'done', value });
const UNLOCKED = [done(null), done(WORD), done(null)];
const REFUSED: KeychainAnswer = { t: 'refused', message: 'not now' };
const place = 'keychain';
const READ = { act: 'read', place, account: 'a' } as const;

/** @param probed states in turn, the last one repeated; undefined for a system without a probe */
function keychainThat(probed: KeychainState[] | undefined, answers: KeychainAnswer[] = []) {
  const asked: unknown[][] = [];
  const found = [...(probed ?? [])];
  let isInstalled = true;
  const keychain = createKeychain({
    name: 'The keyring',
    async askKeychain(...words) {
      asked.push(words);
      return answers.shift() ?? { t: 'ended' };
    },
    probe: probed && (async () => (found.length > 1 ? found.shift() : found[0]) ?? 'unknown'),
    isInstalled: () => isInstalled,
  });
  return {
    keychain,
    asked,
    install(is: boolean) {
      isInstalled = is;
    },
  };
}

describe('a request', () => {
  it.each([
    // The probed states; whether the first and later requests may open a prompt (a minute to answer).
    [['unlocked'], false, false],
    [['unknown'], true, false],
    [undefined, true, true],
  ] as [KeychainState[] | undefined, boolean, boolean][])(
    'is sent if the state is %s',
    async (probed, mayPrompt, later) => {
      const { keychain, asked } = keychainThat(probed, [done('kept'), done(null), done('x'), done('x')]);
      expect([await keychain.state(), asked]).toEqual([probed?.[0] ?? 'unknown', []]);
      expect([await keychain.get('a'), await keychain.get('a')]).toEqual(['kept', null]);
      expect(await keychain.state()).toBe('unlocked');
      expect([await keychain.set('a', 'secret'), await keychain.delete('b')]).toEqual([undefined, undefined]);
      expect(asked).toEqual([
        [READ, mayPrompt],
        [READ, later],
        [{ act: 'write', place, account: 'a', secret: 'secret' }, later],
        [{ act: 'remove', place, account: 'b' }, later],
      ]);
    },
  );

  it.each([
    ['locked', LOCKED],
    ['no-keyring', 'The keyring has no keyring. Make one in it, or choose another place for keys.'],
    ['no-service', NO_SERVICE],
    ['unavailable', UNAVAILABLE],
  ] as const)('is not sent if the keychain is %s', async (state, message) => {
    for (const probed of state === 'unavailable' ? [undefined, ['unlocked' as const]] : [[state]]) {
      const { keychain, asked, install } = keychainThat(probed);
      install(state !== 'unavailable');
      expect(await keychain.state()).toBe(state);
      for (const use of [() => keychain.get('a'), () => keychain.set('a', 'b'), () => keychain.delete('a')])
        await expect(use()).rejects.toMatchObject(refused(message));
      expect(asked).toEqual([]);
    }
  });
});

describe('an answer', () => {
  it('that keytar cannot be loaded is believed until somebody unlocks', async () => {
    const { keychain, asked, install } = keychainThat(
      ['unlocked'],
      [{ t: 'unavailable', message: 'no library' }, ...UNLOCKED],
    );
    await expect(keychain.get('a')).rejects.toMatchObject(refused(`${UNAVAILABLE} It says: no library`));
    expect(await keychain.state()).toBe('unavailable');
    install(false);
    await expect(keychain.unlock()).rejects.toMatchObject(refused(UNAVAILABLE));
    expect(asked).toHaveLength(1);
    install(true);
    await keychain.unlock();
    expect(await keychain.state()).toBe('unlocked');
  });

  it.each([
    ['is a refusal', REFUSED, `${LOCKED} It says: not now`],
    [
      'does not come in time',
      { t: 'overdue' } as const,
      'The keyring did not answer in time, so it is taken as locked. Look for a window that asks for its password, and unlock it again here.',
    ],
  ])(
    'that %s means a locked keychain if no probe knows better, until it is unlocked',
    async (_, answer, message) => {
      for (const probed of [undefined, ['unknown' as const]]) {
        const { keychain, asked } = keychainThat(probed, [answer, ...UNLOCKED, done('kept')]);
        await expect(keychain.get('a')).rejects.toMatchObject(refused(message));
        expect(await keychain.state()).toBe('locked');
        await expect(keychain.get('a')).rejects.toMatchObject(refused(LOCKED));
        expect(asked).toHaveLength(1);
        await keychain.unlock();
        expect([await keychain.state(), await keychain.get('a')]).toEqual(['unlocked', 'kept']);
      }
    },
  );

  it('that refuses although the keychain is open leads to one more request, whose answer counts', async () => {
    const good = keychainThat(['unlocked'], [REFUSED, done('kept')]);
    expect(await good.keychain.get('a')).toBe('kept');
    expect(good.asked).toEqual([
      [READ, false],
      [READ, false],
    ]);
    const bad = keychainThat(['unlocked'], [REFUSED, { t: 'refused', message: 'never' }]);
    await expect(bad.keychain.get('a')).rejects.toMatchObject(refused('The keyring refused: never'));
    expect([bad.asked.length, await bad.keychain.state()]).toEqual([2, 'unlocked']);
  });

  it('that refuses is explained by the state after it', async () => {
    const now = keychainThat(['unlocked', 'locked'], [REFUSED, done('kept')]);
    await expect(now.keychain.get('a')).rejects.toMatchObject(refused(`${LOCKED} It says: not now`));
    expect(now.asked).toHaveLength(1);
    const later = keychainThat(['unlocked', 'unlocked', 'no-service'], [REFUSED, REFUSED]);
    await expect(later.keychain.get('a')).rejects.toMatchObject(refused(`${NO_SERVICE} It says: not now`));
  });

  it('that is missing because the process ended says nothing about the keychain', async () => {
    const { keychain } = keychainThat(undefined, [{ t: 'ended' }, done('kept')]);
    await expect(keychain.get('a')).rejects.toMatchObject(
      refused('The process that speaks with The keyring ended before it answered. Try again.'),
    );
    expect([await keychain.state(), await keychain.get('a')]).toEqual(['unknown', 'kept']);
  });
});

describe('unlocking', () => {
  it.each(['locked', 'no-keyring', 'unlocked', 'unknown'] as const)(
    'writes, reads and removes a harmless word, with a prompt if the keychain is %s',
    async (state) => {
      const { keychain, asked } = keychainThat([state], UNLOCKED.slice());
      expect(await keychain.unlock()).toBeUndefined();
      expect(asked).toEqual([
        [{ act: 'write', place, account: 'check', secret: WORD }, true],
        [{ act: 'read', place, account: 'check' }, true],
        [{ act: 'remove', place, account: 'check' }, true],
      ]);
    },
  );

  it.each([null, 'another word'])('fails if %j is read back', async (found) => {
    const { keychain } = keychainThat(undefined, [done(null), done(found)]);
    await expect(keychain.unlock()).rejects.toMatchObject(refused(LOCKED));
  });

  it('is not tried if there is no service', async () => {
    const { keychain, asked } = keychainThat(['no-service']);
    await expect(keychain.unlock()).rejects.toMatchObject(refused(NO_SERVICE));
    expect(asked).toEqual([]);
  });
});
