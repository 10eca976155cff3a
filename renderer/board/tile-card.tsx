import { ActionIcon, Menu, Skeleton, Tooltip, UnstyledButton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconGripVertical, IconPinned } from '@tabler/icons-react';
import { type KeyboardEvent, memo, useMemo, useRef, useState } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { knownText } from '../../service/view/index.ts';
import { PRESET_NAMES, rangeWords } from '../range/index.ts';
import { chartTile, rangeOfText, tileRangeText } from '../tiles/index.ts';
import styles from './board.module.css';
import { ChartTileBody } from './chart-tile-body.tsx';
import { tileChange } from './edits.ts';
import { NameField } from './name-field.tsx';
import { searchOf } from './screen-of.ts';
import { ScreenTileBody } from './screen-tile-body.tsx';
import { TileMenu } from './tile-menu.tsx';
import type { TileCardProps } from './types.ts';

/** What takes hold of a tile: the handlers of its heading. */
type Handle = { describedBy: string; onKeyDown: (event: KeyboardEvent) => void } & Record<string, unknown>;

/** One tile: heading with handle, range and menu, and under it the chart, or a link to its screen. */
export function TileCard({ handle, ...props }: TileCardProps & { handle: Handle }) {
  const { id, title, edit } = props;
  const { describedBy, onKeyDown, ...pointer } = handle;
  const asOf = searchOf(props.address).as_of;
  const [isRenaming, setRenaming] = useState(false);
  const head = useRef<HTMLDivElement>(null);
  return (
    <section className="column fill low" aria-labelledby={`tile-${id}`}>
      <div ref={head} className={`row fixed gap-4 ${styles.head}`} {...pointer}>
        <Tooltip label="Move: drag, or arrow keys. Size: Shift and arrow keys">
          <ActionIcon
            size={24}
            aria-label={`Move ${title}`}
            aria-describedby={describedBy}
            data-handle={id}
            onKeyDown={onKeyDown}
          >
            <IconGripVertical size={15} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        {isRenaming ? (
          <div className="grow">
            <NameField
              what="the tile"
              name={title}
              isOpen
              onChange={(name) => name.trim() !== '' && edit(tileChange(id, { title: name.trim() }))}
              onLeave={(isByKey) => {
                setRenaming(false);
                if (isByKey) head.current?.querySelector<HTMLElement>('[data-handle]')?.focus();
              }}
            />
          </div>
        ) : (
          <h3 id={`tile-${id}`} className="heading grow cut one-line" title={title}>
            {title}
          </h3>
        )}
        {asOf !== undefined && (
          <span className="chip one-line">as known on {inDateStyle(knownText(asOf))}</span>
        )}
        <PinnedRange {...props} />
        <TileMenu {...props} onRename={() => setRenaming(true)} />
      </div>
      <TileBody {...props} />
    </section>
  );
}

/** Rendered anew only when something of it changes: not while tiles are moved. */
const TileBody = memo(function TileBody(props: TileCardProps) {
  const { address, ownRange, zoomed, boardRange, recessions } = props;
  const { ref, entry } = useIntersection({ rootMargin: '200px' });
  const [isSeen, setSeen] = useState(false);
  if (!isSeen && (entry?.isIntersecting || props.isWhole)) setSeen(true);
  const chart = useMemo(
    () => chartTile({ address, range: zoomed ?? ownRange }, { range: boardRange, recessions }),
    [address, zoomed, ownRange, boardRange, recessions],
  );
  if (isSeen && !chart) return <ScreenTileBody {...props} />;
  return isSeen && chart ? (
    <ChartTileBody {...props} chart={chart} />
  ) : (
    <div ref={ref} className="fill low" data-later>
      <Skeleton height="100%" role="img" aria-label={`${props.title} is loaded when it comes into sight`} />
    </div>
  );
});

const OFFERED = ['1Y', '5Y', '10Y', 'Max'] as const;

/** The chip of a tile with a range of its own: says it, and changes it or gives it up. */
function PinnedRange({ id, title, ownRange, edit }: TileCardProps) {
  const own = rangeOfText(ownRange);
  if (own === undefined) return null;
  const words = inDateStyle(rangeWords(own));
  return (
    <Menu width={200}>
      <Menu.Target>
        <UnstyledButton
          className="chip one-line fixed"
          data-tone="unused"
          aria-label={`Range of ${title}: ${words}, pinned`}
        >
          <IconPinned size={11} style={{ all: 'revert', width: 11, height: 11 }} aria-hidden />
          {'preset' in own ? own.preset : words}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Its own range</Menu.Label>
        {OFFERED.map((preset) => (
          <Menu.Item key={preset} onClick={() => edit(tileChange(id, { range: tileRangeText({ preset }) }))}>
            {PRESET_NAMES[preset]}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => edit(tileChange(id, { range: null }))}>Follow the board</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
