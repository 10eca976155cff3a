import { dateText } from '../calendar/dates.ts';
import type { Origin } from '../contract/catalog.ts';
import { Failure } from '../contract/failure.ts';
import type { ListChange } from '../contract/ingest.ts';
import { isValueText } from '../series-math/decimal-text.ts';
import { listChange } from '../series-math/list-change.ts';
import { Damage } from './failures.ts';
import { column, type Database } from './open-database.ts';
import { PLAIN_CODE } from './row-checks.ts';

/** A page of a list, in the list's order. `asOf`: day number; `total`: all members of the list. */
export type ConstituentPage = { asOf: number; rows: readonly ConstituentWrite[]; total: number };

export type StoredList = { asOf: number; count: number; hasWeights: boolean; origin: Origin };

/** A list of constituents and its day (day number); `members` reads its members in the order of the list. */
export type KnownList = { day: number; members(): ConstituentWrite[] };

/** `weight`: decimal text in percent, or ''. `row`: the member's row in the file; absent in pages. */
export type ConstituentWrite = {
  ticker: string;
  name: string;
  sector: string;
  weight: string;
  row?: number | null;
};

/** A day number later than any list's day. */
const LAST_DAY = 0x7fffffff;
/** A time later than any run. */
const NEVER = '9999-12-31T23:59:59.999Z';

/** @returns queries of lists of constituents. Members have ranks from 0, so a rank is an offset. */
export function openConstituentPages(db: Database) {
  const codes = column<string>(
    db,
    'SELECT DISTINCT code FROM constituent_list WHERE superseded_at IS NULL ORDER BY code',
  );
  const newest = db.prepare<[string, number], { id: number; asOf: number; count: number }>(
    `SELECT id, as_of AS asOf, count FROM constituent_list
     WHERE code = ? AND as_of <= ? AND superseded_at IS NULL ORDER BY as_of DESC LIMIT 1`,
  );
  const rows = db.prepare<[number, number, number], ConstituentWrite>(
    `SELECT ticker, name, sector, weight FROM constituent
     WHERE list_id = ? AND rank >= ? ORDER BY rank LIMIT ?`,
  );
  const known = db.prepare<object, { id: number; day: number; count: number }>(
    // Run ids order the lists of a day correctly even if a clock was wrong.
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
    /** The newest list of `onOrBefore` or an earlier day; without `onOrBefore`, the newest of all. */
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
    known: (code: string, asOf: string = NEVER): KnownList[] =>
      known
        .all({ code, asOf })
        .map(({ id, day, count }) => ({ day, members: () => membersOf(code, id, 0, count, count) })),
  };
}

