import { ActionIcon, Box, Button, Tooltip } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { DateRange } from '../../service/view/types.ts';
import { CALENDAR, CalendarPopover, DateField } from './date-field.tsx';

/** Chooses one of the days with data: typed in any form, in a calendar, by steps, or the newest. */
export function DayStepper(props: {
  /** Name of the choice: 'Date', 'Week'. */
  label: string;
  date: string;
  held: DateRange;
  /** The days before and after; `undefined` at the ends. */
  before: string | undefined;
  after: string | undefined;
  /** Shortcut keys of the steps. */
  keys: { before: string; after: string };
  /** @returns why a day cannot be chosen, if it cannot. */
  refuse?: (date: string) => string | undefined;
  /** @param date `undefined`: the newest, also when a newer one arrives */
  onChange: (date: string | undefined) => void;
}) {
  const { label, date, held, after, keys, onChange } = props;
  const step = (where: 'before' | 'after') => {
    const Icon = where === 'before' ? IconChevronLeft : IconChevronRight;
    const to = props[where];
    return (
      <Tooltip label={`${label} ${where} ${keys[where]}`}>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={`${label} ${where}`}
          aria-keyshortcuts={keys[where]}
          disabled={to === undefined}
          onClick={() => to !== undefined && onChange(to)}
        >
          <Icon size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
    );
  };
  return (
    <Box component="fieldset" className="row gap-6" pos="relative" aria-label={label}>
      {step('before')}
      <DateField
        label={label}
        end="to"
        date={date}
        context={{ today: todayText(), anchor: held.to }}
        refuse={(one) =>
          props.refuse?.(one) ?? (one < held.from ? `The data begin on ${shownDate(held.from)}.` : undefined)
        }
        onTake={({ date: taken, isOpen }) => onChange(isOpen || taken > held.to ? undefined : taken)}
      />
      <CalendarPopover label={`Choose the ${label.toLowerCase()} in a calendar`} position="bottom">
        {(close) => (
          <DatePicker
            {...CALENDAR}
            defaultDate={date}
            minDate={held.from}
            maxDate={held.to}
            value={date}
            onChange={(chosen) => {
              if (chosen === null) return;
              close();
              onChange(chosen);
            }}
          />
        )}
      </CalendarPopover>
      {step('after')}
      <Button variant="default" h={30} disabled={after === undefined} onClick={() => onChange(undefined)}>
        Newest
      </Button>
    </Box>
  );
}
