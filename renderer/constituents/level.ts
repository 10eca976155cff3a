import { changeOf, type Row } from './members.ts';

/** From this weight on, in percent, a tile has the next colour. */
const WEIGHTS = [0.1, 0.3, 1, 3];
/** From this change on, in points, it has the stronger of two colours. */
const STRONG = 0.1;

/** Backgrounds, light and dark, on which the scheme's text has a contrast above 4.5:1: one hue by weight, two round no change. */
const COLOURS: Readonly<Record<string, { light: string; dark: string }>> = {
  w0: { light: '#eaf0fb', dark: '#1c2740' },
  w1: { light: '#d6e2f8', dark: '#213155' },
  w2: { light: '#bccff3', dark: '#273d6d' },
  w3: { light: '#9fb9ed', dark: '#2f4a86' },
  w4: { light: '#80a1e6', dark: '#3859a3' },
  same: { light: '#e6e8ec', dark: '#2a303b' },
  rise1: { light: '#cfdef8', dark: '#213155' },
  rise2: { light: '#8fb0ea', dark: '#34549b' },
  fall1: { light: '#fbe0c4', dark: '#4a3018' },
  fall2: { light: '#f3b47a', dark: '#7c4b17' },
};

/** Of the bars of the ledger. */
export const BAR_COLOUR = 'light-dark(#5f86d6, #5f86d6)';

/** What the colours of a map mean, for its legend: the colour and its words. */
export function legendOf(isCompared: boolean): { level: string; text: string }[] {
  if (isCompared)
    return [
      { level: 'fall2', text: `lost ${STRONG} points or more` },
      { level: 'fall1', text: 'lost less' },
      { level: 'same', text: 'no change, or joined (outlined)' },
      { level: 'rise1', text: 'gained less' },
      { level: 'rise2', text: `gained ${STRONG} points or more` },
    ];
  return [0, ...WEIGHTS].map((from, i) => ({
    level: `w${i}`,
    text:
      i === 0
        ? `below ${WEIGHTS[0]} %`
        : i === WEIGHTS.length
          ? `${from} % or more`
          : `${from}–${WEIGHTS[i]} %`,
  }));
}

/** @returns the background of a tile, on the page or, of one scheme, in an image. */
export function colourOf(level: string, scheme?: 'light' | 'dark'): string {
  const { light = '', dark = '' } = COLOURS[level] ?? {};
  return scheme === undefined ? `light-dark(${light}, ${dark})` : { light, dark }[scheme];
}

/** @returns the colour of a tile: by weight 'w0' to 'w4'; against an earlier list by change, 'fall2' to 'rise2' or 'same'. */
export function levelOf(row: Row): string {
  if (row.was === undefined) return `w${WEIGHTS.filter((from) => Number(row.member.weight) >= from).length}`;
  const change = Number(changeOf(row));
  if (change === 0) return 'same';
  return `${change < 0 ? 'fall' : 'rise'}${Math.abs(change) >= STRONG ? 2 : 1}`;
}
