import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DATA_OPTIONS } from '../../service/store/data-file.ts';
import {
  lockFolder,
  openDatabase,
  openReader,
  openWriter,
  rescue,
  setAside,
} from '../../service/store/index.ts';
import { openPublish } from '../../service/store/writer.ts';
import { encoded } from '../store/encoded.ts';
import { makeFolder, publishRows, runOf, type TestRow } from '../store/folder.ts';
import { findFaults, openRaw } from '../store/raw.ts';

const rowsOf = (count: number): TestRow[] =>
  Array.from({ length: count }, (_, day) => ({ code: 'a', area: '', day, value: `${day}.25` }));
const ALL = { dataset: 'd', codes: ['a'], from: 0, to: 1_000_000 };
const failing = (code: string, path: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(path) });

test('a file that is not a database is named, set aside whole, and the folder then starts empty', () => {
  using folder = makeFolder();
  const path = join(folder.path, 'data.sqlite');
  writeFileSync(path, 'date,series,value\n'.repeat(1000));
  for (const open of [openReader, openWriter]) {
    expect(() => open(folder.path)).toThrow(failing('broken_data_file', path));
  }
  expect(statSync(path).size).toBe(18_000);
  const aside = setAside(path, new Date('2026-11-21T10:20:30.456Z'));
  expect(aside).toBe(`${path}.broken-2026-11-21T10-20-30Z`);
  expect(readFileSync(aside, 'utf8')).toBe('date,series,value\n'.repeat(1000));
  const reader = openReader(folder.path);
  expect(reader.holdings()).toEqual([]);
  reader.close();
  // A second file in the same second gets another name.
  expect(setAside(path, new Date('2026-11-21T10:20:30.456Z'))).toBe(`${aside}-2`);
});

test('a file with an unknown layout is refused and set aside whole, and a rescue reads its rows', async () => {
  using folder = makeFolder();
  const path = join(folder.path, 'data.sqlite');
  publishRows(folder.path, runOf('yields'), rowsOf(100));
  {
    using raw = openRaw(folder.path);
    raw.db.exec("UPDATE migration SET sha256 = '00'; INSERT INTO migration VALUES (2, 'another', '00')");
    raw.db.pragma('user_version = 2');
  }
  const before = readFileSync(path);
  for (const open of [openReader, openWriter])
    expect(() => open(folder.path)).toThrow(
      expect.objectContaining({
        code: 'broken_data_file',
        message: expect.stringContaining(`${path} has a layout that no released Almanac made.`),
      }),
    );
  const aside = setAside(path, new Date('2026-11-21T10:20:30.456Z'));
  expect(readFileSync(aside).equals(before)).toBe(true);
  const how = { signal: new AbortController().signal, onProgress: () => undefined };
  const told = await rescue(folder.path, aside, new Date('2026-11-21T11:00:00Z'), how);
  expect(told.datasets).toMatchObject([{ dataset: 'yields', added: 100, lost: 0 }]);
});

/** Publishes one more row. @returns the file without the row, and the log with it. */
function withLog(dataDir: string): [Buffer, Buffer] {
  const path = join(dataDir, 'data.sqlite');
  // The log stays because a reader stays open.
  using reading = openRaw(dataDir);
  reading.db.prepare('SELECT count(*) FROM series').get();
  publishRows(dataDir, runOf('yields'), [{ code: 'a', area: '', day: 500, value: '5.5' }]);
  return [readFileSync(path), readFileSync(`${path}-wal`)];
}

test('the log of a broken file is set aside with it, stays out of the new file, and is found by a rescue', async () => {
  using folder = makeFolder();
  const path = join(folder.path, 'data.sqlite');
  publishRows(folder.path, runOf('yields'), rowsOf(100));
  const [file, log] = withLog(folder.path);
  // Restores the state after a kill, with a log, and damages the file.
  writeFileSync(path, file.fill(0xa5, 0, 100));
  writeFileSync(`${path}-wal`, log);
  writeFileSync(`${path}-shm`, '');
  const aside = setAside(path, new Date('2026-11-21T10:20:30.456Z'));
  expect(readdirSync(folder.path).sort()).toEqual(
    ['', '-shm', '-wal'].map((suffix) => `data.sqlite.broken-2026-11-21T10-20-30Z${suffix}`),
  );
  expect(readFileSync(`${aside}-wal`).equals(log)).toBe(true);
  const reader = openReader(folder.path);
  expect(reader.holdings()).toEqual([]);
  reader.close();
  const how = { signal: new AbortController().signal, onProgress: () => undefined };
  const told = await rescue(folder.path, aside, new Date('2026-11-21T11:00:00Z'), how);
  expect(told.datasets).toMatchObject([{ dataset: 'yields', added: 101, lost: 0 }]);
});

