import { civilNumber, daysFromCivil, lastDayOfMonth } from '../../calendar/dates.ts';
import { type AreaTable, dayOfRow, rowOfDay } from './area-table.ts';

/** The rank of a week's value among itself and the values of the same season in earlier years. */
export type WeekRank = {
  /** 1: no other is higher. */
  rank: number;
  /** The week itself and the earlier years that have a value. */
  count: number;
  /** The highest of the others: its row; `undefined` where there is none. */
  next: number | undefined;
};

/**
 * @returns for each earlier year, the newest first, the row whose day is nearest to the same date. 52 weeks a year would be 1.25 days
 *   short of a year each time, and 48 days in the history since 1987. For 29 February the date is 28 February in other years.
 */
export function seasonRows(table: Pick<AreaTable, 'first'>, row: number): number[] {
  const date = civilNumber(dayOfRow(table, row));
  const [month, day] = [Math.floor(date / 100) % 100, date % 100];
  const rows: number[] = [];
  for (let year = Math.floor(date / 10_000) - 1; ; year--) {
    const same = Math.min(daysFromCivil(year, month, day), lastDayOfMonth(year, month));
    const other = Math.floor(rowOfDay(table, same) + 0.5);
    if (other < 0) return rows;
    rows.push(other);
  }
}

/**
 * @param season `seasonRows` of the row.
 * @returns the rank of an area's value among it and those of the same season in earlier years, as whoever read that week's release
 *   could have known it; `undefined` without a value.
 */
export function rankOfWeek(
  table: AreaTable,
  area: number,
  row: number,
  season: readonly number[] = seasonRows(table, row),
): WeekRank | undefined {
  const own = table.scaled[area];
  const value = own?.[row] ?? Number.NaN;
  if (own === undefined || Number.isNaN(value)) return undefined;
  let rank = 1;
  let count = 1;
  let next: number | undefined;
  for (const other of season) {
    const its = own[other] as number;
    if (Number.isNaN(its)) continue;
    count++;
    if (its > value) rank++;
    if (next === undefined || its > (own[next] as number)) next = other;
  }
  return { rank, count, next };
}
