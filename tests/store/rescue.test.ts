import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dateText } from '../../service/calendar/dates.ts';
import type { Rescue } from '../../service/contract/incidents.ts';
import { rescue } from '../../service/store/index.ts';
import { rescuedTable, TABLE_NAMES } from '../../service/store/rescue/open-damaged.ts';
import {
  damaged,
  destroyed,
  fill,
  keyOf,
  LIST,
  NOW,
  PAGE,
  pagesOf,
  quiet,
  rowsIn,
  rowsOf,
} from './damaged.ts';
import { makeFolder, publishRows, runOf } from './folder.ts';
import { findFaults, openRaw } from './raw.ts';

const lostIn = ({ datasets }: Rescue) => datasets.reduce((sum, { lost }) => sum + lost, 0);

test('if no rows are damaged, everything is rescued: values, runs, revisions, lists, but no sample', async () => {
  using folder = makeFolder();
  // Erases the header, which SQLite needs to open a file at all.
  const { path, before } = damaged(folder.path, (bytes) => bytes.fill(0, 0, 100));
  const told = await rescue(folder.path, path, NOW, quiet);
  expect(lostIn(told)).toBe(0);
  expect(rowsIn(join(folder.path, 'data.sqlite'))).toEqual(before);
  expect(told.notes.join(' ')).toMatch(/sample data of .* were left out/i);
  using raw = openRaw(folder.path);
  expect(findFaults(raw.db)).toEqual([]);
  const runs = raw.db
    .prepare('SELECT kind, location, fetched_at AS at, sha256 FROM run WHERE dataset = ? ORDER BY id')
    .all('yields');
  expect(runs).toEqual([
    { kind: 'refresh', location: 'https://a.test/y', at: '2026-01-01T00:00:00Z', sha256: '00' },
    { kind: 'import', location: 'later.csv', at: '2026-02-01T00:00:00Z', sha256: '00' },
    { kind: 'rescue', location: expect.stringContaining('broken'), at: NOW.toISOString(), sha256: '' },
  ]);
  const [value] = raw.db
    .prepare(
      `SELECT o.value, r.location, o.row, v.value AS before FROM observation o JOIN run r ON r.id = o.run_id
       JOIN revision v ON v.series_id = o.series_id AND v.date = o.date`,
    )
    .all();
  expect(value).toEqual({ value: '99.90', location: 'later.csv', row: 1, before: '0.05' });
  const members = raw.db.prepare('SELECT ticker, name, sector, weight FROM constituent ORDER BY rank').all();
  expect(members).toEqual(LIST);
  expect(raw.db.prepare('SELECT count(*) FROM run WHERE origin = ?').pluck().get('sample')).toBe(0);
});

test('with bits flipped anywhere, only rows of the file come back, missing rows are reported, and the new file is sound', async () => {
  using folder = makeFolder();
  fill(folder.path);
  const file = join(folder.path, 'data.sqlite');
  const whole = readFileSync(file);
  const before = new Map(rowsIn(file).map((row) => [keyOf(row), row.value]));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: whole.length * 8 - 1 }), { minLength: 10, maxLength: 60 }),
      async (bits) => {
        using target = makeFolder();
        const bytes = Buffer.from(whole);
        for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        const path = join(target.path, 'damaged.sqlite');
        writeFileSync(path, bytes);
        const told = await rescue(target.path, path, NOW, quiet);
        expect(readFileSync(path).equals(bytes)).toBe(true);
        const after = rowsIn(join(target.path, 'data.sqlite'));
        // A flipped bit can change one digit or day into another; that cannot be detected.
        const wrong = after.filter((row) => before.get(keyOf(row)) !== row.value);
        expect(wrong.length).toBeLessThanOrEqual(bits.length);
        const here = new Set(after.map(keyOf));
        const missing = [...before.keys()].filter((key) => !here.has(key)).length;
        if (missing > wrong.length) expect(lostIn(told) + told.notes.length).toBeGreaterThan(0);
        // If the names of series are lost, their rows are lost as well, and the notes say so.
        if (told.notes.length === 0) expect(missing).toBeLessThanOrEqual(lostIn(told) + wrong.length);
        using raw = openRaw(target.path);
        expect(findFaults(raw.db)).toEqual([]);
      },
    ),
    process.env.ALMANAC_SOAK ? { numRuns: 100 } : { numRuns: 8, seed: 20261122 },
  );
});

