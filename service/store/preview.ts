import { existsSync } from 'node:fs';
import Sqlite from 'better-sqlite3';
import type { ListChange } from '../contract/ingest.ts';
import { type ConstituentWrite, countedChange } from './constituent-lists.ts';
import { DATA_OPTIONS, dataFile } from './data-file.ts';
import { guarded } from './failures.ts';
import { type AbsentDays, createSeenDays, findAbsentDays } from './observation-writes.ts';
import { column, type Database } from './open-database.ts';
import { openReader } from './reader.ts';
import { isWithin, type SeriesKey, sameNumber } from './row-checks.ts';
import { openHeldLargest, type PublishedRun } from './run-writes.ts';
import type { RunCounts, RunStart } from './runs.ts';
import { openPublishMany } from './writer.ts';

type ComparedDataset = Omit<RunCounts, 'gone'> & {
  dataset: string;
  /** Number of series, or of lists of constituents. */
  series: number;
  /** Rounded values that exact figures of the publisher would replace; also counted in `unchanged`. */
  refined: number;
  replacesSample: boolean;
  /** Changes of each list of constituents; absent if there are none. */
  lists?: readonly ListChange[];
};

/** A value that would be revised; `day` is a day number. For weights, `area` is the ticker. */
type ComparedRevision = SeriesKey & { day: number; before: string; after: string };

export type Comparison = { datasets: ComparedDataset[]; revisions: ComparedRevision[]; absent: AbsentDays[] };

export type PublishPreview = ReturnType<typeof openPreview>;

/** Opens a publish into a temporary database, to compare it with the data file, which stays unlocked. */
export function openPreview(dataDir: string) {
  const path = dataFile(dataDir);
  const isHeld = existsSync(path);
  // Migrates an older layout, and throws a Failure if the file cannot be read.
  if (isHeld) openReader(dataDir).close();
  // An empty name means a temporary database: in memory, or in an unnamed file if it grows large.
  const db = new Sqlite('');
  return guarded(path, () => {
    for (const { sql } of DATA_OPTIONS.migrations) db.exec(sql);
    const roundings = createRoundings();
    const many = openPublishMany(
      db,
      () => new Date(),
      () => undefined,
    );
    return {
      many: { ...many, run: (start: RunStart) => roundings.add(start, many.run(start)) },
      /** Call it once, after all rows. `longestGap`: as in `absentDays`. `most`: revisions to return. */
      compare: (longestGap: number, most: number): Comparison =>
        guarded(path, () => {
          many.commit('');
          db.prepare('ATTACH ? AS held').run(isHeld ? path : ':memory:');
          if (!isHeld) makeEmptyTables(db);
          // A transaction reads one state of the data file while others publish. It blocks no writer.
          roundings.define(db);
          return db.transaction(() => compareWithHeld(db, longestGap, most)).deferred();
        }),
      /** Like `PublishedRun.heldLargest`. Call it after `compare`. `undefined` if only a sample is stored. */
      heldLargest(series: SeriesKey, enough: number): string | undefined {
        const origin = db.prepare('SELECT origin FROM held.dataset WHERE id = ?').pluck().get(series.dataset);
        if (origin === 'sample') return undefined;
        return guarded(path, () => openHeldLargest(db, 'held', 0)(series, enough));
      },
      close(): void {
        many.abandon();
        db.close();
      },
    };
  });
}

function makeEmptyTables(db: Database): void {
  const tables = 'run dataset series observation revision constituent_list constituent';
  for (const table of tables.split(' '))
    db.exec(`CREATE TABLE held.${table} AS SELECT * FROM main.${table} WHERE 0`);
}

