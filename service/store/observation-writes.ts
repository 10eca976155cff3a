import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { isValueText } from '../series-math/decimal-text.ts';
import { findAbsentDays } from './absent-days.ts';
import { Damage } from './failures.ts';
import { openHeldBlocks } from './held-blocks.ts';
import { BLOCK_ROWS, blockSql, WIDTH, withRoundings } from './insert-blocks.ts';
import { STRETCH_BITS, STRETCH_DAYS } from './offsets.ts';
import type { Database, Statement } from './open-database.ts';
import { markRoundings } from './refinements.ts';
import { defineSameNumber, isWithin, sameNumber } from './same-number.ts';
import { createSeenDays, type SeenDays } from './seen-days.ts';
import type { AbsentDays, RunStart, SeriesKey } from './types.ts';

/** Rows that are compared at once with what is held. */
const COMPARED_ROWS = 200;
/** Years 0001 to 9999, as day numbers. */
export const FIRST_DAY = -719162;
export const LAST_DAY = 2932896;
/** Codes and areas stand in answers without escaping. */
export const PLAIN = /^[A-Za-z0-9_.-]+$/;

/**
 * What a run wrote: counts, rows that it brought, and the first and last day of them. `gone`: members that lists have lost,
 * which count as revised too.
 */
export type Written = {
  added: number;
  revised: number;
  unchanged: number;
  gone: number;
  rows: number;
  first: number | null;
  last: number | null;
};

export type ObservationWrites = {
  series(key: SeriesKey): number;
  /** As `PublishedRun.observation`. */
  add(series: number, day: number, value: string, row: number, rounding?: string): void;
  /** Days held but not brought, as far as rows have come (`PublishedRun.absentDays`). */
  absentDays(longestGap: number): AbsentDays[];
  /** As `PublishedRun.changes`. */
  changes(): { held: number; revised: number };
  /** Writes what is buffered and brings counts and ranges up to date. */
  finish(): Written & { refined: number };
};

/** Rows (day, value, row of the file) wait in their series' own buffer: a block that lies together in the table is several times cheaper than a scattered one. */
type OpenSeries = {
  key: SeriesKey;
  seen: SeenDays;
  buffer: (number | string)[];
  /** Of the rows in the buffer, where the run is a stand-in's. */
  roundings: (string | null)[];
  /** Rows that it had, by its count. */
  held: number;
  wasEmpty: boolean;
  hasChanged: boolean;
  first: number;
  last: number;
};

/**
 * @param start what the run yields to, and whether it refines.
 * @returns the writing of observations within the open transaction of run `runId`. A value that is the same number as the one
 * held, in another text, is unchanged: the text that is held stays.
 */
