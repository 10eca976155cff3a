import { IconDots } from '@tabler/icons-react';
import { memo } from 'react';
import { inDateStyle, shownDate } from '../../service/calendar/dates.ts';
import { localMinute, localTime } from '../../service/calendar/zone.ts';
import type { SavedItem } from '../../service/contract/saved.ts';
import type { OpenMenu } from './item-menu.tsx';
import { ItemPicture } from './item-picture.tsx';
import { ItemState } from './item-state.tsx';

export const ROW_HEIGHT = 36;
const MIDDLE = { verticalAlign: 'middle' } as const;
const TICK = {
  ...{ display: 'block', width: '1rem', height: '1rem', margin: 0, cursor: 'pointer' },
  accentColor: 'var(--mantine-color-accent-6)',
};
const MORE = { width: '1.75rem', height: '1.75rem', padding: 0 };
const WORDS = { view: 'View', board: 'Board', list: 'List' } as const;

/** What a row tells of. */
export type Hear = {
  open: (item: SavedItem) => void;
  tick: (item: SavedItem) => void;
  focus: (item: SavedItem) => void;
  menu: (menu: OpenMenu) => void;
};

/**
 * A row, made anew only when something of it changes. Its controls are plain: Mantine's take a millisecond a row.
 * @param props.hear is asked when it is needed, so that it may change meanwhile
 */
export const ItemRow = memo(function ItemRow(props: {
  item: SavedItem;
  /** Its folder, or who shared it. */
  place: string;
  index: number;
  isCurrent: boolean;
  isTicked: boolean;
  hasMenu: boolean;
  hasState: boolean;
  isWide: boolean;
  hear: { readonly current: Hear };
}) {
  const { item, isTicked, isWide, hear } = props;
  const stop = props.isCurrent ? 0 : -1;
  return (
    <tr
      aria-rowindex={props.index + 2}
      style={{ height: ROW_HEIGHT, ...(isTicked && { background: 'var(--selected)' }) }}
      onFocus={() => hear.current.focus(item)}
    >
      <td style={MIDDLE}>
        <input
          type="checkbox"
          style={TICK}
          aria-label={`Tick ${item.name}`}
          tabIndex={stop}
          checked={isTicked}
          onChange={() => hear.current.tick(item)}
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
            onClick={() => hear.current.open(item)}
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
          style={MORE}
          aria-label={`Actions for ${item.name}`}
          aria-haspopup="menu"
          aria-expanded={props.hasMenu}
          title="Actions"
          tabIndex={stop}
          onClick={(event) => hear.current.menu({ item, button: event.currentTarget })}
        >
          <IconDots size={18} stroke={1.6} />
        </button>
      </td>
    </tr>
  );
});

/** The day of a change here, and its time on pointing at it. */
function When({ instant }: { instant: string }) {
  return (
    <td className="quiet" style={MIDDLE} title={inDateStyle(localMinute(instant))}>
      <time dateTime={instant}>{shownDate(localTime(instant).date)}</time>
    </td>
  );
}
