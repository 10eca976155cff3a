import { Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { IconFileImport, IconLayoutDashboard, IconSearch } from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import { HelpLink } from '../frame/index.ts';
import { isFrozen, type SavedSearch } from './shown-items.ts';
import type { Actions } from './use-actions.ts';

const TABS = [
  { value: 'all', label: 'All' },
  { value: 'views', label: 'Views' },
  { value: 'boards', label: 'Boards' },
  { value: 'lists', label: 'Lists' },
  { value: 'frozen', label: 'Frozen' },
];
const SORTED = [
  { value: 'changed', label: 'Last changed' },
  { value: 'name', label: 'By name' },
  { value: 'kind', label: 'By kind' },
  { value: 'folder', label: 'By folder' },
];

/** The tabs, the search and the order; at the end what can be done with what is ticked, or what makes new items. */
export function ToolBar(props: {
  search: SavedSearch;
  go: (search: SavedSearch, replace?: boolean) => void;
  find: RefObject<HTMLInputElement | null>;
  /** The folders, where they are a menu. */
  menu: ReactNode;
  ticked: readonly SavedItem[];
  actions: Actions;
  onExport: () => void;
  onImport: () => void;
  onRemove: () => void;
}) {
  const { search, go, ticked, actions } = props;
  const isBin = search.show === 'bin';
  const isTeam = search.show === 'team';
  return (
    <div className="row wrap gap-8" style={{ padding: '0.5rem 0.75rem' }}>
      {props.menu}
      {isBin ? (
        <span className="medium">What is here longer than 30 days is removed for good</span>
      ) : isTeam ? (
        <span className="medium">What the team shares: to change one, copy it to yours</span>
      ) : (
        <SegmentedControl
          aria-label="Kind"
          data={TABS}
          value={search.show ?? 'all'}
          onChange={(show) => go(withShow(search, show))}
        />
      )}
      <TextInput
        ref={props.find}
        type="search"
        aria-label="Search what is saved"
        placeholder="Search"
        leftSection={<IconSearch size={14} stroke={1.7} aria-hidden />}
        w={140}
        value={search.q ?? ''}
        onChange={(event) => {
          const { q: _, ...rest } = search;
          const q = event.currentTarget.value;
          go(q === '' ? rest : { ...rest, q }, true);
        }}
      />
      {!isBin && (
        <Select
          aria-label="Order"
          w={125}
          allowDeselect={false}
          data={SORTED}
          value={search.sort ?? 'changed'}
          onChange={(sort) => {
            const { sort: _, ...rest } = search;
            go(sort === 'changed' ? rest : { ...rest, sort: sort as NonNullable<SavedSearch['sort']> });
          }}
        />
      )}
      <HelpLink to="/guide/freezing" about="what is saved" />
      <div className="row gap-8 at-end">
        {ticked.length > 0 && (
          <>
            <span className="quiet fine">{ticked.length} ticked</span>
            {isBin && (
              <Button variant="default" onClick={() => void actions.restore(ticked)}>
                Restore
              </Button>
            )}
            {!isBin && !isTeam && ticked.some(isFrozen) && (
              <Button
                variant="default"
                title="Freezes the ticked frozen views anew, with the numbers of now. Undo brings the old ones back"
                loading={actions.isFreezing}
                onClick={() => void actions.freezeAnew(ticked)}
              >
                Freeze anew
              </Button>
            )}
            {!isBin && (
              <Button variant="default" onClick={props.onExport}>
                Export file
              </Button>
            )}
            {!isTeam && (
              <Button variant="default" onClick={props.onRemove}>
                {isBin ? 'Remove for good' : 'Delete'}
              </Button>
            )}
          </>
        )}
        {!isBin && !isTeam && ticked.length === 0 && (
          <Button
            variant="default"
            leftSection={<IconLayoutDashboard size={15} stroke={1.6} />}
            onClick={() => void actions.newBoard(search.folder ?? '')}
          >
            New board
          </Button>
        )}
        {!isBin && !isTeam && ticked.length === 0 && (
          <Button
            variant="default"
            leftSection={<IconFileImport size={15} stroke={1.6} />}
            onClick={props.onImport}
          >
            Import
          </Button>
        )}
      </div>
    </div>
  );
}

function withShow({ show: _, ...search }: SavedSearch, show: string): SavedSearch {
  return show === 'all' ? search : { ...search, show: show as NonNullable<SavedSearch['show']> };
}
