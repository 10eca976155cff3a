import { existsSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';
import { Failure } from '../../contract/failure.ts';
import type { Rescue } from '../../contract/incidents.ts';
import { countOf, groupDigits } from '../../series-math/decimal-text.ts';
import { closeWriting } from '../checkpoint.ts';
import { expectNoCopy } from '../copy/open-copy.ts';
import { DATA_OPTIONS, dataFile } from '../data-file.ts';
import { asFailure } from '../failures.ts';
import { openDatabase, PAGE_SIZE } from '../open-database.ts';
import { openPageFile } from '../page-file.ts';
import { expectSameFile } from '../same-file.ts';
import { type RescueOptions, readDamaged } from './read-damaged.ts';
import { selectRows } from './select-rows.ts';
import { openStage } from './staged-rows.ts';
import { storeRescued } from './store-rescued.ts';

export type { RescueOptions } from './read-damaged.ts';

/**
 * Reads the readable rows of a damaged data.sqlite and its log (WAL), and stores those that the data folder does not have yet, in
 * one transaction. Stored data never change, sample data are left out, and the damaged file is not written.
 * @param source path of the damaged file.
 * @throws Failure 'invalid_file' if it contains no data of Almanac, 'folder_unusable', 'broken_data_file', 'folder_in_use',
 *   'cancelled'. Nothing is stored then.
 */
export async function rescue(
  dataDir: string,
  source: string,
  now: Date,
  options: RescueOptions,
): Promise<Rescue> {
  const target = dataFile(dataDir);
  const name = basename(source);
  if (!existsSync(source)) throw new Failure('invalid_file', `There is no file ${source}.`, { file: source });
  if (existsSync(target) && realpathSync(source) === realpathSync(target))
    throw new Failure(
      'invalid_file',
      `${source} is the file that is in use. A rescue reads a damaged file that was set aside.`,
      { file: source },
    );
  let reading: string | undefined = source;
  try {
    const damaged = openPageFile(source, PAGE_SIZE);
    try {
      reading = undefined;
      const db = openDatabase(target, DATA_OPTIONS);
      expectNoCopy(db);
      try {
        const stage = openStage(db);
        const unreadable = await inTransaction(db, () => readDamaged(damaged, stage, options));
        const { datasets, notes } = selectRows(db, stage);
        const ids = new Set([...datasets.keys(), ...stage.lists().map(({ dataset }) => dataset)]);
        if (ids.size === 0) throw nothingIn(source, name, notes);
        const results = db
          .transaction(() => {
            const stored = [...ids].sort().flatMap(
              (dataset) =>
                storeRescued(db, stage, {
                  dataset,
                  series: datasets.get(dataset) ?? [],
                  file: name,
                  now,
                }) ?? [],
            );
            expectSameFile(db);
            return stored;
          })
          .immediate();
        stage.drop();
        return {
          at: now.toISOString(),
          file: name,
          pages: { all: damaged.pages, unreadable },
          datasets: results.map(({ report }) => report),
          notes: [...notes, ...results.flatMap((one) => one.notes)],
        };
      } finally {
        closeWriting(db);
      }
    } finally {
      damaged.close();
    }
  } catch (error) {
    throw asFailure(error, reading ?? target);
  }
}

/** Runs `work` in one transaction, in which the temporary tables are filled many times faster. */
async function inTransaction<T>(db: ReturnType<typeof openDatabase>, work: () => Promise<T>): Promise<T> {
  db.exec('BEGIN');
  try {
    return await work();
  } finally {
    if (db.inTransaction) db.exec('COMMIT');
  }
}

function nothingIn(source: string, name: string, notes: readonly string[]): Failure {
  const why = notes.length > 0 ? ` ${notes.join(' ')}` : '';
  return new Failure(
    'invalid_file',
    `Nothing of Almanac's data could be read in ${name}.${why} Nothing was changed.`,
    { file: source },
  );
}

/** @returns the result of a rescue as lines of text: one for the file, one or more for each dataset, then the notes. */
export function rescueLines({ file, pages, datasets, notes }: Rescue): string[] {
  const number = (count: number) => groupDigits(String(count));
  return [
    `${file}: ${countOf(pages.all, 'page')}, ${number(pages.unreadable)} of them not readable or not whole`,
    ...datasets.flatMap(({ dataset, read, added, held, lost, damaged }) => [
      `${dataset}: ${countOf(read, 'row')} read, ${number(added)} stored, ${number(held)} held here already, ${number(lost)} lost`,
      ...damaged.flatMap(({ series, area, lost: gone, ranges }) => [
        `  ${area === '' ? series : `${series} ${area}`}: ${gone === null ? 'how many rows are lost cannot be read' : `${countOf(gone, 'row')} lost`}`,
        ...ranges.map(({ from, to, rows }) => `    ${number(rows)} of ${from} to ${to}`),
      ]),
    ]),
    ...notes,
  ];
}
