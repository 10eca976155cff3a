import {
  closeSync,
  copyFileSync,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { checkpoint, openWriter } from '../../service/store/index.ts';
import { DEBT_CODES, publish, publishConstituents } from '../api/folder.ts';
import { runOf } from '../store/folder.ts';

/** A folder with a large data file, and copies of it with damaged pages, as a failing disk leaves them. */

export const PAGE_BYTES = 8192;
export const DEBT_DAYS = 20_000;
export const YIELD_DAYS = 9_000;
export const YIELD_CODES = [
  ...['US1M', 'US2M', 'US3M', 'US4M', 'US6M', 'US1Y', 'US2Y'],
  ...['US3Y', 'US5Y', 'US7Y', 'US10Y', 'US20Y', 'US30Y'],
];

/** Writes some 177,000 rows, all into the data file itself. */
export function fillLarge(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const writer = openWriter(dataDir);
  const fill = (dataset: string, codes: readonly string[], days: number, value: (at: number) => string) => {
    const open = writer.begin(runOf(dataset));
    for (const [place, code] of codes.entries()) {
      const series = open.series({ dataset, code, area: '' });
      for (let day = 0; day < days; day++) open.observation(series, day, value(day + place), day + 1);
    }
    open.commit();
  };
  fill('us_debt', DEBT_CODES, DEBT_DAYS, (at) => `${20_000_000_000_000 + at * 1009}.${10 + (at % 90)}`);
  fill('yields', YIELD_CODES, YIELD_DAYS, (at) => `${at % 9}.${10 + (at % 90)}`);
  writer.close();
  publishConstituents(dataDir, 'TESTIDX');
  checkpoint(dataDir);
}

/** @returns the seed of the run: from `npm run soak` or ALMANAC_SEED, or a new one. */
export const killSeed = (): number =>
  Number(process.env.ALMANAC_SOAK || process.env.ALMANAC_SEED || Math.floor(Math.random() * 2 ** 31));

/** @returns a generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * Copies the data file of a folder into another and flips 16 bits of one page. The first page stays, so that
 * the file is still a database. @returns the page's number, from 1.
 */
export function damagedCopy(from: string, to: string, seed: number): number {
  mkdirSync(to, { recursive: true });
  const file = path.join(to, 'data.sqlite');
  copyFileSync(path.join(from, 'data.sqlite'), file);
  const random = seeded(seed);
  const fd = openSync(file, 'r+');
  try {
    const pages = fstatSync(fd).size / PAGE_BYTES;
    const page = 1 + Math.floor(random() * (pages - 1));
    // By seed: in the first 64 bytes of the page, within any 512 bytes, or all over the page.
    const span = [64, 512, PAGE_BYTES][seed % 3] as number;
    const start = seed % 3 === 0 ? 0 : Math.floor(random() * (PAGE_BYTES - span + 1));
    const bytes = Buffer.alloc(PAGE_BYTES);
    readSync(fd, bytes, 0, PAGE_BYTES, page * PAGE_BYTES);
    for (let flips = 0; flips < 16; flips++) {
      const at = start + Math.floor(random() * span);
      bytes[at] = (bytes[at] as number) ^ (1 << Math.floor(random() * 8));
    }
    writeSync(fd, bytes, 0, PAGE_BYTES, page * PAGE_BYTES);
    return page + 1;
  } finally {
    closeSync(fd);
  }
}

/**
 * Copies a folder without some rows in the middle of the history, which are still counted: SQLite reports no
 * error. Its newest run is from June 2026, so a question as of an earlier day takes another code path.
 */
export function copyWithGap(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  const file = path.join(to, 'data.sqlite');
  copyFileSync(path.join(from, 'data.sqlite'), file);
  const db = new Sqlite(file);
  db.exec(`DELETE FROM observation WHERE series_id = 2 AND date BETWEEN ${GAP.from} AND ${GAP.to}`);
  db.close();
  const row = { code: 'debt_held_by_public', date: '2024-11-01', value: '1.5' };
  publish(to, 'us_debt', [row], 'file', '2026-06-01T00:00:00.000Z');
}

/** Day numbers of the missing rows. */
export const GAP = { from: 15_000, to: 15_003 };

/** Makes a large folder once for a test file, and new folders that are removed when their test ends. */
export function largeFolder(name: string): { newFolder(): string; withGap(): string } {
  let root = '';
  beforeAll(() => {
    root = mkdtempSync(path.join(tmpdir(), `almanac-${name}-`));
    fillLarge(path.join(root, 'whole'));
  }, 120_000);
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  function newFolder(): string {
    const folder = mkdtempSync(path.join(root, 'folder-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    return folder;
  }
  return {
    newFolder,
    withGap() {
      const dataDir = newFolder();
      copyWithGap(path.join(root, 'whole'), dataDir);
      return dataDir;
    },
  };
}
