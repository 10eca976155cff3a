import { difference, parseDecimal } from './exact-decimal.ts';
import { byIdentity, type Constituent, foldName, foldTicker, sectorName } from './members.ts';

/** One company in two lists. */
export type MemberPair = { readonly before: Constituent; readonly after: Constituent };

/** A member of both lists; `change` is the exact difference of its weights, '' where either list does not give it. */
export type StayedMember = MemberPair & { readonly change: string };

/** How a list of constituents differs from an earlier one. Each member of either list is in one of `joined`, `left` and `stayed`. */
export type ListDifference = {
  /** In the order of the later list. */
  readonly joined: readonly Constituent[];
  /** In the order of the earlier list. */
  readonly left: readonly Constituent[];
  /** In the order of the later list, also those under another ticker that a person has confirmed. */
  readonly stayed: readonly StayedMember[];
  /** Of `stayed`: those with another weight, and those with another sector, where both lists give it. */
  readonly reweighted: readonly StayedMember[];
  readonly resectored: readonly StayedMember[];
  /** Of `stayed`: those under another ticker. */
  readonly renamed: readonly StayedMember[];
  /** One that left and one that joined under the same name. They count as such until a person confirms the pair. */
  readonly perhapsRenamed: readonly MemberPair[];
};

/** Two tickers that a person says are one company. */
export type ConfirmedPair = { readonly before: { ticker: string }; readonly after: { ticker: string } };

/** Compares two lists of constituents, in any order: by folded tickers (`BRK.B` = `BRKB`), then by confirmed pairs. */
export function listChange(
  earlier: readonly Constituent[],
  later: readonly Constituent[],
  confirmed: readonly ConfirmedPair[] = [],
): ListDifference {
  const [before, after] = [byIdentity(earlier), byIdentity(later)];
  const oldKeys = oldKeysOf(confirmed, before, after);
  const stayed: StayedMember[] = [];
  const renamed: StayedMember[] = [];
  const joined: Constituent[] = [];
  for (const [key, member] of after) {
    const own = before.get(key);
    const old = own ?? before.get(oldKeys.get(key) ?? '');
    if (!old) joined.push(member);
    else {
      const pair = { before: old, after: member, change: changeOf(old.weight, member.weight) };
      stayed.push(pair);
      if (!own) renamed.push(pair);
    }
  }
  const gone = new Set(renamed.map(({ before: old }) => old));
  const left = [...before]
    .filter(([key, member]) => !after.has(key) && !gone.has(member))
    .map(([, member]) => member);
  return {
    joined,
    left,
    stayed,
    renamed,
    reweighted: stayed.filter(({ change }) => /[1-9]/.test(change)),
    resectored: stayed.filter(
      ({ before: old, after: young }) =>
        old.sector !== '' && young.sector !== '' && sectorName(old.sector) !== sectorName(young.sector),
    ),
    perhapsRenamed: sameNames(left, joined),
  };
}

/** @returns for a member that joined, the identity that it had before, by the confirmed pairs that are for these lists. */
function oldKeysOf(
  confirmed: readonly ConfirmedPair[],
  before: ReadonlyMap<string, Constituent>,
  after: ReadonlyMap<string, Constituent>,
): Map<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const pair of confirmed) {
    const [old, young] = [foldTicker(pair.before.ticker), foldTicker(pair.after.ticker)];
    // A ticker that is in both lists is itself: BRCM's owner took AVGO, which was there before.
    const isFor = before.has(old) && !after.has(old) && after.has(young) && !before.has(young);
    if (!isFor || taken.has(old) || keys.has(young)) continue;
    taken.add(old);
    keys.set(young, old);
  }
  return keys;
}

/** @returns the pairs with a name that one of those who left and one of those who joined has, and no other of them. */
function sameNames(left: readonly Constituent[], joined: readonly Constituent[]): MemberPair[] {
  const [old, young] = [left, joined].map((list) => Map.groupBy(list, ({ name }) => foldName(name)));
  return [...(old ?? [])].flatMap(([name, [before, ...others]]) => {
    const [after, ...more] = young?.get(name) ?? [];
    const isOne = name !== '' && before && after && others.length + more.length === 0;
    return isOne ? [{ before, after }] : [];
  });
}

function changeOf(before: string, after: string): string {
  return before === '' || after === '' ? '' : difference(parseDecimal(after), parseDecimal(before));
}
