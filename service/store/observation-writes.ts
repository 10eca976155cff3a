import { dateText } from '../calendar/dates.ts';
import { Failure } from '../contract/failure.ts';
import { Damage } from './failures.ts';
import { column, type Database, type Statement } from './open-database.ts';
import { PACKED_DAY } from './pages.ts';
import {
  checkKey,
  checkRow,
  defineIsWithin,
  defineSameNumber,
  isWithin,
  type SeriesKey,
  sameNumber,
  seriesLabel,
} from './row-checks.ts';
import type { RunCounts, RunStart } from './runs.ts';
import { STRETCH_BITS, STRETCH_DAYS } from './series-index.ts';

/** Rows per INSERT. With one, an import takes 2.1 times as long as sqlite3's `.import`; the goal is 1.0. */
const BLOCK_ROWS = 50;
/** Entries per row in a block: day, value, row in the file, rounding. */
const WIDTH = 4;
type Entry = number | string | null;

const COMPARED_ROWS = 200;

/** A series of this publish. It buffers rows: writing neighbouring rows together is several times faster. */
type OpenSeries = {
  key: SeriesKey;
  seen: SeenDays;
  buffer: Entry[];
  held: number;
  wasEmpty: boolean;
  hasChanged: boolean;
  first: number;
  last: number;
};

