import { difference, parseDecimal } from './exact-decimal.ts';
import { byIdentity, type Constituent, foldName, foldTicker, sectorName } from './members.ts';

/** One company in two lists. */
export type MemberPair = { readonly before: Constituent; readonly after: Constituent };

/** A member of both lists. `change` is the exact difference of its weights, '' if either is missing. */
export type StayedMember = MemberPair & { readonly change: string };

/** How a list of constituents differs from an earlier one. A member is in `joined`, `left` or `stayed`. */
export type ListDifference = {
  /** In the order of the later list. */
  readonly joined: readonly Constituent[];
  /** In the order of the earlier list. */
  readonly left: readonly Constituent[];
  /** In the order of the later list, including members whose new ticker a person has confirmed. */
  readonly stayed: readonly StayedMember[];
  /** Members of `stayed` with another weight, and with another sector if both lists give one. */
  readonly reweighted: readonly StayedMember[];
  readonly resectored: readonly StayedMember[];
  /** Members of `stayed` with another ticker. */
  readonly renamed: readonly StayedMember[];
  /** A member that left and one that joined under the same name, until a person confirms the pair. */
  readonly perhapsRenamed: readonly MemberPair[];
};

/** Two tickers that a person has confirmed as one company. */
export type ConfirmedPair = { readonly before: { ticker: string }; readonly after: { ticker: string } };

/** Compares two lists, in any order, by folded tickers (`BRK.B` = `BRKB`), then by confirmed pairs. */
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
      ({ before: old, after: newMember }) =>
        old.sector !== '' &&
        newMember.sector !== '' &&
        sectorName(old.sector) !== sectorName(newMember.sector),
    ),
    perhapsRenamed: sameNames(left, joined),
  };
}

/** @returns the earlier key of each member that joined, from the confirmed pairs that fit these lists. */
function oldKeysOf(
  confirmed: readonly ConfirmedPair[],
  before: ReadonlyMap<string, Constituent>,
  after: ReadonlyMap<string, Constituent>,
): Map<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const pair of confirmed) {
    const [oldTicker, newTicker] = [foldTicker(pair.before.ticker), foldTicker(pair.after.ticker)];
    // A ticker in both lists is the same company: BRCM's owner took AVGO, which was a member before.
    const applies =
      before.has(oldTicker) && !after.has(oldTicker) && after.has(newTicker) && !before.has(newTicker);
    if (!applies || taken.has(oldTicker) || keys.has(newTicker)) continue;
    taken.add(oldTicker);
    keys.set(newTicker, oldTicker);
  }
  return keys;
}

/** @returns pairs with the same name, if only one member that left and one that joined have it. */
function sameNames(left: readonly Constituent[], joined: readonly Constituent[]): MemberPair[] {
  const [leftByName, joinedByName] = [left, joined].map((list) =>
    Map.groupBy(list, ({ name }) => foldName(name)),
  );
  return [...(leftByName ?? [])].flatMap(([name, [before, ...others]]) => {
    const [after, ...more] = joinedByName?.get(name) ?? [];
    const isOne = name !== '' && before && after && others.length + more.length === 0;
    return isOne ? [{ before, after }] : [];
  });
}

function changeOf(before: string, after: string): string {
  return before === '' || after === '' ? '' : difference(parseDecimal(after), parseDecimal(before));
}
