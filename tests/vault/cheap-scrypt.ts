import type * as crypto from 'node:crypto';

/**
 * The module with a scrypt that takes a hundredth of the time and memory, for `vi.mock('node:crypto', …)` in tests of what is done with
 * passphrases. What a guess costs is tested in `sealed-text.test.ts`; there, and where whole programs run, it is the real one.
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
