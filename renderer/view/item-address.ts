import type { SavedItem } from '../../service/contract/saved.ts';
import { MOST_SERIES } from '../../service/view/types.ts';

/** Where saved items are opened. An address is a path with its search parameters. */

const EXPLORE = '/explore';
/** Screens that show the data as they were known at an instant, the `as_of` of their address. */
const OF_AN_INSTANT: readonly string[] = [EXPLORE, '/yields', '/states'];

/** @returns whether the screen of an address can show the data of an instant. */
export const canShowThen = (address: string): boolean => OF_AN_INSTANT.includes(addressPath(address));

/** @returns the path of an address; `searchOf` its search parameters. */
export const addressPath = (address: string): string => address.split('?', 1)[0] as string;
export const addressSearch = (address: string): URLSearchParams =>
  new URLSearchParams(address.slice(addressPath(address).length));

/** @returns where an item leads: of a frozen view as of its instant, or with the list of then; of a list a chart of its first series. */
export function openingAddress(item: SavedItem): string {
  if (item.kind === 'board') return `/board?id=${item.id}`;
  if (item.kind === 'list') return `${EXPLORE}?series=${item.content.series.slice(0, MOST_SERIES).join(',')}`;
  const { address, frozen } = item.content;
  if (frozen === null) return address;
  if (canShowThen(address)) return withWords(address, { as_of: frozen.as_of });
  const [code, date] = frozen.lists?.[0]?.split('@') ?? [];
  return code === undefined || date === undefined ? address : withWords(address, { code, date });
}

/** @returns the address of a frozen view: its instant stands in `Frozen`. */
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

/**
 * @returns an address as it is kept: with letters of any script as they are. A browser writes them nine times as long, and a chart whose
 * lines have Chinese names would be longer than what can be saved.
 */
export const keptAddress = (address: string): string =>
  address.replaceAll(/(?:%[89a-f][\da-f])+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes);
    } catch {
      return bytes;
    }
  });
