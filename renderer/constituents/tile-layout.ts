import { type HierarchyRectangularNode, treemapSquarify } from 'd3-hierarchy';
import { inNumberStyle } from '../../service/series-math/decimal-text.ts';
import { heavierFirst, sumText } from '../../service/series-math/list-figures.ts';
import { equalTiles, type Rect } from '../../service/series-math/treemap.ts';
import { type Scheme, textOn } from '../chart/index.ts';
import { type MapMember, weightChange } from './members.ts';

type TreemapTile = Rect & { row: MapMember; label: Label };
type SectorHead = Rect & { sector: string; members: number };
/** The ticker, its size in pixels, and whether its weight stands below it; `undefined` if nothing fits. */
type Label = { text: string; size: number; hasWeight: boolean } | undefined;
type Placed = Rect & { row: MapMember };

/** Height of a sector's name, in pixels. */
const HEAD = 18;
const GAP = 2;
/** Width ÷ height of equal tiles: the first shape in which all tickers fit. Tickers are wider than high. */
const SHAPES = [1.6, 2.2, 3] as const;
/** Longer tickers are cut; they do not belong to shares. */
const MOST_LETTERS = 6;

/** Largest and smallest ticker size, in pixels. */
const SIZES = { most: 11, least: 8 };
const AROUND = 3;
const WEIGHT_ROOM = { width: 44, height: 32 };

/** Widths of ticker letters at the largest size, in pixels; other letters take `LETTER`. */
const LETTERS: readonly (readonly [letters: string, width: number])[] = [
  ['MW', 10.5],
  ['ACDGHKNOQUVX', 8.8],
  ['IJ.', 5.5],
];
const LETTER = 7.8;
const EDGES = 5;
/** The width of three letters. */
const LEAST_ROOM = 26;

function widthOf(row: MapMember): number {
  const width = (letter: string) => LETTERS.find(([letters]) => letters.includes(letter))?.[1] ?? LETTER;
  return [...textOf(row)].reduce((sum, letter) => sum + width(letter), 0);
}

function textOf({ member: { ticker } }: MapMember): string {
  return ticker.length > MOST_LETTERS ? `${ticker.slice(0, MOST_LETTERS - 1)}…` : ticker;
}

/** @returns a tile's label at the largest size that fits. @param letters width of the ticker, in pixels */
function labelOf({ row, width, height }: Placed, letters: number): Label {
  const across = ((width - EDGES) / letters) * SIZES.most;
  const size = Math.min(SIZES.most, Math.floor(2 * Math.min(across, height - AROUND)) / 2);
  if (size < SIZES.least) return undefined;
  const hasWeight = row.member.weight !== '' && height > WEIGHT_ROOM.height && width > WEIGHT_ROOM.width;
  return { text: textOf(row), size, hasWeight };
}

/** @returns labels of tiles by weight. Without room for three letters even short tickers are left out. */
function ownLabels(tiles: readonly Placed[]): Label[] {
  return tiles.map((tile) => labelOf(tile, Math.max(LEAST_ROOM, widthOf(tile.row))));
}

/** @returns labels of equal tiles, in one size: all tiles show tickers or none do, and so for weights. */
function equalLabels(tiles: readonly Placed[]): Label[] {
  const widest = Math.max(...tiles.map(({ row }) => widthOf(row)));
  const labels = tiles.map((tile) => labelOf(tile, widest));
  const there = labels.filter((label) => label !== undefined);
  if (there.length < labels.length) return labels.map(() => undefined);
  const size = Math.min(...there.map((label) => label.size));
  const hasWeight = there.every((label, i) => label.hasWeight || tiles[i]?.row.member.weight === '');
  return there.map((label) => ({ ...label, size, hasWeight: hasWeight && label.hasWeight }));
}

/** Lays out sectors by their sums, and their members within. Members without a weight get the least size. */
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
  /** @param place lays out a sector's members within its rectangle @param label labels all tiles */
  const laidOut = (
    place: (members: readonly MapMember[], inner: Rect) => Rect[],
    label: (tiles: readonly Placed[]) => Label[],
  ): TreemapTile[] => {
    const tiles = sectors.flatMap(({ members }, i) =>
      place(members, inners[i] as Rect).map((rect, j) => ({ ...rect, row: members[j] as MapMember })),
    );
    const labels = label(tiles);
    return tiles.map((tile, i) => ({ ...tile, label: labels[i] }));
  };
  if (!isEqual)
    return {
      tiles: laidOut((members, inner) => squarified(members.map(sizeOf).map(Number), inner), ownLabels),
      heads,
    };
  const tries = SHAPES.map((shape) =>
    laidOut(({ length }, inner) => equalTiles(length, inner, shape), equalLabels),
  );
  return { tiles: tries.find(([tile]) => tile?.label) ?? (tries[0] as TreemapTile[]), heads };
}

/** @returns a nearly square rectangle per size, in order: together they fill `within`. `sizes` descend. */
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

/** Weights, in percent, from which a tile has the next colour. */
const WEIGHTS = [0.1, 0.3, 1, 3];
/** Change, in points, from which a tile has the stronger of two colours. */
const STRONG = 0.1;

/**
 * Backgrounds, light and dark: one hue by weight, two hues around no change. A test computes that neighbours
 * differ for everybody and that text is readable on each.
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

/** Colour of the ledger's bars. */
export const BAR_COLOUR = 'light-dark(#5f86d6, #5f86d6)';

/** @returns the colours of a map and their meaning, for its legend. */
export function legendOf(isCompared: boolean): { level: string; text: string }[] {
  const strong = inNumberStyle(`${STRONG} points or more`);
  if (isCompared)
    return [
      { level: 'fall2', text: `lost ${strong}` },
      { level: 'fall1', text: 'lost less' },
      { level: 'same', text: 'no change, or joined (outlined)' },
      { level: 'rise1', text: 'gained less' },
      { level: 'rise2', text: `gained ${strong}` },
    ];
  const steps = WEIGHTS.slice(1).map((to, i) => `${WEIGHTS[i]}–${to} %`);
  return [`below ${WEIGHTS[0]} %`, ...steps, `${WEIGHTS.at(-1)} % or more`].map((text, i) => ({
    level: `w${i}`,
    text: inNumberStyle(text),
  }));
}

/** @returns a tile's background and text colours: for the page, or for an image in one scheme. */
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

/** @returns a tile's colour: 'w0' to 'w4' by weight; against an earlier list 'fall2' to 'rise2' or 'same'. */
export function levelOf(row: MapMember): string {
  if (row.was === undefined) return `w${WEIGHTS.filter((from) => Number(row.member.weight) >= from).length}`;
  const change = Number(weightChange(row));
  if (change === 0) return 'same';
  return `${change < 0 ? 'fall' : 'rise'}${Math.abs(change) >= STRONG ? 2 : 1}`;
}

/** @returns a sector's name, cut to the letters that fit. */
export function cutName(name: string, letters: number): string {
  return name.length <= Math.floor(letters)
    ? name
    : `${name.slice(0, Math.max(1, Math.floor(letters) - 1))}…`;
}
