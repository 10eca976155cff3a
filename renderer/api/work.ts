import { queryOptions, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fits } from '../../service/contract/fits.ts';
import {
  PREFERENCES,
  type PreferenceName,
  type PreferenceValue,
} from '../../service/contract/preferences.ts';
import type { Frozen, FrozenCheck, Item, SaveItemRequest } from '../../service/contract/saved.ts';
import { catalogQuery } from './catalog.ts';
import { askHost } from './request.ts';

/** What a person has made, and how he wants the app: work.sqlite, through the host. */

/** Other windows show a change within two seconds. */
const LOOK_MS = 1_500;
const KEY = ['host', 'work'];
/** A copy of the preferences, so that the first picture has them before the service answers. work.sqlite has the truth. */
const COPY = 'almanac-preferences';

/** Values by name; a name that is absent has its default. */
export const preferencesQuery = queryOptions({
  queryKey: [...KEY, 'preferences'],
  queryFn: async ({ signal }) => {
    const { values } = await askHost('preferences', { signal });
    keepCopy(values);
    return values;
  },
  initialData: readCopy,
  initialDataUpdatedAt: 0,
});

/** All saved items, those in the bin too; the last changed first. */
export const savedQuery = queryOptions({
  queryKey: [...KEY, 'saved'],
  queryFn: async ({ signal }) => (await askHost('saved', { signal })).items,
});

/** Looks for changes by other windows and programs, and asks anew for what is shown. Once for the whole page. */
export function useWorkNews(): void {
  const client = useQueryClient();
  const { data: version } = useQuery({
    queryKey: ['host', 'work-version'],
    queryFn: async ({ signal }) => (await askHost('work-version', { signal })).version,
    refetchInterval: LOOK_MS,
    staleTime: 0,
    retry: false,
  });
  useEffect(() => {
    if (version !== undefined) void client.invalidateQueries({ queryKey: KEY });
  }, [client, version]);
}

/** One preference, and a function to set it: at once on this page, then in work.sqlite. `null` takes the default again. */
export function usePreference<Name extends PreferenceName>(
  name: Name,
): readonly [PreferenceValue<Name>, (value: PreferenceValue<Name> | null) => void] {
  const { data: value } = useQuery({
    ...preferencesQuery,
    select: (values) => preferenceOf(values, name),
  });
  const set = useSetPreferences();
  return [value ?? preferenceOf({}, name), (next) => set.mutate({ [name]: next })];
}

/** @returns the value of a preference outside of React, as this page knows it now. */
export function preferenceOf<Name extends PreferenceName>(
  values: Readonly<Record<string, unknown>>,
  name: Name,
): PreferenceValue<Name> {
  const { schema, default: usual } = PREFERENCES[name];
  const value = values[name];
  return (value !== undefined && fits(schema, value) ? value : usual) as PreferenceValue<Name>;
}

/** Sets several preferences together. If the service refuses, all of them are as before, and the mutation has the reason. */
export function useSetPreferences() {
  const client = useQueryClient();
  const { queryKey } = preferencesQuery;
  return useMutation({
    mutationFn: (values: Readonly<Record<string, unknown>>) =>
      askHost('set-preferences', { body: { values: { ...values } } }),
    onMutate: async (values) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      const after = Object.entries({ ...before, ...values }).filter(([, value]) => value !== null);
      client.setQueryData(queryKey, Object.fromEntries(after));
      return { before };
    },
    onError: (_error, _values, kept) => client.setQueryData(queryKey, kept?.before),
    onSuccess: ({ values }) => {
      client.setQueryData(queryKey, values);
      keepCopy(values);
    },
  });
}

/** The saved items. */
export function useSaved() {
  return useQuery(savedQuery);
}

/** Saves an item; a conflict with another window is the answer's `state`. */
export function useSaveItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SaveItemRequest) => askHost('save-item', { body }),
    onSuccess: ({ item }) =>
      client.setQueryData(savedQuery.queryKey, (before: readonly Item[] = []) => [
        item,
        ...before.filter(({ id }) => id !== item.id),
      ]),
  });
}

/** Removes an item and its versions for good. */
export function useRemoveItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => askHost('remove-item', { body: { id } }),
    onSuccess: ({ items }) => client.setQueryData(savedQuery.queryKey, items),
  });
}

/** The revisions of an item, the newest first. @param revision the newest one, so that they are asked for again when it changes */
export function useItemVersions(id: string, revision: number) {
  return useQuery({
    queryKey: [...KEY, 'versions', id, revision],
    queryFn: async ({ signal }) => (await askHost('item-versions', { query: { id }, signal })).versions,
  });
}

/** What a frozen view is compared with: its inputs as they can be rebuilt, and as they are now. Asked once for each state of the data. */
export function useFrozenCheck(address: string, frozen: Frozen | null) {
  const version = useQuery(catalogQuery).data?.data_version;
  return useQuery<FrozenCheck>({
    queryKey: ['frozen', version, address, frozen],
    queryFn:
      version === undefined || frozen === null
        ? skipToken
        : ({ signal }) => askHost('check-frozen', { body: { address, frozen }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** @returns the instant and the hash of what an address shows. @throws ApiError that says why it cannot be frozen. */
export function freezeAddress(address: string): Promise<Frozen> {
  return askHost('freeze', { body: { address } });
}

/** @returns the lines whose hash was frozen. @throws ApiError where they cannot be rebuilt. */
export async function frozenLines(address: string, frozen: Frozen): Promise<string> {
  return (await askHost('frozen-lines', { body: { address, frozen } })).lines;
}

function readCopy(): Record<string, unknown> | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(COPY) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...kept } : undefined;
  } catch {
    return undefined;
  }
}

function keepCopy(values: Readonly<Record<string, unknown>>): void {
  try {
    localStorage.setItem(COPY, JSON.stringify(values));
  } catch {
    // Storage is full or forbidden: then the first picture has the defaults.
  }
}
