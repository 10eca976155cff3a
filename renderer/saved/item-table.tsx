import { useTimeout } from '@mantine/hooks';
import { IconDots, IconLayoutDashboard, IconList, IconPhoto } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { inDateStyle, shownDate } from '../../service/calendar/dates.ts';
import { localMinute, localTime } from '../../service/calendar/zone.ts';
import type { SavedItem } from '../../service/contract/saved.ts';
import type { KnownShared, SharedItem } from '../../service/contract/shared.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { heldSeriesOf, useCatalog, useFrozenCheck, useRecentValues } from '../api/index.ts';
import { Columns, useScreens, useWindowFits } from '../frame/index.ts';
import { sparkPath } from '../picker/index.ts';
import { boardSummary } from '../tiles/index.ts';
import { addressPath } from '../view/index.ts';
import { choicesOfAddress, EXPLORE, endedSeries, frozenWords, LOST } from './addresses.ts';
import { ItemMenu, type MenuAsk, type OpenMenu } from './item-menu.tsx';
import type { Actions } from './use-actions.ts';

/** The items as a table that renders visible rows only. Arrow keys move; only one row is a tab stop. */
export function ItemTable(props: {
  items: readonly SavedItem[];
  /** The id of the item whose row takes the keys. */
  current: string | undefined;
  onCurrent: (id: string) => void;
  ticked: ReadonlySet<string>;
  onTick: (id: string) => void;
  actions: Actions;
  isWide: boolean;
  onAsk: (ask: MenuAsk, item: SavedItem) => void;
  /** The team's shared items; undefined: this Almanac belongs to no team. */
  team: KnownShared | undefined;
  isTeam: boolean;
}) {
  const { items, ticked, isWide, isTeam } = props;
  // On a phone the names need the space: the picture shows the kind, and the details show the state.
  const hasState = useWindowFits('(min-width: 40em)');
  const box = useRef<HTMLElement>(null);
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === props.current),
  );
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 4,
  });
  // The row may have been out of sight when an arrow key moved to it.
  const wanted = useRef<string>(undefined);
  useEffect(() => {
    if (wanted.current === undefined) return;
    const row = box.current?.querySelector<HTMLElement>(`[data-item="${wanted.current}"]`);
    if (!row) return;
    row.focus();
    wanted.current = undefined;
  });
  const move = (event: KeyboardEvent): void => {
    const target = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
    const next = target === undefined ? undefined : items[Math.min(items.length - 1, Math.max(0, target))];
    if (!next || !(event.target instanceof HTMLElement) || event.target.dataset.item === undefined) return;
    event.preventDefault();
    wanted.current = next.id;
    virtual.scrollToIndex(items.indexOf(next));
    props.onCurrent(next.id);
  };
  const [menu, setMenu] = useState<OpenMenu>();
  const [isOpen, setOpen] = useState(false);
  // A stable handle for the rows' events, so that rows do not rerender with the screen.
  const handlers = useRef({} as RowHandlers);
  handlers.current = {
    open: (item) => {
      // A team's board can be opened only as one's own copy, so this shows its details.
      if (item.deleted_at !== null || (isTeam && item.kind === 'board')) props.onAsk('details', item);
      else if (isTeam) props.actions.openShared(item);
      else props.actions.open(item);
    },
    tick: ({ id }) => props.onTick(id),
    focus: ({ id }) => id !== props.current && props.onCurrent(id),
    menu: (next) => {
      setMenu(next);
      setOpen(!(isOpen && menu?.item.id === next.item.id));
    },
  };
  const rows = virtual.getVirtualItems();
  const [above, below] = [rows[0]?.start ?? 0, virtual.getTotalSize() - (rows.at(-1)?.end ?? 0)];
  return (
    <section ref={box} className="scrolls slides fill low" aria-label="Saved items" onKeyDown={move}>
      <table className="data-table full-width" aria-rowcount={items.length + 1}>
        <Columns
          widths={[
            '2.5rem',
            undefined,
            ...(hasState ? ['3.5rem', 'clamp(3.75rem, 16vw, 26rem)'] : []),
            ...(isWide ? ['9rem', '7rem'] : []),
            '2.75rem',
          ]}
        />
        <thead>
          <tr>
            <th scope="col">
              <span className="unseen">Tick</span>
            </th>
            <th scope="col">Name</th>
            {hasState && <th scope="col">Kind</th>}
            {hasState && <th scope="col">State</th>}
            {isWide && <th scope="col">{isTeam ? 'Shared by' : 'Folder'}</th>}
            {isWide && <th scope="col">{isTeam ? 'Shared' : 'Changed'}</th>}
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} aria-hidden />}
          {rows.map(({ index }) => {
            const item = items[index] as SavedItem;
            return (
              <ItemRow
                key={item.id}
                item={item}
                place={isTeam ? (item as SharedItem).shared_by : item.folder}
                index={index}
                isCurrent={index === at}
                isTicked={ticked.has(item.id)}
                hasMenu={isOpen && menu?.item.id === item.id}
                hasState={hasState}
                isWide={isWide}
                handlers={handlers}
              />
            );
          })}
          {below > 0 && <tr style={{ height: below }} aria-hidden />}
        </tbody>
      </table>
      <ItemMenu
        team={props.team}
        isTeam={isTeam}
        menu={menu}
        isOpen={isOpen}
        actions={props.actions}
        onAsk={props.onAsk}
        onClose={() => setOpen(false)}
      />
    </section>
  );
}

