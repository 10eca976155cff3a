/**
 * Eight colours for series: the hues of Okabe and Ito (Color Universal Design, 2008), adjusted so that each has a contrast of at
 * least 3:1 with the page (WCAG 2.2, 1.4.11), and so that no two look alike, not even without red, green or blue cones (ΔE of
 * CIE 1976 at least 16, simulated after Machado, Oliveira and Fernandes, 2009). A test computes both.
 */
export const SERIES_COLOURS = {
  light: ['#0046ae', '#ae3e00', '#187a4b', '#942383', '#cb7a02', '#0b96d6', '#10005f', '#3c363e'],
  dark: ['#308ef6', '#fa7223', '#1fc484', '#c7659a', '#fff344', '#c7aaff', '#abffe6', '#adcbe1'],
} as const;

/** `stroke-dasharray` of each slot; the first is solid. Gaps are short: on a dense line a long one looks like missing data. */
export const SERIES_DASHES = [
  '',
  '12 3',
  '5 2',
  '10 2 3 2',
  '8 2',
  '14 2 2 2',
  '3 1.5',
  '8 2 2 2 2 2',
] as const;

export type Scheme = keyof typeof SERIES_COLOURS;

/** @returns the colour of a slot. After the eighth slot the colours repeat. */
export function seriesColour(slot: number, scheme: Scheme): string {
  return SERIES_COLOURS[scheme][slot % 8] as string;
}

/** @returns the dash pattern of a slot. */
export function seriesDash(slot: number): string {
  return SERIES_DASHES[slot % 8] as string;
}
