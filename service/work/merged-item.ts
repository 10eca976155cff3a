import type { Item, SaveItemRequest } from '../contract/saved.ts';

type Fields = Readonly<Record<string, unknown>>;

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
  base: Item | undefined;
  stored: Item;
  request: SaveItemRequest;
  at: string;
}): Item | 'conflict' {
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
    deleted_at: taken.is_deleted ? (stored.deleted_at ?? at) : null,
  } as Item;
}

const CONTENT = 'content.';

function requestedFields({ name, note, folder, content, is_deleted }: SaveItemRequest): Fields {
  const members = Object.entries(content).map(([member, value]) => [CONTENT + member, value]);
  return { name, note, folder, is_deleted, ...Object.fromEntries(members) };
}

function fieldsOf(item: Item): Fields {
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