const ROW_HEIGHT = 36;
const MIDDLE = { verticalAlign: 'middle' } as const;
const TICK = {
  ...{ display: 'block', width: '1rem', height: '1rem', margin: 0, cursor: 'pointer' },
  accentColor: 'var(--mantine-color-accent-6)',
};
const MENU_BUTTON = { width: '1.75rem', height: '1.75rem', padding: 0 };
const WORDS = { view: 'View', board: 'Board', list: 'List' } as const;

type RowHandlers = {
  open: (item: SavedItem) => void;
  tick: (item: SavedItem) => void;
  focus: (item: SavedItem) => void;
  menu: (menu: OpenMenu) => void;
};

/** A row, rerendered only if its props change. Plain controls, since Mantine's cost a millisecond a row. */
const ItemRow = memo(function ItemRow(props: {
  item: SavedItem;
  place: string;
  index: number;
  isCurrent: boolean;
  isTicked: boolean;
  hasMenu: boolean;
  hasState: boolean;
  isWide: boolean;
  handlers: { readonly current: RowHandlers };
}) {
  const { item, isTicked, isWide, handlers } = props;
  const stop = props.isCurrent ? 0 : -1;
  return (
    <tr
      aria-rowindex={props.index + 2}
      style={{ height: ROW_HEIGHT, ...(isTicked && { background: 'var(--selected)' }) }}
      onFocus={() => handlers.current.focus(item)}
    >
      <td style={MIDDLE}>
        <input
          type="checkbox"
          style={TICK}
          aria-label={`Tick ${item.name}`}
          tabIndex={stop}
          checked={isTicked}
          onChange={() => handlers.current.tick(item)}
        />
      </td>
      <th scope="row" style={MIDDLE}>
        <span className="row gap-8 shrink">
          <ItemPicture item={item} />
          <button
            type="button"
            className="plain cell-link cut one-line"
            data-item={item.id}
            tabIndex={stop}
            title={item.note === '' ? item.name : `${item.name}\n${item.note}`}
            onClick={() => handlers.current.open(item)}
          >
            {item.name}
          </button>
        </span>
      </th>
      {props.hasState && <td style={MIDDLE}>{WORDS[item.kind]}</td>}
      {props.hasState && (
        <td className="cut" style={MIDDLE}>
          <ItemState item={item} />
        </td>
      )}
      {isWide && (
        <td className="cut" style={MIDDLE}>
          {props.place}
        </td>
      )}
      {isWide && <When instant={item.changed_at} />}
      <td style={{ ...MIDDLE, padding: '0 0.5rem' }}>
        <button
          type="button"
          className="plain rounded hovers center"
          style={MENU_BUTTON}
          aria-label={`Actions for ${item.name}`}
          aria-haspopup="menu"
          aria-expanded={props.hasMenu}
          title="Actions"
          tabIndex={stop}
          onClick={(event) => handlers.current.menu({ item, button: event.currentTarget })}
        >
          <IconDots size={18} stroke={1.6} />
        </button>
      </td>
    </tr>
  );
});

