import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SavedItem, SaveItemRequest } from '../../service/contract/saved.ts';
import { CLAIMS, changed, openedWork } from './items.ts';

const START = '2026-11-23T14:02:00.000Z';
const { is_deleted: _, ...FIELDS } = CLAIMS;
const FIRST = { ...FIELDS, revision: 1, created_at: START, changed_at: START, deleted_at: null };

test('saved, changed, deleted and restored items survive a restart, with their times', () => {
  const { saved, at, close, dataDir } = openedWork();
  expect(saved.save(CLAIMS)).toEqual({ state: 'saved', item: FIRST });
  const second = at(1_000);
  const content = { address: '/yields', frozen: null };
  const change = { name: 'Yields', note: 'Curve', folder: '', content };
  const { item } = saved.save(changed(FIRST as SavedItem, change));
  expect(item).toEqual({ ...FIRST, ...change, revision: 2, changed_at: second });
  const third = at(1_000);
  const binned = saved.save(changed(item, { is_deleted: true })).item;
  expect(binned).toEqual({ ...item, revision: 3, changed_at: third, deleted_at: third });
  close();
  const again = openedWork(dataDir, '2026-11-23T14:03:00.000Z');
  expect(again.saved.list()).toEqual([binned]);
  const restored = again.saved.save(changed(binned, { is_deleted: false })).item;
  expect(restored).toEqual({ ...item, revision: 4, changed_at: '2026-11-23T14:03:00.000Z' });
  expect(again.saved.list()).toEqual([restored]);
  expect(again.saved.versions(CLAIMS.id)).toEqual([restored, binned, item, FIRST]);
});

test('items are listed by their last change, the newest first, and then by id', () => {
  const { saved, at } = openedWork();
  for (const id of ['bbbbbbbb', 'aaaaaaaa', 'cccccccc']) saved.save({ ...CLAIMS, id });
  const ids = () => saved.list().map(({ id }) => id);
  expect(ids()).toEqual(['aaaaaaaa', 'bbbbbbbb', 'cccccccc']);
  at(1);
  saved.save({ ...CLAIMS, id: 'cccccccc', revision: 1, name: 'Newest' });
  expect(ids()).toEqual(['cccccccc', 'aaaaaaaa', 'bbbbbbbb']);
});

test('saving the same item again after a lost answer makes no second item and no new revision', () => {
  const { saved, version, at } = openedWork();
  saved.save(CLAIMS);
  const before = version();
  at(1);
  expect(saved.save(CLAIMS)).toEqual({ state: 'saved', item: FIRST });
  expect(version()).toBe(before);
  expect(saved.list()).toEqual([FIRST]);
  expect(saved.versions(CLAIMS.id)).toEqual([FIRST]);
});

test('a change is compared with the revision of its own item on which it is based', () => {
  const { saved } = openedWork();
  const { item } = saved.save(CLAIMS);
  const other = saved.save({ ...CLAIMS, id: 'other2019', note: 'Mine' }).item;
  saved.save(changed(item, { note: 'Theirs' }));
  saved.save(changed(other, { name: 'Other' }));
  const clash = saved.save(changed(item, { note: 'Mine' }));
  expect(clash).toMatchObject({ state: 'conflict', item: { id: item.id, note: 'Theirs', revision: 2 } });
  // The other window still shows the item's first state, which `back` restores.
  const back = saved.save(changed(clash.item, { note: item.note })).item;
  expect(saved.save(changed(item, { name: 'Name' })).item).toMatchObject({ note: back.note, name: 'Name' });
  expect(saved.save(changed(other, { note: 'Theirs' })).state).toBe('conflict');
});

test('the newest 50 revisions of each item are kept, and each can be restored', () => {
  const { saved } = openedWork();
  const other = saved.save({ ...CLAIMS, id: 'other2019' }).item;
  let { item } = saved.save(CLAIMS);
  for (let at = 0; at < 60; at++) ({ item } = saved.save(changed(item, { note: `note ${at}` })));
  const versions = saved.versions(item.id);
  expect(versions.map(({ revision }) => revision)).toEqual(Array.from({ length: 50 }, (_, at) => 61 - at));
  expect(saved.versions(other.id)).toEqual([other]);
  const { item: back } = saved.save(changed(item, { note: versions[5]?.note ?? '' }));
  expect(back).toMatchObject({ note: 'note 54', revision: 62 });
  // A change based on the oldest kept revision is stored if the item has that state again.
  const oldest = versions[47] as SavedItem;
  saved.save(changed(back, { note: oldest.note }));
  expect(saved.save(changed(oldest, { name: 'Old' })).state).toBe('saved');
  expect(saved.save(changed(oldest, { name: 'Older' })).state).toBe('conflict');
});

test('only the named item is removed for good, with its versions; removing a missing item is not an error', () => {
  const { saved } = openedWork();
  saved.save(CLAIMS);
  const other = saved.save({ ...CLAIMS, id: 'other2019' }).item;
  saved.remove(CLAIMS.id);
  saved.remove('nothing0');
  expect(saved.list()).toEqual([other]);
  expect(saved.versions(CLAIMS.id)).toEqual([]);
  expect(saved.versions(other.id)).toEqual([other]);
  expect(saved.save(CLAIMS).item).toEqual(FIRST);
});

test('an item that a newer Almanac saved in another form is left out, and stays in the file', () => {
  const { saved, raw } = openedWork();
  saved.save(CLAIMS);
  for (const id of ['newkind0', 'newform0', 'newstate']) saved.save({ ...CLAIMS, id });
  raw((db) => {
    db.exec(`UPDATE item SET kind = 'sheet' WHERE id = 'newkind0';
      UPDATE item SET content = '{"address":7}' WHERE id = 'newform0';
      UPDATE item_version SET content = '{"address":7}' WHERE item_id = 'newform0';
      UPDATE item SET revision = 0 WHERE id = 'newstate'`);
  });
  expect(saved.list()).toEqual([FIRST]);
  expect([saved.versions('newkind0'), saved.versions('newform0')]).toEqual([[], []]);
  raw((db) => expect(db.prepare('SELECT count(*) FROM item').pluck().get()).toBe(4));
});

test('whatever two windows save, no saved change is lost without a conflict', () => {
  const field = fc.constantFrom('name', 'note', 'folder', 'address');
  const step = fc.record({ window: fc.boolean(), field, value: fc.constantFrom('a', 'b', 'c') });
  const { saved } = openedWork();
  let runs = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const id = `claims${runs++}`.padEnd(8, 'x');
      const read = () => saved.list().find((item) => item.id === id) as SavedItem;
      const first = saved.save({ ...CLAIMS, id }).item;
      const seen = [first, first] as [SavedItem, SavedItem];
      let expected = read();
      for (const { window, field: name, value } of steps) {
        const which = window ? 1 : 0;
        const change =
          name === 'address'
            ? { content: { address: `/explore?title=${value}`, frozen: null } }
            : { [name]: value };
        const answer = saved.save(changed(seen[which], change as Partial<SaveItemRequest>));
        const stored = read();
        expect(answer.item).toEqual(stored);
        if (answer.state === 'conflict') expect(stored).toEqual(expected);
        // The change is stored, so the window had seen the newest state.
        else if (stored.revision !== expected.revision) {
          const { revision: _, ...before } = expected;
          expect(seen[which]).toMatchObject(before);
          expect(stored).toEqual({ ...expected, ...change, revision: expected.revision + 1 });
        }
        seen[which] = stored;
        expected = stored;
      }
    }),
    { numRuns: 30 },
  );
});
