/** Members of lists of constituents: what makes two of them the same, and how they are named. */

/** A member of a list. `sector` and `weight` (a decimal text, in percent) are '' where the list does not give them. */
export type Constituent = {
  readonly ticker: string;
  readonly name: string;
  readonly sector: string;
  readonly weight: string;
};

/** @returns a ticker as lists are compared by it: `BRK.B`, `BRK-B` and `brkb` are all `BRKB`. */
export function foldTicker(ticker: string): string {
  return ticker.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Words of a name that say what kind of company it is, not which, and 'and' in both its forms. */
const KINDS = new Set(
  'the and inc incorporated corp corporation co cos company companies plc ltd limited group'.split(' '),
);

/** @returns a name as companies are compared by it: 'Marsh & McLennan' and 'Marsh McLennan', 'Ball Corp' and 'Ball Corporation'. */
export function foldName(name: string): string {
  const plain = name.toLowerCase().replaceAll(/['’]/g, '');
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !KINDS.has(word)).join(' ');
}

/** What issuers call a sector of the standard (GICS) in other words. */
const SECTORS: ReadonlyMap<string, string> = new Map([['Communication', 'Communication Services']]);

/** @returns a sector by its standard name; '' where the list does not give it. */
export function sectorName(sector: string): string {
  return SECTORS.get(sector) ?? sector;
}

/** @returns what identifies a member, where its list has no other with the same: its folded ticker, else its name. */
export function identityOf({ ticker, name }: Pick<Constituent, 'ticker' | 'name'>): string {
  return foldTicker(ticker) || `name ${foldName(name)}`;
}

/**
 * @returns the members of a list by what identifies them: the folded ticker, or the name of one without ('-'). A second one is kept under
 * a number.
 */
export function byIdentity<Own extends Constituent>(list: readonly Own[]): Map<string, Own> {
  const found = new Map<string, Own>();
  for (const member of list) {
    const key = identityOf(member);
    let own = key;
    for (let count = 2; found.has(own); count++) own = `${key} ${count}`;
    found.set(own, member);
  }
  return found;
}

/** @returns of each member of a list what identifies it (`byIdentity`). */
export function identitiesOf<Own extends Constituent>(list: readonly Own[]): Map<Own, string> {
  return new Map([...byIdentity(list)].map(([key, member]) => [member, key]));
}
