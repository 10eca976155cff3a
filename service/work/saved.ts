import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';
import { ItemFields, SavedItem, type SaveItemAnswer, type SaveItemRequest } from '../contract/saved.ts';
import type { Database } from '../store/index.ts';

/** Access to the file. Failures of `read` and `write` name it, and `write` refuses if it is read-only. */
export type WorkAccess = {
  now: () => Date;
  read: <T>(work: () => T) => T;
  write: <T>(work: () => T) => T;
  isReadOnly: boolean;
};

/** Number of revisions of an item that are kept. */
export const VERSIONS_KEPT = 50;
/** Least number of days that a deleted item stays in the bin. */
const BIN_DAYS = 30;
const DAY_MS = 86_400_000;

/** A row of `item`, or of `item_version` with the columns that never change. `content` is JSON. */
type ItemRow = {
  id: string;
  kind: string;
  name: string;
  note: string;
  folder: string;
  content: string;
  revision: number;
  created_at: string;
  changed_at: string;
  deleted_at: string | null;
};

export function openSaved(db: Database, { now, read, write }: WorkAccess) {
  const all = db.prepare<[string], ItemRow>(
    'SELECT * FROM item WHERE deleted_at IS NULL OR deleted_at >= ? ORDER BY changed_at DESC, id',
  );
  const one = db.prepare<[string], ItemRow>('SELECT * FROM item WHERE id = ?');
  const versions = db.prepare<[string], ItemRow>(
    `SELECT v.*, v.item_id AS id, kind, created_at FROM item_version v JOIN item ON item.id = item_id
     WHERE item_id = ? ORDER BY v.revision DESC`,
  );
  const version = db.prepare<[string, number], ItemRow>(
    `SELECT v.*, v.item_id AS id, kind, created_at FROM item_version v JOIN item ON item.id = item_id
     WHERE item_id = ? AND v.revision = ?`,
  );
  const put = db.prepare(
    `INSERT INTO item VALUES (@id, @kind, @name, @note, @folder, @content, @revision, @created_at, @changed_at, @deleted_at)
     ON CONFLICT(id) DO UPDATE SET name = @name, note = @note, folder = @folder, content = @content, revision = @revision,
       changed_at = @changed_at, deleted_at = @deleted_at`,
  );
  const putVersion = db.prepare(
    `INSERT INTO item_version VALUES (@id, @revision, @name, @note, @folder, @content, @changed_at, @deleted_at)`,
  );
  const forget = db.prepare('DELETE FROM item_version WHERE item_id = ? AND revision <= ?');
  const remove = db.prepare('DELETE FROM item WHERE id = ?');
  const old = db.prepare<[string], string>('SELECT id FROM item WHERE deleted_at < ?').pluck();
  const known = db
    .prepare<[string], string | null>(
      `SELECT max(at) FROM (SELECT changed_at AS at FROM item_version UNION ALL SELECT changed_at FROM preference
         UNION ALL SELECT at FROM outgoing) WHERE at <= ?`,
    )
    .pluck();

  const store = (item: SavedItem): void => {
    const row = { ...item, content: JSON.stringify(item.content) };
    put.run(row);
    putVersion.run(row);
    forget.run(item.id, item.revision - VERSIONS_KEPT);
  };
  /** Removes items that were in the bin long enough. A read-only file only hides them. */
  const emptyBin = (before: string): void => {
    if (read(() => old.get(before)) === undefined) return;
    try {
      write(() => {
        for (const id of old.all(before)) remove.run(id);
      });
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'folder_unusable')) throw error;
    }
  };
  const saveNow = (request: SaveItemRequest) => {
    const row = one.get(request.id);
    const stored = row && itemOf(row);
    const baseRow = version.get(request.id, request.revision);
    const base = baseRow && itemOf(baseRow);
    const answer = answeredSave({ stored, base, request, at: now().toISOString() });
    if (answer.item !== stored) store(answer.item);
    return answer;
  };
  return {
    /** All items, including the bin, last changed first. Items that are due in the bin are removed first. */
    list(): SavedItem[] {
      // No time is before the empty text, so nothing is removed.
      const before = read(() => binEnd(known.get(knownUntil(now())) ?? undefined)) ?? '';
      emptyBin(before);
      return read(() => all.all(before).flatMap((row) => itemOf(row) ?? []));
    },
    /**
     * Stores an item, unless somebody changed it after the request's revision: then answers a conflict.
     * @throws Failure 'wrong_usage', 'folder_unusable'.
     */
    save: (request: SaveItemRequest): SaveItemAnswer =>
      write(() => db.transaction(() => saveNow(request)).immediate()),
    /** Removes an item and its versions for good, if it exists. @throws Failure 'folder_unusable' */
    remove: (id: string): void => void write(() => remove.run(id)),
    /** The newest 50 revisions of an item, newest first; none if there is no such item. */
    versions: (id: string): SavedItem[] => read(() => versions.all(id).flatMap((row) => itemOf(row) ?? [])),
  };
}

