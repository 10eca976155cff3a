import { readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { publish, publishRows, runOf, type TestRow } from './folder.ts';

/** Folders with a damaged data file that was set aside. */

export const NOW = new Date('2026-11-22T12:00:00.000Z');
const DAYS = 4000;
export const PAGE = 8192;
export const quiet = { signal: new AbortController().signal, onProgress: () => undefined };
export const LIST = Array.from({ length: 30 }, (_, i) => ({
  ticker: `TK${i}`,
  name: `Company ${i}`,
  sector: 'Industrials',
  weight: (3 - i / 100).toFixed(2),
}));

export const rowsOf = (code: string, area: string, value: (day: number) => string): TestRow[] =>
  Array.from({ length: DAYS }, (_, day) => ({ code, area, day: 10_000 + day, value: value(day) }));

/** Publishes three datasets (one with revisions), a list, and sample data, which a rescue must leave out. */
export function fill(dataDir: string): void {
  publishRows(
    dataDir,
    runOf('yields', { origin: 'publisher', kind: 'refresh', location: 'https://a.test/y' }),
    [
      ...rowsOf('US2Y', '', (day) => (day / 100).toFixed(2)),
      ...rowsOf('US10Y', '', (day) => (1 + day / 100).toFixed(2)),
    ],
  );
  publishRows(dataDir, runOf('ui_state_weekly_claims', { location: 'claims.csv' }), [
    ...rowsOf('initial_claims', 'CA', (day) => String(1000 + day)),
    ...rowsOf('initial_claims', 'NY', (day) => String(2000 + day)),
  ]);
  publishRows(dataDir, runOf('yields', { fetchedAt: '2026-02-01T00:00:00Z', location: 'later.csv' }), [
    { code: 'US2Y', area: '', day: 10_005, value: '99.90' },
  ]);
  publishRows(dataDir, runOf('us_debt', { kind: 'sample', origin: 'sample', location: '', sha256: '' }), [
    ...rowsOf('debt_held_by_public', '', (day) => `${day}.10`),
  ]);
  publish(dataDir, runOf('constituents', { location: 'list.csv' }), (open) => {
    open.constituents('SPX', 19_000, LIST, 1);
  });
}

export type Row = { dataset: string; code: string; area: string; date: number; value: string };

export function rowsIn(path: string): Row[] {
  const db = new Sqlite(path, { readonly: true });
  try {
    return db
      .prepare<[], Row>(
        `SELECT s.dataset, code, area, date, value FROM observation JOIN series s ON s.id = series_id
         WHERE s.dataset IN (SELECT id FROM dataset WHERE origin <> 'sample') ORDER BY 1, 2, 3, 4`,
      )
      .all();
  } finally {
    db.close();
  }
}

export const keyOf = ({ dataset, code, area, date }: Row) => `${dataset}/${code}/${area}/${date}`;

/** Fills a folder, and sets its data file aside damaged by `harm`. @returns its path and its rows before. */
export function damaged(folder: string, harm: (bytes: Buffer) => Buffer): { path: string; before: Row[] } {
  fill(folder);
  const file = join(folder, 'data.sqlite');
  const before = rowsIn(file);
  const path = join(folder, 'data.sqlite.broken-2026-11-22T11-00-00Z');
  writeFileSync(path, harm(readFileSync(file)));
  for (const suffix of ['', '-wal', '-shm']) {
    try {
      truncateSync(file + suffix, 0);
    } catch {
      // There is no log after a clean end.
    }
  }
  return { path, before };
}

/** @returns the pages of a kind: 2 is an index's inner page, 10 its leaf (sqlite.org/fileformat2.html). */
export function pagesOf(bytes: Buffer, kind: number): number[] {
  const pages = Array.from({ length: bytes.length / PAGE }, (_, at) => at + 1);
  return pages.filter((page) => bytes[(page - 1) * PAGE] === kind);
}

export function destroyed(bytes: Buffer, pages: readonly number[]): Buffer {
  for (const page of pages) bytes.fill(0xa5, (page - 1) * PAGE, page * PAGE);
  return bytes;
}
