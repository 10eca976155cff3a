import { Damage } from './failures.ts';
import type { Database } from './open-database.ts';
import type { ConstituentPage, ConstituentWrite } from './types.ts';

/** After every day of a list. */
const LAST_DAY = 0x7fffffff;

export type ConstituentPages = {
  codes(): string[];
  /** The newest list of a day or before it; of all where `onOrBefore` is absent. */
  page(
    code: string,
    page: { offset: number; limit: number; onOrBefore?: number | undefined },
  ): ConstituentPage | undefined;
};

/** @returns queries of the newest list of each code. The rank of a member is its offset. `page` throws Damage if members are missing. */
export function openConstituentPages(db: Database): ConstituentPages {
  const codes = db
    .prepare<[], string>(
      'SELECT DISTINCT code FROM constituent_list WHERE superseded_at IS NULL ORDER BY code',
    )
    .pluck();
  const newest = db.prepare<[string, number], { id: number; asOf: number; count: number }>(
    `SELECT id, as_of AS asOf, count FROM constituent_list
     WHERE code = ? AND as_of <= ? AND superseded_at IS NULL ORDER BY as_of DESC LIMIT 1`,
  );
  const rows = db.prepare<[number, number, number], ConstituentWrite>(
    `SELECT ticker, name, sector, weight FROM constituent
     WHERE list_id = ? AND rank >= ? ORDER BY rank LIMIT ?`,
  );
  return {
    codes: () => codes.all(),
    page(code, { offset, limit, onOrBefore = LAST_DAY }) {
      const list = newest.get(code, onOrBefore);
      if (!list) return undefined;
      const found = rows.all(list.id, offset, limit);
      const due = Math.max(0, Math.min(limit, list.count - offset));
      if (found.length !== due)
        throw new Damage(`${found.length} members of ${code} where ${due} are counted`);
      return { asOf: list.asOf, rows: found, total: list.count };
    },
  };
}