export function openObservationWrites(
  db: Database,
  runId: number,
  { yieldsTo, refines = false }: Pick<RunStart, 'yieldsTo' | 'refines'>,
): ObservationWrites {
  defineSameNumber(db);
  const open = new Map<number, OpenSeries>();
  const idOf = new Map<string, number>();
  const statements = new Map<number, Statement>();
  const areHeld = openHeldBlocks(db);
  let sent = 0;
  let changed = 0;

  function insert(rows: number): Statement {
    let statement = statements.get(rows);
    if (!statement) {
      statement = db.prepare(blockSql(rows, runId, yieldsTo !== undefined));
      statements.set(rows, statement);
    }
    return statement;
  }

  function flush(id: number, series: OpenSeries): void {
    const rows = series.buffer.length / WIDTH;
    if (rows === 0) return;
    sent += rows;
    if (series.wasEmpty || !areHeld(id, series.buffer)) {
      for (let at = 0; at < rows; at += BLOCK_ROWS) {
        const block = series.buffer.slice(at * WIDTH, (at + BLOCK_ROWS) * WIDTH);
        const values = yieldsTo ? withRoundings(block, series.roundings.slice(at)) : block;
        const { changes } = insert(block.length / WIDTH).run({ id }, values);
        changed += changes;
        if (changes > 0) series.hasChanged = true;
      }
    }
    series.buffer = [];
    series.roundings = [];
  }

  const heldFrom = db
    .prepare<[number, number, string], string>(
      `SELECT value FROM observation JOIN run ON run.id = run_id
       WHERE series_id = ? AND date = ? AND source IN (SELECT value FROM json_each(?))`,
    )
    .pluck();

  /** @returns the value that is to stand: the one held where this one is the same number, rounded. */
  function standing(id: number, day: number, value: string, rounding: string): string {
    const held = heldFrom.get(id, day, JSON.stringify(yieldsTo));
    return held !== undefined && isWithin(held, value, rounding) ? held : value;
  }

  /** The same day twice: harmless where both say the same, else nobody can know which one is meant. */
  function checkRepeat(id: number, series: OpenSeries, day: number, value: string, row: number): void {
    flush(id, series);
    const earlier = db
      .prepare<[number, number], { value: string; row: number | null; run: number }>(
        'SELECT value, row, run_id AS run FROM observation WHERE series_id = ? AND date = ?',
      )
      .get(id, day);
    if (earlier && sameNumber(earlier.value, value)) return;
    // A value that was held before keeps the row of the file that it came from then.
    const where = earlier?.run === runId ? `row ${earlier.row}` : 'an earlier row';
    throw new Failure(
      'invalid_file',
      `${nameOf(series.key)} on ${dateText(day)} is ${value} here, but ${earlier?.value} in ${where}. Each date of a series may have one value.`,
      { line: row },
    );
  }

  /** Writes what is buffered. @returns how many values it has replaced, and how many of those were roundings of its own. */
  function countReplaced(): { replaced: number; refined: number } {
    for (const [id, series] of open) flush(id, series);
    const before = [...open].flatMap(([id, { seen, wasEmpty }]) => (wasEmpty ? [] : [{ id, seen }]));
    const refined = refines ? markRoundings(db, runId, before) : 0;
    const replaced = db.prepare('SELECT count(*) FROM revision WHERE superseded_by = ?').pluck().get(runId);
    return { replaced: Number(replaced), refined };
  }

  return {
    series(key) {
      const name = `${key.dataset}/${key.code}/${key.area}`;
      const known = idOf.get(name);
      if (known !== undefined) return known;
      checkKey(key);
      const { id, count } = findOrCreate(db, key);
      idOf.set(name, id);
      open.set(id, {
        key,
        seen: createSeenDays(),
        buffer: [],
        roundings: [],
        held: count,
        wasEmpty: count === 0,
        hasChanged: false,
        first: Number.POSITIVE_INFINITY,
        last: Number.NEGATIVE_INFINITY,
      });
      return id;
    },
    add(id, day, given, row, rounding) {
      const series = open.get(id);
      if (!series) throw new Error(`Series ${id} was not opened by this publish`);
      checkRow(series.key, day, given, row);
      const value = rounding === undefined || series.wasEmpty ? given : standing(id, day, given, rounding);
      if (!series.seen.add(day)) return checkRepeat(id, series, day, value, row);
      if (day < series.first) series.first = day;
      if (day > series.last) series.last = day;
      series.buffer.push(day, value, row);
      if (yieldsTo) series.roundings.push(rounding ?? null);
      const full = series.wasEmpty ? BLOCK_ROWS : COMPARED_ROWS;
      if (series.buffer.length >= full * WIDTH) flush(id, series);
    },
    absentDays(longestGap) {
      for (const [id, series] of open) flush(id, series);
      const before = [...open].filter(([, { wasEmpty }]) => !wasEmpty);
      return findAbsentDays(
        db,
        before.map(([id, series]) => ({ id, ...series })),
        longestGap,
        { schema: 'main', runId },
      );
    },
    changes() {
      const { replaced, refined } = countReplaced();
      return { held: sent - changed + replaced, revised: replaced - refined };
    },
    finish() {
      const { replaced, refined } = countReplaced();
      const used = [...open].filter(([, { first, last }]) => first <= last);
      const stretches = used
        .filter(([, { hasChanged }]) => hasChanged)
        .map(([id, { seen, held, wasEmpty }]) => ({ id, held, wasEmpty, touched: seen.stretches() }));
      const heldBefore = stretches.reduce((sum, { held }) => sum + held, 0);
      let heldAfter = 0;
      for (const { id, touched, wasEmpty } of stretches) heldAfter += updateCounts(db, id, touched, wasEmpty);
      // Counted anew, rows that a damaged page hides would never be missed again.
      if (heldAfter - heldBefore !== changed - replaced)
        throw new Damage(`${heldAfter} rows where ${heldBefore} and ${changed - replaced} more are counted`);
      return {
        added: changed - replaced,
        revised: replaced - refined,
        unchanged: sent - changed + refined,
        refined,
        gone: 0,
        rows: sent,
        first: used.length > 0 ? Math.min(...used.map(([, { first }]) => first)) : null,
        last: used.length > 0 ? Math.max(...used.map(([, { last }]) => last)) : null,
      };
    },
  };
}

