import type { QueryClient } from '@tanstack/react-query';
import { preferenceOf, preferencesQuery, savedQuery } from '../api/index.ts';
import { openItem } from '../view/index.ts';

/** The address at which the app opens, or which a later start may reopen. */

type Address = { to: string; search: Record<string, string> };

const OVERVIEW: Address = { to: '/overview', search: {} };
/** Overview reports that the saved start view no longer exists. */
const GONE: Address = { to: '/overview', search: { gone: '1' } };

/** @returns the address for the preference `start_screen`. The page's copy of the preferences is enough. */
export async function startAddress(client: QueryClient): Promise<Address> {
  const values = await client.ensureQueryData(preferencesQuery).catch(() => ({}));
  const start = preferenceOf(values, 'start_screen');
  if (start === 'last') return parseAddress(preferenceOf(values, 'last_address')) ?? OVERVIEW;
  if (!start.startsWith('item:')) return OVERVIEW;
  const items = await client.ensureQueryData(savedQuery).catch(() => []);
  const item = items.find(({ id, deleted_at }) => `item:${id}` === start && deleted_at === null);
  return (item && parseAddress(openItem(item))) ?? GONE;
}

/** @returns the parts of a screen's address, '/explore?range=5Y'; `undefined` for another text. */
function parseAddress(text: string): Address | undefined {
  if (!/^\/[a-z]/.test(text)) return undefined;
  const { pathname, searchParams } = new URL(text, 'http://almanac.invalid');
  return { to: pathname, search: Object.fromEntries(searchParams) };
}

/** An address unchanged for this long, in ms, is one that the user looks at. */
const REST_MS = 3_000;

/** Stores the shown address once it rests, for the next start. @param follow calls at each new address */
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
      // Stores it only for that setting, because every window reacts to each stored change.
      if (preferenceOf(values, 'start_screen') !== 'last' || preferenceOf(values, 'last_address') === address)
        return;
      keep(address).catch(() => undefined);
    }, REST_MS);
  });
}