test('destroyed pages lose only their own rows, and their days are reported', async () => {
  using folder = makeFolder();
  const { path, before } = damaged(folder.path, (bytes) => {
    // Most index leaves hold rows of the one large table.
    const leaves = pagesOf(bytes, 10);
    const middle = leaves.slice(leaves.length / 2, leaves.length / 2 + 3);
    return destroyed(bytes, middle);
  });
  const told = await rescue(folder.path, path, NOW, quiet);
  const after = rowsIn(join(folder.path, 'data.sqlite'));
  const missing = before.length - after.length;
  expect(missing).toBeGreaterThan(0);
  expect(missing).toBeLessThan(4 * 600);
  const values = new Map(before.map((row) => [keyOf(row), row.value]));
  for (const row of after) expect(values.get(keyOf(row))).toBe(row.value);
  expect(lostIn(told)).toBe(missing);
  const here = new Set(after.map(keyOf));
  const ranges = told.datasets.flatMap(({ dataset, damaged: series }) =>
    series.flatMap(({ series: code, area, ranges: lost }) =>
      lost.map((range) => ({ dataset, code, area, ...range })),
    ),
  );
  for (const row of before.filter((one) => !here.has(keyOf(one)))) {
    const day = dateText(row.date);
    expect(
      ranges.some(
        ({ dataset, code, area, from, to }) =>
          dataset === row.dataset && code === row.code && area === row.area && from <= day && day <= to,
      ),
      keyOf(row),
    ).toBe(true);
  }
});

test('a lost inner page loses all rows below it, and the report counts them', async () => {
  using folder = makeFolder();
  const { path, before } = damaged(folder.path, (bytes) => destroyed(bytes, pagesOf(bytes, 2)));
  const told = await rescue(folder.path, path, NOW, quiet);
  expect(rowsIn(join(folder.path, 'data.sqlite'))).toEqual([]);
  expect(lostIn(told)).toBe(before.length);
  const days = told.datasets.flatMap(({ damaged: series }) => series.flatMap(({ ranges }) => ranges));
  expect(days.reduce((sum, { rows }) => sum + rows, 0)).toBe(before.length);
});

test.each([
  ['made here', false],
  ['restored from a back-up, whose tables have other pages', true],
])('a file that was %s is read without its first page', async (_, isRestored) => {
  using folder = makeFolder();
  const { path, before } = damaged(folder.path, (bytes) => bytes);
  if (isRestored) withRaw(path, (db) => db.exec('VACUUM'));
  writeFileSync(path, destroyed(readFileSync(path), [1]));
  const told = await rescue(folder.path, path, NOW, quiet);
  expect(lostIn(told)).toBe(0);
  expect(rowsIn(join(folder.path, 'data.sqlite'))).toEqual(before);
  expect(readdirSync(folder.path).filter((name) => name.includes('draft'))).toEqual([]);
});

test.each(['series', 'sqlite_autoindex_series_1', 'stretch', 'run', 'dataset'])(
  'the rows come back even without the table %s',
  async (table) => {
    using folder = makeFolder();
    const { path, before } = damaged(folder.path, (bytes) => bytes);
    const root = withRaw(path, (db) =>
      db.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').pluck().get(table),
    );
    writeFileSync(path, destroyed(readFileSync(path), [Number(root)]));
    await rescue(folder.path, path, NOW, quiet);
    expect(rowsIn(join(folder.path, 'data.sqlite'))).toEqual(before);
  },
);

test('if no names can be read, the report says how many rows are lost', async () => {
  using folder = makeFolder();
  const { path } = damaged(folder.path, (bytes) => bytes);
  const roots = withRaw(path, (db) =>
    db.prepare<[], number>("SELECT rootpage FROM sqlite_schema WHERE name LIKE '%series%'").pluck().all(),
  );
  writeFileSync(path, destroyed(readFileSync(path), roots));
  // A list of constituents needs no name of a series.
  const { datasets, notes } = await rescue(folder.path, path, NOW, quiet);
  expect(datasets).toMatchObject([{ dataset: 'constituents', added: LIST.length }]);
  expect(notes.join(' ')).toMatch(/20,000 rows were left out: the name of the series cannot be read/);
  expect(notes.join(' ')).toContain('Not all names of series can be read');
});

