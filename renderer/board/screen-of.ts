import type { ScreenDefinition } from '../frame/types.ts';

/** @returns the screen that an address is of; `undefined` for none. */
export function screenOf<Screen extends Pick<ScreenDefinition, 'path'>>(
  screens: readonly Screen[],
  address: string,
): Screen | undefined {
  const path = URL.parse(address, 'http://almanac.invalid')?.pathname;
  return screens.find((one) => one.path === path);
}

/** @returns the search parameters of an address. */
export function searchOf(address: string): Record<string, string> {
  return Object.fromEntries(URL.parse(address, 'http://almanac.invalid')?.searchParams ?? []);
}

/** @returns what an address says besides its screen: 'date 2025-03-07, vs 1y'. */
export function wordsOf(address: string): string {
  return Object.entries(searchOf(address))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`)
    .join(', ');
}
