import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keepSurely, type SecretStore } from '../../electron/vault/secret-store.ts';
import { Failure } from '../../service/contract/failure.ts';

/** A place that does not do what it says: keychains cut, change and forget what they are given. */

const ACCOUNT = 'api-key:one';
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
      });
      expect([...held]).toEqual(was);
    }),
  );
});

it('a place that works holds the secret', async () => {
  const held = new Map<string, string>();
  await keepSurely(
    storeWith(held, (secret) => secret),
    ACCOUNT,
    'one',
  );
  expect([...held]).toEqual([[ACCOUNT, 'one']]);
});