function findOrCreate(db: Database, { dataset, code, area }: SeriesKey): { id: number; count: number } {
  const found = db
    .prepare<[string, string, string], { id: number; count: number }>(
      'SELECT id, count FROM series WHERE dataset = ? AND code = ? AND area = ?',
    )
    .get(dataset, code, area);
  if (found) return found;
  const made = db
    .prepare('INSERT INTO series(dataset, code, area) VALUES (?, ?, ?)')
    .run(dataset, code, area);
  return { id: Number(made.lastInsertRowid), count: 0 };
}

/**
 * A series that was empty holds just what was seen; else its stretches that were touched are counted anew.
 * @returns how many rows the series then has.
 */
function updateCounts(db: Database, id: number, touched: [number, number][], wasEmpty: boolean): number {
  const countIn = db
    .prepare<[number, number, number], number>(
      'SELECT count(*) FROM observation WHERE series_id = ? AND date >= ? AND date < ?',
    )
    .pluck();
  const store = db.prepare('INSERT OR REPLACE INTO stretch(series_id, stretch, count) VALUES (?, ?, ?)');
  for (const [stretch, seen] of touched) {
    const start = stretch << STRETCH_BITS;
    const count = wasEmpty ? seen : Number(countIn.get(id, start, start + STRETCH_DAYS));
    store.run(id, stretch, count);
  }
  const count = db
    .prepare<object, number>(
      `UPDATE series SET
       count = (SELECT sum(count) FROM stretch WHERE series_id = @id),
       first = (SELECT min(date) FROM observation WHERE series_id = @id),
       last = (SELECT max(date) FROM observation WHERE series_id = @id)
     WHERE id = @id RETURNING count`,
    )
    .pluck();
  return Number(count.get({ id }));
}

function checkKey(key: SeriesKey): void {
  if (PLAIN.test(key.code) && (key.area === '' || PLAIN.test(key.area))) return;
  throw new Failure(
    'invalid_file',
    `${JSON.stringify(nameOf(key))} is not a series code: only letters, digits and _ . - may stand in it.`,
  );
}

function checkRow(key: SeriesKey, day: number, value: string, row: number): void {
  if (!Number.isInteger(day) || day < FIRST_DAY || day > LAST_DAY) {
    throw new Failure(
      'invalid_file',
      `Row ${row} of ${nameOf(key)} has no date from 0001-01-01 to 9999-12-31.`,
      { line: row },
    );
  }
  if (!isValueText(value)) {
    throw new Failure(
      'invalid_file',
      `Row ${row} gives ${nameOf(key)} on ${dateText(day)} as ${JSON.stringify(value)}, which is not a plain decimal number.`,
      { line: row },
    );
  }
}

function nameOf({ code, area }: SeriesKey): string {
  return area === '' ? code : `${code} (${area})`;
}
