import type { SavedItem } from '../../service/contract/saved.ts';

/** 'bin' shows only deleted items, 'team' only the team's shared items. */
export const SHOWN = ['all', 'views', 'boards', 'lists', 'frozen', 'bin', 'team'] as const;
const SORTS = ['changed', 'name', 'kind', 'folder'] as const;

/** Parameters of Saved's address: folder ('' for none; absent: all), tab, search words, order. */
export type SavedSearch = {
  folder?: string;
  show?: (typeof SHOWN)[number];
  q?: string;
  sort?: (typeof SORTS)[number];
};

export function readSearch({ folder, show, q, sort }: Record<string, unknown>): SavedSearch {
  const shown = SHOWN.find((one) => one === show);
  const sorted = SORTS.find((one) => one === sort);
  return {
    ...(folder !== undefined && { folder: String(folder) }),
    ...(shown && shown !== 'all' && { show: shown }),
    ...(q !== undefined && String(q) !== '' && { q: String(q) }),
    ...(sorted && sorted !== 'changed' && { sort: sorted }),
  };
}

export const isFrozen = (item: SavedItem): boolean => item.kind === 'view' && item.content.frozen !== null;

const KINDS = { views: 'view', boards: 'board', lists: 'list' } as const;

/** @returns the items for an address, in its order. The bin shows only deleted items, latest first. */
export function shownItems<Of extends SavedItem>(
  items: readonly Of[],
  { folder, show = 'all', q = '', sort = 'changed' }: SavedSearch,
): Of[] {
  const wanted = q
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const isShown = (item: SavedItem): boolean => {
    if ((item.deleted_at !== null) !== (show === 'bin')) return false;
    if (show === 'frozen' && !isFrozen(item)) return false;
    if (show in KINDS && item.kind !== KINDS[show as keyof typeof KINDS]) return false;
    if (folder !== undefined && show !== 'bin' && show !== 'team' && item.folder !== folder) return false;
    const text = `${item.name} ${item.note} ${item.folder}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  const found = items.filter(isShown);
  if (show === 'bin') return found.sort((a, b) => descending(a.deleted_at ?? '', b.deleted_at ?? ''));
  return found.sort((a, b) => ORDER[sort](a, b) || compareText(a.name, b.name) || descending(b.id, a.id));
}

const { compare: compareText } = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const descending = (a: string, b: string): number => (a === b ? 0 : a < b ? 1 : -1);

const ORDER: Readonly<Record<(typeof SORTS)[number], (a: SavedItem, b: SavedItem) => number>> = {
  changed: (a, b) => descending(a.changed_at, b.changed_at),
  name: (a, b) => compareText(a.name, b.name),
  kind: (a, b) => compareText(a.kind, b.kind),
  folder: (a, b) => compareText(a.folder, b.folder),
};

/** @returns the folders by name with their item counts, without items in the bin. */
export function foldersOf(items: readonly SavedItem[]): { name: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { folder, deleted_at } of items)
    if (folder !== '' && deleted_at === null) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => compareText(a.name, b.name));
}

/** @returns the set with the id added, or removed if it was in the set. */
export function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const after = new Set(ids);
  if (!after.delete(id)) after.add(id);
  return after;
}
