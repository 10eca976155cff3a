/** Members of lists of constituents: how they are matched and named. */

/** A list member. `sector` and `weight` (decimal text, in percent) are '' if the list does not give them. */
export type Constituent = {
  readonly ticker: string;
  readonly name: string;
  readonly sector: string;
  readonly weight: string;
};

/** @returns the form of a ticker for comparing: `BRK.B`, `BRK-B` and `brkb` are all `BRKB`. */
export function foldTicker(ticker: string): string {
  return ticker.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '');
}

/** Words that comparing company names ignores: legal forms, 'the' and 'and'. */
const KINDS = new Set(
  'the and inc incorporated corp corporation co cos company companies plc ltd limited group'.split(' '),
);

/** @returns a name for comparing: 'Marsh & McLennan' = 'Marsh McLennan', 'Ball Corp' = 'Ball Corporation'. */
export function foldName(name: string): string {
  const plain = name.toLowerCase().replaceAll(/['’]/g, '');
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !KINDS.has(word)).join(' ');
}

/** Issuers' own words for sectors of the GICS standard. */
const SECTORS: ReadonlyMap<string, string> = new Map([['Communication', 'Communication Services']]);

/** @returns a sector's standard name; '' if the list does not give it. */
export function sectorName(sector: string): string {
  return SECTORS.get(sector) ?? sector;
}

/** @returns a member's key: its folded ticker, else its name. `byIdentity` makes repeated keys unique. */
export function identityOf({ ticker, name }: Pick<Constituent, 'ticker' | 'name'>): string {
  return foldTicker(ticker) || `name ${foldName(name)}`;
}

/**
 * @returns members by key: the folded ticker, or the name if there is none ('-'). A repeated key gets a
 * number.
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

/** @returns the key of each member of a list (`byIdentity`). */
export function identitiesOf<Own extends Constituent>(list: readonly Own[]): Map<Own, string> {
  return new Map([...byIdentity(list)].map(([key, member]) => [member, key]));
}
