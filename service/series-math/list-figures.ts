import {
  type ExactDecimal,
  parseDecimal,
  powerOfTen,
  printDecimal,
  rescaled,
  roundedRatio,
  sumOf,
} from './exact-decimal.ts';
import { byIdentity, type Constituent, sectorName } from './members.ts';

/** Figures about a list of constituents, as exact decimal texts; '' if the list has no weights. */
export type ListFigures = {
  readonly members: number;
  /** The number of members without a weight, in a list that has weights. */
  readonly unweighted: number;
  /** The sum of all weights, in percent: not always 100, because cash is not in the list. */
  readonly total: string;
  /** The sum of the ten largest weights. */
  readonly topTen: string;
  /** The Herfindahl-Hirschman index: the sum of squared weights in percent; 10,000 for a single member. */
  readonly hhi: string;
  /**
   * 10,000 ÷ HHI, to one decimal: the number of equal members that would be as concentrated. For a partial
   * list (`isPartial`), the square of the sum of absolute weights ÷ HHI. From one to the number of members.
   */
  readonly effective: string;
  /** The heaviest sector first, or without weights the one with most members. '' stands for no sector. */
  readonly sectors: readonly SectorFigures[];
};
export type SectorFigures = { readonly sector: string; readonly members: number; readonly weight: string };

/** How many of the largest weights are shown together. */
export const TOP = 10;

export function listFigures(list: readonly Constituent[]): ListFigures {
  const weights = weightsOf(list);
  const hhi = weights.length === 0 ? undefined : squaresOf(weights);
  const sizes = weights.map(absoluteWeight);
  return {
    members: list.length,
    unweighted: weights.length === 0 ? 0 : list.length - weights.length,
    total: sumText(weights),
    topTen: sumText(weights.toSorted(heavierFirst).slice(0, TOP)),
    hhi: hhi === undefined ? '' : printDecimal(hhi.scaled, hhi.places),
    effective: hhi === undefined || hhi.scaled === 0n ? '' : effectiveText(sizes, hhi),
    sectors: sectorsOf(list),
  };
}

function sectorsOf(list: readonly Constituent[]): SectorFigures[] {
  return [...Map.groupBy(list, ({ sector }) => sectorName(sector))]
    .map(([sector, members]) => ({ sector, members: members.length, weight: sumText(weightsOf(members)) }))
    .sort(
      (a, b) =>
        heavierFirst(a.weight || '0', b.weight || '0') ||
        b.members - a.members ||
        a.sector.localeCompare(b.sector, 'en'),
    );
}

function weightsOf(list: readonly Constituent[]): string[] {
  return list.flatMap(({ weight }) => (weight === '' ? [] : [weight]));
}

/** @returns the exact sum; '' for an empty list. */
export function sumText(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  const { scaled, places } = sumOf(texts);
  return printDecimal(scaled, places);
}

/** @returns the exact sum of the squares, with twice the decimals of the most precise weight. */
function squaresOf(weights: readonly string[]): ExactDecimal {
  const all = weights.map(parseDecimal);
  const places = Math.max(...all.map((one) => one.places));
  const scaled = all.reduce((sum, one) => sum + rescaled(one, places) ** 2n, 0n);
  return { scaled, places: 2 * places };
}

/** @returns a weight without the sign of a short position. */
export function absoluteWeight(weight: string): string {
  return weight.replace('-', '');
}

function effectiveText(sizes: readonly string[], hhi: ExactDecimal): string {
  const total = isPartial(sizes, hhi) ? sumOf(sizes) : parseDecimal('100');
  const square = total.scaled ** 2n * powerOfTen(hhi.places);
  return printDecimal(roundedRatio(10n * square, hhi.scaled * powerOfTen(2 * total.places)), 1);
}

/**
 * @returns whether weights (without signs) are not shares of 100: they do not add up to 99 to 101, or 10,000
 * ÷ HHI would exceed the number of members.
 */
export function isPartial(sizes: readonly string[], hhi: ExactDecimal): boolean {
  const { scaled, places } = sumOf(sizes);
  const one = powerOfTen(places);
  const isWhole = scaled >= 99n * one && scaled <= 101n * one;
  return !isWhole || 10_000n * powerOfTen(hhi.places) > BigInt(sizes.length) * hhi.scaled;
}

/** @returns the exact square of a weight in percent: a term of the HHI. */
export function squareText(weight: string): string {
  const { scaled, places } = parseDecimal(weight);
  return printDecimal(scaled ** 2n, 2 * places);
}

/** Compares two members for sorting: heavier first, equal weights by name. */
export function byWeight(a: Constituent, b: Constituent): number {
  return heavierFirst(a.weight || '0', b.weight || '0') || a.name.localeCompare(b.name, 'en');
}

export function heavierFirst(a: string, b: string): number {
  const [one, other] = [parseDecimal(a), parseDecimal(b)];
  const places = Math.max(one.places, other.places);
  const [x, y] = [rescaled(one, places), rescaled(other, places)];
  return x === y ? 0 : x > y ? -1 : 1;
}

/** The members that lists share. */
export type Overlap = {
  /** The members that are in all lists, as each list has them, in the order of the first list. */
  readonly common: readonly (readonly Constituent[])[];
  /** The members of each list that no other list has. */
  readonly only: readonly (readonly Constituent[])[];
  /** The sum of the common members' smallest weights, in percent, exact; '' if a list lacks one of them. */
  readonly shared: string;
};

/** Compares lists of constituents by their folded tickers. @param lists at least two. */
export function overlapOf(lists: readonly (readonly Constituent[])[]): Overlap {
  const maps = lists.map(byIdentity);
  const common = [...(maps[0]?.keys() ?? [])]
    .map((key) => maps.flatMap((map) => map.get(key) ?? []))
    .filter((same) => same.length === lists.length);
  const only = maps.map((map) =>
    [...map]
      .filter(([key]) => maps.every((other) => other === map || !other.has(key)))
      .map(([, member]) => member),
  );
  return { common, only, shared: sharedWeight(common) };
}

function sharedWeight(common: readonly (readonly Constituent[])[]): string {
  if (common.some((same) => same.some(({ weight }) => weight === ''))) return '';
  return common.length === 0 ? '0' : sumText(common.map(leastWeight));
}

/** @returns a member's smallest weight in several lists, which all give one. */
export function leastWeight(same: readonly Constituent[]): string {
  return (
    same
      .map(({ weight }) => weight)
      .toSorted(heavierFirst)
      .at(-1) ?? ''
  );
}
