import type { ViewRequests } from '../requests.ts';

/** @returns comment lines on where the key comes from and on what the API cannot say of the view. @param mark '#' or '//' */
export function remarks({ left }: ViewRequests, mark: string): string[] {
  return [
    `${mark} Needs ALMANAC_API_KEY in the environment: a key from Almanac, API access.`,
    ...left.map((what) => `${mark} Not in the API, computed by the app: ${what}.`),
  ];
}
