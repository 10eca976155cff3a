import { requestPath, requestQuery, type ViewSearch } from '../view/index.ts';
import type { Addresses } from './types.ts';

/** @returns the address of a chart in Almanac. */
export function chartAddress({ chart }: Addresses, search: ViewSearch): string {
  const query = requestQuery(search);
  return query === '' ? chart : `${chart}?${query}`;
}

/** @returns the address of all of its values in the API. It has no key: that is sent in a header. */
export function apiAddress({ api }: Addresses, search: ViewSearch): string {
  return `${api}${requestPath(search)}`;
}
