import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Failure } from '../../service/contract/failure.ts';
import { keepSurely, type SecretStore } from '../../service/vault/secret-stores.ts';
import { newSession } from './new-session.ts';

/** A place that does not do what it says: keychains cut, change and forget what they are given. */

const ACCOUNT = 'api-key:one';
const OTHER = 'The key was written, but another one was read back, so it is not kept there.';
const FAULTS = {
  refuses: () => {
    throw new Failure('vault', 'It does not take it.');
  },
  cuts: (secret: string) => secret.slice(0, -1),
  'changes a letter': (secret: string) => `${secret.slice(0, -1)}${secret.endsWith('x') ? 'y' : 'x'}`,
  forgets: () => null,
};

/** @param fault of the first time that something is written; after that it does its work. */
function storeWith(held: Map<string, string>, fault: (secret: string) => string | null): SecretStore {
  let isFirst = true;
  return {
    get: async (account) => held.get(account) ?? null,
    async set(account, secret) {
      const kept = isFirst ? fault(secret) : secret;
      isFirst = false;
      if (kept === null) held.delete(account);
      else held.set(account, kept);
    },
    delete: async (account) => void held.delete(account),
  };
}

it.each(Object.entries(FAULTS))('a place that %s it gets back what it held before', async (_, fault) => {
  const secret = fc.string({ minLength: 2 });
  await fc.assert(
    fc.asyncProperty(secret, fc.option(secret), async (next, before) => {
      const held = new Map(before === null ? [] : [[ACCOUNT, before]]);
      const was = [...held];
      await expect(keepSurely(storeWith(held, fault), ACCOUNT, next)).rejects.toMatchObject({
        code: 'vault',
        message: fault === FAULTS.refuses ? 'It does not take it.' : OTHER,
      });
      expect([...held]).toEqual(was);
    }),
  );
});

it('a place that changes bytes and not their number is found out', async () => {
  const held = new Map<string, string>();
  await expect(
    keepSurely(
      storeWith(held, () => 'two'),
      ACCOUNT,
      'one',
    ),
  ).rejects.toThrow(OTHER);
  expect([...held]).toEqual([]);
});

it.each([
  [
    'is the first failure, where the place cannot take back either',
    new Failure('vault', 'Nor that.'),
    'first',
  ],
  ['is a bug, where there is one', new TypeError('a bug'), 'a bug'],
])('what is reported %s', async (_, second, says) => {
  const errors = [new Failure('vault', 'first'), second];
  const store: SecretStore = {
    get: async () => 'before',
    set: () => Promise.reject(errors.shift()),
    delete: () => expect.unreachable('It held something.'),
  };
  await expect(keepSurely(store, ACCOUNT, 'next')).rejects.toThrow(says);
  expect(errors).toEqual([]);
});

it('a place that works holds the secret, and each account its own', async () => {
  const store = newSession();
  await keepSurely(store, ACCOUNT, 'one');
  await keepSurely(store, 'publisher:BLS', 'other');
  await keepSurely(store, ACCOUNT, 'two');
  expect([await store.get(ACCOUNT), await store.get('publisher:BLS')]).toEqual(['two', 'other']);
  await store.delete(ACCOUNT);
  expect([await store.get(ACCOUNT), await store.get('publisher:BLS')]).toEqual([null, 'other']);
  expect(await newSession().get('publisher:BLS')).toBeNull();
});
