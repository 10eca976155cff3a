import { type Static, Type } from 'typebox';
import { list, orNull } from './schema.ts';
import { VaultState } from './vault.ts';

/**
 * API access: keys of other tools, as the host answers them to the renderer under `/host/…`. Times are ISO 8601, UTC. The key
 * itself stands only in `CreatedKey` and `CopiedKey`, which answer an explicit click.
 */

/** @returns the variable of the environment that holds the user's key of a publisher, such as ALMANAC_KEY_BLS. It is read, never kept. */
export function keyVariable(publisher: string): string {
  return `ALMANAC_KEY_${publisher.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}`;
}

/** @returns the key in the environment; undefined where the variable is not set, or empty. */
export function environmentKey(
  environment: Readonly<Record<string, string | undefined>>,
  publisher: string,
): string | undefined {
  return environment[keyVariable(publisher)]?.trim() || undefined;
}

/** A key as the service knows it. */
export const ServiceKeyLine = Type.Object({
  id: Type.String(),
  label: Type.String(),
  last4: Type.String(),
  created_at: Type.String(),
  last_used_at: orNull(Type.String()),
  /** User-Agent of the last request. */
  last_client: orNull(Type.String()),
  revoked_at: orNull(Type.String()),
  /** Requests counted against the limits: this UTC day, this clock minute. */
  today: Type.Integer(),
  this_minute: Type.Integer(),
});
export type ServiceKeyLine = Static<typeof ServiceKeyLine>;

/** One key of another tool. */
export const ApiKeyLine = Type.Interface([ServiceKeyLine], {
  /** Whether the keychain should hold it, so that it can be copied again; false for keys made on the command line. */
  is_kept: Type.Boolean(),
});
export type ApiKeyLine = Static<typeof ApiKeyLine>;

/** One request that a key made, the newest first; kept in memory only, the last fifty of each key. */
export const ApiCall = Type.Object({
  at: Type.String(),
  /** Path without query, so without keys. */
  path: Type.String(),
  status: Type.Integer(),
  rows: orNull(Type.Integer()),
  took_ms: Type.Number(),
  client: orNull(Type.String()),
});
export type ApiCall = Static<typeof ApiCall>;

/** Requests that the economic-data group allows a key. */
export const KeyLimits = Type.Object({ minute: Type.Integer(), day: Type.Integer() });

/** `GET /host/keys`. */
export const ApiKeys = Type.Object({ keys: list(ApiKeyLine), limits: KeyLimits, vault: VaultState });
export type ApiKeys = Static<typeof ApiKeys>;

/** `GET /host/key-calls?id=…`. */
export const AskedKey = Type.Object({ id: Type.String({ default: '' }) });
export const ApiCalls = Type.Object({ calls: list(ApiCall) });
export type ApiCalls = Static<typeof ApiCalls>;

/** `POST /host/create-key`. Spaces round the label are taken off before it is counted; 422 where it is none then. */
export const CreateKeyRequest = Type.Object({ label: Type.String({ maxLength: 400 }) });
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;
/** `kept`: where the key can be copied from again; null where it could not be kept, with the sentence that says why. */
export const CreatedKey = Type.Object({
  line: ApiKeyLine,
  key: Type.String(),
  kept: VaultState.properties.kept_in,
  message: orNull(Type.String()),
});
export type CreatedKey = Static<typeof CreatedKey>;

/**
 * `POST /host/revoke-key` and `POST /host/copy-key`. 404 where no key has the id; a copy is 409, with the sentence that says
 * why, where the key is revoked, was never kept, or cannot be read now.
 */
export const KeyRequest = Type.Object({ id: Type.String({ maxLength: 100 }) });
export type KeyRequest = Static<typeof KeyRequest>;
export const CopiedKey = Type.Object({ key: Type.String() });
export type CopiedKey = Static<typeof CopiedKey>;
/** `message`: why the kept copy could not be removed from the vault; the key is revoked all the same. */
export const RevokedKey = Type.Object({ line: ApiKeyLine, message: orNull(Type.String()) });
export type RevokedKey = Static<typeof RevokedKey>;

/** `POST /host/try`: one GET of the public API with a key of the vault, or with none. Counts against its limits. */
export const TryRequest = Type.Object({
  /** API path with query, without a key. */
  path: Type.String({ maxLength: 4_000 }),
  /** Id of the key to send; none where absent. */
  id: Type.Optional(Type.String({ maxLength: 100 })),
});
export type TryRequest = Static<typeof TryRequest>;
export const TryAnswer = Type.Object({
  status: Type.Integer(),
  /** Until the whole body had come. */
  took_ms: Type.Number(),
  /** Of the whole body. */
  bytes: Type.Integer(),
  /** Name and value of each. */
  headers: list(Type.Immutable(Type.Tuple([Type.String(), Type.String()]))),
  /** The first 64 KiB of the body. */
  body: Type.String(),
  is_cut: Type.Boolean(),
});
export type TryAnswer = Static<typeof TryAnswer>;

/** Publishers whose own key Almanac can send. */
export const PublisherWithKey = Type.Enum(['BLS', 'BEA', 'Census', 'FRED']);
export const PUBLISHERS_WITH_KEYS = PublisherWithKey.enum;
export type PublisherWithKey = Static<typeof PublisherWithKey>;

/** A key that the user has of a publisher: write-only, so never the key. */
export const PublisherKey = Type.Object({
  publisher: PublisherWithKey,
  /** 'lost': the index says that it should be there and the keychain does not have it, or is locked. */
  state: Type.Enum(['absent', 'present', 'lost', 'environment']),
  last4: orNull(Type.String()),
  set_at: orNull(Type.String()),
  /** What Almanac sends it for; null where none of its fetches can use one today. */
  used_for: orNull(Type.String()),
});
export type PublisherKey = Static<typeof PublisherKey>;
/** `GET /host/publisher-keys`. */
export const PublisherKeys = Type.Object({ keys: list(PublisherKey), vault: VaultState });
export type PublisherKeys = Static<typeof PublisherKeys>;

/** `POST /host/set-publisher-key`; an absent key removes it. 409 where it is lost, unless the person has said to go on. */
export const SetPublisherKeyRequest = Type.Object({
  publisher: PublisherWithKey,
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  even_if_lost: Type.Optional(Type.Boolean()),
});
export type SetPublisherKeyRequest = Static<typeof SetPublisherKeyRequest>;
