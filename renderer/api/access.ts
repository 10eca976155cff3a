import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PublisherWithKey, TryRequest, VaultRequest } from '../../service/contract/access.ts';
import { useCan } from './capabilities.ts';
import { askHost } from './request.ts';

/**
 * API access. Answers without secrets are kept in the query cache. Requests that carry a secret (a new or copied key, a passphrase,
 * a publisher's key) are plain functions, because the mutation cache would keep their arguments and answers.
 */

/** contract/access `SetPublisherKeyRequest`. Without `key` the key that is set is removed. */
export type PublisherKeyChange = { publisher: PublisherWithKey; key?: string; even_if_lost?: boolean };

const keysQuery = queryOptions({
  queryKey: ['host', 'keys'],
  queryFn: ({ signal }) => askHost('keys', { signal }),
});
const publisherKeysQuery = queryOptions({
  queryKey: ['host', 'publisher-keys'],
  queryFn: ({ signal }) => askHost('publisher-keys', { signal }),
});

/** Begins to load what the API access screen shows, while its code is loaded. */
export function loadAccessScreen(client: QueryClient): void {
  void client.prefetchQuery(keysQuery);
  void client.prefetchQuery(publisherKeysQuery);
}

/**
 * The keys with their usage, the limits, and where keys are kept. A page without the capability does not ask.
 * @param everyMs how often to load them again
 */
export function useApiKeys(everyMs: number) {
  return useQuery({ ...keysQuery, refetchInterval: everyMs, enabled: useCan('keys') });
}

/** The last calls of a key, newest first. @param id `null`: load nothing @param everyMs how often to load them again */
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

/** Which publishers' keys the user has set. The keys themselves are never in the answer. */
export function usePublisherKeys() {
  return useQuery(publisherKeysQuery);
}

/** @returns program and arguments by which an assistant starts `almanac mcp`; null: there are none here; `undefined` until it is known. */
export function useAssistantCommand(): readonly string[] | null | undefined {
  const { data } = useQuery({
    queryKey: ['host', 'assistant-command'],
    queryFn: ({ signal }) => askHost('assistant-command', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.command;
}

/** Changes to keys and vault. Each rejects with ApiError or SignInNeeded, and loads again what it may have changed. */
export function useAccessActions() {
  const client = useQueryClient();
  const thenReload = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.finally(() => {
      // After a failure too: it may have changed the state of the vault.
      for (const { queryKey } of [keysQuery, publisherKeysQuery]) void client.invalidateQueries({ queryKey });
    });
  return {
    createKey: (label: string, isForFred: boolean) =>
      thenReload(askHost('create-key', { body: { label, ...(isForFred && { for_fred: true }) } })),
    revokeKey: (id: string) => thenReload(askHost('revoke-key', { body: { id } })),
    copyKey: (id: string) => thenReload(askHost('copy-key', { body: { id } })),
    chooseVault: (body: VaultRequest) => thenReload(askHost('choose-vault', { body })),
    setPublisherKey: (body: PublisherKeyChange) => thenReload(askHost('set-publisher-key', { body })),
    tryRequest: (body: TryRequest) => thenReload(askHost('try', { body })),
  };
}
