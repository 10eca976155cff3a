/**
 * Eight colours for series: the hues of Okabe and Ito (Color Universal Design, 2008), adjusted so that each
 * has at least 3:1 contrast with the page (WCAG 2.2, 1.4.11) and no two look alike, even without red, green
 * or blue cones (CIE 1976 ΔE of at least 16, simulated after Machado, Oliveira and Fernandes, 2009). A test
 * computes both.
 */
export const SERIES_COLOURS = {
  light: ['#0046ae', '#ae3e00', '#187a4b', '#942383', '#cb7a02', '#0b96d6', '#10005f', '#3c363e'],
  dark: ['#308ef6', '#fa7223', '#1fc484', '#c7659a', '#fff344', '#c7aaff', '#abffe6', '#adcbe1'],
} as const;

/** `stroke-dasharray` of each slot's dashed line. Gaps are short: long ones look like missing data. */
export const SERIES_DASHES = ['', '12 3', '5 2', '10 2 3 2', '8 2', '14 2 2 2', '3 1.5', '8 2 2 2 2 2'];

/** Stronger letter colours, by slot, for colours too pale for text (4.5:1, WCAG 1.4.3). */
const LETTER_COLOURS: Readonly<Record<Scheme, Readonly<Record<number, string>>>> = {
  light: { 4: '#a06000', 5: '#0876aa' },
  dark: { 0: '#4799f7', 3: '#d47bac' },
};

export type Scheme = keyof typeof SERIES_COLOURS;

/** @returns the colour of a slot. After the eighth slot the colours repeat. */
export function seriesColour(slot: number, scheme: Scheme): string {
  return SERIES_COLOURS[scheme][slot % 8] as string;
}

/** @returns the colour of a slot's letter: the slot's colour or a slightly stronger one. */
export function letterColour(slot: number, scheme: Scheme): string {
  return LETTER_COLOURS[scheme][slot % 8] ?? seriesColour(slot, scheme);
}

/** @returns the dash pattern of a slot; '' for a solid line. */
export function seriesDash(slot: number, isDashed: boolean): string {
  return isDashed ? (SERIES_DASHES[slot % 8] as string) : '';
}

/** @param fill '#rrggbb'. @returns the colour of text on it: dark on a light fill. */
export function textOn(fill: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(fill.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.19 ? '#171c26' : '#f2f5fa';
}
