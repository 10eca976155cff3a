import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { smallDisk } from '../support/small-disk.ts';
import { CLAIMS, changed, openedWork, REQUEST } from './items.ts';

const DAY_MS = 86_400_000;

/** Opens a work folder with a view in its bin. */
function binned() {
  const opened = openedWork();
  const { item } = opened.saved.save(CLAIMS);
  const gone = opened.saved.save(changed(item, { is_deleted: true })).item;
  return { ...opened, gone, ids: () => opened.saved.list().map(({ id }) => id) };
}

test.each<[string, (opened: ReturnType<typeof binned>, at: string) => void]>([
  ['an item was saved', ({ saved }) => void saved.save({ ...CLAIMS, id: 'witness2019' })],
  [
    'a setting was changed',
    ({ preferences }) => {
      preferences.set({ density: 'compact' });
    },
  ],
  ['a request left this computer', ({ outgoing }, at) => outgoing.note({ ...REQUEST, at })],
])('the bin is emptied of items that were in it for more than 30 days one day ago, when %s', (_, happen) => {
  const opened = binned();
  const { at, ids, saved, gone } = opened;
  opened.preferences.set({ density: 'comfortable' });
  const others = () => ids().filter((id) => id !== 'witness2019');
  // The change comes after exactly 30 days, which is not long enough, whatever the clock says later.
  happen(opened, at(30 * DAY_MS));
  at(300 * DAY_MS);
  expect(others()).toEqual([CLAIMS.id]);
  const later = binned();
  later.preferences.set({ density: 'comfortable' });
  happen(later, later.at(30 * DAY_MS + 1));
  later.at(DAY_MS - 1);
  expect(later.ids()).toContain(CLAIMS.id);
  later.at(1);
  expect(later.ids()).not.toContain(CLAIMS.id);
  expect(later.saved.versions(CLAIMS.id)).toEqual([]);
  expect(() => later.saved.save(changed(gone, { is_deleted: false }))).toThrow(
    'Claims vs 2019 was removed for good: save it as a new one.',
  );
  expect(saved.versions(CLAIMS.id)).toHaveLength(2);
});

test('all items that were in the bin long enough are removed at once', () => {
  const { at, saved } = openedWork();
  const ids = ['first2019', 'second2019', 'third2019'];
  for (const id of ids)
    saved.save(changed(saved.save({ ...CLAIMS, id }).item, { is_deleted: id !== 'third2019' }));
  at(31 * DAY_MS);
  const kept = saved.save({ ...CLAIMS, id: 'kept2019' }).item;
  at(DAY_MS);
  // The item is changed again, but its first save still proves that the clock was right.
  saved.save(changed(kept, { name: 'Kept' }));
  expect(saved.list().map(({ id }) => id)).toEqual([kept.id, 'third2019']);
  expect(ids.map((id) => saved.versions(id).length)).toEqual([0, 0, 1]);
});

test('setting a value that is set already does not prove that the clock is right', () => {
  const { at, ids, preferences } = binned();
  preferences.set({ density: 'compact' });
  at(31 * DAY_MS);
  preferences.set({ density: 'compact' });
  at(2 * DAY_MS);
  expect(ids()).toEqual([CLAIMS.id]);
});

test.each([31, 400])(
  'a clock that is wrong by %i days once empties no bin, whatever is stored meanwhile',
  (days) => {
    const { at, ids, saved, preferences, outgoing } = binned();
    const right = '2026-11-23T14:02:00.000Z';
    const wrong = at(days * DAY_MS);
    expect(ids()).toEqual([CLAIMS.id]);
    preferences.set({ density: 'compact' });
    saved.save({ ...CLAIMS, id: 'other2019' });
    outgoing.note({ ...REQUEST, at: wrong });
    expect(ids()).toEqual(['other2019', CLAIMS.id]);
    for (const later of [0, 1, 29]) {
      at(right);
      at(later * DAY_MS);
      expect(ids()).toEqual(['other2019', CLAIMS.id]);
    }
    at(wrong);
    at(2 * DAY_MS);
    expect(ids()).toEqual(['other2019']);
  },
);

