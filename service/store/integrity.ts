import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import type { Integrity } from '../contract/incidents.ts';
import { DATA_FILE, KEYS_FILE, WORK_FILE } from '../contract/names.ts';
import type { FolderInspection } from '../contract/storage.ts';
import { writeWholeFile } from '../process/whole-file.ts';
import { damageText, guarded } from './failures.ts';
import { column, type Database, whileOpen } from './open-database.ts';
import { holdingsOf } from './runs.ts';

/** File with the last check and known damage: one process finds damage, and another one shows it. */
const INTEGRITY_FILE = 'integrity.json';

const WEEK_MS = 7 * 24 * 3600 * 1000;

type Kept = Integrity & {
  /** Identity of the data file that was checked. A new file of the same name has not been checked. */
  of: string;
  /** Whether a check is due early because the last service process did not end normally. */
  is_due: boolean;
};

export function integrityOf(dataDir: string): Integrity {
  const { checked_at, damage } = kept(dataDir);
  return { checked_at, damage };
}

function noteDamage(dataDir: string, message: string, now = new Date()): void {
  const known = kept(dataDir);
  if (!known.damage) keep(dataDir, { ...known, damage: { found_at: now.toISOString(), message } });
}

export function noteUncleanEnd(dataDir: string): void {
  keep(dataDir, { ...kept(dataDir), is_due: true });
}

/** @param found 'ok', or the first problem. */
export function noteCheck(dataDir: string, found: string, now: Date): void {
  const checked_at = now.toISOString();
  const message = damageText(join(dataDir, DATA_FILE), found);
  const damage = found === 'ok' ? null : (kept(dataDir).damage ?? { found_at: checked_at, message });
  keep(dataDir, { ...kept(dataDir), checked_at, damage, is_due: false });
}

/** True if a check is due: a week after the last one, after an unclean end, or if damage was found since. */
export function isCheckDue(dataDir: string, now: Date): boolean {
  const { checked_at, damage, is_due } = kept(dataDir);
  if (is_due || checked_at === null) return true;
  if (damage && damage.found_at > checked_at) return true;
  const age = now.getTime() - Date.parse(checked_at);
  // If the clock was set back, the last check may lie in the future: check now.
  return age >= WEEK_MS || age < 0;
}

/** Calls `read` and records damage of the data file that it throws. */
export function notingDamage<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof Failure && error.code === 'broken_data_file' && path.endsWith(DATA_FILE))
      noteDamage(dirname(path), error.message);
    throw error;
  }
}

function kept(dataDir: string): Kept {
  const of = identity(dataDir);
  const unchecked = { checked_at: null, damage: null, is_due: false, of };
  try {
    const found = JSON.parse(readFileSync(join(dataDir, INTEGRITY_FILE), 'utf8')) as Partial<Kept>;
    const is_due = found.is_due === true;
    return found.of === of
      ? { ...unchecked, checked_at: found.checked_at ?? null, damage: found.damage ?? null, is_due }
      : { ...unchecked, is_due };
  } catch {
    return unchecked;
  }
}

/** @returns the inode and creation time of the data file, by which a replaced file is recognised. */
function identity(dataDir: string): string {
  const found = statSync(join(dataDir, DATA_FILE), { throwIfNoEntry: false });
  return found ? `${found.ino} ${Math.round(found.birthtimeMs)}` : '';
}

function keep(dataDir: string, state: Kept): void {
  try {
    writeWholeFile(join(dataDir, INTEGRITY_FILE), `${JSON.stringify(state)}\n`);
  } catch {
    // The disk may be full or read-only. The caller throws the original Failure anyway.
  }
}

