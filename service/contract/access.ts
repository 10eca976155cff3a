import { type Static, Type } from 'typebox';
import { arrayOf, orNull } from './schema.ts';

/** The vault: where keys are stored, and whether they can be read. `GET /host/vault` answers `VaultState`. */

/** State of the system's keychain, checked without a prompt if the system allows that. */
export const KeychainState = Type.Enum([
  'unlocked',
  'locked',
  /** The Secret Service runs but has no keyring yet. */
  'no-keyring',
  'no-service',
  'unavailable',
  /** Not checked yet, because nothing has needed a key. */
  'unknown',
]);
export type KeychainState = Static<typeof KeychainState>;

const KeptIn = Type.Enum(['keychain', 'session', 'file']);
export const VaultState = Type.Object({
  keychain: KeychainState,
  /** 'GNOME Keyring / Secret Service', 'macOS Keychain', 'Windows Credential Manager'. */
  keychain_name: Type.String(),
  /** Where a new key is stored; null if nowhere. Only the user changes this. */
  kept_in: orNull(KeptIn),
  file: Type.Enum(['none', 'locked', 'open']),
  /** One or two sentences for the page: where the keys are stored, and the consequences. */
  message: Type.String(),
  ways: arrayOf(Type.Enum(['unlock', 'use-session', 'use-file', 'open-file', 'use-keychain', 'new-file'])),
  /** The file that 'new-file' would set aside and the keys lost with it; null if it is not offered. */
  start_anew: orNull(Type.String()),
});
export type VaultState = Static<typeof VaultState>;

/**
 * `POST /host/choose-vault`. 'use-session' keeps keys until the app ends.
 * 'unlock' may show the keychain's prompt. 'new-file' sets a file aside whose passphrase is forgotten.
 */
export const VaultRequest = Type.Object({
  way: Type.Enum(['unlock', 'use-session', 'use-file', 'open-file', 'use-keychain', 'new-file']),
  passphrase: Type.Optional(Type.String({ minLength: 8, maxLength: 1_000 })),
});
export type VaultRequest = Static<typeof VaultRequest>;

/** API keys for other tools. Times are ISO 8601, UTC. Only `CreatedKey` and `CopiedKey` contain the key. */