/** Collects which values count as roundings of others; complete after all runs were started. */
function createRoundings() {
  const defersTo = new Set<string>();
  let refines = false;
  return {
    add(start: RunStart, run: PublishedRun): PublishedRun {
      for (const source of start.defersTo ?? []) defersTo.add(source);
      refines ||= start.refines ?? false;
      return run;
    },
    /** Defines the SQL function `effect(stored value, its rounding, its source, new value, its rounding)`. */
    define(db: Database): void {
      const isRoundingOf = (rounding: unknown, one: string, other: string) =>
        rounding !== null && isWithin(one, other, String(rounding));
      db.function('effect', (heldValue, heldRounding, source, newValue, newRounding) => {
        const [held, value] = [String(heldValue), String(newValue)];
        if (sameNumber(held, value)) return 'unchanged';
        if (defersTo.has(String(source)) && isRoundingOf(newRounding, held, value)) return 'unchanged';
        return refines && isRoundingOf(heldRounding, held, value) ? 'refined' : 'revised';
      });
    },
  };
}

type StagedSeries = SeriesKey & {
  id: number;
  count: number;
  first: number;
  last: number;
  heldId: number | null;
};
/** SQL for the effect of a new value on the stored one. Most texts are equal and need no call. */
const EFFECT =
  "iif(h.value = n.value, 'unchanged', effect(h.value, h.rounding, r.source, n.value, n.rounding))";

type StagedList = {
  id: number;
  code: string;
  asOf: number;
  count: number;
  heldId: number | null;
  heldAsOf: number;
};

function compareWithHeld(db: Database, longestGap: number, most: number): Comparison {
  const datasets = column<string>(db, 'SELECT dataset FROM main.run ORDER BY id').all();
  const revisions: ComparedRevision[] = [];
  const absent: AbsentDays[] = [];
  const compared = datasets.map((dataset) => {
    const origin = db.prepare('SELECT origin FROM held.dataset WHERE id = ?').pluck().get(dataset);
    const replacesSample = origin === 'sample';
    const series = compareSeries(db, dataset, replacesSample, most);
    const lists = compareLists(db, dataset, replacesSample);
    revisions.push(...series.revisions, ...lists.revisions);
    absent.push(...absentOf(db, series.all, longestGap));
    const changes = lists.changes.length > 0 ? { lists: lists.changes } : {};
    return { dataset, replacesSample, ...totalOf([...series.parts, ...lists.parts]), ...changes };
  });
  revisions.sort((a, b) => b.day - a.day);
  return { datasets: compared, revisions: revisions.slice(0, most), absent };
}

function compareSeries(db: Database, dataset: string, isSample: boolean, most: number) {
  const all = db
    .prepare<[string], StagedSeries>(
      `SELECT s.*, ${isSample ? 'NULL' : 'h.id'} AS heldId FROM main.series s LEFT JOIN held.series h USING (dataset, code, area)
       WHERE s.dataset = ? AND s.count > 0 ORDER BY s.id`,
    )
    .all(dataset);
  const counted = db.prepare<[number | null, number], { held: number; refined: number; revised: number }>(
    `SELECT count(*) AS held, count(*) FILTER (WHERE effect = 'refined') AS refined,
       count(*) FILTER (WHERE effect = 'revised') AS revised
     FROM (SELECT ${EFFECT} AS effect FROM main.observation n JOIN held.observation h ON h.series_id = ? AND h.date = n.date
       JOIN held.run r ON r.id = h.run_id WHERE n.series_id = ?)`,
  );
  const changed = db.prepare<[number | null, number, number], { day: number; before: string; after: string }>(
    `SELECT n.date AS day, h.value AS before, n.value AS after
     FROM main.observation n JOIN held.observation h ON h.series_id = ? AND h.date = n.date
       JOIN held.run r ON r.id = h.run_id
     WHERE n.series_id = ? AND ${EFFECT} = 'revised' ORDER BY n.date DESC LIMIT ?`,
  );
  const parts: Part[] = [];
  const revisions: ComparedRevision[] = [];
  for (const { id, heldId, code, area, count, first, last } of all) {
    const { held = 0, refined = 0, revised = 0 } = counted.get(heldId, id) ?? {};
    const known = { revised, unchanged: held - revised, refined };
    parts.push({ rows: count, added: count - held, ...known, first, last });
    if (revised === 0) continue;
    for (const row of changed.all(heldId, id, most)) revisions.push({ dataset, code, area, ...row });
  }
  return { all, parts, revisions };
}

