import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { SavedItem } from '../../service/contract/saved.ts';
import type { KnownShared, SharedItem } from '../../service/contract/shared.ts';
import { Columns, useWindowFits } from '../frame/index.ts';
import { ItemMenu, type MenuAsk, type OpenMenu } from './item-menu.tsx';
import { type Hear, ItemRow, ROW_HEIGHT } from './item-row.tsx';
import type { Actions } from './use-actions.ts';

/** The items as a table. Only the rows in sight are made; the arrows move from row to row, of which one is a tab stop. */
export function ItemTable(props: {
  items: readonly SavedItem[];
  /** The row that the keys are for, by the item's id. */
  current: string | undefined;
  onCurrent: (id: string) => void;
  ticked: ReadonlySet<string>;
  onTick: (id: string) => void;
  actions: Actions;
  /** Whether there is room for folder and date. */
  isWide: boolean;
  onAsk: (ask: MenuAsk, item: SavedItem) => void;
  /** What the team shares; undefined: this Almanac belongs to no team. */
  team: KnownShared | undefined;
  /** Whether the items are those of the team, which nobody changes here. */
  isTeam: boolean;
}) {
  const { items, ticked, isWide, isTeam } = props;
  // On a phone the names need the room: the picture says the kind, the details the state.
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
  const [menu, setMenu] = useState<OpenMenu>();
  const [isOpen, setOpen] = useState(false);
  // Rows hear through it, so that they need not be made anew with each change of the screen.
  const hear = useRef({} as Hear);
  hear.current = {
    open: (item) => {
      // A board is shown as one's own only, so it is to be copied first.
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
                hear={hear}
              />
            );
          })}
          {below > 0 && <tr style={{ height: below }} aria-hidden />}
        </tbody>
      </table>
      <ItemMenu
        team={props.team}
        isTeam={isTeam}
        of={menu}
        isOpen={isOpen}
        actions={props.actions}
        onAsk={props.onAsk}
        onClose={() => setOpen(false)}
      />
    </section>
  );
}