/** @returns the variable of a publisher's key, such as ALMANAC_KEY_BLS. Its value is never stored. */
export function keyVariable(publisher: string): string {
  return `ALMANAC_KEY_${publisher.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
}

export function environmentKey(
  environment: Readonly<Record<string, string | undefined>>,
  publisher: string,
): string | undefined {
  return environment[keyVariable(publisher)]?.trim() || undefined;
}

export const ServiceKeyLine = Type.Object({
  id: Type.String(),
  label: Type.String(),
  last4: Type.String(),
  created_at: Type.String(),
  last_used_at: orNull(Type.String()),
  /** User-Agent of the last request, cut to 120 characters; null before the first request. */
  last_client: orNull(Type.String()),
  revoked_at: orNull(Type.String()),
  /** Whether the key is for FRED's clients: it works only under /fred and /graph. */
  is_for_fred: Type.Boolean(),
  /** Requests counted against the limits: in this UTC day, and in this clock minute. */
  today: Type.Integer(),
  this_minute: Type.Integer(),
});
export type ServiceKeyLine = Static<typeof ServiceKeyLine>;

export const ApiKeyLine = Type.Interface([ServiceKeyLine], {
  /** Whether the vault should store the key, so that it can be copied; false if made on the command line. */
  is_kept: Type.Boolean(),
});
export type ApiKeyLine = Static<typeof ApiKeyLine>;

/** One request made with a key. Only the last fifty of each key are kept, in memory. */
export const ApiCall = Type.Object({
  at: Type.String(),
  /** Path without the query, so that it contains no key. */
  path: Type.String(),
  status: Type.Integer(),
  rows: orNull(Type.Integer()),
  took_ms: Type.Number(),
  client: orNull(Type.String()),
});
export type ApiCall = Static<typeof ApiCall>;

/** The number of requests to the economic-data group that one key may make per minute and per day. */
export const KeyLimits = Type.Object({ minute: Type.Integer(), day: Type.Integer() });

export const ApiKeys = Type.Object({ keys: arrayOf(ApiKeyLine), limits: KeyLimits, vault: VaultState });
export type ApiKeys = Static<typeof ApiKeys>;

export const AskedKey = Type.Object({ id: Type.String({ default: '' }) });
export const ApiCalls = Type.Object({ calls: arrayOf(ApiCall) });
export type ApiCalls = Static<typeof ApiCalls>;

/** `POST /host/create-key`. Spaces around the label are removed; 422 if the rest is empty or too long. */
export const CreateKeyRequest = Type.Object({
  label: Type.String({ maxLength: 400 }),
  for_fred: Type.Optional(Type.Boolean()),
});
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;
/** `kept`: where the key can be copied from later; null if it was not stored, for the reason in `message`. */
export const CreatedKey = Type.Object({
  line: ApiKeyLine,
  key: Type.String(),
  kept: VaultState.properties.kept_in,
  message: orNull(Type.String()),
});
export type CreatedKey = Static<typeof CreatedKey>;

/** `POST /host/revoke-key` and `/host/copy-key`. 404 for an unknown id; 409 if there is no copy. */
export const KeyRequest = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const CopiedKey = Type.Object({ key: Type.String() });
export type CopiedKey = Static<typeof CopiedKey>;
/** `message`: why the vault still has a copy, or null; the key is revoked in any case. */
export const RevokedKey = Type.Object({ line: ApiKeyLine, message: orNull(Type.String()) });
export type RevokedKey = Static<typeof RevokedKey>;

/** `POST /host/try`: one GET of the public API, with a key or none. It counts against the key's limits. */
export const TryRequest = Type.Object({
  path: Type.String({ maxLength: 4_000 }),
  id: Type.Optional(Type.String({ maxLength: 100 })),
});
export type TryRequest = Static<typeof TryRequest>;
export const TryAnswer = Type.Object({
  status: Type.Integer(),
  /** Milliseconds until the whole body was received. */
  took_ms: Type.Number(),
  bytes: Type.Integer(),
  headers: arrayOf(Type.Immutable(Type.Tuple([Type.String(), Type.String()]))),
  /** The first 64 KiB of the body. */
  body: Type.String(),
  is_cut: Type.Boolean(),
});
export type TryAnswer = Static<typeof TryAnswer>;

/** `GET /host/assistant-command`: program and arguments of `almanac mcp`; null without a command line. */
export const AssistantCommand = Type.Object({ command: orNull(arrayOf(Type.String())) });

export const PublisherWithKey = Type.Enum(['BLS', 'BEA', 'Census', 'FRED']);
export const PUBLISHERS_WITH_KEYS = PublisherWithKey.enum;
export type PublisherWithKey = Static<typeof PublisherWithKey>;

/** The user's keys by publisher. Each is sent only to its publisher; nothing else stores or logs it. */
export const PublisherSecrets = Type.Unsafe<Readonly<Partial<Record<PublisherWithKey, string>>>>(
  Type.Object({}, { additionalProperties: Type.String() }),
);
export type PublisherSecrets = Static<typeof PublisherSecrets>;

/** The state of the user's key for a publisher. The page can set the key but never read it. */
export const PublisherKey = Type.Object({
  publisher: PublisherWithKey,
  /** 'lost': known to the vault, but missing or locked in the keychain. 'environment': from a variable. */
  state: Type.Enum(['absent', 'present', 'lost', 'environment']),
  last4: orNull(Type.String()),
  set_at: orNull(Type.String()),
  /** The purpose of the key; null if no fetch can use it at present. */
  used_for: orNull(Type.String()),
});
export type PublisherKey = Static<typeof PublisherKey>;
export const PublisherKeys = Type.Object({ keys: arrayOf(PublisherKey), vault: VaultState });
export type PublisherKeys = Static<typeof PublisherKeys>;

/** `POST /host/set-publisher-key`. Without `key` it removes the key: 409 if lost, unless `even_if_lost`. */
export const SetPublisherKeyRequest = Type.Object({
  publisher: PublisherWithKey,
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  even_if_lost: Type.Optional(Type.Boolean()),
});
export type SetPublisherKeyRequest = Static<typeof SetPublisherKeyRequest>;