test('a rescue reads all columns of the tables that it reads', () => {
  using folder = makeFolder();
  fill(folder.path);
  using raw = openRaw(folder.path);
  for (const table of TABLE_NAMES.filter((name) => name !== 'series_name' && name !== 'dataset')) {
    const columns = raw.db.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
    expect(rescuedTable(table).columns.toSorted(), table).toEqual(columns.toSorted());
  }
});

test('from a truncated file the rows before the end are rescued', async () => {
  using folder = makeFolder();
  const { path, before } = damaged(folder.path, (bytes) =>
    bytes.subarray(0, Math.floor(bytes.length / 2) + 700),
  );
  const told = await rescue(folder.path, path, NOW, quiet);
  const values = new Map(before.map((row) => [keyOf(row), row.value]));
  const after = rowsIn(join(folder.path, 'data.sqlite'));
  expect(after.length).toBeGreaterThan(1000);
  expect(after.length).toBeLessThan(before.length);
  for (const row of after) expect(values.get(keyOf(row))).toBe(row.value);
  expect(lostIn(told)).toBeGreaterThanOrEqual(before.length - after.length);
});

test('rows that are only in the log are rescued too', async () => {
  using folder = makeFolder();
  publishRows(
    folder.path,
    runOf('yields'),
    rowsOf('US2Y', '', (day) => `${day}.5`),
  );
  const file = join(folder.path, 'data.sqlite');
  const path = join(folder.path, 'damaged.sqlite');
  // An open reader keeps SQLite from removing the log.
  using reading = openRaw(folder.path);
  reading.db.prepare('SELECT count(*) FROM series').get();
  publishRows(folder.path, runOf('yields', { fetchedAt: '2026-03-01T00:00:00Z' }), [
    { code: 'US2Y', area: '', day: 20_000, value: '7.77' },
  ]);
  copyFileSync(file, path);
  copyFileSync(`${file}-wal`, `${path}-wal`);
  writeFileSync(path, readFileSync(path).fill(0, 0, 100));
  using fresh = makeFolder();
  await rescue(fresh.path, path, NOW, quiet);
  expect(rowsIn(join(fresh.path, 'data.sqlite'))).toContainEqual(
    expect.objectContaining({ date: 20_000, value: '7.77' }),
  );
});

test('stored rows are never overwritten, and a second rescue changes nothing', async () => {
  using folder = makeFolder();
  const { path, before } = damaged(folder.path, (bytes) => bytes.fill(0, 0, 100));
  publishRows(folder.path, runOf('yields', { fetchedAt: '2026-11-22T00:00:00Z', location: 'newer.csv' }), [
    { code: 'US10Y', area: '', day: 10_007, value: '42.42' },
    { code: 'US10Y', area: '', day: 30_000, value: '5.01' },
  ]);
  const first = await rescue(folder.path, path, NOW, quiet);
  const file = join(folder.path, 'data.sqlite');
  const after = rowsIn(file);
  expect(after).toHaveLength(before.length + 1);
  const held = after.filter(({ code, date }) => code === 'US10Y' && (date === 10_007 || date === 30_000));
  expect(held.map(({ value }) => value)).toEqual(['42.42', '5.01']);
  expect(first.datasets.find(({ dataset }) => dataset === 'yields')).toMatchObject({ held: 1, lost: 0 });
  const runs = () => {
    using raw = openRaw(folder.path);
    return raw.db.prepare('SELECT count(*) FROM run').pluck().get();
  };
  const count = runs();
  const second = await rescue(folder.path, path, NOW, quiet);
  expect(second.datasets.map(({ added }) => added)).toEqual(second.datasets.map(() => 0));
  expect(rowsIn(file)).toEqual(after);
  expect(runs()).toBe(count);
  using raw = openRaw(folder.path);
  expect(findFaults(raw.db)).toEqual([]);
});

