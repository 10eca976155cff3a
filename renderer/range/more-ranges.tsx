import { ActionIcon, Box, Button, CloseButton, Group, Menu, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import {
  dateText,
  daysFromCivil,
  inDateStyle,
  lastDayOfMonth,
  SHORT_MONTHS,
} from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { RECESSIONS } from '../../service/series-math/recessions.ts';
import { type RangeSearch, rangeSearch } from '../../service/view/index.ts';
import type { DateRange, RangeChoice } from '../../service/view/types.ts';
import { usePreference } from '../api/index.ts';
import { rangeWords, readRange } from './presets.ts';

/** A menu of ranges beyond the presets: saved ones, since a recession, whole quarters and years. */
export function MoreRangesMenu(props: {
  choice: RangeChoice;
  held: DateRange;
  onChange: (choice: RangeChoice) => void;
  children?: ReactNode;
}) {
  const { choice, held, onChange } = props;
  const [kept, keep] = usePreference('saved_ranges');
  const saved = readSaved(kept);
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
          {saved.length > 0 && <Menu.Label>Your ranges</Menu.Label>}
          {saved.map(({ name, range }) => item({ name, choice: readRange(range, []) }))}
          <Menu.Item onClick={dialog.open}>
            {saved.length > 0 ? 'Save this range, or remove one…' : 'Save this range…'}
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
        saved={saved}
        onKeep={keep}
      />
    </>
  );
}

type NamedRange = { name: string; choice: RangeChoice };

/** @returns the months in which recessions began, latest first: 'Feb 2020'. @param held days of the data */
export function recessionStarts(held: DateRange): { name: string; date: string }[] {
  return RECESSIONS.filter(({ from }) => from >= held.from && from <= held.to)
    .toReversed()
    .map(({ from }) => ({
      name: `${SHORT_MONTHS[Number(from.slice(5, 7)) - 1]} ${from.slice(0, 4)}`,
      date: from,
    }));
}

/** @returns ranges from the start of each recession; their end moves with new data. */
export function sinceRecessions(held: DateRange): NamedRange[] {
  return recessionStarts(held).map(({ name, date }) => ({ name: `Since ${name}`, choice: { since: date } }));
}

/** @returns the last whole quarter, year and fiscal year (from October), and the fiscal year to date. */
export function lastPeriods(today: string): NamedRange[] {
  const [year = 0, month = 0] = today.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3);
  const [quarterYear, quarterMonth] = quarter === 0 ? [year - 1, 10] : [year, quarter * 3 - 2];
  const fiscalYear = month >= 10 ? year : year - 1;
  return [
    {
      name: `Last quarter (${quarterYear} Q${(quarterMonth + 2) / 3})`,
      choice: between(quarterYear, quarterMonth, quarterYear, quarterMonth + 2),
    },
    { name: `Last year (${year - 1})`, choice: between(year - 1, 1, year - 1, 12) },
    {
      name: `Fiscal year to date (FY${fiscalYear + 1})`,
      choice: { since: dateText(daysFromCivil(fiscalYear, 10, 1)) },
    },
    { name: `Last fiscal year (FY${fiscalYear})`, choice: between(fiscalYear - 1, 10, fiscalYear, 9) },
  ];
}

function between(fromYear: number, fromMonth: number, toYear: number, toMonth: number): RangeChoice {
  const from = dateText(daysFromCivil(fromYear, fromMonth, 1));
  return { from, to: dateText(lastDayOfMonth(toYear, toMonth)) };
}

type SavedRange = { name: string; range: RangeSearch };

/** More would not fit into the menu. */
const MOST_SAVED = 20;
const LONGEST_RANGE_NAME = 40;

export function readSaved(kept: readonly SavedRange[]): SavedRange[] {
  const isUnderstood = ({ range }: SavedRange) => {
    const problems: string[] = [];
    readRange(range, problems);
    return problems.length === 0;
  };
  return kept.filter(isUnderstood).slice(0, MOST_SAVED);
}

/** @returns the list with this range at its end, or in place of a range of the same name. */
export function withSaved(before: readonly SavedRange[], name: string, choice: RangeChoice): SavedRange[] {
  const added = { name: name.trim().slice(0, LONGEST_RANGE_NAME), range: rangeSearch(choice) };
  const at = before.findIndex((one) => one.name === added.name);
  return at < 0 ? [...before, added].slice(-MOST_SAVED) : before.with(at, added);
}

function SavedRangesDialog(props: {
  isOpen: boolean;
  onClose: () => void;
  choice: RangeChoice;
  saved: readonly SavedRange[];
  onKeep: (ranges: SavedRange[]) => void;
}) {
  const { isOpen, onClose, choice, saved, onKeep } = props;
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size="sm"
      lockScroll={false}
      // The menu item that opened the dialog is gone when it closes, so the menu restores the focus.
      returnFocus={false}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content aria-label="Your ranges">
        <Modal.Body p="md">
          {/* No Modal.Header: it would be a second banner of the page. */}
          <Group justify="space-between" mb="xs">
            <h2 className="large">Your ranges</h2>
            <CloseButton aria-label="Close" onClick={onClose} />
          </Group>
          <NameForm
            key={rangeWords(choice)}
            choice={choice}
            taken={saved.map(({ name }) => name)}
            onSave={(name) => {
              onKeep(withSaved(saved, name, choice));
              onClose();
            }}
          />
          {saved.length > 0 && (
            <Box
              component="ul"
              className="list ruled gap-2"
              display="grid"
              mt="0.75rem"
              pt="0.5rem"
              aria-label="Saved ranges"
            >
              {saved.map(({ name, range }) => (
                <li key={name} className="row gap-12">
                  <span className="cut grow one-line">{name}</span>
                  <span className="quiet fine one-line">{inDateStyle(rangeWords(readRange(range, [])))}</span>
                  <ActionIcon
                    aria-label={`Remove ${name}`}
                    onClick={() => onKeep(saved.filter((one) => one.name !== name))}
                  >
                    <IconTrash size={16} stroke={1.6} />
                  </ActionIcon>
                </li>
              ))}
            </Box>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function NameForm(props: { choice: RangeChoice; taken: readonly string[]; onSave: (name: string) => void }) {
  const { choice, taken } = props;
  const [typed, setTyped] = useState(rangeWords(choice));
  const name = typed.trim();
  const isFull = taken.length >= MOST_SAVED && !taken.includes(name);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '' && !isFull) props.onSave(name);
      }}
    >
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          data-autofocus
          style={{ flex: 1 }}
          label="Name of the range on the screen"
          value={typed}
          maxLength={LONGEST_RANGE_NAME}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={name === '' || isFull}>
          {taken.includes(name) ? 'Replace' : 'Save'}
        </Button>
      </Group>
      <Text fz="xs" c="dimmed" mt={4}>
        {isFull
          ? `${MOST_SAVED} ranges are saved, the most there can be: remove one first.`
          : `${inDateStyle(rangeWords(choice))}. Kept on this computer.`}
      </Text>
    </form>
  );
}
