import { ActionIcon, Box, Button, Popover, Tooltip } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { shownDate } from '../../service/calendar/dates.ts';
import '@mantine/dates/styles.layer.css';
import { IconCalendar, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import type { DateRange } from '../../service/view/types.ts';
import { CALENDAR_LABELS } from './calendar-labels.ts';
import { DateField } from './date-field.tsx';

/** Chooses one day of those that have data: typed in any form, from a calendar, one back or forward, or the newest. */
export function DayStepper(props: {
  /** What is chosen: 'Date', 'Week'. */
  label: string;
  date: string;
  /** First and last day with data. */
  held: DateRange;
  /** The days before and after; `undefined` at the ends. */
  before: string | undefined;
  after: string | undefined;
  /** The keys that go there. */
  keys: { before: string; after: string };
  /** @returns why a day cannot be chosen, if it cannot. */
  refuse?: (date: string) => string | undefined;
  /** @param date `undefined`: the newest, also when a newer one arrives */
  onChange: (date: string | undefined) => void;
}) {
  const { label, date, held, before, after, keys, onChange } = props;
  const step = (to: string | undefined) => to !== undefined && onChange(to);
  return (
    <Box component="fieldset" className="row gap-6" pos="relative" aria-label={label}>
      <Step
        name={`${label} before`}
        shortcut={keys.before}
        isBack
        isOff={before === undefined}
        onClick={() => step(before)}
      />
      <DateField
        label={label}
        end="to"
        date={date}
        context={{ today: todayText(), anchor: held.to }}
        refuse={(one) =>
          props.refuse?.(one) ?? (one < held.from ? `The first held is ${shownDate(held.from)}.` : undefined)
        }
        onTake={({ date: taken, isOpen }) => onChange(isOpen || taken > held.to ? undefined : taken)}
      />
      <Calendar label={label} date={date} held={held} onChange={onChange} />
      <Step
        name={`${label} after`}
        shortcut={keys.after}
        isOff={after === undefined}
        onClick={() => step(after)}
      />
      <Button variant="default" h={30} disabled={after === undefined} onClick={() => onChange(undefined)}>
        Newest
      </Button>
    </Box>
  );
}

function Step(props: {
  name: string;
  shortcut: string;
  isBack?: boolean;
  isOff: boolean;
  onClick: () => void;
}) {
  const Icon = props.isBack ? IconChevronLeft : IconChevronRight;
  return (
    <Tooltip label={`${props.name} ${props.shortcut}`}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={props.name}
        aria-keyshortcuts={props.shortcut}
        disabled={props.isOff}
        onClick={props.onClick}
      >
        <Icon size={16} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  );
}

function Calendar(props: {
  label: string;
  date: string;
  held: DateRange;
  onChange: (date: string | undefined) => void;
}) {
  const { label, date, held, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position="bottom">
      <Popover.Target>
        <ActionIcon
          aria-label={`Choose the ${label.toLowerCase()} in a calendar`}
          onClick={() => setOpen((was) => !was)}
        >
          <IconCalendar size={17} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          size="sm"
          weekendDays={[]}
          hideOutsideDates
          ariaLabels={CALENDAR_LABELS}
          defaultDate={date}
          minDate={held.from}
          maxDate={held.to}
          value={date}
          onChange={(chosen) => {
            if (chosen === null) return;
            setOpen(false);
            onChange(chosen);
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
