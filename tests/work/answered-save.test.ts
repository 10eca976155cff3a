import { expect, test } from 'vitest';
import type { SavedItem, SaveItemRequest } from '../../service/contract/saved.ts';
import { answeredSave, binEnd, knownUntil } from '../../service/work/index.ts';

const [MADE, BEFORE, AT] = [
  '2026-11-01T08:00:00.000Z',
  '2026-11-20T09:30:00.000Z',
  '2026-11-23T14:02:00.000Z',
];
const TILE = { id: 't1', title: 'Debt', address: '/explore', x: 0, y: 1, w: 2, h: 3, range: null };

/** A board at revision 3. `STORED` is its revision 5, which another window has stored. */
const BASE: SavedItem = {
  kind: 'board',
  id: 'labourboard',
  name: 'Labour',
  note: 'First Friday',
  folder: 'Work',
  content: { range: 'range=5Y', recessions: true, tiles: [TILE] },
  revision: 3,
  created_at: MADE,
  changed_at: BEFORE,
  deleted_at: null,
};
const STORED: SavedItem = { ...BASE, revision: 5 } as SavedItem;

type Change = Partial<Pick<SavedItem, 'name' | 'note' | 'folder'>> & {
  content?: object;
  is_deleted?: boolean;
};

function changed(item: SavedItem, { is_deleted, content, ...fields }: Change): SavedItem {
  const deleted_at = is_deleted === undefined ? item.deleted_at : is_deleted ? BEFORE : null;
  return { ...item, ...fields, content: { ...item.content, ...content }, deleted_at } as SavedItem;
}

/** @returns the request of a window that shows `base`, with these changes. */
function requestOf({ is_deleted = false, content, ...fields }: Change = {}, base = BASE): SaveItemRequest {
  const { created_at: _, changed_at: __, deleted_at: ___, ...kept } = base;
  return { ...kept, ...fields, content: { ...base.content, ...content }, is_deleted } as SaveItemRequest;
}

const saved = (item: object) => ({ state: 'saved', item: { ...item, revision: 6, changed_at: AT } });
const moved = { ...TILE, x: 6 };

const CHANGES: { says: string; change: Change }[] = [
  { says: 'name', change: { name: 'Jobs' } },
  { says: 'note', change: { note: '' } },
  { says: 'folder', change: { folder: 'Mine' } },
  { says: 'a tile moved', change: { content: { tiles: [moved] } } },
  { says: 'tiles taken out', change: { content: { tiles: [] } } },
  { says: 'all of it', change: { name: 'A', note: 'B', folder: '', content: { recessions: false } } },
];

test.each(CHANGES)('a change of fields that nobody else has changed is stored: $says', ({ change }) => {
  // `STORED` is newer because another window has made a change and undone it.
  expect(answeredSave({ stored: STORED, base: BASE, request: requestOf(change), at: AT })).toEqual(
    saved(changed(STORED, change)),
  );
});

const BOTH: { says: string; theirs: Change; mine: Change }[] = [
  ...CHANGES.map(({ says, change }) => ({ says, theirs: change, mine: { content: { range: 'range=MAX' } } })),
  { says: 'the same to different values', theirs: { name: 'A' }, mine: { name: 'B' } },
  { says: 'deleted what they changed', theirs: { note: 'A' }, mine: { is_deleted: true } },
  { says: 'changed what they deleted', theirs: { is_deleted: true }, mine: { note: 'B' } },
];

test.each(BOTH)(
  'a change of an item that another window has changed is a conflict, and nothing is stored: $says',
  ({ theirs, mine }) => {
    const stored = changed(STORED, theirs);
    const answer = answeredSave({ stored, base: BASE, request: requestOf(mine), at: AT });
    expect(answer).toEqual({ state: 'conflict', item: changed(STORED, theirs) });
  },
);

test('the answer to a save without a difference is the stored item itself, even with members in another order', () => {
  const frozen = { as_of: AT, sha256: 'a'.repeat(64), rows: 3 };
  const view = { ...BASE, kind: 'view', content: { address: '/explore', frozen } } as SavedItem;
  const stored = { ...view, revision: 5, name: 'Theirs' } as SavedItem;
  const { as_of, sha256, rows } = frozen;
  const mine = { content: { frozen: { rows, sha256, as_of } } };
  for (const [base, request] of [
    [view, requestOf({ ...mine, name: 'Theirs' }, view)],
    // The answer was lost, and the window's revision is no longer kept.
    [undefined, requestOf({ name: 'Theirs' }, view)],
  ] as const)
    expect(answeredSave({ stored, base, request, at: AT }).item).toBe(stored);
  const deleted = changed(STORED, { is_deleted: true });
  const request = requestOf({ is_deleted: true });
  expect(answeredSave({ stored: deleted, base: BASE, request, at: AT }).item).toBe(deleted);
});

test('a change to a revision that is no longer kept is a conflict if it differs', () => {
  const request = requestOf({ note: 'Mine' });
  expect(answeredSave({ stored: STORED, base: undefined, request, at: AT })).toEqual({
    state: 'conflict',
    item: STORED,
  });
});

test('an item that is put into the bin is deleted from now on, and one that is taken out may change too', () => {
  const binned = answeredSave({
    stored: STORED,
    base: BASE,
    request: requestOf({ is_deleted: true, note: 'old' }),
    at: AT,
  });
  expect(binned).toEqual(saved({ ...STORED, note: 'old', deleted_at: AT }));
  const inBin = changed(BASE, { is_deleted: true });
  const stored = { ...inBin, revision: 5 } as SavedItem;
  const restored = answeredSave({ stored, base: inBin, request: requestOf({ name: 'Back' }), at: AT });
  expect(restored).toEqual(saved({ ...STORED, name: 'Back', deleted_at: null }));
});

test('a new item begins at revision 1, in the bin if it was deleted at once, and a removed item stays removed', () => {
  const request = { ...requestOf(), revision: 0 };
  const { is_deleted: _, ...fields } = request;
  const item = { ...fields, revision: 1, created_at: AT, changed_at: AT, deleted_at: null };
  const save = (change: object) =>
    answeredSave({ stored: undefined, base: undefined, request: { ...request, ...change }, at: AT });
  expect(save({})).toEqual({ state: 'saved', item });
  expect(save({ is_deleted: true })).toEqual({ state: 'saved', item: { ...item, deleted_at: AT } });
  const gone = { code: 'wrong_usage', message: 'Labour was removed for good: save it as a new one.' };
  expect(() => save({ revision: 1 })).toThrow(expect.objectContaining(gone));
});

test('an item keeps its kind, in the bin too', () => {
  const content = { series: ['us_debt.debt_total'] };
  const request: SaveItemRequest = {
    ...{ kind: 'list', id: 'labourboard', name: 'Mine', note: '', folder: '', content },
    ...{ revision: 5, is_deleted: false },
  };
  const wrong = { code: 'wrong_usage', message: 'Labour is a board, not a list.' };
  for (const stored of [STORED, changed(STORED, { is_deleted: true })])
    expect(() => answeredSave({ stored, base: stored, request, at: AT })).toThrow(
      expect.objectContaining(wrong),
    );
});

test('the bin ends 30 days before the newest change that was known a day ago', () => {
  expect(knownUntil(new Date('2026-03-01T00:00:00.001Z'))).toBe('2026-02-28T00:00:00.001Z');
  expect(binEnd('2026-12-24T14:02:00.000Z')).toBe('2026-11-24T14:02:00.000Z');
  expect(binEnd(undefined)).toBeUndefined();
});
