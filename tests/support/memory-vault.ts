import type { VaultState } from '../../service/contract/access.ts';
import { Failure } from '../../service/contract/failure.ts';
import type { SecretName, Vault } from '../../service/vault/index.ts';

/** A vault in memory. A test can lock or break it, and read its content. */
export type MemoryVault = Vault & {
  /** 'locked': keys cannot be read, written or removed. 'lost': the content cannot be read. */
  turn(state: 'open' | 'locked' | 'lost'): void;
  /** The kept keys by kind and name: `api-key k7f3qx`, `publisher BLS`. */
  readonly secrets: ReadonlyMap<string, string>;
};

export const LOCKED = 'The keychain is locked. Unlock it and try again.';
export const LOST = 'The keychain no longer has this key.';
const SET_AT = '2026-11-20T12:00:00.000Z';

/** @param environment publishers' keys set as environment variables. */
export function memoryVault(environment: Readonly<Record<string, string>> = {}): MemoryVault {
  const secrets = new Map<string, string>();
  const names = new Map<string, SecretName>();
  let turned: 'open' | 'locked' | 'lost' = 'open';

  function state(): VaultState {
    const keychain = turned === 'locked' ? 'locked' : 'unlocked';
    const message = turned === 'locked' ? LOCKED : 'Keys are in the keychain.';
    return {
      keychain,
      keychain_name: 'A keychain',
      kept_in: 'keychain',
      file: 'none',
      message,
      ways: [],
      start_anew: null,
    };
  }
  function demandOpen(): void {
    if (turned === 'locked') throw new Failure('vault', LOCKED);
  }

  function demandFound(name: SecretName, evenIfLost: boolean): void {
    if (turned === 'lost' && secrets.has(textOf(name)) && !evenIfLost) throw new Failure('vault', LOST);
  }

  return {
    secrets,
    turn: (next) => {
      turned = next;
    },
    state: async () => state(),
    choose: async ({ way }) => {
      if (way !== 'unlock') throw new Failure('vault', 'This vault has only a keychain.');
      turned = 'open';
      return state();
    },
    names: async () =>
      [...names].map(([text, name]) => ({ name, last4: secrets.get(text)?.slice(-4) ?? '', setAt: SET_AT })),
    async look(name) {
      const fromEnvironment = name.kind === 'publisher' ? environment[name.publisher] : undefined;
      if (fromEnvironment !== undefined) return { state: 'environment', last4: fromEnvironment.slice(-4) };
      const secret = secrets.get(textOf(name));
      if (secret === undefined) return { state: 'absent' };
      const facts = { last4: secret.slice(-4), setAt: SET_AT };
      return turned === 'open'
        ? { state: 'present', ...facts }
        : { state: 'lost', ...facts, message: turned === 'lost' ? LOST : LOCKED };
    },
    async read(name) {
      const fromEnvironment = name.kind === 'publisher' ? environment[name.publisher] : undefined;
      if (fromEnvironment !== undefined) return fromEnvironment;
      demandOpen();
      const secret = secrets.get(textOf(name));
      if (secret === undefined || turned === 'lost') throw new Failure('vault', LOST);
      return secret;
    },
    async write(name, secret, { evenIfLost = false } = {}) {
      demandOpen();
      demandFound(name, evenIfLost);
      secrets.set(textOf(name), secret);
      names.set(textOf(name), name);
    },
    async remove(name, { evenIfLost = false } = {}) {
      demandOpen();
      demandFound(name, evenIfLost);
      secrets.delete(textOf(name));
      names.delete(textOf(name));
    },
  };
}

function textOf(name: SecretName): string {
  if (name.kind === 'api-key') return `api-key ${name.id}`;
  return name.kind === 'team' ? `team ${name.address}` : `publisher ${name.publisher}`;
}
