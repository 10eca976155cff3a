import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Item, SaveItemRequest } from '../../service/contract/saved.ts';
import { backUp, backUpPath, openWriter, restore } from '../../service/store/index.ts';
import { openWork, type Work } from '../../service/work/index.ts';
import { smallDisk } from '../support/small-disk.ts';

let dataDir: string;
let time: Date;
const now = () => time;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'almanac-saved-'));
  time = new Date('2026-11-23T14:02:00.000Z');
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const CLAIMS: SaveItemRequest = {
  kind: 'view',
  id: 'claims2019',
  name: 'Claims vs 2019',
  note: '',
  folder: 'Claims',
  content: { address: '/explore?series=ui_weekly_claims.initial_claims_sa', frozen: null },
  revision: 0,
  is_deleted: false,
};
function isChange(item: Item, change: object): boolean {
  return Object.entries(change).some(
    ([name, value]) => JSON.stringify(item[name as keyof Item]) !== JSON.stringify(value),
  );
}
/** @returns what a window sends that has this revision of an item, with these changes. */
function changed(item: Item, change: Partial<SaveItemRequest>): SaveItemRequest {
  const { created_at: _, changed_at: __, deleted_at, ...fields } = item;
  return { ...fields, is_deleted: deleted_at !== null, ...change } as SaveItemRequest;
}
function inWork<T>(use: (work: Work) => T): T {
  const work = openWork(dataDir, { now });
  try {
    return use(work);
  } finally {
    work.close();
  }
}

test('a saved view is there after a restart, with the time of its making', () => {
  inWork(({ saved }) => saved.save(CLAIMS));
  const { is_deleted: _, ...fields } = CLAIMS;
  const at = now().toISOString();
  expect(inWork(({ saved }) => saved.list())).toEqual([
    { ...fields, revision: 1, created_at: at, changed_at: at, deleted_at: null },
  ]);
});

test('saving the same again after a lost answer makes no second item and no new revision', () =>
  inWork(({ saved, version }) => {
    saved.save(CLAIMS);
    const before = version();
    expect(saved.save(CLAIMS)).toMatchObject({ state: 'saved', item: { revision: 1 } });
    expect(version()).toBe(before);
    expect(saved.list()).toHaveLength(1);
  }));

test('two windows: other fields are merged, the same field is a conflict, equal content is none', () =>
  inWork(({ saved }) => {
    const { item } = saved.save(CLAIMS);
    expect(saved.save(changed(item, { note: 'Seasonal factors' })).state).toBe('saved');
    // The other window still has revision 1.
    const merged = saved.save(changed(item, { name: 'Claims' }));
    expect(merged).toMatchObject({
      state: 'saved',
      item: { name: 'Claims', note: 'Seasonal factors', revision: 3 },
    });
    const clash = saved.save(changed(item, { note: 'Other' }));
    expect(clash).toMatchObject({ state: 'conflict', item: { note: 'Seasonal factors', revision: 3 } });
    expect(saved.save(changed(item, { note: 'Seasonal factors' }))).toMatchObject({
      state: 'saved',
      item: { revision: 3 },
    });
  }));

test('deleting against editing is a conflict in either order, and what is in the bin can be taken out', () =>
  inWork(({ saved }) => {
    const { item } = saved.save(CLAIMS);
    saved.save(changed(item, { name: 'Mine' }));
    expect(saved.save(changed(item, { is_deleted: true })).state).toBe('conflict');
    const [current] = saved.list() as [Item];
    expect(saved.save(changed(current, { is_deleted: true })).item.deleted_at).toBe(now().toISOString());
    expect(saved.save(changed(current, { note: 'late' })).state).toBe('conflict');
    const [binned] = saved.list() as [Item];
    expect(saved.save(changed(binned, { is_deleted: false })).item.deleted_at).toBeNull();
  }));

test('the bin is emptied after 30 days, and an item that was removed for good is not saved over', () =>
  inWork(({ saved }) => {
    const { item } = saved.save(CLAIMS);
    const gone = saved.save(changed(item, { is_deleted: true })).item;
    time = new Date('2026-12-23T14:01:00.000Z');
    saved.save({ ...CLAIMS, id: 'other2019' });
    const ids = () => saved.list().map(({ id }) => id);
    time = new Date('2026-12-24T14:03:00.000Z');
    expect(ids()).toEqual(['other2019', item.id]);
    saved.save({ ...CLAIMS, id: 'another2019' });
    time = new Date('2026-12-25T14:02:00.000Z');
    expect(ids()).toEqual(['another2019', 'other2019', item.id]);
    time = new Date('2026-12-25T14:03:00.000Z');
    expect(ids()).toEqual(['another2019', 'other2019']);
    expect(saved.versions(item.id)).toEqual([]);
    expect(() => saved.save(changed(gone, { is_deleted: false }))).toThrow(/removed for good/);
  }));

