import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PublisherWithKey, TryRequest } from '../../service/contract/access.ts';
import type { VaultRequest } from '../../service/contract/vault.ts';
import { askHost } from './request.ts';

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
      queryFn: ({ signal }) => askHost('keys', { signal }),
      refetchInterval: everyMs,
    }),
  );
}

/** The last calls of a key, newest first; asked as often as `everyMs` says. @param id null for no key */
export function useKeyCalls(id: string | null, everyMs: number) {
  return useQuery(
    queryOptions({
      queryKey: ['host', 'key-calls', id],
      queryFn: ({ signal }) => askHost('key-calls', { query: { id: id ?? '' }, signal }),
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
      queryFn: ({ signal }) => askHost('publisher-keys', { signal }),
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
    createKey: (label: string) => asksAnew(askHost('create-key', { body: { label } })),
    revokeKey: (id: string) => asksAnew(askHost('revoke-key', { body: { id } })),
    copyKey: (id: string) => asksAnew(askHost('copy-key', { body: { id } })),
    chooseVault: (body: VaultRequest) => asksAnew(askHost('choose-vault', { body })),
    setPublisherKey: (body: PublisherKeyChange) => asksAnew(askHost('set-publisher-key', { body })),
    tryRequest: (body: TryRequest) => asksAnew(askHost('try', { body })),
  };
}
