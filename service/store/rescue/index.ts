import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Failure } from '../../contract/failure.ts';
import type { Rescue } from '../../contract/incidents.ts';
import { newDraft } from '../../process/drafts.ts';
import { expectNoCopy } from '../copy/open-copy.ts';
import { closeWriting, DATA_OPTIONS, dataFile } from '../data-file.ts';
import { copyBytes, expectSameFile, removeDatabase } from '../database-files.ts';
import { asFailure, guarded } from '../failures.ts';
import { type Database, openDatabase } from '../open-database.ts';
import { openDamaged } from './open-damaged.ts';
import { type RescueOptions, readDamaged } from './read-damaged.ts';
import { chooseFound, storeFound } from './store-found.ts';

/** Stores readable rows of a damaged data.sqlite that the folder lacks. Stored data never change. */
export async function rescue(
  dataDir: string,
  source: string,
  now: Date,
  options: RescueOptions,
): Promise<Rescue> {
  const target = dataFile(dataDir);
  if (!existsSync(source)) throw new Failure('invalid_file', `There is no file ${source}.`, { file: source });
  if (existsSync(target) && realpathSync(source) === realpathSync(target))
    throw new Failure(
      'invalid_file',
      `${source} is the file that is in use. A rescue reads a damaged file that was set aside.`,
      { file: source },
    );
  guarded(source, () => accessSync(source, constants.R_OK));
  const db = openDatabase(target, DATA_OPTIONS);
  try {
    expectNoCopy(db);
    // One transaction fills the temporary tables many times faster.
    db.exec('BEGIN');
    const notes = await readCopy(source, newDraft(join(dataDir, 'rescue')), db, options);
    db.exec('COMMIT');
    return db.transaction(() => store(db, source, now, notes)).immediate();
  } catch (error) {
    throw asFailure(error, target);
  } finally {
    closeWriting(db);
  }
}

async function readCopy(
  source: string,
  copy: string,
  db: Database,
  options: RescueOptions,
): Promise<string[]> {
  try {
    copyBytes(source, copy);
    const damaged = openDamaged(copy);
    try {
      return await readDamaged(damaged, db, options);
    } finally {
      damaged.close();
    }
  } finally {
    removeDatabase(copy);
  }
}

function store(db: Database, source: string, now: Date, more: readonly string[]): Rescue {
  const file = basename(source);
  const { datasets, notes } = chooseFound(db);
  if (datasets.length === 0)
    throw new Failure(
      'invalid_file',
      [`Nothing of Almanac's data could be read in ${file}.`, ...notes, 'Nothing was changed.'].join(' '),
      { file: source },
    );
  const results = datasets.flatMap((dataset) => storeFound(db, { dataset, file, now }) ?? []);
  expectSameFile(db);
  return {
    at: now.toISOString(),
    file,
    datasets: results.map(({ report }) => report),
    notes: [...notes, ...results.flatMap((one) => one.notes), ...more],
  };
}
