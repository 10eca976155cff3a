import { Damage } from './failures.ts';
import type { Database } from './open-database.ts';
import type { ConstituentPage, ConstituentWrite, KnownList } from './types.ts';

/** After every day of a list. */
const LAST_DAY = 0x7fffffff;
/** After every instant. */
const NEVER = '9999-12-31T23:59:59.999Z';

export type ConstituentPages = ReturnType<typeof openConstituentPages>;

/** @returns queries of the newest list of each code. The rank of a member is its offset. `page` throws Damage if members are missing. */
export function openConstituentPages(db: Database) {
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
  const known = db.prepare<object, { id: number; day: number; count: number }>(
    // Run ids give the order of the lists of a day even if a clock was wrong.
    `SELECT id, as_of AS day, count FROM constituent_list l
     WHERE code = @code AND run_id = (SELECT max(n.run_id) FROM constituent_list n JOIN run ON run.id = n.run_id
       WHERE n.code = @code AND n.as_of = l.as_of AND fetched_at <= @asOf) ORDER BY as_of DESC`,
  );
  const membersOf = (code: string, id: number, offset: number, limit: number, count: number) => {
    const found = rows.all(id, offset, limit);
    const due = Math.max(0, Math.min(limit, count - offset));
    if (found.length !== due) throw new Damage(`${found.length} members of ${code} where ${due} are counted`);
    return found;
  };
  return {
    codes: (): string[] => codes.all(),
    /** The newest list of a day or before it; of all where `onOrBefore` is absent. */
    page(
      code: string,
      {
        offset,
        limit,
        onOrBefore = LAST_DAY,
      }: { offset: number; limit: number; onOrBefore?: number | undefined },
    ): ConstituentPage | undefined {
      const list = newest.get(code, onOrBefore);
      if (!list) return undefined;
      const found = membersOf(code, list.id, offset, limit, list.count);
      return { asOf: list.asOf, rows: found, total: list.count };
    },
    /** As `Reader.constituentLists`. */
    known: (code: string, asOf: string = NEVER): KnownList[] =>
      known
        .all({ code, asOf })
        .map(({ id, day, count }) => ({ day, members: () => membersOf(code, id, 0, count, count) })),
  };
}
