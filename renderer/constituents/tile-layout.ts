import { type HierarchyRectangularNode, treemapSquarify } from 'd3-hierarchy';
import { heavierFirst, sumText } from '../../service/series-math/list-figures.ts';
import { equalTiles, type Rect } from '../../service/series-math/treemap.ts';
import type { MapMember } from './members.ts';

/** A tile of the map with what is written on it, and the header of a sector over its tiles. */
type TreemapTile = Rect & { row: MapMember; label: Label };
export type SectorHead = Rect & { sector: string; members: number };
/** The ticker, its size in pixels, and whether the weight stands below it; `undefined`: nothing has room. */
export type Label = { text: string; size: number; hasWeight: boolean } | undefined;

/** Height of a sector's name, in pixels. */
const HEAD = 18;
const GAP = 2;
/** Equal tiles are so much wider than high, since tickers are: the first of these in which all have room. */
const SHAPES = [1.6, 2.2, 3] as const;
/** Longer tickers, of what is no share, are cut. */
const MOST_LETTERS = 6;

/** The largest and the smallest size of a ticker, and pixels above and below it; pixels that a weight below it needs. */
const SIZES = { most: 11, least: 8 };
const AROUND = 3;
const WEIGHT_HEIGHT = 32;
const WEIGHT_WIDTH = 44;

/** Widths of letters of a ticker, in pixels; of others the usual one. */
const LETTERS: readonly (readonly [letters: string, width: number])[] = [
  ['MW', 10.5],
  ['ACDGHKNOQUVX', 8.8],
  ['IJ.', 5.5],
];
const LETTER = 7.8;
const EDGES = 5;
/** The width of three letters. */
const LEAST_ROOM = 26;

/** @returns the width of the letters in the largest size. */
function widthOf(ticker: string): number {
  const width = (letter: string) => LETTERS.find(([letters]) => letters.includes(letter))?.[1] ?? LETTER;
  return [...ticker].reduce((sum, letter) => sum + width(letter), 0);
}

/** @returns what is written of a ticker. */
function textOf({ member: { ticker } }: MapMember): string {
  return ticker.length > MOST_LETTERS ? `${ticker.slice(0, MOST_LETTERS - 1)}…` : ticker;
}

/** @param letters the width that shall fit. @returns what fits on a tile, in the largest size that does. */
function labelOf({ row, width, height }: Rect & { row: MapMember }, letters: number): Label {
  const across = ((width - EDGES) / letters) * SIZES.most;
  const size = Math.min(SIZES.most, Math.floor(2 * Math.min(across, height - AROUND)) / 2);
  if (size < SIZES.least) return undefined;
  const hasWeight = row.member.weight !== '' && height > WEIGHT_HEIGHT && width > WEIGHT_WIDTH;
  return { text: textOf(row), size, hasWeight };
}

/** @returns the labels of tiles by weight. One without room for three letters has none: else only the short tickers among them would be there. */
function ownLabels(tiles: readonly (Rect & { row: MapMember })[]): Label[] {
  return tiles.map((tile) => labelOf(tile, Math.max(LEAST_ROOM, widthOf(textOf(tile.row)))));
}

/** @returns the labels of equal tiles, in one size: all are named or none, and so with the weights. */
function equalLabels(tiles: readonly (Rect & { row: MapMember })[]): Label[] {
  const widest = Math.max(...tiles.map(({ row }) => widthOf(textOf(row))));
  const labels = tiles.map((tile) => labelOf(tile, widest));
  const there = labels.filter((label) => label !== undefined);
  if (there.length < labels.length) return labels.map(() => undefined);
  const size = Math.min(...there.map((label) => label.size));
  const hasWeight = there.every((label, i) => label.hasWeight || tiles[i]?.row.member.weight === '');
  return there.map((label) => ({ ...label, size, hasWeight: hasWeight && label.hasWeight }));
}

/**
 * Lays out sectors by the sum of their members, and in each its members. A member without a weight gets the size of the smallest.
 * @param isEqual tiles of one size.
 */
export function treemapLayout(
  rows: readonly MapMember[],
  within: { width: number; height: number },
  isEqual: boolean,
): { tiles: TreemapTile[]; heads: SectorHead[] } {
  const weights = rows.map(({ member }) => member.weight).filter((weight) => Number(weight) > 0);
  const least = isEqual ? '1' : (weights.toSorted(heavierFirst).at(-1) ?? '1');
  const sizeOf = ({ member: { weight } }: MapMember) => (!isEqual && Number(weight) > 0 ? weight : least);
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
  const heads: SectorHead[] = [];
  const inners = sectors.map(({ sector, members }, i) => {
    const rect = rects[i] as Rect;
    const hasHead = rect.height > 3 * HEAD && rect.width > 60;
    const top = hasHead ? HEAD : 0;
    if (hasHead) heads.push({ ...rect, height: HEAD, sector, members: members.length });
    return {
      x: rect.x,
      y: rect.y + top,
      width: Math.max(1, rect.width - GAP),
      height: Math.max(1, rect.height - top - GAP),
    };
  });
  const placed = (places: (members: readonly MapMember[], inner: Rect) => Rect[]) =>
    sectors.flatMap(({ members }, i) =>
      places(members, inners[i] as Rect).map((place, j) => ({ ...place, row: members[j] as MapMember })),
    );
  const labelled = (tiles: readonly (Rect & { row: MapMember })[], labels: readonly Label[]) =>
    tiles.map((tile, i) => ({ ...tile, label: labels[i] }));
  if (!isEqual) {
    const tiles = placed((members, inner) => squarified(members.map(sizeOf).map(Number), inner));
    return { tiles: labelled(tiles, ownLabels(tiles)), heads };
  }
  const tries = SHAPES.map((shape) => {
    const tiles = placed(({ length }, inner) => equalTiles(length, inner, shape));
    return labelled(tiles, equalLabels(tiles));
  });
  return { tiles: tries.find(([tile]) => tile?.label) ?? (tries[0] as TreemapTile[]), heads };
}

/**
 * @param sizes descending and above 0.
 * @returns a rectangle for each, in their order, hardly longer than wide. Together they fill `within`; each has its share of the area.
 */
function squarified(sizes: readonly number[], { x, y, width, height }: Rect): Rect[] {
  const children = sizes.map((value) => ({ value })) as HierarchyRectangularNode<unknown>[];
  const value = sizes.reduce((sum, size) => sum + size, 0);
  treemapSquarify.ratio(1)(
    { value, children } as HierarchyRectangularNode<unknown>,
    x,
    y,
    x + width,
    y + height,
  );
  return children.map(({ x0, y0, x1, y1 }) => ({ x: x0, y: y0, width: x1 - x0, height: y1 - y0 }));
}
