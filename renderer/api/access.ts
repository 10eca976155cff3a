import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  ApiCalls,
  ApiKeys,
  CopiedKey,
  CreatedKey,
  PublisherKeys,
  PublisherWithKey,
  RevokedKey,
  TryAnswer,
  TryRequest,
} from '../../service/contract/access.ts';
import type { VaultRequest, VaultState } from '../../service/contract/vault.ts';
import { getJson, postJson } from './request.ts';

/**
 * API access. What holds no secret is in the cache of queries. What does (a new or copied key, a passphrase, a publisher's key) is
 * asked by plain functions, since the cache of mutations would keep their arguments and answers.
 */

/** contract/access `SetPublisherKeyRequest`: an absent key removes it. */
export type PublisherKeyChange = { publisher: PublisherWithKey; key?: string; even_if_lost?: boolean };

const KEYS = ['host', 'keys'];
const PUBLISHER_KEYS = ['host', 'publisher-keys'];

/** Keys with their use, the limits, and what holds them. @param everyMs how often to ask while the screen is shown */
export function useApiKeys(everyMs: number) {
  return useQuery(
    queryOptions({
      queryKey: KEYS,
      queryFn: ({ signal }) => getJson<ApiKeys>('/host/keys', signal),
      refetchInterval: everyMs,
    }),
  );
}

/** The last calls of a key, newest first; asked as often as `everyMs` says. @param id null for no key */
export function useKeyCalls(id: string | null, everyMs: number) {
  return useQuery(
    queryOptions({
      queryKey: ['host', 'key-calls', id],
      queryFn: ({ signal }) =>
        getJson<ApiCalls>(`/host/key-calls?id=${encodeURIComponent(id ?? '')}`, signal),
      refetchInterval: everyMs,
      enabled: id !== null,
      gcTime: 0,
    }),
  );
}

/** The keys that the user has of publishers, without the keys themselves. */
export function usePublisherKeys() {
  return useQuery(
    queryOptions({
      queryKey: PUBLISHER_KEYS,
      queryFn: ({ signal }) => getJson<PublisherKeys>('/host/publisher-keys', signal),
    }),
  );
}

/** The changes of keys and vault. Each rejects with ApiError or SignInNeeded; after each, what it changed is asked anew. */
export function useAccessActions() {
  const client = useQueryClient();
  const asksAnew = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer;
    } finally {
      // Also after a failure, which may have changed the vault's state.
      for (const queryKey of [KEYS, PUBLISHER_KEYS]) void client.invalidateQueries({ queryKey });
    }
  };
  return {
    createKey: (label: string) => asksAnew(postJson<CreatedKey>('/host/create-key', { label })),
    revokeKey: (id: string) => asksAnew(postJson<RevokedKey>('/host/revoke-key', { id })),
    copyKey: (id: string) => asksAnew(postJson<CopiedKey>('/host/copy-key', { id })),
    chooseVault: (request: VaultRequest) => asksAnew(postJson<VaultState>('/host/choose-vault', request)),
    setPublisherKey: (request: PublisherKeyChange) =>
      asksAnew(postJson<unknown>('/host/set-publisher-key', request)),
    tryRequest: (request: TryRequest) => asksAnew(postJson<TryAnswer>('/host/try', request)),
  };
}
