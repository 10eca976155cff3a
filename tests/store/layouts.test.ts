import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DATA_OPTIONS } from '../../service/store/data-file.ts';
import { openDatabase, openReader } from '../../service/store/index.ts';
import { encoded } from './encoded.ts';
import { makeFolder, publish, publishRows, runOf } from './folder.ts';
import { findFaults, openRaw } from './raw.ts';

/** SHA-256 of the SQL of each layout as released: users' files contain these hashes. */
const RELEASED = [
  'f47767af6d3352be0be3d36bd1d41fe96e0d2dbdc3bd5e604b5624613a058ae1',
  '112a109034c7e3249bc8ac400b608ffffdea96e9c9a04877f1a0c402b0d52c21',
  '5955b222f54f81f058190272bceed5a7a4b370f787d1b3c133d371a1bc82d924',
  'b646d913bf12b3db7c26ed086f1191e548e9ffd1db09e69ebf85c30b39b7a960',
  '12d3e79dfdb8f9bf476103328944f698f3c965539682d6cd7f245efda5de4bbc',
  '6449fe3c445569310e3b560364b27d2458bd93a99e169d78fd3dce0354a75de4',
];

test('the SQL of released layouts has not changed', () => {
  const hashes = DATA_OPTIONS.migrations.map(({ sql }) => createHash('sha256').update(sql).digest('hex'));
  expect(hashes.slice(0, RELEASED.length)).toEqual(RELEASED);
});

/** The rows of a folder of any layout after two imports of a series, of which the second revises a day, and the import of a list. */
const ROWS = `
INSERT INTO run(kind, dataset, origin, source, location, sha256, fetched_at, added, revised, unchanged) VALUES
  ('import', 'd', 'file', 'long-csv', 'one.csv', '01', '2026-01-01T10:00:00Z', 2, 0, 0),
  ('import', 'd', 'file', 'long-csv', 'two.csv', '02', '2026-01-02T10:00:00Z', 0, 1, 1),
  ('import', 'constituents', 'file', 'long-constituents', 'list.csv', '03', '2026-01-02T10:00:00Z', 1, 0, 0);
INSERT INTO dataset(id, origin, updated_at, run_id) VALUES ('d', 'file', '2026-01-02T10:00:00Z', 2), ('constituents', 'file', '2026-01-02T10:00:00Z', 3);
INSERT INTO series(id, dataset, code, area, count, first, last) VALUES (1, 'd', 'a', '', 2, 10, 11);
INSERT INTO observation(series_id, date, value, run_id) VALUES (1, 10, '1.0', 1), (1, 11, '2.0', 1);
UPDATE observation SET value = '2.5', run_id = 2 WHERE date = 11;
INSERT INTO stretch(series_id, stretch, count) VALUES (1, 0, 2);
INSERT INTO constituent_list(id, dataset, code, as_of, count, run_id) VALUES (1, 'constituents', 'IDX', 5, 1, 3);
INSERT INTO constituent(list_id, rank, ticker, name, sector, weight) VALUES (1, 0, 'A', 'A Inc.', '', '100');
UPDATE data_state SET data_version = 3;
`;
const DAYS = `
INSERT INTO day WITH RECURSIVE d(day) AS (VALUES (0) UNION ALL SELECT day + 1 FROM d WHERE day < 255)
  SELECT day, date(day * 86400, 'unixepoch') FROM d;
`;
/** What each layout can store that the one before could not. Add an entry for each new layout. */
const ADDED = [
  '',
  `UPDATE run SET finished_at = '2026-01-02T10:00:01Z', rows = 2, first = 10, last = 11 WHERE id = 2;
   UPDATE revision SET row = 7;
   UPDATE constituent_list SET row = 4;
   INSERT INTO fetch VALUES ('https://example.invalid/d', 'd', 'D', '2026-01-02T10:00:00Z', 'stored', '', '2026-01-02T10:00:00Z',
     'W/"1"', NULL, NULL, '02');`,
  '',
  `INSERT INTO whole_block VALUES ('d', '1970');
   INSERT INTO summed_rows VALUES (1, 1, 7, '[7,8]');
   UPDATE run SET gone = 1 WHERE id = 3;`,
  `UPDATE observation SET rounding = '0.05' WHERE date = 10;
   UPDATE run SET refined = 1 WHERE id = 2;`,
  '',
  'UPDATE constituent SET row = 9;',
  "INSERT INTO run_hash VALUES (1, 2, '00');",
];
const LAYOUTS = DATA_OPTIONS.migrations.map((_, index) => index + 1);

