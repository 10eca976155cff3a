import type { QueryClient } from '@tanstack/react-query';
import { preferenceOf, preferencesQuery, savedQuery } from '../api/index.ts';
import { openItem } from '../view/index.ts';

/** Where the app opens, and the address that a later start may open again. */

type Address = { to: string; search: Record<string, string> };

const OVERVIEW: Address = { to: '/overview', search: {} };
/** Overview says that the saved view is not there any more. */
const GONE: Address = { to: '/overview', search: { gone: '1' } };

/** @returns what the preference `start_screen` says. This page's copy of the preferences is enough. */
export async function startAddress(client: QueryClient): Promise<Address> {
  const values = await client.ensureQueryData(preferencesQuery).catch(() => ({}));
  const start = preferenceOf(values, 'start_screen');
  if (start === 'last') return parseAddress(preferenceOf(values, 'last_address')) ?? OVERVIEW;
  if (!start.startsWith('item:')) return OVERVIEW;
  const items = await client.ensureQueryData(savedQuery).catch(() => []);
  const item = items.find(({ id, deleted_at }) => `item:${id}` === start && deleted_at === null);
  return (item && parseAddress(openItem(item))) ?? GONE;
}

/** @returns the parts of an address of a screen, '/explore?range=5Y'; `undefined` where it is none. */
function parseAddress(text: string): Address | undefined {
  if (!/^\/[a-z]/.test(text)) return undefined;
  const { pathname, searchParams } = new URL(text, 'http://almanac.invalid');
  return { to: pathname, search: Object.fromEntries(searchParams) };
}

/** An address that has not changed for so long is one that somebody looks at. */
const REST_MS = 3_000;

/** Keeps the address that is shown, once it rests, for starts with what was shown last. @param follow calls at each change of address */
export function keepLastAddress(
  client: QueryClient,
  follow: (changed: (address: string) => void) => void,
  keep: (address: string) => Promise<unknown>,
): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  follow((address) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const values = client.getQueryData(preferencesQuery.queryKey) ?? {};
      // Nobody else needs it, and each change is looked at by every window.
      if (preferenceOf(values, 'start_screen') !== 'last' || preferenceOf(values, 'last_address') === address)
        return;
      keep(address).catch(() => undefined);
    }, REST_MS);
  });
}
