import { changeOf, type Row } from './members.ts';

/** From this weight on, in percent, a tile has the next colour. */
const WEIGHTS = [0.1, 0.3, 1, 3];
/** From this change on, in points, it has the stronger of two colours. */
const STRONG = 0.1;

/** Backgrounds on which the text of either scheme has a contrast above 4.5:1: one hue by weight, two round no change. */
const COLOURS: Readonly<Record<string, string>> = {
  w0: 'light-dark(#eaf0fb, #1c2740)',
  w1: 'light-dark(#d6e2f8, #213155)',
  w2: 'light-dark(#bccff3, #273d6d)',
  w3: 'light-dark(#9fb9ed, #2f4a86)',
  w4: 'light-dark(#80a1e6, #3859a3)',
  same: 'light-dark(#e6e8ec, #2a303b)',
  rise1: 'light-dark(#cfdef8, #213155)',
  rise2: 'light-dark(#8fb0ea, #34549b)',
  fall1: 'light-dark(#fbe0c4, #4a3018)',
  fall2: 'light-dark(#f3b47a, #7c4b17)',
};

/** @returns the background of a tile. */
export function colourOf(row: Row): string {
  return COLOURS[levelOf(row)] ?? '';
}

/** @returns the colour of a tile: by weight 'w0' to 'w4'; against an earlier list by change, 'fall2' to 'rise2' or 'same'. */
export function levelOf(row: Row): string {
  if (row.was === undefined) return `w${WEIGHTS.filter((from) => Number(row.member.weight) >= from).length}`;
  const change = Number(changeOf(row));
  if (change === 0) return 'same';
  return `${change < 0 ? 'fall' : 'rise'}${Math.abs(change) >= STRONG ? 2 : 1}`;
}
