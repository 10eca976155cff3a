import type { VaultRequest, VaultState } from '../../service/contract/vault.ts';

/** The vault keeps secrets of the user: in the system's keychain, or where the user chose instead. */

/** Names a secret: an API key that Almanac made for another tool, the user's key of a publisher, or that of a team's Almanac. */
export type SecretName =
  | { kind: 'api-key'; id: string }
  | { kind: 'publisher'; publisher: string }
  | { kind: 'team'; address: string };

/** 'lost': the index lists it, but it is not there or cannot be read. 'absent': it was never kept. */
export type SecretLook =
  | { state: 'present'; last4: string; setAt: string }
  | { state: 'absent' }
  | { state: 'lost'; last4: string; setAt: string; message: string }
  | { state: 'environment'; last4: string };

/** `evenIfLost`: the person agrees that a key that cannot be read now is replaced or removed. Otherwise that fails. */
export type Consent = { evenIfLost?: boolean };

export type Vault = {
  /** Never prompts, and does not touch the keychain before somebody has asked for a secret (`keychain: 'unknown'`). */
  state(): Promise<VaultState>;
  /** @throws Failure 'vault' where it cannot be done, with a sentence. */
  choose(request: VaultRequest): Promise<VaultState>;
  /** The kept secrets by the index, without asking the keychain. */
  names(): Promise<readonly { name: SecretName; last4: string; setAt: string }[]>;
  look(name: SecretName): Promise<SecretLook>;
  /** @throws Failure 'vault' where it is locked, lost or absent, with a sentence that says which and what to do. */
  read(name: SecretName): Promise<string>;
  /**
   * Writes, reads back and compares. @throws Failure 'vault' where that fails, and where a key of this name is lost (see `Consent`);
   * nothing is changed then.
   */
  write(name: SecretName, secret: string, word?: Consent): Promise<void>;
  /** Does nothing where it is absent. @throws Failure 'vault' where it is lost (see `Consent`). */
  remove(name: SecretName, word?: Consent): Promise<void>;
  /** Ends the keychain process. */
  close(): Promise<void>;
};