/** @returns the item of a row; `undefined` if a newer Almanac wrote it in another form. */
function itemOf({ id, kind, name, note, folder, content, ...row }: ItemRow): SavedItem | undefined {
  const fields: unknown = { kind, name, note, folder, content: JSON.parse(content) };
  if (!fits(ItemFields, fields)) return undefined;
  const { revision, created_at, changed_at, deleted_at } = row;
  const item = { ...fields, id, revision, created_at, changed_at, deleted_at };
  return fits(SavedItem, item) ? item : undefined;
}

/**
 * Decides the result of a save, here or with a team. A change is accepted if the item still equals
 * its revision `base`, or already equals the change. If nothing has to be stored, the answer's item is
 * `stored` itself.
 * @throws Failure 'wrong_usage' if the item has another kind, or was removed for good.
 */
export function answeredSave(given: {
  stored: SavedItem | undefined;
  base: SavedItem | undefined;
  request: SaveItemRequest;
  at: string;
}): SaveItemAnswer {
  const { stored, base, request, at } = given;
  const { is_deleted, revision, ...fields } = request;
  const deleted_at = is_deleted ? at : null;
  if (!stored) {
    if (revision !== 0)
      throw new Failure('wrong_usage', `${request.name} was removed for good: save it as a new one.`);
    return { state: 'saved', item: { ...fields, revision: 1, created_at: at, changed_at: at, deleted_at } };
  }
  if (stored.kind !== request.kind)
    throw new Failure('wrong_usage', `${stored.name} is a ${stored.kind}, not a ${request.kind}.`);
  if (isDeepStrictEqual(changeable(request), changeable(stored))) return { state: 'saved', item: stored };
  if (!base || !isDeepStrictEqual(changeable(base), changeable(stored)))
    return { state: 'conflict', item: stored };
  const item = {
    ...stored,
    ...fields,
    revision: stored.revision + 1,
    changed_at: at,
    deleted_at,
  } as SavedItem;
  return { state: 'saved', item };
}

/** @returns the parts of an item that a person can change. */
function changeable(item: SavedItem | SaveItemRequest) {
  const { name, note, folder, content } = item;
  return [name, note, folder, content, 'is_deleted' in item ? item.is_deleted : item.deleted_at !== null];
}

const daysBefore = (time: Date | string, days: number): string =>
  new Date(new Date(time).getTime() - days * DAY_MS).toISOString();

/** @returns a day before `now`. Only stored times up to then confirm that the clock is right. */
export const knownUntil = (now: Date): string => daysBefore(now, 1);

/**
 * @returns the time before which items in the bin are removed: 30 days before `known`, the newest stored time
 * until `knownUntil`. So a clock that is wrong once does not empty the bin.
 */
export const binEnd = (known: string | undefined): string | undefined =>
  known === undefined ? undefined : daysBefore(known, BIN_DAYS);
