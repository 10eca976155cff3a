import { useReducedMotion } from '@mantine/hooks';
import {
  hashKey,
  mutationOptions,
  type QueryClient,
  queryOptions,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { showDatesAs } from '../../service/calendar/dates.ts';
import { fits } from '../../service/contract/fits.ts';
import {
  PREFERENCES,
  type PreferenceName,
  type PreferenceValue,
} from '../../service/contract/preferences.ts';
import type {
  Frozen,
  FrozenCheck,
  SavedItem,
  SaveItemAnswer,
  SaveItemRequest,
} from '../../service/contract/saved.ts';
import { showNumbersAs } from '../../service/series-math/decimal-text.ts';
import { catalogQuery } from './catalog.ts';
import { askApp, isAskedAgain, NoAnswer, unlessReported, waitToAskAgain } from './request.ts';
import { isTeamPage, keepCopy, readCopy, showAppearance } from './session.ts';

/** A person's saved work and preferences, from work.sqlite through the service. */

/** Other windows show a change within two seconds. */
const look = unlessReported(1_500);
/** Longer, because hundreds of people may poll a team's node. */
const TEAM_LOOK_MS = 10_000;
const KEY = ['app', 'work'];
/** Runs changes of preferences one after another, so that the last one wins. */
const SETTING = { mutationKey: ['set-preferences'], scope: { id: 'set-preferences' } };

/** Preferences by name; a missing name has its default. */
export const preferencesQuery = queryOptions({
  queryKey: [...KEY, 'preferences'],
  queryFn: async ({ client, signal }) => {
    const { version, values } = await askApp('preferences', { signal });
    keepVersion(client, version);
    keepCopy(values);
    return values;
  },
  // The copy shows until the service answers; after that `useWorkNews` triggers reloads.
  initialData: readCopy,
  initialDataUpdatedAt: 0,
  staleTime: 60 * 60_000,
});

/** All saved items, including deleted ones, by last change, newest first. */
export const savedQuery = queryOptions({
  queryKey: [...KEY, 'saved'],
  queryFn: async ({ client, signal }) => {
    const { version, items } = await askApp('saved', { signal });
    keepVersion(client, version);
    return items;
  },
});

export const workVersionQuery = queryOptions({
  queryKey: ['app', 'work-version'],
  queryFn: async ({ signal }) => (await askApp('work-version', { signal })).version,
  refetchInterval: (query) => (isTeamPage() ? TEAM_LOOK_MS : look(query)),
  staleTime: 0,
  retry: false,
});

/** Keeps the version of the first loaded data, so that every later version counts as a change. */
function keepVersion(client: QueryClient, version: number): void {
  client.setQueryData(workVersionQuery.queryKey, (known) => known ?? version);
}

/** Polls for changes by other windows and programs, and reloads what is shown. Call once per page. */
export function useWorkNews(): void {
  const client = useQueryClient();
  const { data: version } = useQuery(workVersionQuery);
  const known = useRef(version);
  useEffect(() => {
    // The first version is not a change: nothing was loaded before it.
    const isChanged = known.current !== undefined && known.current !== version;
    known.current = version;
    if (isChanged) void client.invalidateQueries({ queryKey: KEY });
  }, [client, version]);
}

/** A preference, and a function that sets it on this page and in work.sqlite; `null` restores the default. */
export function usePreference<Name extends PreferenceName>(
  name: Name,
): readonly [PreferenceValue<Name>, (value: PreferenceValue<Name> | null) => void] {
  const { data: value } = useQuery({
    ...preferencesQuery,
    select: (values) => preferenceOf(values, name),
  });
  const { mutate } = useSetPreferences();
  // The query reports a change a moment later, too late for a control that redraws with the click.
  const [mine, setMine] = useState<{ next: PreferenceValue<Name> } | undefined>();
  const set = useCallback(
    (next: PreferenceValue<Name> | null) => {
      setMine({ next: next ?? preferenceOf({}, name) });
      mutate({ [name]: next }, { onSettled: () => setMine(undefined) });
    },
    [mutate, name],
  );
  return [mine ? mine.next : (value ?? preferenceOf({}, name)), set];
}

/** True if the service has sent the preferences; before that they are the copy or the defaults. */
export function usePreferencesKnown(): boolean {
  return useQuery({ ...preferencesQuery, select: () => null }).dataUpdatedAt > 0;
}

export function usePreferences(): Readonly<Record<string, unknown>> {
  return useQuery(preferencesQuery).data ?? {};
}

/** @returns a preference's value for code outside React, as this page knows it now. */
export function preferenceOf<Name extends PreferenceName>(
  values: Readonly<Record<string, unknown>>,
  name: Name,
): PreferenceValue<Name> {
  const { schema, default: usual } = PREFERENCES[name];
  const value = values[name];
  return (value !== undefined && fits(schema, value) ? value : usual) as PreferenceValue<Name>;
}

/** Sets several preferences together. A refusal restores the old values; the mutation has the reason. */
export function useSetPreferences() {
  return useMutation(settingPreferences(useQueryClient()));
}

/** The preferences for code outside React: current values, a listener for changes, and a setter. */
export function preferencesOutside(client: QueryClient) {
  const { queryKey } = preferencesQuery;
  const values = () => client.getQueryData(queryKey) ?? readCopy() ?? {};
  return {
    values,
    onChange: (listener: () => void) =>
      client.getQueryCache().subscribe(({ query }) => {
        if (hashKey(query.queryKey) === hashKey(queryKey)) listener();
      }),
    set: (given: Readonly<Record<string, unknown>>) =>
      client.getMutationCache().build(client, settingPreferences(client)).execute(given),
  };
}

function settingPreferences(client: QueryClient) {
  const { queryKey } = preferencesQuery;
  const show = (change: (before: Readonly<Record<string, unknown>>) => object) => {
    // Until the service has sent the values, the shown ones are only a copy.
    const updatedAt = client.getQueryState(queryKey)?.dataUpdatedAt ?? 0;
    const after = Object.entries(change(client.getQueryData(queryKey) ?? {})).filter(
      ([, value]) => value !== null,
    );
    client.setQueryData(queryKey, Object.fromEntries(after), { updatedAt });
  };
  return mutationOptions({
    ...SETTING,
    mutationFn: (values: Readonly<Record<string, unknown>>) =>
      askApp('set-preferences', { body: { values: { ...values } } }),
    // Setting the same values twice does no harm.
    retry: isAskedAgain,
    retryDelay: waitToAskAgain,
    onMutate: (values) => {
      const before = client.getQueryData(queryKey) ?? {};
      void client.cancelQueries({ queryKey });
      show((now) => ({ ...now, ...values }));
      return Object.fromEntries(Object.keys(values).map((name) => [name, before[name] ?? null]));
    },
    onError: (_error, _values, before) => show((now) => ({ ...now, ...before })),
    onSuccess: ({ values }) => {
      // The answer to an earlier change does not contain the later one.
      if (client.isMutating(SETTING) > 1) return;
      client.setQueryData(queryKey, values);
      keepCopy(values);
    },
  });
}

export function useSaved() {
  return useQuery(savedQuery);
}

/** Saves an item. A conflict with another window is reported in the answer's `state`. */
export function useSaveItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: saveItem,
    onSuccess: ({ item }) =>
      client.setQueryData(savedQuery.queryKey, (before: readonly SavedItem[] = []) => [
        item,
        ...before.filter(({ id }) => id !== item.id),
      ]),
  });
}

