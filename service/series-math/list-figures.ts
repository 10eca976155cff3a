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

/** What can be said of a list of constituents by its weights. All are exact decimal texts; '' where the list has no weights. */
export type ListFigures = {
  readonly members: number;
  /** How many members have no weight, of a list that has weights. */
  readonly unweighted: number;
  /** The sum of all weights, in percent: not always 100, because cash is not in the list. */
  readonly total: string;
  /** The sum of the ten largest weights. */
  readonly topTen: string;
  /** The Herfindahl-Hirschman index: the sum of the squares of the weights in percent, 10,000 for a single member. */
  readonly hhi: string;
  /**
   * 10,000 ÷ HHI, to one decimal: as many members of equal weight would be as concentrated. Of a partial list (`isPartial`) the square of
   * the sum of the sizes of weights ÷ HHI. Never more than there are, and never less than one.
   */
  readonly effective: string;
  /** The heaviest first, or of a list without weights the one with most members. `sector` is '' where it is not given. */
  readonly sectors: readonly SectorFigures[];
};
export type SectorFigures = { readonly sector: string; readonly members: number; readonly weight: string };

/** How many of the largest weights are told together. */
export const TOP = 10;

/** @returns the figures of a list. */
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

/** @returns the sum, exact; '' of nothing. */
export function sumText(texts: readonly string[]): string {
  if (texts.length === 0) return '';
  const { scaled, places } = sumOf(texts);
  return printDecimal(scaled, places);
}

/** @returns the sum of the squares, exact, with twice the decimals of the weight that has most. */
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
 * @returns whether weights (without signs) are no shares of 100: they do not add up to 99 to 101, or 10,000 ÷ HHI would be more than there
 * are.
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

/** Compares two members for sorting: the heavier comes first, of equal weights by name. */
export function byWeight(a: Constituent, b: Constituent): number {
  return heavierFirst(a.weight || '0', b.weight || '0') || a.name.localeCompare(b.name, 'en');
}

/** Compares two weights for sorting: the larger comes first. */
export function heavierFirst(a: string, b: string): number {
  const [one, other] = [parseDecimal(a), parseDecimal(b)];
  const places = Math.max(one.places, other.places);
  const [x, y] = [rescaled(one, places), rescaled(other, places)];
  return x === y ? 0 : x > y ? -1 : 1;
}

/** What lists have in common. */
export type Overlap = {
  /** The members that all have, as each list has them, in the order of the first list. */
  readonly common: readonly (readonly Constituent[])[];
  /** The members of each list that no other has. */
  readonly only: readonly (readonly Constituent[])[];
  /** The sum of the least weights of the common members, in percent, exact; '' where a list does not give all of their weights. */
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

/** @returns the least weight of a member in several lists, all of which give one. */
export function leastWeight(same: readonly Constituent[]): string {
  return (
    same
      .map(({ weight }) => weight)
      .toSorted(heavierFirst)
      .at(-1) ?? ''
  );
}
