import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import { type ImportedFile, importFiles } from '../../service/ingest/index.ts';
import { openReader } from '../../service/store/index.ts';
import { REAL_FILES } from './read-text.ts';

/** What a publisher's own file holds, as counted in it: rows, first and last day, how many series. */
export type RealFile = { format: string; rows: number; first: string; last: string; series: number };

export const NO_FILES = 'the publishers’ files are not beside the project (../shared/data)';

const folders: string[] = [];
// Several files share this module, so no hook of one of them.
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** @returns an empty data folder, which is removed when the tests end. */
export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-real-files-'));
  folders.push(folder);
  return folder;
}

export const pathOf = (name: string) => fileURLToPath(new URL(name, REAL_FILES));

export function importInto(dataDir: string, ...names: string[]): Promise<ImportedFile[]> {
  return importFiles({ dataDir, files: names.map(pathOf), now: () => new Date('2026-11-21T12:00:00Z') });
}

/** Imports a file into an empty store and expects its rows, days and series; a second import changes nothing. */
export async function expectTwiceIsOnce(name: string, right: RealFile): Promise<void> {
  const dataDir = makeFolder();
  const [first] = await importInto(dataDir, name);
  const [run] = first?.runs ?? [];
  expect(first?.format.id).toBe(right.format);
  expect(run).toMatchObject({ added: right.rows, revised: 0, unchanged: 0 });
  expect([run?.first, run?.last].map((day) => dateText(day ?? 0))).toEqual([right.first, right.last]);
  const reader = openReader(dataDir);
  const [holding] = reader.holdings();
  reader.close();
  expect(holding).toMatchObject({ dataset: run?.dataset, count: right.rows, origin: 'file' });
  expect(holding?.series).toHaveLength(right.series);
  const [again] = await importInto(dataDir, name);
  expect(again?.runs[0]).toMatchObject({ added: 0, revised: 0, unchanged: right.rows });
  expect(again?.notes).toEqual(first?.notes);
}
