import { Box, Button, SegmentedControl, Select, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconFileImport, IconLayoutDashboard, IconSearch } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, type ReactNode, type RefObject, Suspense, useMemo, useRef, useState } from 'react';
import { localMinute } from '../../service/calendar/zone.ts';
import type { SavedItem } from '../../service/contract/saved.ts';
import type { KnownShared, SharedItem } from '../../service/contract/shared.ts';
import { loadCode, useSaved, useShared } from '../api/index.ts';
import {
  HelpLink,
  LoadFailed,
  LoadingContent,
  Notice,
  Screen,
  SidePanel,
  usePlainKeys,
  useWindowFits,
} from '../frame/index.ts';
import { type Template, TemplatesList } from '../tiles/index.ts';
import { Details, FileDialog, RemoveDialog, RenameDialog } from './details.tsx';
import type { MenuAsk } from './item-menu.tsx';
import { ItemTable } from './item-table.tsx';
import { useSave } from './saving.tsx';
import { foldersOf, isFrozen, type SavedSearch, shownItems, toggled } from './shown-items.ts';
import { type Actions, useActions } from './use-actions.ts';

const route = getRouteApi('/saved');
const ImportDialog = lazy(async () => ({
  default: (await loadCode(() => import('./import-dialog.tsx'))).ImportDialog,
}));
const ListDownload = lazy(async () => ({
  default: (await loadCode(() => import('./list-download.tsx'))).ListDownload,
}));

export function SavedScreen() {
  const { data: items, error, refetch } = useSaved();
  const { data: shared } = useShared();
  return (
    <Screen datasets={[]} isLoading={items === undefined && !error}>
      {items ? (
        <SavedItems items={items} team={shared?.has_team ? shared : undefined} />
      ) : error ? (
        <LoadFailed isFlush onRetry={() => void refetch()}>
          What is saved could not be loaded: {error.message}
        </LoadFailed>
      ) : (
        <LoadingContent label="Loading what is saved" />
      )}
    </Screen>
  );
}