/** Changes whose answer was lost, by item id: the service may have stored them. */
const unanswered = new Map<string, SaveItemRequest>();

async function saveItem(body: SaveItemRequest): Promise<SaveItemAnswer> {
  try {
    const answer = await askApp('save-item', { body });
    const before = unanswered.get(body.id);
    unanswered.delete(body.id);
    const { state, item } = answer;
    // The stored item is this page's own earlier change, so there is no conflict.
    if (state === 'conflict' && before && textOf(before) === textOf(item))
      return await saveItem({ ...body, revision: item.revision });
    return answer;
  } catch (error) {
    if (error instanceof NoAnswer) unanswered.set(body.id, body);
    throw error;
  }
}

/** @returns a text that is equal for an item and the request that stored it. */
function textOf(item: SavedItem | SaveItemRequest): string {
  const { name, note, folder, content } = item;
  const isDeleted = 'is_deleted' in item ? item.is_deleted : item.deleted_at !== null;
  return hashKey([name, note, folder, content, isDeleted]);
}

export function useRemoveItem() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => askApp('remove-item', { body: { id } }),
    onSuccess: ({ items }) => client.setQueryData(savedQuery.queryKey, items),
  });
}

/** @returns a unique id of 32 hexadecimal digits for a saved item or a board's tile. */
export const newId = (): string => crypto.randomUUID().replaceAll('-', '');