test('a file cut in the middle is named as broken', () => {
  using folder = makeFolder();
  publishRows(folder.path, runOf('d'), rowsOf(20_000));
  const path = join(folder.path, 'data.sqlite');
  truncateSync(path, Math.floor(statSync(path).size / 2));
  expect(() => openReader(folder.path)).toThrow(failing('broken_data_file', path));
});

test('damage inside is named when a read finds it', () => {
  using folder = makeFolder();
  publishRows(folder.path, runOf('d'), rowsOf(20_000));
  const path = join(folder.path, 'data.sqlite');
  const file = openSync(path, 'r+');
  // Overwrites all pages except the first 20, which are read at the opening.
  const noise = Buffer.alloc(statSync(path).size - 20 * 8192, 0xa5);
  writeSync(file, noise, 0, noise.length, 20 * 8192);
  closeSync(file);
  expect(() => {
    const reader = openReader(folder.path);
    try {
      for (let offset = 0; offset < 20_000; offset += 5000) {
        encoded(reader.observationsAt(ALL, { offset, limit: 5000 }), 'csv');
      }
    } finally {
      reader.close();
    }
  }).toThrow(failing('broken_data_file', path));
});

test('a file in the place of the folder, and a folder in the place of the file, are unusable', () => {
  using folder = makeFolder();
  const blocked = join(folder.path, 'file');
  writeFileSync(blocked, '');
  mkdirSync(join(folder.path, 'data.sqlite'));
  for (const dataDir of [blocked, join(blocked, 'below'), folder.path]) {
    for (const open of [openReader, openWriter]) {
      expect(() => open(dataDir)).toThrow(failing('folder_unusable', dataDir));
    }
  }
  expect(() => lockFolder(blocked)).toThrow(failing('folder_unusable', blocked));
  expect(readdirSync(folder.path).sort()).toEqual(['data.sqlite', 'file']);
});

test('a folder below the kernel, where nobody may write, is unusable', ({ skip }) => {
  skip(process.platform !== 'linux', 'only Linux has /proc');
  expect(() => openWriter('/proc/almanac')).toThrow(failing('folder_unusable', '/proc/almanac'));
  expect(() => openReader('/proc/almanac')).toThrow(failing('folder_unusable', '/proc/almanac'));
});

test('a disk that fills up during a publish leaves the earlier data', () => {
  using folder = makeFolder();
  publishRows(folder.path, runOf('d'), rowsOf(100));
  const path = join(folder.path, 'data.sqlite');
  const db = openDatabase(path, DATA_OPTIONS);
  // For SQLite a file that may not grow is the same as a full disk.
  db.pragma(`max_page_count = ${Number(db.pragma('page_count', { simple: true })) + 20}`);
  let ended = 0;
  const now = () => new Date('2026-01-01T00:00:00Z');
  const open = openPublish(db, runOf('d'), now, () => ended++);
  const series = open.series({ dataset: 'd', code: 'b', area: '' });
  expect(() => {
    for (let day = 0; day < 200_000; day++) open.observation(series, day, '123456.78', day + 1);
  }).toThrow(failing('folder_unusable', folder.path));
  expect(() => open.commit()).toThrow(/ended/);
  open.abandon();
  expect(ended).toBe(1);
  db.close();
  using raw = openRaw(folder.path);
  expect(findFaults(raw.db)).toEqual([]);
  const reader = openReader(folder.path);
  expect(reader.holdings()).toMatchObject([{ count: 100, series: [{ code: 'a', count: 100 }] }]);
  reader.close();
});
