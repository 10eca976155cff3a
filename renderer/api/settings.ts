import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { PublisherWithKey, TryRequest, VaultRequest } from '../../service/contract/access.ts';
import { findSetting } from '../../service/contract/check-setting.ts';
import { WORK_FILE } from '../../service/contract/names.ts';
import type { OutgoingRequest } from '../../service/contract/preferences.ts';
import { SETTINGS } from '../../service/contract/settings.ts';
import { canNow, useCan } from './app-state.ts';
import { dataStateQuery } from './data-work.ts';
import { askApp, unlessReported } from './request.ts';
import { preferencesQuery, useSetPreferences } from './work.ts';

/** All settings, from work.sqlite and settings.json, and the requests that left this computer. */

export const fileSettingsQuery = queryOptions({
  queryKey: ['app', 'file-settings'],
  queryFn: ({ signal }) => askApp('file-settings', { signal }),
  // People and commands also change the file.
  refetchInterval: unlessReported(5_000),
});

export function loadSettingsScreen(client: QueryClient): void {
  void client.prefetchQuery(preferencesQuery);
  if (canNow(client, 'computer')) void client.prefetchQuery(fileSettingsQuery);
}

/** settings.json's values, those waiting for a restart, and the data folder; nothing without `computer`. */
export function useFileSettings() {
  return useQuery({ ...fileSettingsQuery, enabled: useCan('computer') });
}

/** All settings by name; `undefined` until both files are loaded. */
export function useSettings(): Readonly<Record<string, unknown>> | undefined {
  const { data: kept } = useQuery(preferencesQuery);
  const { data: file } = useFileSettings();
  const hasFile = useCan('computer');
  if (kept === undefined || (file === undefined && hasFile)) return undefined;
  const values: Readonly<Record<string, unknown>> = { ...file?.values, ...kept };
  return Object.fromEntries(SETTINGS.map((row) => [row.name, values[row.name] ?? row.default]));
}

/** Sets settings in both files; null restores a default. Rejects with ApiError, perhaps after one file. */
export function useSetSettings() {
  const client = useQueryClient();
  const preferences = useSetPreferences();
  return useMutation({
    mutationFn: async (values: Readonly<Record<string, unknown>>) => {
      const isPreference = ([name]: readonly [string, unknown]) => findSetting(name)?.keptIn === WORK_FILE;
      const all = Object.entries(values);
      const ofFile = all.filter((each) => !isPreference(each));
      // First the file: only the service can refuse some of its values, such as a contact with a line break.
      if (ofFile.length > 0) {
        const body = { values: Object.fromEntries(ofFile) };
        client.setQueryData(fileSettingsQuery.queryKey, await askApp('set-file-settings', { body }));
        await client.invalidateQueries({ queryKey: dataStateQuery.queryKey });
      }
      const ofTable = all.filter(isPreference);
      if (ofTable.length > 0) await preferences.mutateAsync(Object.fromEntries(ofTable));
    },
  });
}

/** The program that listens on a port of this computer, in words; null if none does. */
export function usePortHolder(port: number | undefined) {
  return useQuery({
    queryKey: ['app', 'port-holder', port],
    queryFn: async ({ signal }) =>
      (await askApp('port-holder', { query: { port: String(port) }, signal })).holder,
    enabled: port !== undefined,
    // The user may end that program and return.
    refetchInterval: 5_000,
  });
}

/** A page of the requests that left this computer, newest first. @param before an id; '': the newest page */
export function useOutgoing(before: string) {
  return useQuery({
    queryKey: ['app', 'outgoing', before],
    queryFn: ({ signal }) => askApp('outgoing', { query: { before }, signal }),
    refetchInterval: 5_000,
    placeholderData: keepPreviousData,
  });
}

/** @returns all requests that left this computer, newest first. Rejects with ApiError. */
export async function allOutgoing(): Promise<OutgoingRequest[]> {
  const all: OutgoingRequest[] = [];
  for (;;) {
    const before = String(all.at(-1)?.id ?? '');
    const { requests } = await askApp('outgoing', { query: { before } });
    if (requests.length === 0) return all;
    all.push(...requests);
  }
}

/**
 * API access. Requests with a secret (a new or copied key, a passphrase, a publisher's key) are plain
 * functions, because the mutation cache would keep their arguments and answers.
 */

/** `SetPublisherKeyRequest` of contract/access. Without `key`, removes the stored key. */
type PublisherKeyChange = { publisher: PublisherWithKey; key?: string; even_if_lost?: boolean };

const keysQuery = queryOptions({
  queryKey: ['app', 'keys'],
  queryFn: ({ signal }) => askApp('keys', { signal }),
});
const publisherKeysQuery = queryOptions({
  queryKey: ['app', 'publisher-keys'],
  queryFn: ({ signal }) => askApp('publisher-keys', { signal }),
});

export function loadAccessScreen(client: QueryClient): void {
  void client.prefetchQuery(keysQuery);
  void client.prefetchQuery(publisherKeysQuery);
}

/** The keys with their usage, the limits, and where keys are stored; nothing if the page may not see them. */
export function useApiKeys(everyMs: number) {
  return useQuery({ ...keysQuery, refetchInterval: everyMs, enabled: useCan('keys') });
}

/** A key's last calls, newest first. @param id `null`: loads nothing @param everyMs the reload interval */
export function useKeyCalls(id: string | null, everyMs: number) {
  return useQuery(
    queryOptions({
      queryKey: ['app', 'key-calls', id],
      queryFn: ({ signal }) => askApp('key-calls', { query: { id: id ?? '' }, signal }),
      refetchInterval: everyMs,
      enabled: id !== null,
      gcTime: 0,
    }),
  );
}

/** The publishers whose key the user has set. The answer never contains the keys themselves. */
export function usePublisherKeys() {
  return useQuery(publisherKeysQuery);
}

/** @returns the command with which an assistant starts `almanac mcp`; null: none; `undefined`: loading. */
export function useAssistantCommand(): readonly string[] | null | undefined {
  const { data } = useQuery({
    queryKey: ['app', 'assistant-command'],
    queryFn: ({ signal }) => askApp('assistant-command', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data?.command;
}

/** Changes keys and the vault. Each rejects with ApiError or SignInNeeded, and reloads the affected data. */
export function useAccessActions() {
  const client = useQueryClient();
  const reloadAfter = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.finally(() => {
      // Also after a failure, which may have changed the vault's state.
      for (const { queryKey } of [keysQuery, publisherKeysQuery]) void client.invalidateQueries({ queryKey });
    });
  return {
    createKey: (label: string, isForFred: boolean) =>
      reloadAfter(askApp('create-key', { body: { label, ...(isForFred && { for_fred: true }) } })),
    revokeKey: (id: string) => reloadAfter(askApp('revoke-key', { body: { id } })),
    copyKey: (id: string) => reloadAfter(askApp('copy-key', { body: { id } })),
    chooseVault: (body: VaultRequest) => reloadAfter(askApp('choose-vault', { body })),
    setPublisherKey: (body: PublisherKeyChange) => reloadAfter(askApp('set-publisher-key', { body })),
    tryRequest: (body: TryRequest) => reloadAfter(askApp('try', { body })),
  };
}
