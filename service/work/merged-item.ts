import { Failure } from '../contract/failure.ts';
import type { SavedItem, SaveItemAnswer, SaveItemRequest } from '../contract/saved.ts';

/** How many revisions of an item are kept. */
export const VERSIONS_KEPT = 50;
/** How long an item lies in the bin at least before it is removed for good. */
const BIN_DAYS = 30;
const DAY_MS = 86_400_000;

const daysBefore = (time: Date | string, days: number): string =>
  new Date(new Date(time).getTime() - days * DAY_MS).toISOString();

/** @returns the time up to which something else must have happened that shows that the clock is right: a day ago. */
export const knownUntil = (now: Date): string => daysBefore(now, 1);

/**
 * A clock that is wrong for once does not empty the bin: the 30 days end with the last thing that happened a day ago or earlier.
 * @param known the newest time at which anything was stored until `knownUntil`; `undefined` if nothing was
 * @returns what was put into the bin before this is removed for good; `undefined` for nothing.
 */
export const binEnd = (known: string | undefined): string | undefined =>
  known === undefined ? undefined : daysBefore(known, BIN_DAYS);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Decides what saving an item does, wherever items are kept.
 * @param stored the item as it is kept now; `undefined` if there is none. @param base the revision that the change was made to, if it is kept.
 * @returns the answer; its item is `stored` itself where nothing is to be stored.
 * @throws Failure 'wrong_usage' if the item is of another kind than the stored one, or was removed for good.
 */
export function answeredSave(given: {
  stored: SavedItem | undefined;
  base: SavedItem | undefined;
  request: SaveItemRequest;
  at: string;
}): SaveItemAnswer {
  const { stored, base, request, at } = given;
  if (!stored) {
    if (request.revision !== 0)
      throw new Failure('wrong_usage', `${request.name} was removed for good: save it as a new one.`);
    return { state: 'saved', item: newItem(request, at) };
  }
  if (stored.kind !== request.kind)
    throw new Failure('wrong_usage', `${stored.name} is a ${stored.kind}, not a ${request.kind}.`);
  const merged = mergedItem({ base, stored, request, at });
  return merged === 'conflict' ? { state: 'conflict', item: stored } : { state: 'saved', item: merged };
}

function newItem({ is_deleted, revision: _, ...fields }: SaveItemRequest, at: string): SavedItem {
  return { ...fields, revision: 1, created_at: at, changed_at: at, deleted_at: is_deleted ? at : null };
}

/**
 * Merges a change with what another window stored meanwhile, field by field. The members of the content are fields of their own.
 * @param base the revision that the change was made to; `undefined` if it is no longer kept: then every difference is a conflict.
 * @returns the item to store; `stored` itself if there is nothing to change; 'conflict' if both changed the same field to different
 * values, or one deleted what the other changed.
 */
export function mergedItem({
  base,
  stored,
  request,
  at,
}: {
  base: SavedItem | undefined;
  stored: SavedItem;
  request: SaveItemRequest;
  at: string;
}): SavedItem | 'conflict' {
  const [was, theirs, mine] = [base && fieldsOf(base), fieldsOf(stored), requestedFields(request)];
  const names = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])];
  const changed = (after: Fields) => names.filter((name) => !was || !isEqual(was[name], after[name]));
  const [byThem, byMe] = [changed(theirs), changed(mine)];
  const differing = byMe.filter((name) => !isEqual(mine[name], theirs[name]));
  if (differing.length === 0) return stored;
  if (differing.some((name) => byThem.includes(name))) return 'conflict';
  // Deleting touches everything.
  if (byThem.length > 0 && differing.includes('is_deleted')) return 'conflict';
  if (theirs.is_deleted === true && !differing.includes('is_deleted')) return 'conflict';
  const taken = { ...theirs, ...Object.fromEntries(differing.map((name) => [name, mine[name]])) } as Fields;
  const contentOf = (fields: Fields) =>
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, value]) =>
        name.startsWith(CONTENT) ? [[name.slice(CONTENT.length), value]] : [],
      ),
    );
  return {
    ...stored,
    name: taken.name,
    note: taken.note,
    folder: taken.folder,
    content: contentOf(taken),
    revision: stored.revision + 1,
    changed_at: at,
    deleted_at: taken.is_deleted ? at : null,
  } as SavedItem;
}

const CONTENT = 'content.';

function requestedFields({ name, note, folder, content, is_deleted }: SaveItemRequest): Fields {
  const members = Object.entries(content).map(([member, value]) => [CONTENT + member, value]);
  return { name, note, folder, is_deleted, ...Object.fromEntries(members) };
}

function fieldsOf(item: SavedItem): Fields {
  return requestedFields({ ...item, is_deleted: item.deleted_at !== null });
}

/** JSON values: equal if they are written the same, whatever the order of their members. */
function isEqual(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const [a, b] = [Object.entries(one), Object.entries(other)];
  return (
    Array.isArray(one) === Array.isArray(other) &&
    a.length === b.length &&
    a.every(([name, value]) => isEqual(value, (other as Fields)[name]))
  );
}