test.each([31, 400])(
  'a clock that is wrong by %i days for once empties no bin, whatever is stored then',
  (days) =>
    inWork(({ saved, preferences, outgoing }) => {
      const { item } = saved.save(CLAIMS);
      saved.save(changed(item, { is_deleted: true }));
      const right = time.getTime();
      const ids = () => saved.list().map(({ id }) => id);
      time = new Date(right + days * 86_400_000);
      expect(ids()).toEqual([item.id]);
      preferences.set({ density: 'compact' });
      saved.save({ ...CLAIMS, id: 'other2019' });
      outgoing.note({
        ...{
          at: time.toISOString(),
          method: 'GET',
          url: 'https://example.org/',
          purpose: 'Test',
          dataset: null,
        },
        ...{ headers: {}, sent_bytes: 0, received_bytes: 0, status: 200, problem: null },
      });
      expect(ids()).toEqual(['other2019', item.id]);
      for (const later of [0, 1, 29]) {
        time = new Date(right + later * 86_400_000);
        expect(ids()).toEqual(['other2019', item.id]);
      }
      time = new Date(right + (days + 2) * 86_400_000);
      expect(ids()).toEqual(['other2019']);
    }),
);

test('where nothing can be written, what lay in the bin for 30 days is not shown, and the rest is', ({
  skip,
}) => {
  const disk = smallDisk(8);
  if ('why' in disk) return skip(true, `${disk.why}`);
  const usual = dataDir;
  dataDir = path.join(disk.path, 'data');
  mkdirSync(dataDir);
  inWork(({ saved }) => {
    const { item } = saved.save(CLAIMS);
    saved.save(changed(item, { is_deleted: true }));
    time = new Date('2026-12-23T14:03:00.000Z');
    saved.save({ ...CLAIMS, id: 'kept2019' });
  });
  time = new Date('2026-12-24T14:03:00.000Z');
  const ids = ({ saved }: Work) => saved.list().map(({ id }) => id);
  disk.readOnly();
  const found = inWork(ids);
  dataDir = usual;
  expect(found).toEqual(['kept2019']);
});

test('the newest 50 revisions are kept, and each can be taken back', () =>
  inWork(({ saved }) => {
    let { item } = saved.save(CLAIMS);
    for (let at = 0; at < 60; at++) ({ item } = saved.save(changed(item, { note: `note ${at}` })));
    const versions = saved.versions(item.id);
    expect(versions).toHaveLength(50);
    expect(versions.map(({ revision }) => revision)).toEqual(Array.from({ length: 50 }, (_, at) => 61 - at));
    const { item: back } = saved.save(changed(item, { note: versions[5]?.note ?? '' }));
    expect(back).toMatchObject({ note: 'note 54', revision: 62 });
  }));

test('whatever two windows save, nothing of a saved field is lost in silence', () => {
  const field = fc.constantFrom('name', 'note', 'folder', 'address');
  const step = fc.record({ window: fc.boolean(), field, value: fc.constantFrom('a', 'b', 'c') });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      rmSync(dataDir, { recursive: true, force: true });
      inWork(({ saved }) => {
        const first = saved.save(CLAIMS).item;
        const seen = [first, first] as [Item, Item];
        let [expected] = saved.list() as [Item];
        for (const { window, field: name, value } of steps) {
          const which = window ? 1 : 0;
          const change =
            name === 'address'
              ? { content: { address: `/explore?title=${value}`, frozen: null } }
              : { [name]: value };
          const answer = saved.save(changed(seen[which], change as Partial<SaveItemRequest>));
          const [stored] = saved.list() as [Item];
          expect(answer.item).toEqual(stored);
          if (answer.state === 'conflict') expect(stored).toEqual(expected);
          // Of what was stored before, only the field of this step has changed, if the window changed it at all.
          else
            expect({ ...stored, revision: 0 }).toEqual({
              ...expected,
              ...(isChange(seen[which], change) && change),
              revision: 0,
            });
          seen[which] = stored;
          expected = stored;
        }
      });
    }),
    { numRuns: 30 },
  );
});

test('saved items, versions and preferences are in every back-up', async () => {
  openWriter(dataDir).close();
  inWork(({ saved, preferences }) => {
    saved.save(CLAIMS);
    preferences.set({ density: 'compact' });
  });
  const { name } = await backUp(dataDir, now());
  inWork(({ saved, preferences }) => {
    saved.remove(CLAIMS.id);
    preferences.set({ density: null });
  });
  await restore(dataDir, backUpPath(dataDir, name), name, now());
  inWork(({ saved, preferences }) => {
    expect(saved.list().map((item) => item.name)).toEqual(['Claims vs 2019']);
    expect(saved.versions(CLAIMS.id)).toHaveLength(1);
    expect(preferences.values()).toEqual({ density: 'compact' });
  });
});