/** The local day of a change, with its time as the title. */
function When({ instant }: { instant: string }) {
  return (
    <td className="quiet" style={MIDDLE} title={inDateStyle(localMinute(instant))}>
      <time dateTime={instant}>{shownDate(localTime(instant).date)}</time>
    </td>
  );
}

const WIDTH = 44;
const HEIGHT = 18;
const SIZE = { width: '2.75rem', height: '1.125rem' };
/** How long a row must stay visible before it loads data, so that opening and scrolling load nothing. */
const IN_SIGHT_MS = 300;

/** An item's picture: for a chart its first series' latest values, otherwise the icon of its screen. */
function ItemPicture({ item }: { item: SavedItem }) {
  const screens = useScreens();
  if (item.kind === 'view' && addressPath(item.content.address) === EXPLORE)
    return <ChartPicture address={item.content.address} asOf={item.content.frozen?.as_of} />;
  const Icon =
    item.kind === 'board'
      ? IconLayoutDashboard
      : item.kind === 'list'
        ? IconList
        : (screens.find(({ path }) => path === addressPath(item.content.address))?.icon ?? IconPhoto);
  return (
    <span className="center fixed quiet" style={SIZE}>
      <Icon size={16} stroke={1.6} aria-hidden />
    </span>
  );
}

/** Empty, at full size, until the row has been visible for a while. */
function ChartPicture({ address, asOf }: { address: string; asOf: string | undefined }) {
  const [isLong, setLong] = useState(false);
  useTimeout(() => setLong(true), IN_SIGHT_MS, { autoInvoke: true });
  const choice = useMemo(() => (isLong ? choicesOfAddress(address)[0] : undefined), [isLong, address]);
  return (
    <svg
      className="fixed accent"
      style={SIZE}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      fill="none"
      stroke="currentcolor"
      strokeWidth={1.25}
      strokeLinejoin="round"
      aria-hidden
    >
      {choice && <Line choice={choice} asOf={asOf} />}
    </svg>
  );
}

function Line({ choice, asOf }: { choice: SeriesChoice; asOf: string | undefined }) {
  const catalog = useCatalog().data;
  const { column } = useRecentValues(choice, catalog && heldSeriesOf(catalog, choice), true, asOf);
  const path = useMemo(() => column && sparkPath(column.days, column.numbers, WIDTH, HEIGHT), [column]);
  return path ? <path d={path} /> : null;
}

/** 'Live', '52 of 293 revised, 15 new', 'Five years · 6 tiles', '4 series'. */
export function ItemState({ item }: { item: SavedItem }) {
  const ended = endedSeries(item);
  return (
    <>
      <ItemStatus item={item} />
      {ended.length > 0 && (
        <span className="warning" title={ended.join(', ')}>
          {' '}
          · {ended.length} series gone or discontinued
        </span>
      )}
    </>
  );
}

function ItemStatus({ item }: { item: SavedItem }) {
  const frozen = item.kind === 'view' ? item.content.frozen : null;
  const address = item.kind === 'view' ? item.content.address : '';
  const { data: check, error } = useFrozenCheck(address, item.deleted_at === null ? frozen : null);
  if (item.kind === 'list') return `${item.content.series.length} series`;
  if (item.kind === 'board') return boardSummary(item.content);
  if (frozen === null) return <span className="quiet">Live</span>;
  if (error) return <span className="error">{error.message}</span>;
  if (!check) return <span className="quiet">Frozen</span>;
  return (
    <span
      className={check.state === 'lost' ? 'error' : ''}
      title={check.state === 'lost' ? LOST : frozenWords(check)}
    >
      Frozen · {frozenWords(check)}
    </span>
  );
}
