import type { AreaTable } from './area-table.ts';

/** The same week of other years lies 52 weeks back, and as many again for each further year. */
const YEAR = 52;

/** Where a week's value stands among those of the same weeks that are held. */
export type WeekRank = {
  /** 1: no other is higher. */
  rank: number;
  count: number;
  /** The highest of the others: its row; `undefined` where there is none. */
  next: number | undefined;
};

/**
 * @returns the rank of an area's value among its values 52, 104, … weeks before, as whoever read that week's release could have known
 *   it; `undefined` without a value.
 */
export function rankOfWeek({ scaled }: AreaTable, area: number, row: number): WeekRank | undefined {
  const own = scaled[area];
  const value = own?.[row] ?? Number.NaN;
  if (own === undefined || Number.isNaN(value)) return undefined;
  let rank = 1;
  let count = 1;
  let next: number | undefined;
  for (let other = row - YEAR; other >= 0; other -= YEAR) {
    const its = own[other] as number;
    if (Number.isNaN(its)) continue;
    count++;
    if (its > value) rank++;
    if (next === undefined || its > (own[next] as number)) next = other;
  }
  return { rank, count, next };
}
