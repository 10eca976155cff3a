import type { VaultRequest, VaultState } from '../../service/contract/vault.ts';

/** The door of the vault: secrets of the user, kept by the system's keychain or by what the user chose in its place. */

/** What a secret is: a key that Almanac made for another tool (by its id), or the user's key of a publisher. */
export type SecretName = { kind: 'api-key'; id: string } | { kind: 'publisher'; publisher: string };

/** 'lost': it should be there and is not, or cannot be read; that is never told as 'absent'. */
export type SecretLook =
  | { state: 'present'; last4: string; setAt: string }
  | { state: 'absent' }
  | { state: 'lost'; last4: string; setAt: string; message: string }
  | { state: 'environment'; last4: string };

/** Without it, what is noted of a key that cannot be read just now is neither replaced nor removed. */
export type PersonsWord = { evenIfLost?: boolean };

export type Vault = {
  /** Without a prompt, and without the keychain where nothing has asked for a secret yet (`keychain: 'unknown'`). */
  state(): Promise<VaultState>;
  /** @throws Failure 'vault' where it cannot be done, with a sentence. */
  choose(request: VaultRequest): Promise<VaultState>;
  /** What the index says is there, without the keychain. */
  names(): Promise<readonly { name: SecretName; last4: string; setAt: string }[]>;
  look(name: SecretName): Promise<SecretLook>;
  /** @throws Failure 'vault' where it is locked, lost or absent, with a sentence that says which and what to do. */
  read(name: SecretName): Promise<string>;
  /**
   * Written, read back and compared. @throws Failure 'vault' where it is not kept, and where a key of this name is lost
   * (see `PersonsWord`); nothing is half done then.
   */
  write(name: SecretName, secret: string, word?: PersonsWord): Promise<void>;
  /** Nothing where it is absent. @throws Failure 'vault' where it is lost (see `PersonsWord`). */
  remove(name: SecretName, word?: PersonsWord): Promise<void>;
  /** Ends the keychain process. */
  close(): Promise<void>;
};
