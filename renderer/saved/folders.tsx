import { Box, Select } from '@mantine/core';
import type { SavedItem } from '../../service/contract/saved.ts';
import { foldersOf, type SavedSearch } from './shown-items.ts';

type FolderPlace = Pick<SavedSearch, 'folder' | 'show'>;
type Props = {
  items: readonly SavedItem[];
  /** How many items the team shares; undefined: this Almanac belongs to no team. */
  shared: number | undefined;
  search: SavedSearch;
  onGo: (place: FolderPlace) => void;
};

/** All, each folder with how many items it has, what the team shares, and the bin. */
function placesOf({ items, shared, search }: Props) {
  const here = items.filter(({ deleted_at }) => deleted_at === null);
  const tab = search.show === 'bin' || search.show === 'team' ? undefined : search.show;
  const shown = tab === undefined ? {} : { show: tab };
  const loose = here.filter(({ folder }) => folder === '').length;
  const folders = foldersOf(items);
  const places: { key: string; name: string; count: number; place: FolderPlace }[] = [
    { key: 'all', name: 'All', count: here.length, place: shown },
    ...folders.map(({ name, count }) => ({
      key: `folder ${name}`,
      name,
      count,
      place: { ...shown, folder: name },
    })),
    ...(folders.length > 0 && loose > 0
      ? [{ key: 'folder ', name: 'No folder', count: loose, place: { ...shown, folder: '' } }]
      : []),
    ...(shared === undefined
      ? []
      : [{ key: 'team', name: 'Team', count: shared, place: { show: 'team' } as const }]),
    { key: 'bin', name: 'Bin', count: items.length - here.length, place: { show: 'bin' } },
  ];
  const current =
    search.show === 'bin' || search.show === 'team'
      ? search.show
      : search.folder === undefined
        ? 'all'
        : `folder ${search.folder}`;
  return { places, current };
}

/** The folders at the left. */
export function FolderList(props: Props) {
  const { places, current } = placesOf(props);
  return (
    <Box
      component="nav"
      className="fixed scrolls column gap-2"
      aria-label="Folders"
      w="12.5rem"
      p={8}
      bg="var(--surface)"
      style={{ borderRight: '1px solid var(--line)' }}
    >
      {places.map(({ key, name, count, place }) => (
        <button
          key={key}
          type="button"
          className="plain rounded hovers presses row gap-8 shrink"
          style={{ padding: '0.3125rem 0.625rem' }}
          aria-current={key === current ? 'page' : undefined}
          onClick={() => props.onGo(place)}
        >
          <span className="fill cut shrink one-line">{name}</span>
          <span className="quiet fine">{count}</span>
        </button>
      ))}
    </Box>
  );
}

/** The folders as a menu, where there is no room for a list. */
export function FolderMenu(props: Props) {
  const { places, current } = placesOf(props);
  return (
    <Select
      aria-label="Folder"
      w={150}
      allowDeselect={false}
      data={places.map(({ key, name, count }) => ({ value: key, label: `${name} (${count})` }))}
      value={current}
      onChange={(key) => {
        const found = places.find((one) => one.key === key);
        if (found) props.onGo(found.place);
      }}
    />
  );
}
