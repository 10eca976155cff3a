import { createHash } from 'node:crypto';
import { closeSync, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Sqlite, { type Database, type Statement } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { bytesOf, copyBytes, putLogAside, rememberFile } from './database-files.ts';
import { brokenFile, failedToWrite, guarded, makeFolder, unwritable } from './failures.ts';

export type { Database, Statement } from 'better-sqlite3';

/** In bytes. With short rows, 8 KiB pages need fewer levels and less overhead than 4 KiB (measured). */
export const PAGE_SIZE = 8192;

/** @returns a statement whose rows are the values of its only column. */
export function column<Value, Args extends unknown[] = []>(
  db: Database,
  sql: string,
): Statement<Args, Value> {
  return db.prepare(sql).pluck() as Statement<Args, Value>;
}

/** Calls `use` and closes the connection only if it throws. */
export function orClosed<Result>(db: Database, use: (db: Database) => Result): Result {
  try {
    return use(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Calls `use` and then closes the connection. */
export function whileOpen<T>(db: Database, use: (db: Database) => T): T {
  try {
    return use(db);
  } finally {
    db.close();
  }
}

/** Loads SQLite's native package now, instead of with the first database that the thread opens. */
export function loadSqlite(): void {
  new Sqlite(':memory:').close();
}

/** Opens a database for writing (WAL). Creates the folder and the file if needed, and migrates the file. */
export function openDatabase(path: string, options: DatabaseOptions): Database {
  return guarded(path, () => {
    makeFolder(dirname(path));
    // Check the log first: a process that is creating the database writes the file before its log.
    if (existsSync(`${path}-wal`) && bytesOf(path) === 0) putLogAside(path, new Date());
    makePrivateFile(path);
    return orClosed(new Sqlite(path, { timeout: options.waitMs }), (db) => {
      const behind = isBehind(db, options);
      // Takes effect only while the file is still empty.
      db.pragma(`page_size = ${PAGE_SIZE}`);
      db.pragma('journal_mode = WAL');
      db.pragma(`synchronous = ${options.synchronous}`);
      db.pragma('foreign_keys = ON');
      if (behind) migrate(db, options);
      rememberFile(db);
      return db;
    });
  });
}

/** Creates a file that only its owner can read. SQLite gives the log and its index the same mode. */
export function makePrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** Opens a database for reading; creates or migrates it first. Uses a memory copy if it cannot be written. */
export function openDatabaseReadOnly(path: string, options: DatabaseOptions): Database {
  return guarded(path, () => {
    try {
      return openReading(path, options);
    } catch (error) {
      if (!existsSync(path) || !failedToWrite(path, causeOf(error))) throw error;
      const db = openMemoryCopy(path, options);
      db.pragma('query_only = ON');
      return db;
    }
  });
}

function openReading(path: string, options: DatabaseOptions): Database {
  const open = () => new Sqlite(path, { readonly: true, timeout: options.waitMs });
  if (!existsSync(path)) openDatabase(path, options).close();
  return orClosed(open(), (first) => {
    let db = first;
    if (isBehind(db, options)) {
      db.close();
      openDatabase(path, options).close();
      db = open();
    }
    db.pragma('query_only = ON');
    return db;
  });
}

/** Like `openDatabase`, but opens a memory copy, whose changes are lost, if the file cannot be written. */
export function openDatabaseOrCopy(path: string, options: DatabaseOptions): Database {
  try {
    return openDatabase(path, options);
  } catch (error) {
    if (!failedToWrite(path, causeOf(error))) throw error;
    return guarded(path, () => openMemoryCopy(path, options));
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Failure ? error.cause : error;
}

/** One step of building the tables. Its SQL must never change after a release: files store its hash. */
export type Migration = { name: string; sql: string };

export type DatabaseOptions = {
  migrations: readonly Migration[];
  /** 32-bit number in the file's header that identifies files of Almanac. */
  applicationId: number;
  /** FULL: commits survive a power cut. NORMAL: they survive a crash; a power cut may lose the last ones. */
  synchronous: 'FULL' | 'NORMAL';
  waitMs: number;
};

type Layout = Pick<DatabaseOptions, 'migrations' | 'applicationId'>;

const LEDGER = `CREATE TABLE IF NOT EXISTS migration(
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT`;

/** True if a file needs a migration. @throws Failure 'newer_version'; 'broken_data_file' for other files. */
export function isBehind(db: Database, { migrations, applicationId }: Layout): boolean {
  const version = Number(db.pragma('user_version', { simple: true }));
  const owner = Number(db.pragma('application_id', { simple: true }));
  const hasTables = db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined;
  if (hasTables && owner !== applicationId) throw brokenFile(db.name);
  if (version > 0) expectOurSteps(db, migrations.slice(0, version));
  if (version > migrations.length) {
    throw new Failure(
      'newer_version',
      `${db.name} was written by a newer Almanac: it has layout ${version}, this one knows up to ${migrations.length}. Start the newer Almanac, or choose another data folder.`,
      { file: db.name },
    );
  }
  return version < migrations.length;
}

/** Runs each step in a transaction of its own. Two processes may migrate at the same time. */
export function migrate(db: Database, layout: Layout): void {
  for (const [index, { name, sql }] of layout.migrations.entries()) {
    const version = index + 1;
    db.transaction(() => {
      // Check again while holding the lock: another process may have done this step meanwhile.
      if (isBehind(db, layout) && db.pragma('user_version', { simple: true }) === index) {
        db.pragma(`application_id = ${layout.applicationId}`);
        db.exec(LEDGER);
        db.exec(sql);
        db.prepare('INSERT INTO migration VALUES (?, ?, ?)').run(version, name, hashOf(sql));
        db.pragma(`user_version = ${version}`);
      }
    }).immediate();
  }
}

function expectOurSteps(db: Database, steps: readonly Migration[]): void {
  const recorded = column<string>(db, 'SELECT sha256 FROM migration ORDER BY version').all();
  if (steps.every(({ sql }, at) => hashOf(sql) === recorded[at])) return;
  throw new Failure(
    'broken_data_file',
    `${db.name} has a layout that no released Almanac made. Set it aside under another name and start again.`,
    { file: db.name },
  );
}

function hashOf(sql: string): string {
  return createHash('sha256').update(sql).digest('hex');
}

const LARGEST_BYTES = 1024 ** 3;

const copies = new WeakSet<Database>();

/** Opens a memory copy: SQLite cannot read a file with a log in a read-only folder. No file: empty copy. */
function openMemoryCopy(path: string, options: DatabaseOptions): Database {
  return orClosed(new Sqlite(existsSync(path) ? wholeFile(path) : ':memory:'), (db) => {
    if (isBehind(db, options)) migrate(db, options);
    copies.add(db);
    return db;
  });
}

export function isMemoryCopy(db: Database): boolean {
  return copies.has(db);
}

/** @returns the bytes of a database with its log, which SQLite applies to a copy in the temporary folder. */
function wholeFile(path: string): Buffer {
  if (Math.max(bytesOf(path), bytesOf(`${path}-wal`)) > LARGEST_BYTES) {
    throw new Failure(
      'folder_unusable',
      `${path} is too large to be read where nothing can be written. Copy it to a folder that you may write to.`,
      { file: path },
    );
  }
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'almanac-read-'));
    const copy = join(folder, 'copy.sqlite');
    copyBytes(path, copy);
    const db = new Sqlite(copy);
    try {
      // A database in memory cannot have a log.
      db.pragma('journal_mode = DELETE');
      return db.serialize();
    } finally {
      db.close();
    }
  } catch (error) {
    if (!failedToWrite(join(folder ?? tmpdir(), 'copy.sqlite'), error)) throw error;
    const { code, message } = unwritable(path);
    const says = `${message} To read it, Almanac needs room in the temporary folder ${tmpdir()}, which is full or cannot be written.`;
    throw new Failure(code, says, { file: path }, { cause: error });
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
