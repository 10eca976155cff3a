import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  backUp,
  backUpPath,
  checkpoint,
  inspectFolder,
  integrityOf,
  openReader,
  restore,
} from '../../service/store/index.ts';
import { DEBT_CODES, publish } from '../api/folder.ts';
import { DEBT_DAYS, damagedCopy, fillLarge, YIELD_CODES, YIELD_DAYS } from './damage.ts';

/** Back-ups of damaged data and damaged back-ups never count as whole, and cost no good back-up. */

const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = new Date('2026-11-22T12:00:00Z');
const ALL_ROWS = DEBT_DAYS * DEBT_CODES.length + YIELD_DAYS * YIELD_CODES.length + 12;

let root = '';
let whole = '';
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'almanac-damaged-back-ups-'));
  whole = path.join(root, 'whole');
  fillLarge(whole);
  backUp(whole, NOW);
}, 120_000);
afterAll(() => rmSync(root, { recursive: true, force: true }));

const dataFile = (dataDir: string) => path.join(dataDir, 'data.sqlite');
const inFolder = (dataDir: string) => readdirSync(path.join(dataDir, 'backups')).sort();
const GOOD = 'data-2026-11-21T12-00-00Z.sqlite';

/** A folder whose data are damaged, with a good back-up from before. */
function damaged(seed: number): string {
  const dataDir = path.join(root, `damaged-${seed}`);
  damagedCopy(whole, dataDir, seed);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  copyBackUp(dataDir);
  return dataDir;
}

function copyBackUp(dataDir: string): void {
  mkdirSync(path.join(dataDir, 'backups'));
  copyFileSync(backUpPath(whole, GOOD), path.join(dataDir, 'backups', GOOD));
}

function rowsOf(file: string): number {
  const db = new Sqlite(file, { readonly: true });
  try {
    return ['observation', 'constituent']
      .map((table) => Number(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()))
      .reduce((sum, count) => sum + count, 0);
  } finally {
    db.close();
  }
}

const SEEDS = Array.from({ length: 20 }, (_, seed) => seed + 1);

test.each(SEEDS)('a back-up of damaged data is whole or is not made (seed %i)', (seed) => {
  const dataDir = damaged(seed);
  let made: string | undefined;
  try {
    made = backUp(dataDir, LATER).name;
  } catch (error) {
    expect(error).toMatchObject({
      code: 'broken_data_file',
      message: expect.stringMatching(
        /data\.sqlite is damaged \(.+\).*Restore a back-up.* stay as they are\.$/,
      ),
    });
    expect(integrityOf(dataDir).damage?.message).toContain('is damaged');
  }
  // A failed back-up leaves nothing, and the earlier good one stays.
  expect(inFolder(dataDir)).toEqual(made === undefined ? [GOOD] : [GOOD, made]);
  expect(rowsOf(backUpPath(dataDir, made ?? GOOD))).toBe(ALL_ROWS);
});

test('damaged data are replaced by a good back-up, and kept byte by byte', async () => {
  const dataDir = damaged(3);
  const bytes = readFileSync(dataFile(dataDir));
  expect(() => backUp(dataDir, LATER)).toThrow(/is damaged/);
  expect(integrityOf(dataDir).damage).not.toBeNull();
  const reader = openReader(dataDir);
  onTestFinished(() => reader.close());
  const { set_aside } = await restore(dataDir, backUpPath(dataDir, GOOD), GOOD, LATER);
  expect(set_aside).toMatch(/^data-damaged-.*\.sqlite$/);
  expect(readFileSync(path.join(dataDir, 'backups', set_aside)).equals(bytes)).toBe(true);
  const selection = { dataset: 'yields', codes: YIELD_CODES, from: 0, to: 20_000 };
  expect(reader.countObservations(selection)).toBe(YIELD_DAYS * YIELD_CODES.length);
  expect(inspectFolder(dataDir).checks[0]).toEqual({ file: 'data.sqlite', result: 'ok' });
  // The restored file counts as whole without another check.
  expect(integrityOf(dataDir)).toEqual({ checked_at: LATER.toISOString(), damage: null });
});

test.each([
  [
    'that lacks rows',
    'DELETE FROM observation WHERE date = 100 AND series_id = (SELECT min(id) FROM series)',
  ],
  ['that lacks members', 'DELETE FROM constituent WHERE rank = 3'],
  ['that lacks a series', 'DELETE FROM series WHERE id = (SELECT min(id) FROM series)'],
  [
    'that lacks runs',
    'DELETE FROM dataset; DELETE FROM constituent_list; DELETE FROM constituent; DELETE FROM run',
  ],
  ['with a value that is none', "UPDATE observation SET value = '12x4' WHERE date = 100"],
])('a back-up %s, though a sound database, is not restored', async (_, harm) => {
  const dataDir = path.join(root, 'sound');
  mkdirSync(dataDir);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  copyFileSync(dataFile(whole), dataFile(dataDir));
  copyBackUp(dataDir);
  const chosen = backUpPath(dataDir, GOOD);
  const db = new Sqlite(chosen);
  db.exec(harm);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  db.close();
  await expect(restore(dataDir, chosen, GOOD, LATER)).rejects.toMatchObject({ code: 'invalid_file' });
  expect(rowsOf(dataFile(dataDir))).toBe(ALL_ROWS);
  expect(inFolder(dataDir)).toEqual([GOOD]);
});

/** Makes a folder with a revised value, all in one file. */
function revised(): string {
  const dataDir = mkdtempSync(path.join(root, 'revised-'));
  for (const value of ['1.0', '2.0', '3.0'])
    publish(dataDir, 'us_debt', [{ code: 'debt_held_by_public', date: '2024-01-02', value }]);
  publish(dataDir, 'yields', [{ code: 'US2Y', date: '2024-01-02', value: '4.1' }]);
  checkpoint(dataDir);
  return dataDir;
}

/** Lowers the row count of a page by one, as flipped bits may: SQLite reads the others without an error. */
function hideRow(file: string, table: string): void {
  const db = new Sqlite(file);
  const page = Number(db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table));
  expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get()).toBe(2);
  db.pragma('journal_mode = DELETE');
  db.close();
  const bytes = readFileSync(file);
  const cells = (page - 1) * 8192 + 3;
  bytes.writeUInt16BE(bytes.readUInt16BE(cells) - 1, cells);
  writeFileSync(file, bytes);
}

test.each(['revision', 'dataset'])(
  'a row of the table %s that a damaged page hides is noticed, in the data and in a back-up',
  async (table) => {
    const dataDir = revised();
    const { name } = backUp(dataDir, NOW);
    const chosen = backUpPath(dataDir, name);
    hideRow(chosen, table);
    await expect(restore(dataDir, chosen, name, LATER)).rejects.toMatchObject({ code: 'invalid_file' });
    hideRow(dataFile(dataDir), table);
    expect(() => backUp(dataDir, LATER)).toThrow(/is damaged.* stay as they are/);
    expect(inFolder(dataDir)).toEqual([name]);
  },
);

test('no back-up is made of a sound database whose rows disagree with its counts', () => {
  const dataDir = revised();
  const db = new Sqlite(dataFile(dataDir));
  db.exec('DELETE FROM observation');
  db.close();
  expect(() => backUp(dataDir, LATER)).toThrow(/do not match.* stay as they are/);
  expect(inFolder(dataDir)).toEqual([]);
});
