import { inNumberStyle } from '../../service/series-math/decimal-text.ts';
import { type Scheme, textOn } from '../chart/index.ts';
import { type MapMember, weightChange } from './members.ts';

/** From this weight on, in percent, a tile has the next colour. */
const WEIGHTS = [0.1, 0.3, 1, 3];
/** From this change on, in points, it has the stronger of two colours. */
const STRONG = 0.1;

/**
 * Backgrounds, light and dark: one hue by weight, two round no change. A test computes that neighbours differ for everybody, and that the
 * text on each can be read.
 */
const COLOURS: Readonly<Record<string, { light: string; dark: string }>> = {
  w0: { light: '#e4edfa', dark: '#222b38' },
  w1: { light: '#b9d1f1', dark: '#264569' },
  w2: { light: '#7eabe2', dark: '#2f659f' },
  w3: { light: '#2f65b3', dark: '#6ea6e0' },
  w4: { light: '#0c3170', dark: '#bcd9f8' },
  same: { light: '#e6e8ec', dark: '#2b3038' },
  rise1: { light: '#b9d3f3', dark: '#28486e' },
  rise2: { light: '#6ba3df', dark: '#4c8dd2' },
  fall1: { light: '#fcd7ae', dark: '#6a4422' },
  fall2: { light: '#ef9c4b', dark: '#cb7f2d' },
};

/** Of the bars of the ledger. */
export const BAR_COLOUR = 'light-dark(#5f86d6, #5f86d6)';

/** What the colours of a map mean, for its legend: the colour and its words. */
export function legendOf(isCompared: boolean): { level: string; text: string }[] {
  if (isCompared)
    return [
      { level: 'fall2', text: `lost ${inNumberStyle(String(STRONG))} points or more` },
      { level: 'fall1', text: 'lost less' },
      { level: 'same', text: 'no change, or joined (outlined)' },
      { level: 'rise1', text: 'gained less' },
      { level: 'rise2', text: `gained ${inNumberStyle(String(STRONG))} points or more` },
    ];
  return [0, ...WEIGHTS].map((from, i) => ({
    level: `w${i}`,
    text: inNumberStyle(
      i === 0
        ? `below ${WEIGHTS[0]} %`
        : i === WEIGHTS.length
          ? `${from} % or more`
          : `${from}–${WEIGHTS[i]} %`,
    ),
  }));
}

/** @returns the background of a tile, on the page or, of one scheme, in an image. */
export function levelColour(level: string, scheme?: Scheme): string {
  return tileColour(level, scheme).background;
}

/** @returns the background of a tile and the colour of the text on it, on the page or, of one scheme, in an image. */
export function tileColour(level: string, scheme?: Scheme): { background: string; color: string } {
  const { light, dark } = COLOURS[level] as { light: string; dark: string };
  if (scheme === undefined)
    return {
      background: `light-dark(${light}, ${dark})`,
      color: `light-dark(${textOn(light)}, ${textOn(dark)})`,
    };
  const background = { light, dark }[scheme];
  return { background, color: textOn(background) };
}

/** @returns the colour of a tile: by weight 'w0' to 'w4'; against an earlier list by change, 'fall2' to 'rise2' or 'same'. */
export function levelOf(row: MapMember): string {
  if (row.was === undefined) return `w${WEIGHTS.filter((from) => Number(row.member.weight) >= from).length}`;
  const change = Number(weightChange(row));
  if (change === 0) return 'same';
  return `${change < 0 ? 'fall' : 'rise'}${Math.abs(change) >= STRONG ? 2 : 1}`;
}
