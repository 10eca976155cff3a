import { Failure } from '../contract/failure.ts';
import { fits } from '../contract/fits.ts';
import { ItemFields, SavedItem, type SaveItemRequest } from '../contract/saved.ts';
import type { Database } from '../store/index.ts';
import { answeredSave, binEnd, knownUntil, VERSIONS_KEPT } from './merged-item.ts';
import type { Saved } from './types.ts';

type How = { now: () => Date; read: <T>(work: () => T) => T; write: <T>(work: () => T) => T };
/** A row of `item`, or of `item_version` with what never changes. `content` is JSON. */
type Row = {
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

/** @returns the tables of saved items. */
export function openSaved(db: Database, { now, read, write }: How): Saved {
  const all = db.prepare<[string], Row>(
    'SELECT * FROM item WHERE deleted_at IS NULL OR deleted_at >= ? ORDER BY changed_at DESC, id',
  );
  const one = db.prepare<[string], Row>('SELECT * FROM item WHERE id = ?');
  const versions = db.prepare<[string], Row>(
    `SELECT v.*, v.item_id AS id, kind, created_at FROM item_version v JOIN item ON item.id = item_id
     WHERE item_id = ? ORDER BY v.revision DESC`,
  );
  const version = db.prepare<[string, number], Row>(
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
  /** Removes what lay in the bin long enough. Where that cannot be written, it is only left out, so that the rest can be read. */
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
    list() {
      // Nothing is as old as a text that is empty.
      const before = read(() => binEnd(known.get(knownUntil(now())) ?? undefined)) ?? '';
      emptyBin(before);
      return read(() => all.all(before).flatMap((row) => itemOf(row) ?? []));
    },
    save: (request) => write(() => db.transaction(() => saveNow(request)).immediate()),
    remove: (id) => write(() => remove.run(id)),
    versions: (id) => read(() => versions.all(id).flatMap((row) => itemOf(row) ?? [])),
  };
}

/** @returns the item of a row; `undefined` for one that a newer Almanac wrote in another form. */
function itemOf({ id, kind, name, note, folder, content, ...row }: Row): SavedItem | undefined {
  const fields: unknown = { kind, name, note, folder, content: JSON.parse(content) };
  if (!fits(ItemFields, fields)) return undefined;
  const { revision, created_at, changed_at, deleted_at } = row;
  const item = { ...fields, id, revision, created_at, changed_at, deleted_at };
  return fits(SavedItem, item) ? item : undefined;
}
