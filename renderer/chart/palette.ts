/**
 * Eight colours for series, told apart also by colour-blind readers (each beside a dash pattern of its own), at least 3:1
 * against the page in their scheme (WCAG 2.2, 1.4.11). A test measures the contrast.
 */
export const SERIES_COLOURS = {
  light: ['#0b62c4', '#c2410c', '#0a7d5f', '#a32a7d', '#8a6100', '#5b48c9', '#0f7490', '#4b5563'],
  dark: ['#62adff', '#ff9d63', '#46d3a4', '#f291cb', '#e8bf52', '#b0a3ff', '#62d2e8', '#b6c2d1'],
} as const;

/** `stroke-dasharray` of each slot; the first is solid. */
export const SERIES_DASHES = ['', '7 3', '2 3', '9 3 2 3', '4 2', '12 4', '1 2', '6 2 1 2 1 2'] as const;

export type Scheme = keyof typeof SERIES_COLOURS;

/** @returns the colour of a slot; slots beyond the eighth begin again. */
export function seriesColour(slot: number, scheme: Scheme): string {
  return SERIES_COLOURS[scheme][slot % 8] as string;
}

/** @returns the dash pattern of a slot. */
export function seriesDash(slot: number): string {
  return SERIES_DASHES[slot % 8] as string;
}
