import { heavierFirst, sumText } from '../../service/series-math/list-figures.ts';
import { type Rect, squarified } from '../../service/series-math/treemap.ts';
import type { Row } from './members.ts';

/** A tile of the map, and the header of a sector over its tiles. */
export type Tile = Rect & { row: Row };
export type SectorHead = Rect & { sector: string; members: number };

/** Height of a sector's name, in pixels. */
const HEAD = 18;
const GAP = 2;

/** Pixels that a ticker, and a weight below it, need. */
const TICKER_HEIGHT = 14;
const WEIGHT_HEIGHT = 32;

/** Widths of letters of a ticker, in pixels; of others the usual one. */
const LETTERS: readonly (readonly [letters: string, width: number])[] = [
  ['MW', 10.5],
  ['ACDGHKNOQUVX', 8.8],
  ['IJ.', 5.5],
];
const LETTER = 7.8;
const EDGES = 5;

function widthOf(ticker: string): number {
  const width = (letter: string) => LETTERS.find(([letters]) => letters.includes(letter))?.[1] ?? LETTER;
  return [...ticker].reduce((sum, letter) => sum + width(letter), EDGES);
}

/** @returns which texts fit on a tile. */
export function labelsOf({ row, width, height }: Tile): { hasTicker: boolean; hasWeight: boolean } {
  const { ticker, weight } = row.member;
  const hasTicker = width > widthOf(ticker) && height > TICKER_HEIGHT;
  return { hasTicker, hasWeight: hasTicker && weight !== '' && height > WEIGHT_HEIGHT && width > 44 };
}

/**
 * Lays out sectors by the sum of their members, and in each its members. A member without a weight gets the size of the smallest.
 * @param isEqual tiles of one size.
 */
export function tileLayout(
  rows: readonly Row[],
  within: { width: number; height: number },
  isEqual: boolean,
): { tiles: Tile[]; heads: SectorHead[] } {
  const weights = rows.map(({ member }) => member.weight).filter((weight) => Number(weight) > 0);
  const least = isEqual ? '1' : (weights.toSorted(heavierFirst).at(-1) ?? '1');
  const sizeOf = ({ member: { weight } }: Row) => (!isEqual && Number(weight) > 0 ? weight : least);
  const sectors = [...Map.groupBy(rows, ({ sector }) => sector)]
    .map(([sector, members]) => ({
      sector,
      members: isEqual ? members : members.toSorted((a, b) => a.rank - b.rank),
      size: sumText(members.map(sizeOf)),
    }))
    .sort((a, b) => heavierFirst(a.size, b.size) || a.sector.localeCompare(b.sector, 'en'));
  if (sectors.length === 0 || within.width < 1 || within.height < 1) return { tiles: [], heads: [] };
  const rects = squarified(
    sectors.map(({ size }) => Number(size)),
    { x: 0, y: 0, ...within },
  );
  const tiles: Tile[] = [];
  const heads: SectorHead[] = [];
  for (const [i, { sector, members }] of sectors.entries()) {
    const rect = rects[i] as Rect;
    const hasHead = rect.height > 3 * HEAD && rect.width > 60;
    const top = hasHead ? HEAD : 0;
    if (hasHead) heads.push({ ...rect, height: HEAD, sector, members: members.length });
    const inner = {
      x: rect.x,
      y: rect.y + top,
      width: Math.max(1, rect.width - GAP),
      height: Math.max(1, rect.height - top - GAP),
    };
    for (const [j, place] of squarified(
      members.map((row) => Number(sizeOf(row))),
      inner,
    ).entries())
      tiles.push({ ...place, row: members[j] as Row });
  }
  return { tiles, heads };
}
