import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test, vi } from 'vitest';
import { makeSample } from '../../service/ingest/sample/index.ts';
import { openWriter } from '../../service/store/index.ts';
import { HAS_REAL_FILES, NO_FILES, pathOf, REAL_FILES, readText } from '../sources/read-text.ts';
import { openRaw } from '../store/raw.ts';
import { makeFolder, NOW } from './folder.ts';

/** Files that cannot be imported: republished with changes, or only a part of the publisher's. */
const NOT_OURS = [
  'fred/astoria_2020_fredapi_ICSA.csv',
  'fred/astoria_2020_fredapi_PI.csv',
  // One of 8,259 pages.
  'us_debt/fiscaldata_debt_full_fields_2026-03-06.json',
];
/** All files of the folder, so that a new one is tested too. */
const FILES = HAS_REAL_FILES
  ? readdirSync(REAL_FILES, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name }) => readdirSync(new URL(`${name}/`, REAL_FILES)).map((file) => `${name}/${file}`))
      .filter((file) => !NOT_OURS.includes(file))
  : ['(none)'];

// The largest files are read, stored and compared twice.
vi.setConfig({ testTimeout: 120_000 });

/** Every stored value as its publisher wrote it: series, day and value, or list and row. */
function heldText(dataDir: string): string[] {
  using raw = openRaw(dataDir);
  const rows = raw.db
    .prepare<[], string>(
      `SELECT s.dataset || '/' || s.code || CASE s.area WHEN '' THEN '' ELSE '/' || s.area END || ' ' ||
         date(o.date * 86400, 'unixepoch') || ' ' || o.value FROM observation o JOIN series s ON s.id = o.series_id
       UNION ALL SELECT json_array(l.code, c.ticker, c.name, c.sector, c.weight)
         FROM constituent c JOIN constituent_list l ON l.id = c.list_id WHERE l.superseded_at IS NULL`,
    )
    .pluck();
  return rows.all().sort();
}

describe('every publisher’s file', () => {
  test.for(FILES)(
    '%s: its values are stored byte for byte, and a second import changes nothing',
    async (name, { skip }) => {
      skip(!HAS_REAL_FILES, NO_FILES);
      const path = pathOf(name);
      const folder = makeFolder();
      const [first] = await folder.import([path]);
      const { observations, lists } = readText(readFileSync(path), { file: name });
      const right = [
        ...observations.map(({ series, date, value }) => `${series} ${date} ${value}`),
        ...lists.flatMap(({ code, rows }) =>
          rows.map((row) => JSON.stringify([code, row.ticker, row.name, row.sector, row.weight])),
        ),
      ];
      // A file may have the same value twice.
      expect(heldText(folder.dataDir)).toEqual([...new Set(right)].sort());
      const tables = ['data_state', 'dataset', 'series', 'observation', 'stretch', 'revision', 'constituent'];
      const before = folder.dump(tables);
      const [again] = await folder.import([path]);
      for (const run of again?.runs ?? []) expect(run).toMatchObject({ added: 0, revised: 0 });
      expect(again?.runs.map(({ unchanged }) => unchanged)).toEqual(first?.runs.map(({ added }) => added));
      expect(folder.dump(tables)).toBe(before);
      // The import left nothing open that would block the next writer.
      openWriter(folder.dataDir, 0).close();
    },
  );
});

// All publishers' files are read; in the soak, three times.
vi.setConfig({ testTimeout: 240_000 });

describe('real history', () => {
  // Leaves out a library's copies, and one page of many, which is refused.
  const NOT_OURS = /astoria|fiscaldata_debt_full_fields/;
  const files = HAS_REAL_FILES
    ? readdirSync(REAL_FILES, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .flatMap(({ name }) => readdirSync(new URL(`${name}/`, REAL_FILES)).map((file) => `${name}/${file}`))
        .filter((file) => !NOT_OURS.test(file))
        .sort()
    : [];
  const middle = Math.floor(files.length / 2);
  const others: [string, string[]][] = [
    ['in the other order', files.toReversed()],
    ['from the middle on', [...files.slice(middle), ...files.slice(0, middle)]],
  ];
  const orders: [string, string[]][] = [
    ['in the order of their names', files],
    ...(process.env.ALMANAC_SOAK ? others : []),
  ];
  test.for(orders)(
    'all publishers’ files are imported, %s, and after sample data',
    async ([, order], { skip }) => {
      skip(!HAS_REAL_FILES, 'the publishers’ files are not beside the project (../shared/data)');
      const folder = makeFolder();
      await makeSample({ dataDir: folder.dataDir, now: () => NOW });
      // An older file may lack values of a newer one, and reconstructions have few weeks.
      const imported = await folder.import(
        order.map((name) => fileURLToPath(new URL(name, REAL_FILES))),
        { allowShrink: true },
      );
      expect(imported).toHaveLength(files.length);
    },
  );
});
