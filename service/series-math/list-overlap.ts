import { heavierFirst, sumText } from './list-figures.ts';
import { byIdentity, type Constituent } from './members.ts';

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
