import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../service/store/index.ts';
import { WORK_OPTIONS } from '../../service/store/work-file.ts';
import { openWork } from '../../service/work/index.ts';

const now = () => new Date('2026-11-23T14:02:00Z');

function folder(): string {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-open-work-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

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

test('the version grows with every change of any program, and a closed file is closed', () => {
  const dataDir = folder();
  const [one, other] = [openWork(dataDir, { now }), openWork(dataDir, { now })];
  expect(one.version()).toBe(0);
  const versions = [
    () => one.preferences.set({ theme: 'dark' }),
    () => other.preferences.set({ theme: null }),
    () =>
      other.sameCompanies.set({
        ...{ before: { ticker: 'BLL', name: '' }, after: { ticker: 'BALL', name: '' } },
        is_same: true,
      }),
  ].map((change) => {
    change();
    return [one.version(), other.version()];
  });
  expect(versions).toEqual([
    [1, 1],
    [2, 2],
    [3, 3],
  ]);
  for (const work of [one, other]) {
    work.close();
    work.close();
    expect(() => work.version()).toThrow('The database connection is not open');
  }
});

test('a file that is damaged while it is open is named, whether it is read or written', () => {
  const dataDir = folder();
  const file = path.join(dataDir, 'work.sqlite');
  const work = openWork(dataDir, { now });
  onTestFinished(() => work.close());
  const other = openDatabase(file, WORK_OPTIONS);
  other.exec('DROP TABLE preference; DROP TABLE outgoing; DROP TABLE same_company');
  other.close();
  const request = {
    ...{ at: '', method: '', url: '', purpose: '', dataset: null, headers: {} },
    status: null,
  };
  const pair = { before: { ticker: 'BLL', name: '' }, after: { ticker: 'BALL', name: '' }, is_same: true };
  for (const use of [
    () => work.preferences.values(),
    () => work.preferences.set({ theme: 'dark' }),
    () => work.outgoing.list({ limit: 1 }, []),
    () => work.outgoing.note({ ...request, sent_bytes: 0, received_bytes: 0, problem: null }),
    () => work.sameCompanies.list(),
    () => work.sameCompanies.set(pair),
    () => work.saved.list(),
  ])
    expect(use).toThrow(expect.objectContaining({ code: 'broken_data_file', at: { file } }));
});
