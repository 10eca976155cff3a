import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { DATA_FILE } from '../../service/contract/names.ts';
import { type ImportedFile, type ImportOptions, importFiles } from '../../service/ingest/index.ts';
import { DATA_OPTIONS } from '../../service/store/data-file.ts';
import { openDatabase } from '../../service/store/index.ts';

export const NOW = new Date('2026-11-20T18:00:00Z');

/** A folder for one test: files to import, and a data folder `data`, which does not exist yet. */
export type Folder = {
  path: string;
  dataDir: string;
  write(name: string, content: string | Buffer): string;
  import(files: readonly string[], more?: Partial<ImportOptions>): Promise<ImportedFile[]>;
  /** Imports files that must fail. @returns the failure; its message is without this folder's path. */
  failure(
    files: readonly string[],
    more?: Partial<ImportOptions>,
  ): Promise<{ code: string; message: string }>;
  /** Everything in the store, row by row; '' if there is no data file. */
  dump(tables?: readonly string[]): string;
};

const TABLES = [
  'data_state',
  'run',
  'dataset',
  'series',
  'observation',
  'stretch',
  'revision',
  'constituent_list',
  'constituent',
];

export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'almanac-import-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  const dataDir = join(path, 'data');
  const folder: Folder = {
    path,
    dataDir,
    write(name, content) {
      const file = join(path, name);
      writeFileSync(file, content);
      return file;
    },
    import: (files, more = {}) => importFiles({ dataDir, files, now: () => NOW, ...more }),
    async failure(files, more = {}) {
      try {
        await folder.import(files, more);
      } catch (error) {
        if (!(error instanceof Error) || error.name !== 'Failure' || !('code' in error)) throw error;
        return { code: String(error.code), message: error.message.replaceAll(`${path}/`, '') };
      }
      throw new Error('The import did not fail');
    },
    dump(tables = TABLES) {
      const file = join(dataDir, DATA_FILE);
      if (!existsSync(file)) return '';
      const db = openDatabase(file, DATA_OPTIONS);
      try {
        return tables
          .flatMap((table) => [
            table,
            ...db
              .prepare(`SELECT * FROM ${table} ORDER BY 1, 2`)
              .raw()
              .all()
              .map((row) => JSON.stringify(row)),
          ])
          .join('\n');
      } finally {
        db.close();
      }
    },
  };
  return folder;
}
