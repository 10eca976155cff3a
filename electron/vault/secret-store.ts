import { timingSafeEqual } from 'node:crypto';
import { Failure } from '../../service/contract/failure.ts';

/** A place that holds secrets by account. Every function throws Failure 'vault' where the place cannot be reached. */
export type SecretStore = {
  /** @returns null where it holds nothing by this account */
  get(account: string): Promise<string | null>;
  set(account: string, secret: string): Promise<void>;
  delete(account: string): Promise<void>;
};

/** Keeps secrets in memory, until the app ends. */
export function createSessionStore(): SecretStore {
  const held = new Map<string, string>();
  return {
    get: async (account) => held.get(account) ?? null,
    set: async (account, secret) => void held.set(account, secret),
    delete: async (account) => void held.delete(account),
  };
}

/**
 * Writes, reads back and compares. If that fails, puts back what was there before.
 * @throws Failure 'vault' where the store does not hold the secret afterwards.
 */
export async function keepSurely(store: SecretStore, account: string, secret: string): Promise<void> {
  const before = await store.get(account);
  try {
    await store.set(account, secret);
    const found = await store.get(account);
    if (found === null || !isSameSecret(found, secret)) {
      throw new Failure(
        'vault',
        'The key was written, but another one was read back, so it is not kept there.',
      );
    }
  } catch (error) {
    await putBack(store, account, before);
    throw error;
  }
}

/** @param before what the store held; null where it held nothing */
export async function putBack(store: SecretStore, account: string, before: string | null): Promise<void> {
  try {
    await (before === null ? store.delete(account) : store.set(account, before));
  } catch (error) {
    // The caller reports the first failure; a store that failed once may well fail again.
    if (!(error instanceof Failure)) throw error;
  }
}

/** Takes the same time wherever the two differ. */
function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
