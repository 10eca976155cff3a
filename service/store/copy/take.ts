import { existsSync } from 'node:fs';
import { Failure } from '../../contract/failure.ts';
import { commandLine } from '../../process/command-line.ts';
import { copyInto } from '../copy-data.ts';
import { DATA_OPTIONS, dataFile } from '../data-file.ts';
import { type Database, openDatabase } from '../open-database.ts';
import { removeSample } from '../sample-removal.ts';
import { expectNoCopy } from './open-copy.ts';
import { addAllHashes } from './run-hashes.ts';
import { copiedTables } from './tables.ts';
import type { Change, CopiedTable, CopyCell, CopyState, TableChange } from './types.ts';

/** All data of a folder as one change: its data, and its notes of fetches. */
export type FolderChange = { data: Change; notes: Change; close(): void };

/**
 * Copies the data of a folder and makes of them what can be published to an empty team.
 * @param to the path of the copy, which the caller removes.
 * @throws Failure 'team_refused' if the folder has no data but samples, or is a copy of a team.
 */
export function takeForTeam(dataDir: string, to: string, from: CopyState): FolderChange {
  const path = dataFile(dataDir);
  if (!existsSync(path)) throw nothingIn(dataDir);
  copyInto(path, to);
  const db = openDatabase(to, DATA_OPTIONS);
  try {
    expectNoCopy(db);
    db.transaction(() => {
      leaveSamplesOut(db);
      db.exec('DELETE FROM run_hash');
      addAllHashes(db);
    })();
    const runs = db.prepare<[], number>('SELECT id FROM run ORDER BY id').pluck().all();
    if (runs.length === 0) throw nothingIn(dataDir);
    const tables = copiedTables(db).map((table) => wholeTable(db, table));
    const dataVersion = Number(db.prepare('SELECT data_version FROM data_state').pluck().get());
    const all = { from, dataVersion, runs };
    return {
      data: { ...all, isNote: false, tables: tables.filter(({ table }) => !table.isNote) },
      notes: { ...all, isNote: true, tables: tables.filter(({ table }) => table.isNote) },
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function nothingIn(dataDir: string): Failure {
  return new Failure(
    'team_refused',
    `${dataDir} has no data to move into a team: sample data stay where they are. Import files instead: ${commandLine`import FILE --team ADDRESS`}`,
  );
}

function leaveSamplesOut(db: Database): void {
  const samples = db.prepare<[], string>("SELECT id FROM dataset WHERE origin = 'sample'").pluck().all();
  for (const dataset of samples) {
    removeSample(db, dataset);
    db.prepare('DELETE FROM dataset WHERE id = ?').run(dataset);
    for (const table of ['series', 'run', 'fetch', 'whole_block'])
      db.prepare(`DELETE FROM ${table} WHERE dataset = ?`).run(dataset);
  }
  // Of datasets whose samples were replaced by real data since.
  db.exec("DELETE FROM run WHERE origin = 'sample'");
  db.exec('DELETE FROM summed_rows WHERE run_id NOT IN (SELECT id FROM run)');
}

function wholeTable(db: Database, table: CopiedTable): TableChange {
  const { name, columns, key } = table;
  const read = () =>
    db
      .prepare<[], CopyCell[]>(`SELECT ${columns.join(', ')} FROM ${name} ORDER BY ${key.join(', ')}`)
      .raw()
      .iterate();
  return { table, rows: read, replaced: () => [], gone: () => [] };
}
