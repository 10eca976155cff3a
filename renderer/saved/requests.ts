import type { ItemFields, SavedItem, SaveItemRequest } from '../../service/contract/saved.ts';
import { freeName, newId } from '../api/index.ts';

/** @returns what saves a new item. */
export function newItem(fields: ItemFields): SaveItemRequest {
  return { ...fields, id: newId(), revision: 0, is_deleted: false };
}

/** What can be changed of an item, besides its content. */
export type ItemChange = Partial<Pick<SavedItem, 'name' | 'note' | 'folder'>> & { is_deleted?: boolean };

/** @returns what saves a change to the item as this page knows it. */
export function changed(item: SavedItem, change: ItemChange): SaveItemRequest {
  const { created_at: _, changed_at: __, deleted_at, ...fields } = item;
  return { ...fields, is_deleted: deleted_at !== null, ...change } as SaveItemRequest;
}

/**
 * @param before what an item was; `undefined`: there was none. @param after what is stored now, or was then.
 * @returns what takes the change back. Its revision is that of `after`, so that nothing that others changed meanwhile is taken back in silence.
 */
export function undone(before: SavedItem | undefined, after: SavedItem): SaveItemRequest {
  if (before === undefined) return changed(after, { is_deleted: true });
  return { ...changed(before, {}), revision: after.revision };
}

/** @returns a copy as a new item. @param names of the items that are there, of which the copy's name is none */
export function duplicate(item: SavedItem, names: readonly string[]): SaveItemRequest {
  return {
    ...changed(item, { name: freeName(item.name, names) }),
    id: newId(),
    revision: 0,
    is_deleted: false,
  };
}
