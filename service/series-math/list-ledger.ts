import { type ConfirmedPair, listChange } from './list-change.ts';
import { byIdentity, type Constituent } from './members.ts';

/** A company across all lists of an index or fund. */
export type LedgerCompany = {
  /** The key of its newest member among all companies (`byIdentity`). */
  readonly key: string;
  /** The name in the newest list that has the company. */
  readonly name: string;
  /** Its tickers, newest first; more than one if a person has confirmed that they are one company. */
  readonly tickers: readonly string[];
  /** The member in each list, in order; `undefined` in a list without the company. */
  readonly members: readonly (Constituent | undefined)[];
  /** Its stays: the indices of the first and last list of each stretch of lists with the company. */
  readonly stays: readonly MemberStay[];
};
type MemberStay = { readonly first: number; readonly last: number };

/**
 * Follows every company through the lists of an index or fund, oldest first. A company is its folded ticker
 * and the tickers that a person has confirmed as the same. Companies that joined or left come first, latest
 * change first; within one list, joined before left, each by name. Companies in all lists come last.
 */
export function ledgerOf(
  lists: readonly (readonly Constituent[])[],
  confirmed: readonly ConfirmedPair[] = [],
): LedgerCompany[] {
  const companies: (Constituent | undefined)[][] = [];
  /** Each company's newest member, and the company's index. */
  const newest = new Map<Constituent, number>();
  const put = (member: Constituent, company: number, at: number) => {
    const row = companies[company] ?? [];
    companies[company] = row;
    row[at] = member;
    newest.set(member, company);
  };
  for (const [at, list] of lists.entries()) {
    // Compared with every company so far, because one that left may come back.
    const { stayed, joined } = listChange([...newest.keys()], list, confirmed);
    for (const { before, after } of stayed) {
      const company = newest.get(before) as number;
      newest.delete(before);
      put(after, company, at);
    }
    for (const member of joined) put(member, companies.length, at);
  }
  // Companies are in the order in which they joined, so that a later list changes no key.
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

/** @returns the index of the list in which a company last joined or left; −1 if it is in all lists. */
function lastChange({ stays }: LedgerCompany, count: number): number {
  const stay = stays.at(-1);
  if (!stay) return -1;
  return stay.last < count - 1 ? stay.last + 1 : stay.first === 0 ? -1 : stay.first;
}
