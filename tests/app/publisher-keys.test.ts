import { expect, test } from 'vitest';
import { publisherKeys, setPublisherKey, vaultKeys } from '../../service/app/access-handlers.ts';
import { Failure } from '../../service/contract/failure.ts';
import { keyUse } from '../../service/datasets/publisher-keys.ts';
import type { SecretName, Vault } from '../../service/vault/index.ts';
import { LOCKED, LOST, memoryVault } from '../support/memory-vault.ts';

/** The user's keys of publishers: what the page shows of them, and what a refresh gets. */

const SET_AT = '2026-11-20T12:00:00.000Z';
const nameOf = (publisher: string): SecretName => ({ kind: 'publisher', publisher });
const noLog = (line: string): never => expect.unreachable(line);

test('each publisher’s key is shown with its own state, day and use', async () => {
  const vault = memoryVault({ FRED: 'environment-key-9876' });
  await vault.write(nameOf('BLS'), 'key-of-bls');
  await vault.write({ kind: 'api-key', id: 'BEA' }, 'no key of a publisher');
  const use = keyUse('BLS');
  expect(use).toMatch(/./);
  const shown = (publisher: string, state: string, last4: string | null, set_at: string | null) => ({
    ...{ publisher, state, last4, set_at, used_for: publisher === 'BLS' ? use : null },
  });
  const others = [
    ...[shown('BEA', 'absent', null, null), shown('Census', 'absent', null, null)],
    shown('FRED', 'environment', '9876', null),
  ];
  expect(await publisherKeys(vault)).toEqual({
    keys: [shown('BLS', 'present', '-bls', SET_AT), ...others],
    vault: await vault.state(),
  });
  for (const turned of ['lost', 'locked'] as const) {
    vault.turn(turned);
    expect(await publisherKeys(vault)).toEqual({
      keys: [shown('BLS', 'lost', '-bls', SET_AT), ...others],
      vault: await vault.state(),
    });
  }
});

test('the vault is shown as it is after the look into it, which may have opened it', async () => {
  const vault = memoryVault();
  vault.turn('locked');
  const look: Vault['look'] = (name) => {
    vault.turn('open');
    return vault.look(name);
  };
  expect((await publisherKeys({ ...vault, look })).vault.keychain).toBe('unlocked');
});

test.each(['', ' ', 'two words', 'tab\tin', 'line\nbreak', 'naïve', 'del\x7f'])(
  'the key %j is refused, and the one before stays',
  async (key) => {
    const vault = memoryVault();
    await setPublisherKey(vault, { publisher: 'BEA', key: 'before' });
    await expect(setPublisherKey(vault, { publisher: 'BEA', key })).rejects.toMatchObject({
      code: 'wrong_usage',
      message: 'A key of BEA is one word of letters, digits and signs.',
    });
    expect([...vault.secrets]).toEqual([['publisher BEA', 'before']]);
  },
);

test('a lost key is replaced or removed by the person’s word alone', async () => {
  for (const key of ['next', undefined]) {
    const vault = memoryVault();
    await vault.write(nameOf('BLS'), 'before');
    await vault.write(nameOf('BEA'), 'other');
    vault.turn('lost');
    const asked = { publisher: 'BLS', ...(key === undefined ? {} : { key }) } as const;
    for (const word of [{}, { even_if_lost: false }]) {
      await expect(setPublisherKey(vault, { ...asked, ...word })).rejects.toMatchObject({ message: LOST });
    }
    expect(vault.secrets.get('publisher BLS')).toBe('before');
    await setPublisherKey(vault, { ...asked, even_if_lost: true });
    expect([vault.secrets.get('publisher BLS'), vault.secrets.get('publisher BEA')]).toEqual([key, 'other']);
  }
});

test('a refresh gets the keys that it asks for, and a note for each that cannot be read', async () => {
  const vault = memoryVault({ FRED: 'of-the-environment' });
  await vault.write(nameOf('BLS'), 'key-of-bls');
  await vault.write(nameOf('Census'), 'key-of-census');
  const ask = (...publishers: ('BLS' | 'BEA' | 'Census' | 'FRED')[]) => vaultKeys(vault, noLog)(publishers);
  // One that was never set comes between those that are there.
  expect(await ask('BLS', 'BEA', 'Census', 'FRED')).toEqual({
    keys: { BLS: 'key-of-bls', Census: 'key-of-census', FRED: 'of-the-environment' },
    notes: [],
  });
  expect(await ask('Census')).toEqual({ keys: { Census: 'key-of-census' }, notes: [] });
  for (const [turned, why] of [
    ['lost', LOST],
    ['locked', LOCKED],
  ] as const) {
    vault.turn(turned);
    expect(await ask('BEA', 'FRED', 'Census', 'BLS')).toEqual({
      keys: { FRED: 'of-the-environment' },
      notes: [`Census was asked without your key. ${why}`, `BLS was asked without your key. ${why}`],
    });
  }
});

test('a refresh takes the other keys where one fails; a bug is logged, a failure is explained', async () => {
  const kept = memoryVault();
  for (const publisher of ['BLS', 'BEA', 'Census', 'FRED'])
    await kept.write(nameOf(publisher), `of-${publisher}`);
  const bug = new TypeError('a bug');
  const errors: Record<string, unknown> = {
    BLS: bug,
    BEA: new Failure('vault', 'It is damaged.'),
    Census: 'no error',
  };
  const read: Vault['read'] = (name) => {
    const error = name.kind === 'publisher' ? errors[name.publisher] : undefined;
    return error === undefined ? kept.read(name) : Promise.reject(error);
  };
  const logs: string[] = [];
  const publishers = ['BLS', 'BEA', 'Census', 'FRED'] as const;
  expect(await vaultKeys({ ...kept, read }, (line) => logs.push(line))(publishers)).toEqual({
    keys: { FRED: 'of-FRED' },
    notes: [
      'BLS was asked without your key. The log says why.',
      'BEA was asked without your key. It is damaged.',
      'Census was asked without your key. The log says why.',
    ],
  });
  expect(logs).toEqual([bug.stack, 'no error']);
});