function SavedItems({ items, team }: { items: readonly SavedItem[]; team: KnownShared | undefined }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const go = (next: SavedSearch, replace = false) => void navigate({ search: next, replace });
  const saving = useSave();
  const actions = useActions(items, saving);
  const [current, setCurrent] = useState<string>();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [asked, setAsked] = useState<{
    ask: MenuAsk | 'import';
    items: readonly SavedItem[];
    typed?: string;
  }>();
  const [detailsOf, setDetailsOf] = useState<string>();
  const isWide = useWindowFits('(min-width: 68em)');
  const find = useRef<HTMLInputElement>(null);

  const isTeam = search.show === 'team';
  const isBin = search.show === 'bin';
  const shown = useMemo<readonly SavedItem[]>(
    () => shownItems(isTeam ? (team?.items ?? []) : items, search),
    [isTeam, team, items, search],
  );
  const item = shown.find(({ id }) => id === current) ?? shown[0];
  const tickedItems = shown.filter(({ id }) => ticked.has(id));
  const chosen = tickedItems.length > 0 ? tickedItems : item ? [item] : [];
  const detailed = (isTeam ? (team?.items ?? []) : items).find(({ id }) => id === detailsOf);
  const close = () => {
    setAsked(undefined);
    saving.forgetProblem();
  };
  const rename = (item: SavedItem, name: string) => {
    setAsked(undefined);
    // If the save fails, the dialog opens again with the typed name.
    void actions.change(item, { name }).then((after) => {
      if (after === undefined) setAsked({ ask: 'rename', items: [item], typed: name });
    });
  };
  const ask = (what: MenuAsk, item: SavedItem) => {
    setCurrent(item.id);
    if (what === 'details') setDetailsOf(item.id);
    else setAsked({ ask: what, items: [item] });
  };
  const remove = () => {
    if (chosen.length === 0 || isTeam) return;
    if (isBin) setAsked({ ask: 'remove', items: chosen });
    else void actions.toBin(chosen).then(() => setTicked(new Set()));
  };
  usePlainKeys({
    delete: remove,
    '/': () => find.current?.focus(),
    f2: () => item && !isBin && !isTeam && ask('rename', item),
  });
  useHotkeys([
    ['mod+D', () => item && !isBin && !isTeam && void actions.duplicate(item)],
    ['mod+Z', () => actions.undo?.()],
    ['mod+shift+Z', () => actions.redo?.()],
    ['mod+Y', () => actions.redo?.()],
  ]);
  const places = {
    items,
    shared: team?.items.length,
    search,
    onGo: (place: SavedSearch) => {
      setTicked(new Set());
      const { folder: _, show: __, ...rest } = search;
      go({ ...rest, ...place });
    },
  };
  return (
    <div className="flex low" style={{ height: '100%' }}>
      {isWide && <FolderList {...places} />}
      <div className="column grow low">
        <ToolBar
          search={search}
          go={go}
          find={find}
          menu={!isWide && <FolderMenu {...places} />}
          ticked={tickedItems}
          onExport={() => setAsked({ ask: 'export', items: tickedItems })}
          onImport={() => setAsked({ ask: 'import', items: [] })}
          onRemove={remove}
          actions={actions}
        />
        {saving.problem !== undefined && <Notice tone="failure">{saving.problem}</Notice>}
        {actions.refusal !== undefined && <Notice tone="failure">{actions.refusal}</Notice>}
        {isTeam && team?.known_at != null && (
          <Notice tone="note">
            The team does not answer now. This is what it shared at {localMinute(team.known_at)}.
          </Notice>
        )}
        <span role="status" className="unseen">
          {actions.message}
        </span>
        {shown.length > 0 ? (
          <ItemTable
            items={shown}
            current={item?.id}
            onCurrent={setCurrent}
            ticked={ticked}
            onTick={(id) => setTicked((before) => toggled(before, id))}
            actions={actions}
            isWide={isWide && !detailed}
            onAsk={ask}
            team={team}
            isTeam={isTeam}
          />
        ) : (
          <NothingHere
            items={items}
            search={search}
            onCopy={(template) => actions.newBoard(search.folder ?? '', template)}
          />
        )}
      </div>
      <SidePanel
        label="Details"
        isBeside={isWide}
        isOpen={detailed !== undefined}
        takesFocus
        onClose={() => setDetailsOf(undefined)}
      >
        {detailed && (
          <Details
            item={detailed}
            shared={isTeam ? (detailed as SharedItem) : undefined}
            folders={foldersOf(items).map(({ name }) => name)}
            actions={actions}
            onClose={() => setDetailsOf(undefined)}
          />
        )}
      </SidePanel>
      <Suspense fallback={null}>
        {asked?.ask === 'import' && (
          <ImportDialog items={items} actions={actions} failure={saving.problem} onClose={close} />
        )}
        {asked?.ask === 'export' && <FileDialog items={asked.items} actions={actions} onClose={close} />}
        {asked?.ask === 'remove' && <RemoveDialog items={asked.items} actions={actions} onClose={close} />}
        {asked?.ask === 'rename' && asked.items[0] && (
          <RenameDialog
            item={asked.items[0]}
            typed={asked.typed}
            failure={saving.problem}
            onRename={(name) => asked.items[0] && rename(asked.items[0], name)}
            onClose={close}
          />
        )}
        {asked?.ask === 'download' && asked.items[0]?.kind === 'list' && (
          <ListDownload item={asked.items[0]} onClose={close} />
        )}
      </Suspense>
      {saving.dialog}
    </div>
  );
}

/** Replaces an empty table with the reason, and with boards to copy if the user has none. */
function NothingHere(props: {
  items: readonly SavedItem[];
  search: SavedSearch;
  onCopy: (template: Template) => Promise<void>;
}) {
  const { items, search } = props;
  const [isBusy, setBusy] = useState(false);
  const text = emptyText(items, search);
  if (!offersBoards(items, search))
    return (
      <p className="center fill quiet" style={{ padding: '2rem' }}>
        {text}
      </p>
    );
  return (
    <div className="fill low scrolls column gap-16" style={{ padding: '1rem', maxWidth: '72rem' }}>
      <p>{text}</p>
      <section aria-labelledby="boards-copy">
        <h2 id="boards-copy" className="large strong" style={{ marginBottom: '0.5rem' }}>
          Boards to copy
        </h2>
        <TemplatesList
          isBusy={isBusy}
          onCopy={(template) => {
            setBusy(true);
            void props.onCopy(template).finally(() => setBusy(false));
          }}
        />
      </section>
    </div>
  );
}

