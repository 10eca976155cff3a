import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';
import { undoFileImport } from '../../service/ingest/index.ts';
import { makeSample } from '../../service/ingest/sample/index.ts';
import { openReader, openWriter } from '../../service/store/index.ts';
import { HAS_REAL_FILES, REAL_FILES } from '../sources/read-text.ts';
import { contentOf, findFaults, openRaw } from '../store/raw.ts';
import { type Folder, makeFolder, NOW } from './folder.ts';

vi.setConfig({ testTimeout: 180_000 });

/**
 * The stored rows as one text for each table, for fast comparison. FRED's rounding of a value is left out: an
 * undo does not restore it after a publisher's file has confirmed the value.
 */
function content({ dataDir }: Folder): Record<string, string> {
  using raw = openRaw(dataDir);
  expect(findFaults(raw.db)).toEqual([]);
  return Object.fromEntries(
    Object.entries(contentOf(raw.db)).map(([table, rows]) => [
      table,
      JSON.stringify(table === 'observation' ? rows.map((row) => row.slice(0, -1)) : rows),
    ]),
  );
}

/** @returns the names of the tables that differ. */
const differing = (one: Record<string, string>, other: Record<string, string>): string[] =>
  Object.keys(one).filter((table) => one[table] !== other[table]);

// FRED's files come first, so that the publishers' files replace their values.
const FILES = HAS_REAL_FILES
  ? [
      'fred',
      'us_debt',
      'yields',
      'h41',
      'bea',
      'jolts',
      'constituents',
      'ui_weekly_claims',
      'us_exports',
    ].flatMap((name) => readdirSync(new URL(`${name}/`, REAL_FILES)).map((file) => `${name}/${file}`))
  : [];

test('each real file is imported, undone and imported again, and the undo restores the data exactly', {
  tags: 'soak',
}, async ({ skip }) => {
  skip(!HAS_REAL_FILES, 'the publishers’ files are not beside the project (../shared/data)');
  const folder = makeFolder();
  openWriter(folder.dataDir).close();
  let minute = 0;
  const now = () => new Date(NOW.getTime() + minute * 60_000);
  let undone = 0;
  let before = content(folder);
  for (const file of FILES) {
    const importIt = () => {
      minute += 1;
      const files = [fileURLToPath(new URL(file, REAL_FILES))];
      return folder.import(files, { allowJumps: true, allowShrink: true, now });
    };
    // Some files are refused, and some have no new data.
    const runs = (await importIt().catch(() => []))[0]?.runs ?? [];
    const [run] = runs.filter(({ added, revised, refined = 0 }) => added + revised + refined > 0);
    if (!run) continue;
    undoFileImport(folder.dataDir, run.runId, now);
    expect(differing(content(folder), before), file).toEqual([]);
    await importIt();
    before = content(folder);
    undone += 1;
  }
  expect(undone).toBeGreaterThan(20);
});

test('undoing an import that replaced sample data restores the same sample data', {
  tags: 'soak',
}, async () => {
  const folder = makeFolder();
  await makeSample({ dataDir: folder.dataDir, now: () => NOW });
  const held = () => {
    const reader = openReader(folder.dataDir);
    const found = { holdings: reader.holdings(), runs: reader.lastRuns() };
    reader.close();
    return found;
  };
  const rows = () => {
    using raw = openRaw(folder.dataDir);
    return raw.db.prepare('SELECT series_id, date, value, row FROM observation').raw().all();
  };
  const before = { ...held(), rows: rows() };
  const file = folder.write(
    'debt.csv',
    'dataset,series,date,value\nus_debt,total_public_debt_outstanding,2024-01-02,34000000000000.10\n',
  );
  const later = new Date(NOW.getTime() + 86_400_000);
  const [imported] = await folder.import([file], { now: () => later });
  expect(held().holdings).not.toEqual(before.holdings);
  expect(undoFileImport(folder.dataDir, imported?.runs[0]?.runId ?? 0, () => later)).toEqual({
    file,
    datasets: [{ dataset: 'us_debt', added: 1, revised: 0, is_sample: true }],
  });
  expect({ ...held(), rows: rows() }).toEqual(before);
});
