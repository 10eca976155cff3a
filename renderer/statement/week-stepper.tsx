import { ActionIcon, Box, Button, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { todayText } from '../../service/calendar/today.ts';
import type { DateRange } from '../api/index.ts';
import { DateField } from '../range/index.ts';
import { shiftWeeks, weekOf } from './weeks.ts';

/** Chooses the week: by a date field, or one week back and forward, also with the keys [ and ]. */
export function WeekStepper(props: {
  week: string;
  /** First and last week with data. */
  held: DateRange;
  /** @param week `undefined`: the newest week, also when a newer one arrives */
  onChange: (week: string | undefined) => void;
}) {
  const { week, held, onChange } = props;
  const step = (by: -1 | 1) => {
    const next = shiftWeeks(week, by);
    if (next >= held.from && next <= held.to) onChange(next);
  };
  useHotkeys([
    ['[', () => step(-1)],
    [']', () => step(1)],
  ]);
  return (
    <Box component="fieldset" className="row gap-6" pos="relative" aria-label="Week">
      <Tooltip label="Week before [">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Week before"
          aria-keyshortcuts="["
          disabled={week <= held.from}
          onClick={() => step(-1)}
        >
          <IconChevronLeft size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <DateField
        label="Week"
        end="to"
        date={week}
        context={{ today: todayText(), anchor: held.to }}
        refuse={(date) => (weekOf(date) < held.from ? `The first week held is ${held.from}.` : undefined)}
        onTake={({ date, isOpen }) => onChange(isOpen || date > held.to ? undefined : weekOf(date))}
      />
      <Tooltip label="Week after ]">
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Week after"
          aria-keyshortcuts="]"
          disabled={week >= held.to}
          onClick={() => step(1)}
        >
          <IconChevronRight size={16} stroke={1.7} />
        </ActionIcon>
      </Tooltip>
      <Button variant="default" h={30} disabled={week >= held.to} onClick={() => onChange(undefined)}>
        Newest
      </Button>
    </Box>
  );
}