const hasNoItems = (items: readonly SavedItem[]) => items.every(({ deleted_at }) => deleted_at !== null);

function offersBoards(items: readonly SavedItem[], { q, show }: SavedSearch): boolean {
  if (q !== undefined || show === 'bin' || show === 'team') return false;
  return show === 'boards' || hasNoItems(items);
}

function emptyText(items: readonly SavedItem[], { q, show }: SavedSearch): string {
  if (q !== undefined) return `Nothing that is saved matches “${q}”.`;
  if (show === 'bin') return 'The bin is empty.';
  if (show === 'team')
    return 'Nobody has shared anything yet. To share an item of yours, choose Share with the team in its menu.';
  return hasNoItems(items)
    ? 'Nothing is saved yet. Press Ctrl-S on any screen to save it.'
    : 'Nothing of this kind here.';
}

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

/** The tabs, search and order; at the end the actions on ticked items, or the buttons for new items. */
function ToolBar(props: {
  search: SavedSearch;
  go: (search: SavedSearch, replace?: boolean) => void;
  find: RefObject<HTMLInputElement | null>;
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
  const isOwn = !isBin && !isTeam;
  return (
    <div className="row wrap gap-8" style={{ padding: '0.5rem 0.75rem' }}>
      {props.menu}
      {isBin ? (
        <span className="medium">Items are removed for good after 30 days in the bin</span>
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
            {isOwn && ticked.some(isFrozen) && (
              <Button
                variant="default"
                title="Freezes the ticked frozen views again, with the current numbers. Undo restores the old ones"
                loading={actions.isFreezing}
                onClick={() => void actions.freezeAgain(ticked)}
              >
                Freeze again
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
        {isOwn && ticked.length === 0 && (
          <>
            <Button
              variant="default"
              leftSection={<IconLayoutDashboard size={15} stroke={1.6} />}
              onClick={() => void actions.newBoard(search.folder ?? '')}
            >
              New board
            </Button>
            <Button
              variant="default"
              leftSection={<IconFileImport size={15} stroke={1.6} />}
              onClick={props.onImport}
            >
              Import
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function withShow({ show: _, ...search }: SavedSearch, show: string): SavedSearch {
  return show === 'all' ? search : { ...search, show: show as NonNullable<SavedSearch['show']> };
}

type FolderPlace = Pick<SavedSearch, 'folder' | 'show'>;
type Props = {
  items: readonly SavedItem[];
  /** The number of items that the team shares; undefined: this Almanac belongs to no team. */
  shared: number | undefined;
  search: SavedSearch;
  onGo: (place: FolderPlace) => void;
};

/** The places to choose: all items, each folder with its count, the team's items, and the bin. */
function placesOf({ items, shared, search }: Props) {
  const here = items.filter(({ deleted_at }) => deleted_at === null);
  const elsewhere = search.show === 'bin' || search.show === 'team' ? search.show : undefined;
  const shown = elsewhere || search.show === undefined ? {} : { show: search.show };
  const loose = here.filter(({ folder }) => folder === '').length;
  const folders = foldersOf(items);
  const places: { key: string; name: string; count: number; place: FolderPlace }[] = [
    { key: 'all', name: 'All', count: here.length, place: shown },
    ...folders.map(({ name, count }) => ({
      ...{ key: `folder ${name}`, name, count },
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
  const current = elsewhere ?? (search.folder === undefined ? 'all' : `folder ${search.folder}`);
  return { places, current };
}

function FolderList(props: Props) {
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

/** The folders as a menu, for windows without space for a list. */
function FolderMenu(props: Props) {
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