/** Writes the observations of a run. The same number in another notation does not replace a stored value. */
export function openObservationWrites(
  db: Database,
  runId: number,
  { defersTo, refines = false }: Pick<RunStart, 'defersTo' | 'refines'>,
) {
  defineSameNumber(db);
  const open = new Map<number, OpenSeries>();
  const idOf = new Map<string, number>();
  const statements = new Map<number, Statement>();
  const areHeld = openHeldBlocks(db);
  let sent = 0;
  let changed = 0;

  function insert(rows: number): Statement {
    const statement = statements.get(rows) ?? db.prepare(blockSql(rows, runId));
    statements.set(rows, statement);
    return statement;
  }

  function flush(id: number, series: OpenSeries): void {
    const rows = series.buffer.length / WIDTH;
    if (rows === 0) return;
    sent += rows;
    if (series.wasEmpty || !areHeld(id, series.buffer)) {
      for (let at = 0; at < rows; at += BLOCK_ROWS) {
        const block = series.buffer.slice(at * WIDTH, (at + BLOCK_ROWS) * WIDTH);
        const { changes } = insert(block.length / WIDTH).run({ id }, block);
        changed += changes;
        if (changes > 0) series.hasChanged = true;
      }
    }
    series.buffer = [];
  }

  const heldOfSources = column<string, [number, number, string]>(
    db,
    `SELECT value FROM observation JOIN run ON run.id = run_id
     WHERE series_id = ? AND date = ? AND source IN (SELECT value FROM json_each(?))`,
  );

  /** @returns the stored value if `value` is a rounding of it and `defersTo` has its source, else `value`. */
  function valueToStore(id: number, day: number, value: string, rounding: string): string {
    const held = heldOfSources.get(id, day, JSON.stringify(defersTo));
    return held !== undefined && isWithin(held, value, rounding) ? held : value;
  }

  function checkRepeat(id: number, series: OpenSeries, day: number, value: string, row: number): void {
    flush(id, series);
    const earlier = db
      .prepare<[number, number], { value: string; row: number | null; run: number }>(
        'SELECT value, row, run_id AS run FROM observation WHERE series_id = ? AND date = ?',
      )
      .get(id, day);
    if (earlier && sameNumber(earlier.value, value)) return;
    // Only a value of this run has a row in this file.
    const where = earlier?.run === runId ? `row ${earlier.row}` : 'an earlier row';
    throw new Failure(
      'invalid_file',
      `${seriesLabel(series.key)} on ${dateText(day)} is ${value} here, but ${earlier?.value} in ${where}. Each date of a series may have one value.`,
      { line: row },
    );
  }

  /** @returns the number of values that this run replaced, and how many of these were only roundings. */
  function countReplaced(): { replaced: number; refined: number } {
    for (const [id, series] of open) flush(id, series);
    const before = [...open].flatMap(([id, { seen, wasEmpty }]) => (wasEmpty ? [] : [{ id, seen }]));
    const refined = refines ? markRoundings(db, runId, before) : 0;
    const replaced = column<number, [number]>(db, 'SELECT count(*) FROM revision WHERE superseded_by = ?');
    return { replaced: Number(replaced.get(runId)), refined };
  }

  return {
    series(key: SeriesKey): number {
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
        held: count,
        wasEmpty: count === 0,
        hasChanged: false,
        first: Number.POSITIVE_INFINITY,
        last: Number.NEGATIVE_INFINITY,
      });
      return id;
    },
    /** Adds one observation. @param row its row, from 1. @param rounding half a unit of the last digit. */
    add(id: number, day: number, given: string, row: number, rounding?: string): void {
      const series = open.get(id);
      if (!series) throw new Error(`Series ${id} was not opened by this publish`);
      checkRow(series.key, day, given, row);
      const value =
        rounding === undefined || series.wasEmpty ? given : valueToStore(id, day, given, rounding);
      if (!series.seen.add(day)) {
        checkRepeat(id, series, day, value, row);
        return;
      }
      if (day < series.first) series.first = day;
      if (day > series.last) series.last = day;
      series.buffer.push(day, value, row, rounding ?? null);
      const full = series.wasEmpty ? BLOCK_ROWS : COMPARED_ROWS;
      if (series.buffer.length >= full * WIDTH) flush(id, series);
    },
    /** Finds stored days that the run lacks. A run does not cover gaps of over `longestGap` days. */
    absentDays(longestGap: number): AbsentDays[] {
      for (const [id, series] of open) flush(id, series);
      const before = [...open].flatMap(([id, series]) => (series.wasEmpty ? [] : [{ id, ...series }]));
      return findAbsentDays(db, before, longestGap, { schema: 'main', runId });
    },
    /** @returns how many observations of the run were stored before, and how many it revises. */
    changes(): { held: number; revised: number } {
      const { replaced, refined } = countReplaced();
      return { held: sent - changed + replaced, revised: replaced - refined };
    },
    /** Updates the stored counts. @throws Damage if the counts and the rows disagree. */
    finish(): RunCounts & { refined: number } {
      const { replaced, refined } = countReplaced();
      const used = [...open].filter(([, { first, last }]) => first <= last);
      const stretches = used
        .filter(([, { hasChanged }]) => hasChanged)
        .map(([id, { seen, held, wasEmpty }]) => ({ id, held, wasEmpty, touched: seen.stretches() }));
      const heldBefore = stretches.reduce((sum, { held }) => sum + held, 0);
      let heldAfter = 0;
      for (const { id, touched, wasEmpty } of stretches) heldAfter += updateCounts(db, id, touched, wasEmpty);
      // If a damaged page hides rows, storing the new counts would hide the damage for good.
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

/** Counts a series' rows in the touched stretches again. @returns the number of all its rows. */
function updateCounts(db: Database, id: number, touched: [number, number][], wasEmpty: boolean): number {
  const countIn = column<number, [number, number, number]>(
    db,
    'SELECT count(*) FROM observation WHERE series_id = ? AND date >= ? AND date < ?',
  );
  const store = db.prepare('INSERT OR REPLACE INTO stretch(series_id, stretch, count) VALUES (?, ?, ?)');
  for (const [stretch, seen] of touched) {
    const start = stretch << STRETCH_BITS;
    const count = wasEmpty ? seen : Number(countIn.get(id, start, start + STRETCH_DAYS));
    store.run(id, stretch, count);
  }
  const count = column<number, [object]>(
    db,
    `UPDATE series SET
       count = (SELECT sum(count) FROM stretch WHERE series_id = @id),
       first = (SELECT min(date) FROM observation WHERE series_id = @id),
       last = (SELECT max(date) FROM observation WHERE series_id = @id)
     WHERE id = @id RETURNING count`,
  );
  return Number(count.get({ id }));
}

/** Marks replaced roundings of exact figures, and confirms stored values that proved exact. */
function markRoundings(
  db: Database,
  runId: number,
  runSeries: readonly { id: number; seen: SeenDays }[],
): number {
  defineIsWithin(db);
  const { changes } = db
    .prepare(
      `UPDATE revision SET was_rounding = 1 WHERE superseded_by = ? AND rounding IS NOT NULL AND is_within(value,
         (SELECT value FROM observation o WHERE o.series_id = revision.series_id AND o.date = revision.date), rounding)`,
    )
    .run(runId);
  const rounded = column<number, [number]>(
    db,
    'SELECT date FROM observation WHERE series_id = ? AND rounding IS NOT NULL',
  );
  const confirm = db.prepare('UPDATE observation SET rounding = NULL WHERE series_id = ? AND date = ?');
  for (const { id, seen } of runSeries) {
    for (const day of rounded.all(id)) if (seen.has(day)) confirm.run(id, day);
  }
  return changes;
}

/** A stored row stays unchanged if its value is the same number. */
function blockSql(rows: number, runId: number): string {
  const values = Array.from({ length: rows }, () => `(@id, ?, ?, ?, ?, ${runId})`);
  return `INSERT INTO observation(series_id, date, value, row, rounding, run_id) VALUES ${values.join(',')}
    ON CONFLICT DO UPDATE SET value = excluded.value, row = excluded.row, rounding = excluded.rounding,
      run_id = excluded.run_id
    WHERE value IS NOT excluded.value AND NOT same_number(value, excluded.value)`;
}

/**
 * Compares a block with the stored rows as one text.
 * Without this, importing the same file again takes 0.76 of the time of the first import; the goal is 0.6.
 */
function openHeldBlocks(db: Database): (seriesId: number, rows: readonly Entry[]) => boolean {
  // SQLite returns rows by key. In another order the texts would differ, and rows be written again.
  const heldText = column<string | null, [number, number, number]>(
    db,
    `SELECT min(date) || ' ' || group_concat(value, date - ${PACKED_DAY}) FROM observation
     WHERE series_id = ? AND date >= ? AND date <= ?`,
  );
  return (seriesId, rows) => {
    const [first, last] = [Number(rows[0]), Number(rows.at(-WIDTH))];
    // Files list days in ascending or descending order. In another order the texts differ.
    const [start, step] = first <= last ? [0, WIDTH] : [rows.length - WIDTH, -WIDTH];
    let text = `${rows[start]} ${rows[start + 1]}`;
    for (let at = start + step; at >= 0 && at < rows.length; at += step)
      text += `${Number(rows[at]) - PACKED_DAY}${rows[at + 1]}`;
    return text === heldText.get(seriesId, Math.min(first, last), Math.max(first, last));
  };
}

/** Days (day numbers) of a series that the store has and a run did not contain. */
export type AbsentDays = SeriesKey & {
  /** Missing days in periods that the run covers: between days of the run at most `longestGap` apart. */
  days: number[];
  /** Number of days that the store had in the covered periods, including `days`. */
  held: number;
  /** All missing days between the first and the last day of the run, including those in its long gaps. */
  within: number[];
  /** Missing days after the last day of the run. */
  newer: number[];
};

/** A series of a run, after its rows were written. `seen`: the days of the run, from `first` to `last`. */
type RunSeries = { id: number; key: SeriesKey; seen: SeenDays; first: number; last: number };

/** Finds stored days that a run lacks. A run does not cover gaps of more than `longestGap` days. */
export function findAbsentDays(
  db: Database,
  runSeries: readonly RunSeries[],
  longestGap: number,
  where: { schema: 'main' | 'held'; runId: number },
): AbsentDays[] {
  const { schema, runId } = where;
  const countIn = column<number, [number, number, number]>(
    db,
    `SELECT count(*) FROM ${schema}.observation WHERE series_id = ? AND date >= ? AND date <= ?`,
  );
  const daysIn = db
    .prepare<[number, number, number], [day: number, isNew: number]>(
      `SELECT date, run_id = ${runId} AND NOT EXISTS (
         SELECT 1 FROM ${schema}.revision r WHERE r.series_id = o.series_id AND r.date = o.date)
       FROM ${schema}.observation o WHERE series_id = ? AND date >= ? AND date <= ? ORDER BY date`,
    )
    .raw();
  const after = column<number, [number, number]>(
    db,
    `SELECT date FROM ${schema}.observation WHERE series_id = ? AND date > ? ORDER BY date`,
  );
  return runSeries.flatMap(({ id, key, seen, first, last }) => {
    const newer = after.all(id, last);
    // `main` contains all days of the run, so equal counts mean that it has no other days in this range.
    if (schema === 'main' && countIn.get(id, first, last) === seen.count()) {
      return newer.length === 0 ? [] : [{ ...key, days: [], held: seen.count(), within: [], newer }];
    }
    const absent: number[] = [];
    const within: number[] = [];
    let held = 0;
    let before = first;
    let between: number[] = [];
    for (const [day, isNew] of daysIn.all(id, first, last)) {
      if (!seen.has(day)) {
        between.push(day);
        within.push(day);
        continue;
      }
      held += 1 - isNew;
      if (day - before <= longestGap) absent.push(...between);
      before = day;
      between = [];
    }
    if (within.length + newer.length === 0) return [];
    return [{ ...key, days: absent, held: held + absent.length, within, newer }];
  });
}

const MASK = STRETCH_DAYS - 1;

/** The days of a series in a publish, one byte each. A Set of a million numbers would take 80 MB. */
type SeenDays = ReturnType<typeof createSeenDays>;

export function createSeenDays() {
  const stretches = new Map<number, Uint8Array>();
  let count = 0;
  return {
    /** Adds a day. @returns whether it is new. */
    add(day: number): boolean {
      const stretch = day >> STRETCH_BITS;
      const seen = stretches.get(stretch) ?? new Uint8Array(STRETCH_DAYS);
      stretches.set(stretch, seen);
      if (seen[day & MASK] === 1) return false;
      seen[day & MASK] = 1;
      count++;
      return true;
    },
    has: (day: number): boolean => stretches.get(day >> STRETCH_BITS)?.[day & MASK] === 1,
    count: (): number => count,
    /** The number of days in each stretch. */
    stretches: (): [number, number][] =>
      [...stretches].map(([stretch, seen]) => [stretch, seen.reduce((sum, one) => sum + one, 0)]),
  };
}
