import type { Vault } from './create-vault.ts';

/** Shorter values also occur inside harmless words. */
const SHORTEST = 6;
const HIDDEN = '…';

/** The user's keys for publishers by value, to mask keys that do not look like one. */
export type KnownSecrets = ReturnType<typeof createKnownSecrets>;

/** Starts with the keys of the environment (`ALMANAC_KEY_BLS`). */
export function createKnownSecrets(environment: Readonly<Record<string, string | undefined>>) {
  const known = new Set<string>();
  let longestFirst: string[] = [];

  function learn(secret: string): void {
    if (secret.length < SHORTEST || known.has(secret)) return;
    for (const form of [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
      known.add(form);
    longestFirst = [...known].toSorted((a, b) => b.length - a.length);
  }

  for (const [name, value] of Object.entries(environment))
    if (name.startsWith('ALMANAC_KEY_') && value) learn(value);
  return {
    /** Adds a secret to mask. */
    learn,
    /** @returns `text` with all known secrets masked, also in forms encoded for an address or JSON. */
    hide: (text: string): string =>
      longestFirst.reduce((masked, secret) => masked.replaceAll(secret, HIDDEN), text),
  };
}

/** @returns the vault, which first passes every secret that it reads or writes to `learn`. */
export function learnSecrets(vault: Vault, learn: (secret: string) => void): Vault {
  return {
    ...vault,
    async read(name) {
      const secret = await vault.read(name);
      learn(secret);
      return secret;
    },
    write(name, secret, word) {
      learn(secret);
      return vault.write(name, secret, word);
    },
  };
}
