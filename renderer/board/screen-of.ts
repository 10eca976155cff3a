import type { ScreenDefinition } from '../frame/types.ts';

/** @returns the title of the screen that an address is of; `undefined` for none. */
export function screenOf(
  screens: readonly Pick<ScreenDefinition, 'path' | 'title'>[],
  address: string,
): string | undefined {
  const path = URL.parse(address, 'http://almanac.invalid')?.pathname;
  return screens.find((one) => one.path === path)?.title;
}

/** @returns what an address says besides its screen: 'date 2025-03-07, vs 1y'. */
export function wordsOf(address: string): string {
  const params = URL.parse(address, 'http://almanac.invalid')?.searchParams ?? new URLSearchParams();
  return [...params].map(([name, value]) => `${name.replaceAll('_', ' ')} ${value}`).join(', ');
}