export const namesOf = (items: readonly SavedItem[] = []): string[] =>
  items.flatMap(({ name, deleted_at: deletedAt }) => (deletedAt === null ? name : []));

/** @returns the name for a new item, with '(2)', '(3)' … if it is taken. */
export function freeName(name: string, names: readonly string[]): string {
  const plain = name.replace(/ \(\d+\)$/, '');
  let free = name;
  for (let count = 2; names.includes(free); count++) free = `${plain.slice(0, 190)} (${count})`;
  return free;
}

/** @returns an item's newest 50 revisions, newest first. @throws ApiError, SignInNeeded */
export async function itemVersions(id: string, signal?: AbortSignal): Promise<readonly SavedItem[]> {
  return (await askApp('item-versions', { query: { id }, signal })).versions;
}

/** An item's revisions, like `itemVersions`. @param revision the newest one, so that a change reloads them */
export function useItemVersions(id: string, revision: number) {
  return useQuery({
    queryKey: [...KEY, 'versions', id, revision],
    queryFn: ({ signal }) => itemVersions(id, signal),
  });
}

/** The comparison of a frozen view: its inputs rebuilt, and as they are now. Loaded once per data version. */
export function useFrozenCheck(address: string, frozen: Frozen | null) {
  const version = useQuery(catalogQuery).data?.data_version;
  return useQuery<FrozenCheck>({
    queryKey: ['frozen', version, address, frozen],
    queryFn:
      version === undefined || frozen === null
        ? skipToken
        : ({ signal }) => askApp('check-frozen', { body: { address, frozen }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** @returns the instant and hash of an address's data. @throws ApiError if they cannot be frozen */
export function freezeAddress(address: string): Promise<Frozen> {
  return askApp('freeze', { body: { address } });
}

/** @returns the lines whose hash was frozen. @throws ApiError if they cannot be rebuilt */
export async function fetchFrozenLines(address: string, frozen: Frozen): Promise<string> {
  return (await askApp('frozen-lines', { body: { address, frozen } })).lines;
}

/** Applies density, motion, number and date style. @returns a text that changes with the last two */
export function useAppearance(): string {
  const [density] = usePreference('density');
  const [motion] = usePreference('motion');
  const [numbers] = usePreference('number_style');
  const [dates] = usePreference('date_style');
  useEffect(() => showAppearance({ density, motion }), [density, motion]);
  // Set before the screens render, which write numbers and dates.
  showNumbersAs(numbers);
  showDatesAs(dates);
  return `${numbers} ${dates}`;
}

/** Row height in px of a table whose rows a script places. @param comfortable the normal height */
export function useRowHeight(comfortable: number): number {
  const [density] = usePreference('density');
  return density === 'compact' ? Math.round((comfortable * 5) / 6) : comfortable;
}

/** True if moving elements must hold still: by the person's choice, or by the system's setting. */
export function useIsCalm(): boolean {
  const [motion] = usePreference('motion');
  const isSystemCalm = useReducedMotion(false, { getInitialValueInEffect: false });
  return motion === 'reduced' || isSystemCalm;
}
