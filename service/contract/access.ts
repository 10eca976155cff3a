import Type, { type Static } from 'typebox';
import type { VaultState } from './vault.ts';

/**
 * API access: keys of other tools, as the host answers them to the renderer under `/host/…`. Times are ISO 8601, UTC. The key
 * itself stands only in `CreatedKey` and `CopiedKey`, which answer an explicit click.
 */

/** One key of another tool. */
export type ApiKeyLine = {
  id: string;
  label: string;
  last4: string;
  created_at: string;
  last_used_at: string | null;
  /** User-Agent of the last request. */
  last_client: string | null;
  revoked_at: string | null;
  /** Requests counted against the limits: this UTC day, this clock minute. */
  today: number;
  this_minute: number;
  /** Whether the keychain should hold it, so that it can be copied again; false for keys made on the command line. */
  is_kept: boolean;
};

/** One request that a key made, the newest first; kept in memory only, the last fifty of each key. */
export type ApiCall = {
  at: string;
  /** Path without query, so without keys. */
  path: string;
  status: number;
  rows: number | null;
  took_ms: number;
  client: string | null;
};

/** `GET /host/keys`. */
export type ApiKeys = {
  keys: readonly ApiKeyLine[];
  /** Requests that the economic-data group allows a key. */
  limits: { minute: number; day: number };
  vault: VaultState;
};

/** `GET /host/key-calls?id=…`. */
export type ApiCalls = { calls: readonly ApiCall[] };

/** `POST /host/create-key`. Spaces round the label are taken off before it is counted; 422 where it is none then. */
export const CreateKeyRequest = Type.Object({ label: Type.String({ maxLength: 400 }) });
export type CreateKeyRequest = Static<typeof CreateKeyRequest>;
/** `kept`: where the key can be copied from again; null where it could not be kept, with the sentence that says why. */
export type CreatedKey = {
  line: ApiKeyLine;
  key: string;
  kept: VaultState['kept_in'];
  message: string | null;
};

/**
 * `POST /host/revoke-key` and `POST /host/copy-key`. 404 where no key has the id; a copy is 409, with the sentence that says
 * why, where the key is revoked, was never kept, or cannot be read now.
 */
export const KeyRequest = Type.Object({ id: Type.String({ maxLength: 100 }) });
export type KeyRequest = Static<typeof KeyRequest>;
export type CopiedKey = { key: string };
/** `message`: why the kept copy could not be removed from the vault; the key is revoked all the same. */
export type RevokedKey = { line: ApiKeyLine; message: string | null };

/** `POST /host/try`: one GET of the public API with a key of the vault, or with none. Counts against its limits. */
export const TryRequest = Type.Object({
  /** API path with query, without a key. */
  path: Type.String({ maxLength: 4_000 }),
  /** Id of the key to send; none where absent. */
  id: Type.Optional(Type.String({ maxLength: 100 })),
});
export type TryRequest = Static<typeof TryRequest>;
export type TryAnswer = {
  status: number;
  /** Until the whole body had come. */
  took_ms: number;
  /** Of the whole body. */
  bytes: number;
  headers: readonly (readonly [name: string, value: string])[];
  /** The first 64 KiB of the body. */
  body: string;
  is_cut: boolean;
};

/** Publishers whose own key Almanac can send. */
export const PUBLISHERS_WITH_KEYS = ['BLS', 'BEA', 'Census', 'FRED'] as const;
export type PublisherWithKey = (typeof PUBLISHERS_WITH_KEYS)[number];

/** A key that the user has of a publisher: write-only, so never the key. */
export type PublisherKey = {
  publisher: PublisherWithKey;
  /** 'lost': the index says that it should be there and the keychain does not have it, or is locked. */
  state: 'absent' | 'present' | 'lost' | 'environment';
  last4: string | null;
  set_at: string | null;
  /** What Almanac sends it for; null where none of its fetches can use one today. */
  used_for: string | null;
};
/** `GET /host/publisher-keys`. */
export type PublisherKeys = { keys: readonly PublisherKey[]; vault: VaultState };

/** `POST /host/set-publisher-key`; an absent key removes it. 409 where it is lost, unless the person has said to go on. */
export const SetPublisherKeyRequest = Type.Object({
  publisher: Type.Union(PUBLISHERS_WITH_KEYS.map((name) => Type.Literal(name))),
  key: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  even_if_lost: Type.Optional(Type.Boolean()),
});
export type SetPublisherKeyRequest = Static<typeof SetPublisherKeyRequest>;