function compareLists(db: Database, dataset: string, isSample: boolean) {
  const lists = db
    .prepare<[string], StagedList>(
      `SELECT l.id, l.code, l.as_of AS asOf, l.count, ${isSample ? 'NULL' : 'h.id'} AS heldId, h.as_of AS heldAsOf
       FROM main.constituent_list l LEFT JOIN held.constituent_list h ON h.id = (
         SELECT id FROM held.constituent_list e
         WHERE e.code = l.code AND e.as_of <= l.as_of AND e.superseded_at IS NULL ORDER BY e.as_of DESC LIMIT 1)
       WHERE l.dataset = ? ORDER BY l.id`,
    )
    .all(dataset);
  const rowsOf = (schema: 'main' | 'held', list: number | null) =>
    db
      .prepare<[number | null], ConstituentWrite>(
        `SELECT ticker, name, sector, weight FROM ${schema}.constituent WHERE list_id = ? ORDER BY rank`,
      )
      .all(list);
  const parts: Part[] = [];
  const revisions: ComparedRevision[] = [];
  const changes: ListChange[] = [];
  for (const { id, heldId, heldAsOf, code, asOf, count } of lists) {
    const [before, after] = [rowsOf('held', heldId), rowsOf('main', id)];
    const change = countedChange(
      { code, asOf, rows: after },
      heldId === null ? undefined : { asOf: heldAsOf, rows: before },
    );
    changes.push(change);
    const days = { rows: count, refined: 0, first: asOf, last: asOf };
    // The earlier list stays in the store, so all members of this list are new.
    if (heldId === null || heldAsOf !== asOf) {
      parts.push({ added: count, revised: 0, unchanged: 0, ...days });
      continue;
    }
    const { joined, left, changed } = change;
    parts.push({ added: joined, revised: changed + left, unchanged: count - joined - changed, ...days });
    const weights = new Map(before.map(({ ticker, weight }) => [ticker, weight]));
    for (const { ticker, weight } of after) {
      const old = weights.get(ticker);
      if (old === undefined || old === weight) continue;
      revisions.push({ dataset, code, area: ticker, day: asOf, before: old, after: weight });
    }
  }
  return { parts, revisions, changes };
}

function absentOf(db: Database, all: readonly StagedSeries[], longestGap: number): AbsentDays[] {
  const days = column<number, [number]>(
    db,
    'SELECT date FROM main.observation WHERE series_id = ? ORDER BY date',
  );
  return all.flatMap(({ id, heldId, dataset, code, area, first, last }) => {
    if (heldId === null) return [];
    const seen = createSeenDays();
    for (const day of days.iterate(id)) seen.add(day);
    const runSeries = { id: heldId, key: { dataset, code, area }, seen, first, last };
    return findAbsentDays(db, [runSeries], longestGap, { schema: 'held', runId: 0 });
  });
}

/** The counts of one series, or of one list. */
type Part = Omit<ComparedDataset, 'dataset' | 'replacesSample' | 'lists' | 'series' | 'first' | 'last'> & {
  first: number;
  last: number;
};

function totalOf(parts: readonly Part[]) {
  const sum = (countOf: (part: Part) => number) => parts.reduce((all, part) => all + countOf(part), 0);
  return {
    series: parts.length,
    rows: sum(({ rows }) => rows),
    added: sum(({ added }) => added),
    revised: sum(({ revised }) => revised),
    unchanged: sum(({ unchanged }) => unchanged),
    refined: sum(({ refined }) => refined),
    first: parts.length > 0 ? Math.min(...parts.map(({ first }) => first)) : null,
    last: parts.length > 0 ? Math.max(...parts.map(({ last }) => last)) : null,
  };
}
