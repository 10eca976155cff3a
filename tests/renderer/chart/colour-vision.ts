/** Formulas of how colours look, for tests of palettes. */

type Triple = readonly [number, number, number];

/**
 * Vision without one kind of cones, on linear RGB: Machado, Oliveira and Fernandes, 'A Physiologically-based
 * Model for Simulation of Color Vision Deficiency', IEEE TVCG 2009, table 1, severity 1.0.
 */
export const SEEN: Record<string, readonly [Triple, Triple, Triple]> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red cones': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green cones': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue cones': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(hex: string): Triple {
  return [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
}

const times = (matrix: readonly Triple[], [a, b, c]: Triple) =>
  matrix.map(([x, y, z]) => x * a + y * b + z * c) as unknown as Triple;

/** CIE 1976 L*a*b* of linear sRGB under D65. */
function lab(rgb: Triple): Triple {
  const clamped = rgb.map((channel) => Math.min(1, Math.max(0, channel))) as unknown as Triple;
  const [x, y, z] = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    clamped,
  );
  const f = (t: number) => (t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 / 116) * t + 16 / 116);
  const [fx, fy, fz] = [f(x / 0.95047), f(y), f(z / 1.08883)];
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)];
}

/** @returns the contrast of two colours (WCAG 2.2). */
export function contrast(a: string, b: string): number {
  const luminance = (hex: string) => {
    const [r, g, blue] = linear(hex);
    return 0.2126 * r + 0.7152 * g + 0.0722 * blue;
  };
  const [light, dark] = [luminance(a), luminance(b)].sort((p, q) => q - p) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** @returns the difference of two colours (ΔE of CIE 1976) for eyes with these cones, a key of `SEEN` */
export function distance(one: string, other: string, cones: string): number {
  const [a, b] = [one, other].map((hex) => lab(times(SEEN[cones] as readonly Triple[], linear(hex)))) as [
    Triple,
    Triple,
  ];
  return Math.hypot(...a.map((n, c) => n - (b[c] as number)));
}
