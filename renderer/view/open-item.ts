import { useSyncExternalStore } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import { pickViewSearch, type ViewSearch } from '../../service/view/index.ts';
import { MOST_SERIES } from '../../service/view/types.ts';

/** Values that session storage refuses, because it is full or forbidden. They are lost with a reload. */
const unstoredValues = new Map<string, object>();

function keep(key: string, value: object): void {
  unstoredValues.delete(key);
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    unstoredValues.set(key, value);
  }
}

function kept(key: string): object | undefined {
  try {
    const stored: unknown = unstoredValues.get(key) ?? JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return typeof stored === 'object' && stored !== null ? stored : undefined;
  } catch {
    return undefined;
  }
}

const LAST_VIEW = 'almanac-last-view';

/** Remembers Explore's view for this window, so that it returns when the user comes back. */
export function keepView(search: ViewSearch): void {
  keep(LAST_VIEW, search);
}

/** @returns Explore's last view in this window; `undefined` if it has not been open yet. */
export function keptView(): ViewSearch | undefined {
  const search = kept(LAST_VIEW);
  return search && pickViewSearch({ ...search });
}

/** The saved item from which each screen was opened, by the screen's path: the bar can save changes to it. */
const OPEN_ITEMS = 'almanac-open-items';
const listeners = new Set<() => void>();

function openItems(): Readonly<Record<string, string>> {
  return { ...kept(OPEN_ITEMS) };
}

/** @param id the item that the screen shows from now on; `undefined`: none */
export function setOpenItem(path: string, id: string | undefined): void {
  const { [path]: _, ...others } = openItems();
  keep(OPEN_ITEMS, id === undefined ? others : { ...others, [path]: id });
  for (const listener of listeners) listener();
}

/** @returns the id of the item from which a screen was opened. */
export function useOpenItem(path: string): string | undefined {
  return useSyncExternalStore(subscribe, () => openItems()[path]);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The path of a screen that is being opened from an item. */
let opening: string | undefined;

/** Notes that a view's screen is opened from it. @returns the address to go to */
export function openItem(item: SavedItem): string {
  const address = openingAddress(item);
  opening = addressPath(address);
  if (item.kind === 'view') setOpenItem(opening, item.id);
  return address;
}

/** Forgets a screen's item if the user arrives with something else: saving there would overwrite the item. */
export function noteShown(path: string, isEntered: boolean, isSame: boolean): void {
  if (isEntered && !isSame && opening !== path) setOpenItem(path, undefined);
  opening = undefined;
}

const EXPLORE = '/explore';
/** Screens that can show the data as known at an instant: their address has `as_of`. */
const INSTANT_SCREENS: readonly string[] = [EXPLORE, '/yields', '/states'];

/** @returns whether the screen of an address can show the data of an instant. */
export const canShowInstant = (address: string): boolean => INSTANT_SCREENS.includes(addressPath(address));

/** @returns the path of an address; `addressSearch` returns its search parameters. */
export const addressPath = (address: string): string => address.split('?', 1)[0] as string;
export const addressSearch = (address: string): URLSearchParams =>
  new URLSearchParams(address.slice(addressPath(address).length));

/** @returns an item's address. A frozen view gets its instant or list date; a list opens as a chart. */
export function openingAddress(item: SavedItem): string {
  if (item.kind === 'board') return `/board?id=${item.id}`;
  if (item.kind === 'list') return `${EXPLORE}?series=${item.content.series.slice(0, MOST_SERIES).join(',')}`;
  const { address, frozen } = item.content;
  if (frozen === null) return address;
  if (canShowInstant(address)) return withWords(address, { as_of: frozen.as_of });
  const [code, date] = frozen.lists?.[0]?.split('@') ?? [];
  return code === undefined || date === undefined ? address : withWords(address, { code, date });
}

/** @returns the address of a view without its instant, which `Frozen` stores. */
export const withoutInstant = (address: string): string => withWords(address, { as_of: undefined });

function withWords(address: string, words: Readonly<Record<string, string | undefined>>): string {
  const search = addressSearch(address);
  search.delete('compare');
  for (const [word, value] of Object.entries(words))
    if (value === undefined) search.delete(word);
    else search.set(word, value);
  const text = search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return keptAddress(text === '' ? addressPath(address) : `${addressPath(address)}?${text}`);
}

/** @returns an address with unescaped letters of any script: escaped Chinese names are too long to save. */
export const keptAddress = (address: string): string =>
  address.replaceAll(/(?:%[89a-f][\da-f])+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
