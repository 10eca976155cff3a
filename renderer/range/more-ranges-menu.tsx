import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { today } from './calendar.ts';
import { lastPeriods, type NamedRange, sinceRecessions } from './more-ranges.ts';
import type { RangeChoice } from './presets.ts';

/** As many recessions as one can remember the beginnings of. */
const RECESSIONS_OFFERED = 5;

/** Ranges beyond the presets: since recessions, whole quarters and years. */
export function MoreRangesMenu({ onChange }: { onChange: (choice: RangeChoice) => void }) {
  const item = ({ name, choice }: NamedRange) => (
    <Menu.Item key={name} onClick={() => onChange(choice)}>
      {name}
    </Menu.Item>
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon aria-label="More ranges">
          <IconChevronDown size={16} stroke={1.7} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>From the start of a recession</Menu.Label>
        {sinceRecessions(RECESSIONS_OFFERED).map(item)}
        <Menu.Divider />
        <Menu.Label>Whole periods</Menu.Label>
        {lastPeriods(today()).map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