/** Writes lists in a run's open transaction. Replaced lists are kept; members that left count as revised. */
export function openConstituentWrites(db: Database, run: { id: number; dataset: string; fetchedAt: string }) {
  const counts = { added: 0, revised: 0, unchanged: 0, rows: 0, gone: 0 };
  const lists: ListChange[] = [];
  const done = new Set<string>();
  const current = column<number, [string, number]>(
    db,
    'SELECT id FROM constituent_list WHERE code = ? AND as_of = ? AND superseded_at IS NULL',
  );
  const earlier = db.prepare<[string, number], { id: number; asOf: number }>(
    `SELECT id, as_of AS asOf FROM constituent_list WHERE code = ? AND as_of < ? AND superseded_at IS NULL
     ORDER BY as_of DESC LIMIT 1`,
  );
  const rowsOf = db.prepare<[number], ConstituentWrite>(
    'SELECT ticker, name, sector, weight FROM constituent WHERE list_id = ? ORDER BY rank',
  );

  function write(code: string, asOf: number, rows: readonly ConstituentWrite[], row: number | null): void {
    const { lastInsertRowid: list } = db
      .prepare(
        'INSERT INTO constituent_list(dataset, code, as_of, count, run_id, row) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(run.dataset, code, asOf, rows.length, run.id, row);
    const insert = db.prepare('INSERT INTO constituent VALUES (?, ?, ?, ?, ?, ?, ?)');
    for (const [rank, { ticker, name, sector, weight, row = null }] of rows.entries()) {
      insert.run(list, rank, ticker, name, sector, weight, row);
    }
  }

  return {
    /** Replaces the list of a day. @param row the list's row in the file, if its members have none. */
    replace(code: string, asOf: number, rows: readonly ConstituentWrite[], row: number | null): void {
      check(code, asOf, rows);
      if (done.has(`${code}/${asOf}`)) {
        throw new Failure('invalid_file', `${code} as of ${dateText(asOf)} is given twice in one file.`);
      }
      done.add(`${code}/${asOf}`);
      const ranked = [...rows].sort(compareConstituents);
      const held = current.get(code, asOf);
      const before = held === undefined ? earlier.get(code, asOf) : { id: held, asOf };
      const change = countedChange(
        { code, asOf, rows: ranked },
        before && { asOf: before.asOf, rows: rowsOf.all(before.id) },
      );
      lists.push(change);
      counts.rows += rows.length;
      if (held === undefined) counts.added += rows.length;
      else {
        counts.added += change.joined;
        counts.revised += change.changed + change.left;
        counts.gone += change.left;
        counts.unchanged += rows.length - change.joined - change.changed;
        if (change.joined + change.changed + change.left === 0) return;
      }
      if (held !== undefined) {
        db.prepare('UPDATE constituent_list SET superseded_at = ?, superseded_by = ? WHERE id = ?').run(
          run.fetchedAt,
          run.id,
          held,
        );
      }
      write(code, asOf, ranked, firstRow(rows) ?? row);
    },
    lists: (): ListChange[] => lists,
    finish: () => ({
      ...counts,
      first: lists.length > 0 ? Math.min(...lists.map(({ asOf }) => asOf)) : null,
      last: lists.length > 0 ? Math.max(...lists.map(({ asOf }) => asOf)) : null,
    }),
  };
}

function firstRow(rows: readonly ConstituentWrite[]): number | undefined {
  const known = rows.flatMap(({ row }) => row ?? []);
  return known.length === 0 ? undefined : known.reduce((least, row) => Math.min(least, row));
}

/** Orders by weight, largest first and missing last, then ticker, then name. Floats suffice for the order. */
function compareConstituents(a: ConstituentWrite, b: ConstituentWrite): number {
  const byWeight = weightOf(b) - weightOf(a);
  if (byWeight !== 0) return byWeight;
  return compareText(a.ticker, b.ticker) || compareText(a.name, b.name);
}

function weightOf({ weight }: ConstituentWrite): number {
  return weight === '' ? -Number.MAX_VALUE : Number(weight);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function countedChange(
  { code, asOf, rows }: { code: string; asOf: number; rows: readonly ConstituentWrite[] },
  held: { asOf: number; rows: readonly ConstituentWrite[] } | undefined,
): ListChange {
  const { joined, left, stayed } = listChange(held?.rows ?? [], rows);
  return {
    code,
    asOf,
    members: rows.length,
    before: held ? { asOf: held.asOf, members: held.rows.length } : null,
    joined: joined.length,
    left: left.length,
    changed: stayed.filter(
      ({ before, after }) =>
        before.ticker !== after.ticker ||
        before.name !== after.name ||
        before.sector !== after.sector ||
        before.weight !== after.weight,
    ).length,
  };
}

function check(code: string, asOf: number, rows: readonly ConstituentWrite[]): void {
  if (!PLAIN_CODE.test(code)) {
    throw new Failure(
      'invalid_file',
      `${JSON.stringify(code)} is not an index or fund code: only letters, digits and _ . - may stand in it.`,
    );
  }
  if (!Number.isInteger(asOf)) throw new Failure('invalid_file', `The constituents of ${code} have no date.`);
  const wrong = rows.findIndex(({ weight }) => weight !== '' && !isValueText(weight));
  if (wrong >= 0) {
    throw new Failure(
      'invalid_file',
      `${code} gives ${rows[wrong]?.ticker} the weight ${JSON.stringify(rows[wrong]?.weight)}, which is not a plain decimal number.`,
    );
  }
}
