import { type ConfirmedPair, listChange } from './list-change.ts';
import { byIdentity, type Constituent } from './members.ts';

/** A company over all lists of an index or fund. */
export type LedgerCompany = {
  /** What identifies its newest member among those of all companies (`byIdentity`). */
  readonly key: string;
  /** As the newest list that has it says. */
  readonly name: string;
  /** Its tickers, the newest first; more than one where a person has confirmed that they are the same company. */
  readonly tickers: readonly string[];
  /** What the lists have of it, in their order; `undefined` where one does not have it. */
  readonly members: readonly (Constituent | undefined)[];
  /** Its stays: indices of the first and the last list of each stretch of lists that have it. */
  readonly stays: readonly MemberStay[];
};
type MemberStay = { readonly first: number; readonly last: number };

/**
 * Follows every company through lists of an index or fund, the oldest first. A company is its folded ticker and the tickers that a person
 * has confirmed as the same. First come those that joined or left, the latest change first, in one list the joined before the left, each
 * by name; then those in all lists.
 */
export function ledgerOf(
  lists: readonly (readonly Constituent[])[],
  confirmed: readonly ConfirmedPair[] = [],
): LedgerCompany[] {
  const companies: (Constituent | undefined)[][] = [];
  /** The company of the newest member of each. */
  const newest = new Map<Constituent, number>();
  const put = (member: Constituent, company: number, at: number) => {
    const row = companies[company] ?? [];
    companies[company] = row;
    row[at] = member;
    newest.set(member, company);
  };
  for (const [at, list] of lists.entries()) {
    // Against all that were ever there, because one that left may come back.
    const { stayed, joined } = listChange([...newest.keys()], list, confirmed);
    for (const { before, after } of stayed) {
      const company = newest.get(before) as number;
      newest.delete(before);
      put(after, company, at);
    }
    for (const member of joined) put(member, companies.length, at);
  }
  // Companies in the order in which they joined: a later list changes no key.
  const keys = [...byIdentity(companies.map((members) => members.findLast(Boolean) as Constituent)).keys()];
  return companies
    .map((members, i) =>
      companyOf(
        keys[i] as string,
        Array.from({ length: lists.length }, (_, at) => members[at]),
      ),
    )
    .sort(
      (a, b) =>
        lastChange(b, lists.length) - lastChange(a, lists.length) ||
        Number(isGone(a, lists.length)) - Number(isGone(b, lists.length)) ||
        a.name.localeCompare(b.name, 'en'),
    );
}

function companyOf(key: string, members: readonly (Constituent | undefined)[]): LedgerCompany {
  const there = members.filter((member) => member !== undefined);
  const stays: { first: number; last: number }[] = [];
  for (const [at, member] of members.entries()) {
    const open = stays.at(-1);
    if (!member) continue;
    if (open && open.last === at - 1) open.last = at;
    else stays.push({ first: at, last: at });
  }
  return {
    key,
    name: there.at(-1)?.name ?? '',
    tickers: [...new Set(there.map(({ ticker }) => ticker).reverse())],
    members,
    stays,
  };
}

const isGone = ({ stays }: LedgerCompany, count: number) => stays.at(-1)?.last !== count - 1;

/** @returns the list with which a company changed last; −1 where it is in all. */
function lastChange({ stays }: LedgerCompany, count: number): number {
  const stay = stays.at(-1);
  if (!stay) return -1;
  return stay.last < count - 1 ? stay.last + 1 : stay.first === 0 ? -1 : stay.first;
}
