import type { Database } from './open-database.ts';

/** @returns the names of the blocks of a dataset's history that were fetched completely. */
export function readWholeBlocks(db: Database, dataset: string): Set<string> {
  const names = db.prepare<[string], string>('SELECT block FROM whole_block WHERE dataset = ?').pluck();
  return new Set(names.all(dataset));
}

/** Records blocks as completely fetched, in one transaction. */
export function noteWholeBlocks(db: Database, dataset: string, blocks: readonly string[]): void {
  db.transaction(() => insertWholeBlocks(db, dataset, blocks)).immediate();
}

/** As `noteWholeBlocks`, within an open transaction. */
export function insertWholeBlocks(db: Database, dataset: string, blocks: readonly string[]): void {
  const insert = db.prepare('INSERT OR IGNORE INTO whole_block VALUES (?, ?)');
  for (const block of blocks) insert.run(dataset, block);
}
