import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../service/store/index.ts';
import { WORK_OPTIONS } from '../../service/store/work-file.ts';
import { openWork } from '../../service/work/index.ts';

const now = () => new Date('2026-11-23T14:02:00Z');

function folder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-work-layouts-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

test('a work.sqlite of layout 1 keeps its pairs, and takes saved items', () => {
  const dataDir = folder();
  const old = openDatabase(path.join(dataDir, 'work.sqlite'), {
    ...WORK_OPTIONS,
    migrations: WORK_OPTIONS.migrations.slice(0, 1),
  });
  old
    .prepare('INSERT INTO same_company VALUES (?, ?, ?, ?, ?)')
    .run('BLL', 'BALL', 'Ball Corp', 'Ball', '2026-11-01');
  old.close();
  const work = openWork(dataDir, { now });
  expect(work.sameCompanies.list()).toMatchObject([{ before: { ticker: 'BLL' } }]);
  expect(work.saved.list()).toEqual([]);
  const fields = { kind: 'list', name: 'Labour', note: '', folder: '', content: { series: [] } } as const;
  expect(work.saved.save({ ...fields, id: 'labourlist', revision: 0, is_deleted: false }).state).toBe(
    'saved',
  );
  work.close();
});

test('a work.sqlite of a newer Almanac is refused, with what to do, and left as it is', () => {
  const dataDir = folder();
  const later = { name: 'of next year', sql: 'CREATE TABLE later(x INTEGER) STRICT;' };
  openDatabase(path.join(dataDir, 'work.sqlite'), {
    ...WORK_OPTIONS,
    migrations: [...WORK_OPTIONS.migrations, later],
  }).close();
  const open = () => openWork(dataDir, { now });
  expect(open).toThrow(expect.objectContaining({ code: 'newer_version' }));
  expect(open).toThrow(/work\.sqlite.*newer/s);
});