test('rows whose run cannot be read are stored under the run of the rescue', async () => {
  using folder = makeFolder();
  fill(folder.path);
  const file = join(folder.path, 'data.sqlite');
  {
    using raw = openRaw(folder.path);
    raw.db.pragma('foreign_keys = OFF');
    raw.db.exec("DELETE FROM run WHERE location = 'claims.csv'");
  }
  const path = join(folder.path, 'damaged.sqlite');
  copyFileSync(file, path);
  using fresh = makeFolder();
  await rescue(fresh.path, path, NOW, quiet);
  using raw = openRaw(fresh.path);
  const from = raw.db
    .prepare(
      `SELECT DISTINCT kind, location, o.row FROM observation o JOIN run ON run.id = run_id
       WHERE run.dataset = 'ui_state_weekly_claims'`,
    )
    .all();
  expect(from).toEqual([{ kind: 'rescue', location: 'damaged.sqlite', row: null }]);
  expect(findFaults(raw.db)).toEqual([]);
});

test('roundings of a substitute source come back with their values; replaced ones still do not count as revisions', async () => {
  using folder = makeFolder();
  fill(folder.path);
  const path = join(folder.path, 'data.sqlite');
  const roundings = `SELECT date, o.rounding, r.rounding AS replaced, r.was_rounding AS was FROM observation o
    LEFT JOIN revision r USING (series_id, date) WHERE o.rounding IS NOT NULL OR r.was_rounding ORDER BY date`;
  const before = withRaw(path, (db) => {
    db.exec(`UPDATE observation SET rounding = '50' WHERE date = 10007
        AND series_id = (SELECT id FROM series WHERE code = 'US10Y');
      UPDATE revision SET was_rounding = 1, rounding = '0.5';
      UPDATE run SET refined = 1 WHERE location = 'later.csv';`);
    return db.prepare(roundings).all();
  });
  expect(before).toHaveLength(2);
  const bytes = readFileSync(path).fill(0, 0, 100);
  using target = makeFolder();
  const damagedPath = join(target.path, 'damaged.sqlite');
  writeFileSync(damagedPath, bytes);
  await rescue(target.path, damagedPath, NOW, quiet);
  withRaw(join(target.path, 'data.sqlite'), (db) => {
    expect(db.prepare(roundings).all()).toEqual(before);
    expect(db.prepare("SELECT refined FROM run WHERE location = 'later.csv'").pluck().get()).toBe(1);
  });
});

function withRaw<Result>(path: string, work: (db: Sqlite.Database) => Result): Result {
  const db = new Sqlite(path);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

test.each([
  ['an empty file', Buffer.alloc(0)],
  ['a text file', Buffer.from('date,series,value\n2026-01-01,a,1\n'.repeat(3000))],
  ['zeros', Buffer.alloc(5 * PAGE)],
  ['noise', Buffer.alloc(9 * PAGE + 77, 'almanac \x0a\x0d\x02 noise')],
])('a rescue of %s says that it holds nothing, and changes nothing', async (_, bytes) => {
  using folder = makeFolder();
  publishRows(folder.path, runOf('yields'), rowsOf('US2Y', '', String));
  const file = join(folder.path, 'data.sqlite');
  const before = rowsIn(file);
  const path = join(folder.path, 'other.sqlite');
  writeFileSync(path, bytes);
  await expect(rescue(folder.path, path, NOW, quiet)).rejects.toMatchObject({
    code: 'invalid_file',
    message: expect.stringMatching(
      /Nothing of Almanac's data could be read in other\.sqlite.*Nothing was changed/,
    ),
  });
  expect(rowsIn(file)).toEqual(before);
});

test('a rescue of the file in use, or of a missing file, is refused', async () => {
  using folder = makeFolder();
  fill(folder.path);
  const file = join(folder.path, 'data.sqlite');
  await expect(rescue(folder.path, file, NOW, quiet)).rejects.toMatchObject({ code: 'invalid_file' });
  await expect(rescue(folder.path, `${file}.gone`, NOW, quiet)).rejects.toMatchObject({
    code: 'invalid_file',
  });
});

test('a rescue that is cancelled stores nothing', async () => {
  using folder = makeFolder();
  const { path } = damaged(folder.path, (bytes) => Buffer.concat([bytes, Buffer.alloc(300 * PAGE)]));
  const cancelling = new AbortController();
  const work = rescue(folder.path, path, NOW, {
    signal: cancelling.signal,
    onProgress: () => cancelling.abort(),
  });
  await expect(work).rejects.toMatchObject({ code: 'cancelled' });
  expect(rowsIn(join(folder.path, 'data.sqlite'))).toEqual([]);
});