/** Creates the data file that an Almanac of `layout` would have left. @returns its rows by table. */
function makeOldFile(folder: string, layout: number): Record<string, unknown[]> {
  const migrations = DATA_OPTIONS.migrations.slice(0, layout);
  const db = openDatabase(join(folder, 'data.sqlite'), { ...DATA_OPTIONS, migrations });
  db.exec([ROWS, layout < 3 ? DAYS : '', ...ADDED.slice(0, layout)].join(''));
  const tables = db
    .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all();
  const held = tables.map((name) => [name, db.prepare(`SELECT * FROM ${name}`).all()] as const);
  db.close();
  return Object.fromEntries(held);
}

test.each(LAYOUTS)('a folder of layout %i is opened with all its rows', (layout) => {
  expect(ADDED).toHaveLength(LAYOUTS.length);
  using folder = makeFolder();
  const { day: _, migration: steps, ...held } = makeOldFile(folder.path, layout);
  expect(steps).toHaveLength(layout);

  const reader = openReader(folder.path);
  using raw = openRaw(folder.path);
  for (const [table, rows] of Object.entries(held))
    expect(raw.db.prepare(`SELECT * FROM ${table}`).all(), table).toMatchObject(rows);
  expect(raw.db.pragma('user_version', { simple: true })).toBe(LAYOUTS.length);

  const selection = { dataset: 'd', codes: ['a'], from: 0, to: 99 };
  const csv = (asOf?: string) =>
    encoded(reader.observations({ ...selection, asOf }, { limit: 9 }), 'csv').body.toString();
  expect(csv()).toBe('1970-01-11,a,1.0\n1970-01-12,a,2.5\n');
  expect(csv('2026-01-01T23:59:59.999Z')).toBe('1970-01-11,a,1.0\n1970-01-12,a,2.0\n');
  expect(reader.holdings().map(({ dataset, origin }) => [dataset, origin])).toEqual([
    ['constituents', 'file'],
    ['d', 'file'],
  ]);
  expect(reader.constituents('IDX', { offset: 0, limit: 9 })).toMatchObject({ asOf: 5, total: 1 });
  expect(reader.explain({ dataset: 'd', code: 'a', area: '' }, 11).values).toMatchObject([
    { value: '2.5', row: null, run: { location: 'two.csv', rows: layout < 2 ? null : 2 } },
    { value: '2.0', row: layout < 2 ? null : 7, summedRows: layout < 4 ? null : [7, 8] },
  ]);
  expect(reader.fetches('d')).toHaveLength(layout < 2 ? 0 : 1);
  expect([...reader.wholeBlocks('d')]).toEqual(layout < 4 ? [] : ['1970']);
  reader.close();

  publishRows(folder.path, runOf('d', { fetchedAt: '2026-01-03T10:00:00Z' }), [
    { code: 'a', area: '', day: 11, value: '2.75' },
    { code: 'a', area: '', day: 12, value: '3.0' },
  ]);
  expect(findFaults(raw.db)).toEqual([]);
});

test('a folder of layout 1 keeps its values, revisions and runs; the rows in the imported file stay unknown', () => {
  using folder = makeFolder();
  makeOldFile(folder.path, 1);
  using before = openRaw(folder.path);
  const version = before.db.prepare("SELECT file_id || '-' || data_version FROM data_state").pluck().get();

  const reader = openReader(folder.path);
  expect(reader.dataVersion()).toBe(version);
  const key = { dataset: 'd', code: 'a', area: '' };
  const ends = { finishedAt: null, rows: null, first: null, last: null };
  expect(reader.explain(key, 11).values).toMatchObject([
    { value: '2.5', row: null, run: { location: 'two.csv', revised: 1, ...ends } },
    { value: '2.0', row: null, supersededAt: '2026-01-02T10:00:00Z', run: { location: 'one.csv', ...ends } },
  ]);
  expect(reader.revisions({ dataset: 'd' }, { limit: 9 }).rows).toMatchObject([
    { oldValue: '2.0', newValue: '2.5' },
  ]);
  expect(reader.explainList('IDX', 5).lists).toMatchObject([{ count: 1, row: null }]);

  const run = runOf('d', { fetchedAt: '2026-01-03T10:00:00Z', location: 'three.csv' });
  publishRows(folder.path, run, [
    { code: 'a', area: '', day: 10, value: '1.0' },
    { code: 'a', area: '', day: 11, value: '2.75' },
  ]);
  publish(folder.path, { ...run, dataset: 'constituents' }, (open) =>
    open.constituents('IDX', 5, [{ ticker: 'A', name: 'A Inc.', sector: '', weight: '99' }], 4),
  );
  expect(reader.explain(key, 11).values.map(({ value, row }) => [value, row])).toEqual([
    ['2.75', 2],
    ['2.5', null],
    ['2.0', null],
  ]);
  expect(reader.explain(key, 10).values).toMatchObject([{ row: null, run: { location: 'one.csv' } }]);
  expect(reader.explainList('IDX', 5).lists.map(({ row }) => row)).toEqual([4, null]);
  reader.close();
  using raw = openRaw(folder.path);
  expect(findFaults(raw.db)).toEqual([]);
  expect(raw.db.pragma('user_version', { simple: true })).toBe(DATA_OPTIONS.migrations.length);
});

