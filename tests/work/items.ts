import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { onTestFinished } from 'vitest';
import type { SavedItem, SaveItemRequest } from '../../service/contract/saved.ts';
import { openWork } from '../../service/work/index.ts';

/** A work.sqlite, a clock that tests can set, and a saved view. */

export const CLAIMS: SaveItemRequest = {
  kind: 'view',
  id: 'claims2019',
  name: 'Claims vs 2019',
  note: '',
  folder: 'Claims',
  content: { address: '/explore?series=ui_weekly_claims.initial_claims_sa', frozen: null },
  revision: 0,
  is_deleted: false,
};

/** A request that left this computer; its id is given when it is noted. */
export const REQUEST = {
  at: '2026-11-20T18:00:00.000Z',
  method: 'GET',
  url: 'https://publisher.example/x',
  purpose: 'Refresh of us_debt',
  dataset: 'us_debt',
  headers: { accept: 'application/json' },
  sent_bytes: 5,
  received_bytes: 12,
  status: 200,
  problem: null,
};

/** @returns the request of a window that shows this revision of an item, with these changes. */
export function changed(item: SavedItem, change: Partial<SaveItemRequest>): SaveItemRequest {
  const { created_at: _, changed_at: __, deleted_at, ...fields } = item;
  return { ...fields, is_deleted: deleted_at !== null, ...change } as SaveItemRequest;
}

/** Opens a folder's work until the test ends. `at` sets the clock; `raw` opens the file with SQLite. */
export function openedWork(dataDir = newFolder(), iso = '2026-11-23T14:02:00.000Z') {
  let time = new Date(iso);
  const work = openWork(dataDir, { now: () => time });
  onTestFinished(() => work.close());
  return {
    ...work,
    dataDir,
    at(later: string | number) {
      time = new Date(typeof later === 'number' ? time.getTime() + later : later);
      return time.toISOString();
    },
    raw: (use: (db: Database) => void) => beside(dataDir, use),
  };
}

export function newFolder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-work-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

function beside(dataDir: string, use: (db: Database) => void): void {
  const db = new Sqlite(path.join(dataDir, 'work.sqlite'));
  try {
    use(db);
  } finally {
    db.close();
  }
}
