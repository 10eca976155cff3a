import Type, { type Static } from 'typebox';

/** What holds the keys, told honestly. `GET /host/vault` answers a `VaultState`. */

/** What the system's keychain is like, probed without a prompt where that can be done. */
export type KeychainState =
  | 'unlocked'
  | 'locked'
  /** The Secret Service runs and has no keyring yet. */
  | 'no-keyring'
  /** There is no Secret Service (or no D-Bus). */
  | 'no-service'
  /** keytar cannot be loaded on this machine. */
  | 'unavailable'
  /** Not looked at yet: nothing asked for a key. */
  | 'unknown';

/** Where keys are written to. 'environment' holds publishers' keys, read-only. */
export type VaultBackend = 'keychain' | 'session' | 'file' | 'environment';

export type VaultState = {
  keychain: KeychainState;
  /** 'GNOME Keyring / Secret Service', 'macOS Keychain', 'Windows Credential Manager'. */
  keychain_name: string;
  /** Where a key that is made now is kept: never changed without the user's choice. */
  kept_in: Exclude<VaultBackend, 'environment'> | null;
  /** The passphrase-protected file, where it is the choice. */
  file: 'none' | 'locked' | 'open';
  /** One or two sentences for the interface: which one holds the keys, and what that means. */
  message: string;
  /** What the user can do about it, in the order to offer. */
  ways: readonly ('unlock' | 'use-session' | 'use-file' | 'open-file' | 'use-keychain' | 'new-file')[];
  /** What 'new-file' does: which file is put aside, and what is lost with it; null where it is no way. */
  start_anew: string | null;
};

/**
 * `POST /host/choose-vault`: 'unlock' tries the keychain again and may raise its prompt; 'use-session' keeps keys until the app ends;
 * 'use-file' makes, and 'open-file' opens, the passphrase-protected file; 'new-file' puts a file
 * aside whose passphrase is forgotten, and makes another; 'use-keychain' goes back. Answers the `VaultState`.
 */
export const VaultRequest = Type.Object({
  way: Type.Union([
    Type.Literal('unlock'),
    Type.Literal('use-session'),
    Type.Literal('use-file'),
    Type.Literal('open-file'),
    Type.Literal('use-keychain'),
    Type.Literal('new-file'),
  ]),
  passphrase: Type.Optional(Type.String({ minLength: 8, maxLength: 1_000 })),
});
export type VaultRequest = Static<typeof VaultRequest>;
