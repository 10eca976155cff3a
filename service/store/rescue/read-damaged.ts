import { setImmediate as turn } from 'node:timers/promises';
import { Failure } from '../../contract/failure.ts';
import type { PageFile } from '../page-file.ts';
import { type PageRow, readPage } from './page-rows.ts';
import { shapeOf } from './row-shapes.ts';
import type { StagedRows } from './staged-rows.ts';

export type RescueOptions = {
  signal: AbortSignal;
  /** Called now and then with the number of pages read, of all pages, and of rows found. */
  onProgress: (state: { pages: number; allPages: number; rows: number }) => void;
};

/** Number of pages to read before other work of the process gets its turn. */
const PAGES_A_TURN = 200;

/**
 * Reads each page of a damaged file separately, so that a damaged page loses only its own rows.
 * @returns the number of pages that could not be read completely.
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
    // Rows on an unused page were deleted or moved to another page.
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
 * Rows of a page are in ascending order of their key. If two neighbours are not, either may be damaged, and both are left out. Only
 * numeric keys, which contain the dates, are compared.
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

/** @returns whether `next`, which follows `row` on the page, is before it by their keys. */
function isBefore(row: PageRow, next: PageRow): boolean {
  if (row.rowid !== undefined) return next.rowid === undefined || next.rowid <= row.rowid;
  const [a, b] = row.cells;
  const [c, d] = next.cells;
  if (typeof a !== 'number' || typeof c !== 'number') return false;
  if (a !== c) return c < a;
  return typeof b === 'number' && typeof d === 'number' && d < b;
}
