import { ActionIcon, Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import type { DateRange, RangeChoice } from '../../service/view/types.ts';
import { lastPeriods, type NamedRange, sinceRecessions } from './more-ranges.ts';
import { readRange } from './presets.ts';
import { useSavedRanges } from './saved-ranges.ts';
import { SavedRangesDialog } from './saved-ranges-dialog.tsx';

/** A menu of ranges beyond the presets: saved ones, since a recession, whole quarters and years. */
export function MoreRangesMenu(props: {
  choice: RangeChoice;
  held: DateRange;
  onChange: (choice: RangeChoice) => void;
  /** Further items, at the end of the menu. */
  children?: ReactNode;
}) {
  const { choice, held, onChange } = props;
  const ranges = useSavedRanges();
  const [isOpen, dialog] = useDisclosure(false);
  const button = useRef<HTMLButtonElement>(null);
  const item = ({ name, choice: named }: NamedRange) => (
    <Menu.Item key={name} onClick={() => onChange(named)}>
      {name}
    </Menu.Item>
  );
  const recessions = sinceRecessions(held);
  return (
    <>
      <Menu position="bottom-start">
        <Menu.Target>
          <ActionIcon ref={button} aria-label="More ranges">
            <IconChevronDown size={16} stroke={1.7} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown mah="min(34rem, 80vh)" style={{ overflowY: 'auto' }}>
          {ranges.saved.length > 0 && <Menu.Label>Your ranges</Menu.Label>}
          {ranges.saved.map(({ name, range }) => item({ name, choice: readRange(range, []) }))}
          <Menu.Item onClick={dialog.open}>
            {ranges.saved.length > 0 ? 'Save this range, or remove one…' : 'Save this range…'}
          </Menu.Item>
          <Menu.Divider />
          {recessions.length > 0 && <Menu.Label>From the start of a recession</Menu.Label>}
          {recessions.map(item)}
          {recessions.length > 0 && <Menu.Divider />}
          <Menu.Label>Whole periods</Menu.Label>
          {lastPeriods(todayText()).map(item)}
          {props.children}
        </Menu.Dropdown>
      </Menu>
      <SavedRangesDialog
        isOpen={isOpen}
        onClose={() => {
          dialog.close();
          button.current?.focus();
        }}
        choice={choice}
        ranges={ranges}
      />
    </>
  );
}