/** By problem: a query that returns rows if it occurs. Counts are stored in other pages than the rows. */
const RULES: Readonly<Record<string, string>> = {
  'the rows of a series do not match its stored count': `SELECT id, count, first, last FROM series WHERE count > 0
    EXCEPT SELECT series_id, count(*), min(date), max(date) FROM observation GROUP BY series_id`,
  'there are rows of a series that is not there': `SELECT series_id FROM observation GROUP BY series_id
    EXCEPT SELECT id FROM series WHERE count > 0`,
  'the rows of some days do not match their stored count': `SELECT 1 FROM stretch WHERE count <> (SELECT count(*) FROM observation
    WHERE series_id = stretch.series_id AND date BETWEEN stretch << 8 AND (stretch << 8) + 255)`,
  'the counts of a series disagree': `SELECT id, count FROM series WHERE count > 0
    EXCEPT SELECT series_id, sum(count) FROM stretch GROUP BY series_id`,
  'there are counts of a series that is not there': `SELECT series_id FROM stretch GROUP BY series_id
    EXCEPT SELECT id FROM series WHERE count > 0`,
  'a value is not a number, or its run is missing': `SELECT 1 FROM observation
    WHERE value GLOB '*[^-.0-9]*' OR value = '' OR run_id NOT IN (SELECT id FROM run)`,
  'an old value is not a number, or belongs to no row': `SELECT 1 FROM revision WHERE value GLOB '*[^-.0-9]*' OR value = ''
    OR run_id NOT IN (SELECT id FROM run) OR superseded_by NOT IN (SELECT id FROM run)
    OR NOT EXISTS (SELECT 1 FROM observation o WHERE o.series_id = revision.series_id AND o.date = revision.date)`,
  'the members of a list do not match their stored count': `SELECT id, count FROM constituent_list WHERE count > 0
    EXCEPT SELECT list_id, count(*) FROM constituent GROUP BY list_id`,
};

/** Checks the pages (`PRAGMA integrity_check`), then the rows. @returns 'ok', or the first problem. */
export function checkData(db: Database): string {
  const pages = checkPages(db);
  if (pages !== 'ok') return pages;
  const isBroken = ([, sql]: [string, string]) => db.prepare(`${sql} LIMIT 1`).get() !== undefined;
  return Object.entries(RULES).find(isBroken)?.[0] ?? 'ok';
}

/** @returns 'ok', or the first problem in SQLite's words. */
export function checkPages(db: Database): string {
  return String(column(db, 'PRAGMA integrity_check(1)').get()).replaceAll(/\s+/g, ' ').trim();
}

const WAIT_MS = 2000;

/** Reads all files of a data folder and changes none. Slow: call it in a thread that serves no requests. */
export function inspectFolder(dataDir: string): FolderInspection {
  return {
    sqlite: whileOpen(new Sqlite(':memory:'), (db) => String(column(db, 'SELECT sqlite_version()').get())),
    checks: [
      { file: DATA_FILE, result: checked(join(dataDir, DATA_FILE), checkData) },
      { file: KEYS_FILE, result: checked(join(dataDir, KEYS_FILE), checkPages) },
      { file: WORK_FILE, result: checked(join(dataDir, WORK_FILE), checkPages) },
    ],
    datasets: heldDatasets(join(dataDir, DATA_FILE)),
  };
}

const checked = (path: string, check: (db: Database) => string) =>
  existsSync(path) ? readOrMessage(path, check) : 'absent';

function heldDatasets(path: string): FolderInspection['datasets'] {
  if (!existsSync(path)) return [];
  const held = readOrMessage(path, (db) => holdingsOf(db));
  // The check of the file already reports why it cannot be read.
  if (typeof held === 'string') return [];
  return held.map(({ dataset, origin, count, updatedAt }) => ({
    dataset,
    origin,
    rows: count,
    updated_at: updatedAt,
  }));
}

/** Opens a file without creating or migrating it. @returns the result of `read`, or an error message. */
function readOrMessage<T>(path: string, read: (db: Database) => T): T | string {
  try {
    return guarded(path, () => whileOpen(new Sqlite(path, { readonly: true, timeout: WAIT_MS }), read));
  } catch (error) {
    if (error instanceof Failure || error instanceof Sqlite.SqliteError) return error.message;
    throw error;
  }
}
