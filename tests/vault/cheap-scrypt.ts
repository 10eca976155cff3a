import type * as crypto from 'node:crypto';

/**
 * Replaces scrypt by one with a hundredth of the time and memory, for `vi.mock('node:crypto', …)` in tests
 * about uses of passphrases. `sealed-text.test.ts` and tests of whole programs use the real one.
 */
export function withCheapScrypt(real: typeof crypto): typeof crypto {
  const scrypt = (
    word: string,
    salt: Buffer,
    length: number,
    cost: crypto.ScryptOptions,
    done: (error: Error | null, key: Buffer) => void,
  ) => real.scrypt(word, salt, length, { ...cost, N: 2 ** 10 }, done);
  return { ...real, scrypt: scrypt as typeof crypto.scrypt };
}