test('on a full disk the bin’s old items are not shown, though they cannot be removed, and any other error is thrown', ({
  skip,
}) => {
  const disk = smallDisk(1);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const dataDir = path.join(disk.path, 'data');
  mkdirSync(dataDir);
  const { at, saved, raw } = openedWork(dataDir);
  const { item } = saved.save(CLAIMS);
  saved.save(changed(item, { is_deleted: true }));
  at(31 * DAY_MS);
  saved.save({ ...CLAIMS, id: 'kept2019' });
  at(DAY_MS);
  const ids = () => saved.list().map(({ id }) => id);
  raw((db) => db.exec("CREATE TRIGGER no BEFORE DELETE ON item BEGIN SELECT RAISE(ABORT, 'a bug'); END"));
  expect(ids).toThrow('a bug');
  raw((db) =>
    db.exec(`DROP TRIGGER no;
      CREATE TRIGGER no BEFORE DELETE ON item BEGIN SELECT RAISE(ABORT, 'no such table: item_version'); END`),
  );
  expect(ids).toThrow(expect.objectContaining({ code: 'broken_data_file' }));
  raw((db) => db.exec('DROP TRIGGER no; PRAGMA wal_checkpoint(TRUNCATE)'));
  fill(path.join(disk.path, 'filler'));
  expect(() => saved.save({ ...CLAIMS, id: 'more2019' })).toThrow(
    expect.objectContaining({ code: 'folder_unusable', message: expect.stringContaining('is full') }),
  );
  expect(ids()).toEqual(['kept2019']);
  expect(saved.versions(CLAIMS.id)).toHaveLength(2);
});

test('work on a read-only disk is shown without the old items of the bin, and every change fails with an error', ({
  skip,
}) => {
  const disk = smallDisk(8);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const dataDir = path.join(disk.path, 'data');
  mkdirSync(dataDir);
  const before = openedWork(dataDir);
  const { item } = before.saved.save(CLAIMS);
  before.saved.save(changed(item, { is_deleted: true }));
  before.at(30 * DAY_MS + 1);
  const kept = before.saved.save({ ...CLAIMS, id: 'kept2019' }).item;
  before.preferences.set({ theme: 'dark' });
  before.outgoing.note(REQUEST);
  before.close();
  disk.readOnly();

  const { saved, preferences, sameCompanies, outgoing, version } = openedWork(
    dataDir,
    '2026-12-24T14:02:00.001Z',
  );
  expect(saved.list()).toEqual([kept]);
  expect(version()).toBeGreaterThan(0);
  const pair = { before: { ticker: 'BLL', name: '' }, after: { ticker: 'BALL', name: '' }, is_same: true };
  for (const write of [
    () => saved.save({ ...CLAIMS, id: 'lost2019' }),
    () => saved.remove(kept.id),
    () => preferences.set({ theme: 'light' }),
    () => sameCompanies.set(pair),
    () => sameCompanies.set({ ...pair, is_same: false }),
  ])
    expect(write).toThrow(expect.objectContaining({ code: 'folder_unusable' }));
  outgoing.note(REQUEST);
  expect(outgoing.list({ limit: 9 }, []).total).toBe(1);
  expect(preferences.values()).toEqual({ theme: 'dark' });
  expect(saved.versions(CLAIMS.id)).toHaveLength(2);
});

/** Writes until the disk is full. */
function fill(file: string): void {
  for (let bytes = 65_536; bytes >= 1; bytes = Math.floor(bytes / 2))
    for (;;) {
      try {
        writeFileSync(file, 'x'.repeat(bytes), { flag: 'a' });
      } catch {
        break;
      }
    }
}