/** The rows of a folder after an import of personal income from FRED (billions with one decimal), and of the last month from BEA itself. */
const FRED_INCOME = `
INSERT INTO run(kind, dataset, origin, source, location, sha256, fetched_at, added, revised, unchanged) VALUES
  ('import', 'personal_income_and_outlays', 'file', 'fred-csv', 'PI.csv', '01', '2026-01-01T10:00:00Z', 2, 0, 0),
  ('import', 'personal_income_and_outlays', 'file', 'bea-nipa-monthly-txt', 'bea.txt', '02', '2026-01-02T10:00:00Z', 1, 0, 0);
INSERT INTO dataset VALUES ('personal_income_and_outlays', 'file', '2026-01-02T10:00:00Z', 2);
INSERT INTO series VALUES (1, 'personal_income_and_outlays', 'total_personal_income', '', 3, 0, 59);
INSERT INTO observation(series_id, date, value, run_id) VALUES (1, 0, '391800', 1), (1, 31, '393700', 1), (1, 59, '396500', 2);
INSERT INTO stretch VALUES (1, 0, 3);
UPDATE data_state SET data_version = 2;
`;

test.each([1, 2, 3, 4])(
  'a folder of layout %i knows what FRED has rounded: the publisher’s own figure is no revision of it',
  (layout) => {
    using folder = makeFolder();
    const path = join(folder.path, 'data.sqlite');
    const old = openDatabase(path, {
      ...DATA_OPTIONS,
      migrations: DATA_OPTIONS.migrations.slice(0, layout),
    });
    old.exec(FRED_INCOME);
    const rows = () => raw.db.prepare('SELECT date, value, run_id FROM observation ORDER BY 1').raw().all();
    const before = old.prepare('SELECT date, value, run_id FROM observation ORDER BY 1').raw().all();
    old.close();
    openReader(folder.path).close();
    using raw = openRaw(folder.path);
    expect(rows()).toEqual(before);
    expect(raw.db.prepare('SELECT count(*) FROM revision').pluck().get()).toBe(0);

    const run = runOf('personal_income_and_outlays', {
      source: 'bea-nipa-monthly-txt',
      fetchedAt: '2026-01-03T10:00:00Z',
      refines: true,
    });
    const income = (day: number, value: string) => ({ code: 'total_personal_income', area: '', day, value });
    const result = publishRows(folder.path, run, [
      income(0, '391843'),
      income(31, '393751'),
      income(59, '396501'),
    ]);
    expect(result).toMatchObject({ added: 0, revised: 2, unchanged: 1, refined: 1 });
    const reader = openReader(folder.path);
    expect(
      reader
        .revisions({ dataset: run.dataset }, { limit: 9 })
        .rows.map(({ oldValue, newValue }) => [oldValue, newValue]),
    ).toEqual([
      ['396500', '396501'],
      ['393700', '393751'],
    ]);
    reader.close();
    expect(findFaults(raw.db)).toEqual([]);
  },
);

test.each([2, 3, 4, 5])(
  'a folder of layout %i gets the file of the claims by state anew at the next refresh, and no other',
  (layout) => {
    using folder = makeFolder();
    const old = openDatabase(join(folder.path, 'data.sqlite'), {
      ...DATA_OPTIONS,
      migrations: DATA_OPTIONS.migrations.slice(0, layout),
    });
    for (const dataset of ['ui_state_weekly_claims', 'ui_weekly_claims'])
      old
        .prepare("INSERT INTO fetch VALUES (?, ?, 'DOL', ?, 'stored', '', ?, 'W/\"1\"', NULL, NULL, '02')")
        .run(`https://example.invalid/${dataset}`, dataset, '2026-01-02T10:00:00Z', '2026-01-02T10:00:00Z');
    old.close();
    const reader = openReader(folder.path);
    expect(reader.fetches().map(({ dataset }) => dataset)).toEqual(['ui_weekly_claims']);
    expect(reader.lastFetch('https://example.invalid/ui_state_weekly_claims')).toBeUndefined();
    reader.close();
  },
);
