const INK = { light: '#171c26', dark: '#f2f5fa' } as const;

/** @param fill '#rrggbb'. @returns the colour of a text on it: dark where it is light. */
export function textOn(fill: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(fill.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.19 ? INK.light : INK.dark;
}
