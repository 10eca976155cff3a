import { type Static, Type } from 'typebox';
import { list, orNull } from './schema.ts';

/** What holds the keys, told honestly. `GET /host/vault` answers a `VaultState`. */

/** What the system's keychain is like, probed without a prompt where that can be done. */
export const KeychainState = Type.Enum([
  'unlocked',
  'locked',
  /** The Secret Service runs and has no keyring yet. */
  'no-keyring',
  /** There is no Secret Service (or no D-Bus). */
  'no-service',
  /** keytar cannot be loaded on this machine. */
  'unavailable',
  /** Not looked at yet: nothing asked for a key. */
  'unknown',
]);
export type KeychainState = Static<typeof KeychainState>;

const KeptIn = Type.Enum(['keychain', 'session', 'file']);
/** Where keys are written to. 'environment' holds publishers' keys, read-only. */
export type VaultBackend = Static<typeof KeptIn> | 'environment';

export const VaultState = Type.Object({
  keychain: KeychainState,
  /** 'GNOME Keyring / Secret Service', 'macOS Keychain', 'Windows Credential Manager'. */
  keychain_name: Type.String(),
  /** Where a key that is made now is kept: never changed without the user's choice. */
  kept_in: orNull(KeptIn),
  /** The passphrase-protected file, where it is the choice. */
  file: Type.Enum(['none', 'locked', 'open']),
  /** One or two sentences for the interface: which one holds the keys, and what that means. */
  message: Type.String(),
  /** What the user can do about it, in the order to offer. */
  ways: list(Type.Enum(['unlock', 'use-session', 'use-file', 'open-file', 'use-keychain', 'new-file'])),
  /** What 'new-file' does: which file is put aside, and what is lost with it; null where it is no way. */
  start_anew: orNull(Type.String()),
});
export type VaultState = Static<typeof VaultState>;

/**
 * `POST /host/choose-vault`: 'unlock' tries the keychain again and may raise its prompt; 'use-session' keeps keys until the app ends;
 * 'use-file' makes, and 'open-file' opens, the passphrase-protected file; 'new-file' puts a file
 * aside whose passphrase is forgotten, and makes another; 'use-keychain' goes back. Answers the `VaultState`.
 */
export const VaultRequest = Type.Object({
  way: Type.Enum(['unlock', 'use-session', 'use-file', 'open-file', 'use-keychain', 'new-file']),
  passphrase: Type.Optional(Type.String({ minLength: 8, maxLength: 1_000 })),
});
export type VaultRequest = Static<typeof VaultRequest>;
