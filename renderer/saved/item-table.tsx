import { Checkbox } from '@mantine/core';
import { IconChartLine, IconLayoutDashboard, IconList, IconSnowflake } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { shownDayOf } from '../../service/calendar/dates.ts';
import type { Item } from '../../service/contract/saved.ts';
import { useFrozenCheck } from '../api/index.ts';
import { frozenWords, LOST } from './frozen-words.ts';
import { ItemMenu, type MenuAsk } from './item-menu.tsx';
import { isFrozen } from './shown-items.ts';
import type { Actions } from './use-actions.ts';

const ROW_HEIGHT = 36;
const WORDS = { view: 'View', board: 'Board', list: 'List' } as const;

/** The items as a table. Only the rows in sight are made; the arrows move from row to row, of which one is a tab stop. */
export function ItemTable(props: {
  items: readonly Item[];
  /** The row that the keys are for, by the item's id. */
  current: string | undefined;
  onCurrent: (id: string) => void;
  ticked: ReadonlySet<string>;
  onTick: (id: string) => void;
  actions: Actions;
  /** Whether there is room for folder and date. */
  isWide: boolean;
  onAsk: (ask: MenuAsk, item: Item) => void;
}) {
  const { items, ticked, isWide, actions } = props;
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
  // The row may have been out of sight when an arrow led to it.
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
  const rows = virtual.getVirtualItems();
  const [above, below] = [rows[0]?.start ?? 0, virtual.getTotalSize() - (rows.at(-1)?.end ?? 0)];
  return (
    <section ref={box} className="scrolls slides fill low" aria-label="Saved items" onKeyDown={move}>
      <table className="data-table full-width" aria-rowcount={items.length + 1}>
        <thead>
          <tr>
            <th scope="col" style={{ width: '2rem' }}>
              <span className="unseen">Tick</span>
            </th>
            <th scope="col">Name</th>
            <th scope="col">Kind</th>
            <th scope="col">State</th>
            {isWide && <th scope="col">Folder</th>}
            {isWide && <th scope="col">Changed</th>}
            <th scope="col" style={{ width: '3rem' }}>
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr style={{ height: above }} aria-hidden />}
          {rows.map(({ index }) => {
            const item = items[index] as Item;
            const isCurrent = index === at;
            const stop = isCurrent ? 0 : -1;
            return (
              <tr
                key={item.id}
                aria-rowindex={index + 2}
                style={{ height: ROW_HEIGHT, ...(ticked.has(item.id) && { background: 'var(--selected)' }) }}
                onFocus={() => item.id !== props.current && props.onCurrent(item.id)}
              >
                <td style={{ verticalAlign: 'middle' }}>
                  <Checkbox
                    size="xs"
                    aria-label={`Tick ${item.name}`}
                    tabIndex={stop}
                    checked={ticked.has(item.id)}
                    onChange={() => props.onTick(item.id)}
                  />
                </td>
                <th scope="row" style={{ width: '100%', maxWidth: '1px' }}>
                  <span className="row gap-8 shrink">
                    <ItemIcon item={item} />
                    <button
                      type="button"
                      className="plain cell-link cut one-line"
                      data-item={item.id}
                      tabIndex={stop}
                      title={item.note === '' ? item.name : `${item.name}\n${item.note}`}
                      onClick={() =>
                        item.deleted_at === null ? actions.open(item) : props.onAsk('details', item)
                      }
                    >
                      {item.name}
                    </button>
                  </span>
                </th>
                <td>{WORDS[item.kind]}</td>
                <td className="cut" style={{ maxWidth: '17rem' }}>
                  <ItemState item={item} />
                </td>
                {isWide && (
                  <td className="cut" style={{ maxWidth: '10rem' }}>
                    {item.folder}
                  </td>
                )}
                {isWide && <td className="quiet">{shownDayOf(item.deleted_at ?? item.changed_at)}</td>}
                <td style={{ verticalAlign: 'middle', padding: '0 0.5rem' }}>
                  <ItemMenu
                    item={item}
                    actions={actions}
                    onAsk={(ask) => props.onAsk(ask, item)}
                    tabIndex={stop}
                  />
                </td>
              </tr>
            );
          })}
          {below > 0 && <tr style={{ height: below }} aria-hidden />}
        </tbody>
      </table>
    </section>
  );
}

function ItemIcon({ item }: { item: Item }) {
  const Icon =
    item.kind === 'board'
      ? IconLayoutDashboard
      : item.kind === 'list'
        ? IconList
        : isFrozen(item)
          ? IconSnowflake
          : IconChartLine;
  return <Icon size={16} stroke={1.6} className="fixed quiet" aria-hidden />;
}

/** 'Live', '52 of 293 revised, 15 new', '5Y · 6 tiles', '4 series'. */
export function ItemState({ item }: { item: Item }) {
  const frozen = item.kind === 'view' ? item.content.frozen : null;
  const address = item.kind === 'view' ? item.content.address : '';
  const { data: check, error } = useFrozenCheck(address, item.deleted_at === null ? frozen : null);
  if (item.kind === 'list') return `${item.content.series.length} series`;
  if (item.kind === 'board') {
    const count = item.content.tiles.length;
    const range = item.content.range.replace(/^range=/, '');
    return [...(range === '' ? [] : [range]), `${count} ${count === 1 ? 'tile' : 'tiles'}`].join(' · ');
  }
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
