import type { ListDifference, StayedMember } from '../../service/series-math/list-change.ts';
import { heavierFirst, type ListFigures } from '../../service/series-math/list-figures.ts';
import { type Member, sectorName } from '../../service/series-math/members.ts';
import type { ListState } from './search.ts';

/** A member as the map and the table show it. */
export type Row = {
  member: Member;
  sector: string;
  /** Among the members by weight, from 1. */
  rank: number;
  /** Against the earlier list: what it was there; 'new' where it joined since. */
  was: StayedMember | 'new' | undefined;
};

/** What stands for a sector that a list does not give. */
export const NO_SECTOR = 'not given';

/** @returns the members by weight, with what they were in the earlier list. */
export function rowsOf(list: readonly Member[], change: ListDifference | undefined): Row[] {
  const was = new Map(change?.stayed.map((one) => [one.after, one]));
  return list
    .toSorted((a, b) => heavierFirst(a.weight || '0', b.weight || '0'))
    .map((member, i) => ({
      member,
      sector: sectorName(member.sector) || NO_SECTOR,
      rank: i + 1,
      was: change && (was.get(member) ?? 'new'),
    }));
}

/** @returns the rows of the chosen sector in which each word of the search stands, in the chosen order. */
export function shownRows(rows: readonly Row[], { q, sector, sort, isTurned }: ListState): Row[] {
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

const byText = (of: (row: Row) => string) => (a: Row, b: Row) => of(a).localeCompare(of(b), 'en');
const COMPARE: Record<ListState['sort'], (a: Row, b: Row) => number> = {
  weight: (a, b) => a.rank - b.rank,
  ticker: byText(({ member }) => member.ticker),
  name: byText(({ member }) => member.name),
  sector: byText(({ sector }) => sector),
  change: (a, b) => heavierFirst(changeOf(a) || '0', changeOf(b) || '0'),
};

/** @returns the exact change of a weight since the earlier list; '' where there is none. */
export function changeOf({ was }: Row): string {
  return was === undefined || was === 'new' ? '' : was.change;
}

/** @returns 'IVV on 2024-12-06: 503 members; ten largest 36.07 %; Information Technology 31.97 %.' */
export function sentenceOf(
  code: string,
  date: string,
  figures: ListFigures,
  change: ListDifference | undefined,
): string {
  const [first] = figures.sectors;
  const parts = [
    `${figures.members} members`,
    ...(figures.topTen === '' ? [] : [`ten largest ${figures.topTen} %`]),
    ...(first && first.weight !== '' ? [`${first.sector || NO_SECTOR} ${first.weight} %`] : []),
    ...(change
      ? [`${change.joined.length} joined, ${change.left.length} left, ${change.stayed.length} stayed`]
      : []),
  ];
  return `${code} on ${date}: ${parts.join('; ')}.`;
}
