import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../contract/failure.ts';
import type { PageFile } from '../page-file.ts';
import { type PageRow, readPage } from './page-rows.ts';
import { shapeOf } from './row-shapes.ts';
import type { StagedRows } from './staged-rows.ts';

export type RescueOptions = {
  signal: AbortSignal;
  /** Pages read so far, of all; rows found so far. */
  onProgress: (state: { pages: number; allPages: number; rows: number }) => void;
};

/** So many pages are read before others get their turn. */
const PAGES_A_TURN = 200;

/**
 * Reads every page of a damaged file by itself, so that one that is lost costs its own rows only.
 * @returns how many pages could not be read, or not whole.
 * @throws Failure 'cancelled'.
 */
export async function readDamaged(
  file: PageFile,
  stage: StagedRows,
  { signal, onProgress }: RescueOptions,
): Promise<number> {
  let unreadable = 0;
  let rows = 0;
  for (let number = 1; number <= file.pages; number++) {
    if (number % PAGES_A_TURN === 0) {
      onProgress({ pages: number, allPages: file.pages, rows });
      await turn();
      if (signal.aborted) throw new Failure('cancelled', 'The rescue was cancelled. Nothing was stored.');
    }
    // What stands on a free page was deleted, or moved to another one.
    if (file.freePages.has(number)) continue;
    const bytes = file.page(number);
    const read = bytes && readPage(bytes, number === 1);
    if (!read || read.isDamaged) unreadable += 1;
    const found = inOrder(read?.rows ?? []).map(shapeOf);
    for (const row of found) {
      if (!row) continue;
      stage.add(row);
      if (row.t === 'observation' || row.t === 'member') rows += 1;
    }
  }
  onProgress({ pages: file.pages, allPages: file.pages, rows });
  return unreadable;
}

/**
 * Rows of a page ascend by their key; two neighbours that do not are both in doubt, and neither is taken. Only keys of numbers are
 * looked at, which hold the dates.
 */
function inOrder(rows: readonly PageRow[]): PageRow[] {
  const doubtful = new Set<PageRow>();
  for (const [i, row] of rows.entries()) {
    const next = rows[i + 1];
    if (!next || !isBefore(row, next)) continue;
    doubtful.add(row).add(next);
  }
  return rows.filter((row) => !doubtful.has(row));
}

/** @returns whether `next` stands before `row` by their keys, where it should follow. */
function isBefore(row: PageRow, next: PageRow): boolean {
  if (row.rowid !== undefined) return next.rowid === undefined || next.rowid <= row.rowid;
  const [a, b] = row.cells;
  const [c, d] = next.cells;
  if (typeof a !== 'number' || typeof c !== 'number') return false;
  if (a !== c) return c < a;
  return typeof b === 'number' && typeof d === 'number' && d < b;
}
