import { useSyncExternalStore } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import { addressPath, openingAddress } from './item-address.ts';

/**
 * Which saved item each screen of this window was opened from, by the screen's path: so that the bar can say what changed since, and save
 * it there. It outlives a reload and ends with the window.
 */
const KEY = 'almanac-open-items';
const listeners = new Set<() => void>();
let known: Readonly<Record<string, string>> | undefined;

function all(): Readonly<Record<string, string>> {
  known ??= readKept();
  return known;
}

function readKept(): Record<string, string> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? { ...kept } : {};
  } catch {
    return {};
  }
}

/** @param id of the item that the screen shows from now on; `undefined`: none. */
export function setOpenItem(path: string, id: string | undefined): void {
  const { [path]: _, ...others } = all();
  known = id === undefined ? others : { ...others, [path]: id };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(known));
  } catch {
    // Storage is full or forbidden: then a reload forgets it.
  }
  for (const tell of listeners) tell();
}

/** The path of a screen that is just being opened from an item. */
let opening: string | undefined;

/** Notes that a view's screen is opened from it. @returns where the item leads, to go there. */
export function openItem(item: SavedItem): string {
  const address = openingAddress(item);
  opening = addressPath(address);
  if (item.kind === 'view') setOpenItem(opening, item.id);
  return address;
}

/**
 * Notes what a screen shows. Where somebody comes to it with something else than it showed last, and not from an item, that is not the item
 * that it was opened from: saving it there would overwrite that.
 * @param isEntered somebody comes to the screen @param isSame it shows what it showed last, or more
 */
export function noteShown(path: string, isEntered: boolean, isSame: boolean): void {
  if (isEntered && !isSame && opening !== path) setOpenItem(path, undefined);
  opening = undefined;
}

/** @returns the id of the item that a screen was opened from. */
export function useOpenItem(path: string): string | undefined {
  return useSyncExternalStore(subscribe, () => all()[path]);
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
