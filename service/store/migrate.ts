import { createHash } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import { Failure } from '../contract/failure.ts';
import { brokenFile } from './failures.ts';

/** Its SQL never changes after a release, because each file stores its hash. */
export type Migration = { name: string; sql: string };

export type DatabaseOptions = {
  migrations: readonly Migration[];
  /** 32-bit number in the file's header that identifies files of Almanac. */
  applicationId: number;
  /** FULL: commits survive a power cut. NORMAL: they survive a crash of the process, but a power cut may lose the last ones. */
  synchronous: 'FULL' | 'NORMAL';
  waitMs: number;
};

const LEDGER = `CREATE TABLE IF NOT EXISTS migration(
  version INTEGER PRIMARY KEY, name TEXT NOT NULL, sha256 TEXT NOT NULL) STRICT`;

/** @returns whether a file needs a migration. @throws Failure 'newer_version'; 'broken_data_file' for another program's file or steps. */
export function isBehind(db: Database, migrations: readonly Migration[], applicationId: number): boolean {
  const version = Number(db.pragma('user_version', { simple: true }));
  const owner = Number(db.pragma('application_id', { simple: true }));
  const tables = Number(db.prepare('SELECT count(*) FROM sqlite_schema').pluck().get());
  if (tables > 0 && owner !== applicationId) throw brokenFile(db.name);
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

/** Each step has its own transaction. Two processes may migrate at the same time. */
export function migrate(db: Database, migrations: readonly Migration[], applicationId: number): void {
  for (const [index, { name, sql }] of migrations.entries()) {
    const version = index + 1;
    db.transaction(() => {
      // Checked again while holding the lock: another process may have done this step meanwhile.
      if (isBehind(db, migrations, applicationId) && db.pragma('user_version', { simple: true }) === index) {
        db.pragma(`application_id = ${applicationId}`);
        db.exec(LEDGER);
        db.exec(sql);
        db.prepare('INSERT INTO migration VALUES (?, ?, ?)').run(version, name, hashOf(sql));
        db.pragma(`user_version = ${version}`);
      }
    }).immediate();
  }
}

function expectOurSteps(db: Database, steps: readonly Migration[]): void {
  const recorded = db.prepare<[], string>('SELECT sha256 FROM migration ORDER BY version').pluck().all();
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
