import { groupDigits, plainly, signedText } from '../../service/series-math/decimal-text.ts';
import type { ListDifference, StayedMember } from '../../service/series-math/list-change.ts';
import { byWeight, heavierFirst, type ListFigures } from '../../service/series-math/list-figures.ts';
import { byIdentity, type Constituent, sectorName } from '../../service/series-math/members.ts';
import type { ToldPart } from '../explain/types.ts';
import type { ListState } from './search.ts';

/** A member as the map and the table show it. */
export type MapMember = {
  member: Constituent;
  /** What identifies it among the members of a list (`byIdentity`), and in the address. */
  key: string;
  sector: string;
  /** Among the members by weight, from 1. */
  rank: number;
  /** Against the earlier list: what it was there; 'new' where it joined since. */
  was: StayedMember | 'new' | undefined;
};

/** What stands for a sector that a list does not give. */
export const NO_SECTOR = 'not given';

/** @returns the members by weight, of equal weights by name, with what they were in the earlier list. */
export function listedMembers(list: readonly Constituent[], change: ListDifference | undefined): MapMember[] {
  const was = new Map(change?.stayed.map((one) => [one.after, one]));
  return [...byIdentity(list)]
    .sort(([, a], [, b]) => byWeight(a, b))
    .map(([key, member], i) => ({
      member,
      key,
      sector: sectorName(member.sector) || NO_SECTOR,
      rank: i + 1,
      was: change && (was.get(member) ?? 'new'),
    }));
}

/** @returns the rows of the chosen sector in which each word of the search stands, in the chosen order. */
export function shownRows(rows: readonly MapMember[], { q, sector, sort, isTurned }: ListState): MapMember[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    if (sector !== undefined && row.sector !== sector) return false;
    const text = `${row.member.ticker} ${row.member.name} ${row.sector}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const order = COMPARE[sort];
  const sorted = found.toSorted((a, b) => order(a, b) || a.rank - b.rank);
  return isTurned ? sorted.reverse() : sorted;
}

const byText = (of: (row: MapMember) => string) => (a: MapMember, b: MapMember) =>
  of(a).localeCompare(of(b), 'en');
const COMPARE: Record<ListState['sort'], (a: MapMember, b: MapMember) => number> = {
  weight: (a, b) => a.rank - b.rank,
  ticker: byText(({ member }) => member.ticker),
  name: byText(({ member }) => member.name),
  sector: byText(({ sector }) => sector),
  change: (a, b) => heavierFirst(weightChange(a) || '0', weightChange(b) || '0'),
};

/** @returns the exact change of a weight since the earlier list; '' where there is none. */
export function weightChange({ was }: MapMember): string {
  return was === undefined || was === 'new' ? '' : was.change;
}

/** @returns '+0.22 points', 'joined since', or '' where there is nothing to compare. */
export function weightChangeText({ was }: MapMember): string {
  if (was === undefined) return '';
  if (was === 'new') return 'joined since';
  return was.change === '' ? '' : `${signedText(was.change)} points`;
}

/** @returns 'IVV on 2024-12-06: 503 members; ten largest 36.07 %; Information Technology 31.97 %.', with what explains its numbers. */
export function sentenceOf(
  code: string,
  date: string,
  figures: ListFigures,
  change: ListDifference | undefined,
): ToldPart[] {
  const [first] = figures.sectors;
  const sector = first?.sector ?? '';
  return plainly(() => [
    `${code} on ${date}: `,
    { text: String(figures.members), explain: 'members' },
    figures.members === 1 ? ' member' : ' members',
    ...(figures.topTen === '' ? [] : ['; ten largest ', { text: figures.topTen, explain: 'top' }, ' %']),
    ...(first && sector !== '' && first.weight !== ''
      ? [`; ${sector} `, { text: groupDigits(first.weight), explain: `sector:${sector}` }, ' %']
      : []),
    ...(change
      ? [
          '; ',
          { text: String(change.joined.length), explain: 'joined' },
          ' joined, ',
          { text: String(change.left.length), explain: 'left' },
          ' left, ',
          { text: String(change.stayed.length), explain: 'stayed' },
          ' stayed',
        ]
      : []),
    '.',
  ]);
}
