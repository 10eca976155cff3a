import { type Static, Type } from 'typebox';
import { arrayOf, orNull } from './schema.ts';

/** Where the keys are stored, and whether they can be read. `GET /host/vault` answers a `VaultState`. */

/** State of the system's keychain. It is checked without a prompt to the user if the system allows that. */
export const KeychainState = Type.Enum([
  'unlocked',
  'locked',
  /** The Secret Service runs but has no keyring yet. */
  'no-keyring',
  /** There is no Secret Service (or no D-Bus). */
  'no-service',
  /** keytar cannot be loaded on this machine. */
  'unavailable',
  /** Not checked yet, because nothing has needed a key. */
  'unknown',
]);
export type KeychainState = Static<typeof KeychainState>;

const KeptIn = Type.Enum(['keychain', 'session', 'file']);
/** Where a key is stored. 'environment': variables with keys for publishers, read-only. */
export type VaultBackend = Static<typeof KeptIn> | 'environment';

export const VaultState = Type.Object({
  keychain: KeychainState,
  /** 'GNOME Keyring / Secret Service', 'macOS Keychain', 'Windows Credential Manager'. */
  keychain_name: Type.String(),
  /** Where a new key is stored; null if nowhere. Only the user changes this. */
  kept_in: orNull(KeptIn),
  /** State of the passphrase-protected file. */
  file: Type.Enum(['none', 'locked', 'open']),
  /** One or two sentences for the page: where the keys are stored, and what that means. */
  message: Type.String(),
  /** What the user can do, in the order in which to offer it. */
  ways: arrayOf(Type.Enum(['unlock', 'use-session', 'use-file', 'open-file', 'use-keychain', 'new-file'])),
  /** What 'new-file' would do: which file is set aside and what is lost with it; null if 'new-file' is not offered. */
  start_anew: orNull(Type.String()),
});
export type VaultState = Static<typeof VaultState>;

/**
 * `POST /host/choose-vault`. 'unlock' tries the keychain again, which may show its prompt. 'use-session' keeps keys until the app
 * ends. 'use-file' creates the passphrase-protected file and 'open-file' opens it. 'new-file' sets aside a file whose passphrase is
 * forgotten and creates a new one. 'use-keychain' returns to the keychain. Answers the `VaultState`.
 */
export const VaultRequest = Type.Object({
  way: Type.Enum(['unlock', 'use-session', 'use-file', 'open-file', 'use-keychain', 'new-file']),
  passphrase: Type.Optional(Type.String({ minLength: 8, maxLength: 1_000 })),
});
export type VaultRequest = Static<typeof VaultRequest>;
