import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openKeys } from '../../service/keys/index.ts';
import { DATA_OPTIONS, WORK_OPTIONS } from '../../service/store/data-file.ts';
import { type DatabaseOptions, type Migration, openDatabase } from '../../service/store/index.ts';
import { openDatabaseReadOnly } from '../../service/store/open-database.ts';
import { makeFolder, publishRows, runOf } from './folder.ts';
import { openRaw } from './raw.ts';

const STEPS: Migration[] = [
  { name: 'first', sql: 'CREATE TABLE a(x INTEGER) STRICT; INSERT INTO a VALUES (1), (2);' },
  { name: 'second', sql: 'ALTER TABLE a ADD COLUMN y TEXT; UPDATE a SET y = x * 10;' },
  { name: 'third', sql: 'CREATE TABLE b(z INTEGER) STRICT; INSERT INTO b SELECT sum(y) FROM a;' },
];
const options = (steps: number): DatabaseOptions => ({
  migrations: STEPS.slice(0, steps),
  applicationId: 77,
  synchronous: 'NORMAL',
  waitMs: 1000,
});

test.each([0, 1, 2, 3])('a file of layout %i is migrated to the newest, with all its data', (from) => {
  using folder = makeFolder();
  const path = join(folder.path, 'x.sqlite');
  if (from > 0) openDatabase(path, options(from)).close();
  for (const open of [openDatabaseReadOnly, openDatabase, openDatabase]) {
    const db = open(path, options(3));
    expect(db.pragma('user_version', { simple: true })).toBe(3);
    expect(db.prepare('SELECT x, y FROM a').raw().all()).toEqual([
      [1, '10'],
      [2, '20'],
    ]);
    expect(db.prepare('SELECT z FROM b').pluck().all()).toEqual([30]);
    expect(db.prepare('SELECT version, name FROM migration').raw().all()).toEqual([
      [1, 'first'],
      [2, 'second'],
      [3, 'third'],
    ]);
    db.close();
  }
});

test('if a step fails, the file stays at the layout before it', () => {
  using folder = makeFolder();
  const path = join(folder.path, 'x.sqlite');
  const broken = { name: 'broken', sql: 'CREATE TABLE c(x INTEGER); INSERT INTO nowhere VALUES (1);' };
  expect(() => openDatabase(path, { ...options(1), migrations: [...STEPS.slice(0, 1), broken] })).toThrow(
    /nowhere/,
  );
  const db = openDatabase(path, options(1));
  expect(db.prepare("SELECT name FROM sqlite_schema WHERE name = 'c'").all()).toEqual([]);
  db.close();
});

test.each([1, 3])('a file of %i steps with a different first step is not taken for a newer file', (steps) => {
  using folder = makeFolder();
  const path = join(folder.path, 'x.sqlite');
  openDatabase(path, options(steps)).close();
  const before = readFileSync(path);
  const changed = { name: 'first', sql: 'CREATE TABLE a(x TEXT) STRICT;' };
  for (const open of [openDatabase, openDatabaseReadOnly])
    for (const migrations of [[changed], [changed, ...STEPS.slice(1)]])
      expect(() => open(path, { ...options(1), migrations })).toThrow(
        expect.objectContaining({
          code: 'broken_data_file',
          message: `${path} has a layout that no released Almanac made. Set it aside under another name and start again.`,
        }),
      );
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a file of a newer layout is refused, with both layouts in the message, and not changed', () => {
  using folder = makeFolder();
  const path = join(folder.path, 'x.sqlite');
  const db = openDatabase(path, options(3));
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const before = readFileSync(path);
  for (const open of [openDatabase, openDatabaseReadOnly]) {
    expect(() => open(path, options(2))).toThrow(
      expect.objectContaining({
        code: 'newer_version',
        message: expect.stringMatching(/layout 3, this one knows up to 2/),
      }),
    );
  }
  expect(readFileSync(path).equals(before)).toBe(true);
});

test('a database of another program is refused', () => {
  using folder = makeFolder();
  const path = join(folder.path, 'x.sqlite');
  openDatabase(path, { ...options(1), applicationId: 78 }).close();
  expect(() => openDatabase(path, options(1))).toThrow(expect.objectContaining({ code: 'broken_data_file' }));
});

test('an empty file is treated as a missing file', () => {
  using folder = makeFolder();
  const path = join(folder.path, 'x.sqlite');
  writeFileSync(path, '');
  openDatabaseReadOnly(path, options(3)).close();
});

test('data.sqlite is in WAL mode, syncs each commit, and keeps its data in a later layout', () => {
  using folder = makeFolder();
  publishRows(folder.path, runOf('d'), [{ code: 'a', area: '', day: 1, value: '1.50' }]);
  const path = join(folder.path, 'data.sqlite');
  const next: Migration = {
    name: 'made up',
    sql: 'CREATE TABLE made_up AS SELECT series_id, count(*) AS n FROM observation GROUP BY 1;',
  };
  const db = openDatabase(path, { ...DATA_OPTIONS, migrations: [...DATA_OPTIONS.migrations, next] });
  expect(db.pragma('journal_mode', { simple: true })).toBe('wal');
  expect(db.pragma('synchronous', { simple: true })).toBe(2);
  db.close();
  using raw = openRaw(folder.path);
  expect(raw.db.prepare('SELECT n FROM made_up').pluck().all()).toEqual([1]);
  expect(raw.db.prepare('SELECT value FROM observation').pluck().all()).toEqual(['1.50']);
});

/** Hashes of the SQL that release 0.1.0 ran: never change them, add a step. */
const RELEASED = {
  'data.sqlite': ['2ee3fe135cce54547dad747a21f744679bbf46b65ab57aec52778df28d67b5b1'],
  'keys.sqlite': ['c98f6679d216afc65ee16bd2d581d66d369b50a6896b064b3a599aa63493ed2a'],
  'work.sqlite': ['0a0a3bae1537ebddde470880b50bdd29acee651338ba7ed9ba6dda468297e2b1'],
};

test.each(Object.entries(RELEASED))(
  '%s still begins with the steps of the first release',
  async (file, hashes) => {
    using folder = makeFolder();
    publishRows(folder.path, runOf('d'), []);
    await openKeys(folder.path, { now: () => new Date() }).close();
    openDatabase(join(folder.path, 'work.sqlite'), WORK_OPTIONS).close();
    using raw = openRaw(folder.path, file);
    const recorded = raw.db.prepare('SELECT sha256 FROM migration ORDER BY version').pluck().all();
    expect(recorded.slice(0, hashes.length)).toEqual(hashes);
  },
);

test('a reader cannot write', () => {
  using folder = makeFolder();
  const db = openDatabaseReadOnly(join(folder.path, 'x.sqlite'), options(1));
  expect(() => db.exec('INSERT INTO a VALUES (3)')).toThrow(/readonly|read-only/i);
  db.close();
});
