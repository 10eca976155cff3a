import type { Database } from './open-database.ts';

/** @returns the names of the blocks of a dataset's history that its publisher gave whole. */
export function readWholeBlocks(db: Database, dataset: string): Set<string> {
  const names = db.prepare<[string], string>('SELECT block FROM whole_block WHERE dataset = ?').pluck();
  return new Set(names.all(dataset));
}

/** Notes blocks as whole, all of them or none. */
export function noteWholeBlocks(db: Database, dataset: string, blocks: readonly string[]): void {
  const insert = db.prepare('INSERT OR IGNORE INTO whole_block VALUES (?, ?)');
  db.transaction(() => {
    for (const block of blocks) insert.run(dataset, block);
  }).immediate();
}
