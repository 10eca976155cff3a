import { Menu, UnstyledButton } from '@mantine/core';
import { IconPinned } from '@tabler/icons-react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { PRESET_NAMES, rangeWords } from '../range/index.ts';
import { rangeOfText, tileRangeText } from '../tiles/index.ts';
import { tileChange } from './edits.ts';
import type { TileCardProps } from './types.ts';

const OFFERED = ['1Y', '5Y', '10Y', 'Max'] as const;

/** The chip of a tile with a range of its own: says it, and changes it or gives it up. */
export function PinnedRange({ id, title, ownRange, edit }: TileCardProps) {
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
