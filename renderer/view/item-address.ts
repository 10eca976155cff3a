import type { Item } from '../../service/contract/saved.ts';
import { MOST_SERIES } from '../../service/view/types.ts';

/** Where saved items are opened. An address is a path with its search parameters. */

const EXPLORE = '/explore';

/** @returns the path of an address; `searchOf` its search parameters. */
export const pathOf = (address: string): string => address.split('?', 1)[0] as string;
export const searchOf = (address: string): URLSearchParams =>
  new URLSearchParams(address.slice(pathOf(address).length));

/** @returns where an item leads: of a frozen chart as of its instant; of a list a chart of its first series. */
export function openingAddress(item: Item): string {
  if (item.kind === 'board') return `/board?id=${item.id}`;
  if (item.kind === 'list') return `${EXPLORE}?series=${item.content.series.slice(0, MOST_SERIES).join(',')}`;
  const { address, frozen } = item.content;
  return frozen && pathOf(address) === EXPLORE ? withWord(address, 'as_of', frozen.as_of) : address;
}

/** @returns the address of a frozen view: its instant stands in `Frozen`. */
export const withoutInstant = (address: string): string => withWord(address, 'as_of', undefined);

function withWord(address: string, word: string, value: string | undefined): string {
  const search = searchOf(address);
  search.delete('compare');
  if (value === undefined) search.delete(word);
  else search.set(word, value);
  const text = search.toString().replaceAll('%2C', ',').replaceAll('%3A', ':');
  return text === '' ? pathOf(address) : `${pathOf(address)}?${text}`;
}
