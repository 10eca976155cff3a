import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { fits } from '../../service/contract/fits.ts';
import {
  PREFERENCES,
  type PreferenceName,
  type PreferenceValue,
} from '../../service/contract/preferences.ts';
import type { Item, SaveItemRequest } from '../../service/contract/saved.ts';
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

/** @returns the newest 50 revisions of an item, the newest first. @throws ApiError, SignInNeeded */
export async function itemVersions(id: string): Promise<readonly Item[]> {
  return (await askHost('item-versions', { query: { id } })).versions;
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
