import { ActionIcon, Input, Paper, Popover } from '@mantine/core';
import type { DayOfWeek } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import type { Back, RangeChoice } from '../../service/view/types.ts';
import {
  DATE_FORMS,
  type DateContext,
  type ParsedRange,
  parseDate,
  RANGE_FORMS,
  type RangeEnd,
  readOpen,
} from './parse-date.ts';
import styles from './range.module.css';

export type EnteredDate = {
  date: string;
  /** True if the end of the range moves with new data: typed as 'since 2020-02' or 'latest'. */
  isOpen: boolean;
  /** Set if the date was typed as a distance from the anchor: '-5Y'. */
  back: Back | undefined;
};

/** One end of the range, with a hint on how it is read. Enter and leaving take the date, Escape drops it. */
export function DateField(props: {
  label: string;
  end: RangeEnd;
  date: string;
  context: DateContext;
  /** @returns why the date cannot be this end of the range, if it cannot. */
  refuse: (date: string) => string | undefined;
  /** Added to the hint for texts such as '-5Y', if the date will move with new data. */
  backNote?: string | undefined;
  /** Reads a text as a whole range. Absent: the field takes only a date. */
  readWhole?: (text: string) => ParsedRange | undefined;
  onTakeRange?: (choice: RangeChoice) => void;
  onTake: (entered: EnteredDate) => void;
}) {
  const { label, end, date, context, refuse, onTake, backNote } = props;
  const [draft, setDraft] = useState<string | undefined>();
  // The hint covers content below, so it hides once the date is taken or dropped, until the user types again.
  const [isHinting, setHinting] = useState(false);
  const hintId = useId();
  const { text, isOpen } = readOpen(draft ?? date, end);
  const isTyping = draft !== undefined;
  const whole = isTyping ? props.readWhole?.(draft) : undefined;
  const parsed = parseDate(text, end, context);
  const read = whole ?? parsed;
  const problem = 'problem' in read ? read.problem : 'date' in read ? refuse(read.date) : undefined;
  const isWrong = isTyping && problem !== undefined;
  const forms = props.readWhole ? `${DATE_FORMS}; or both ends: ${RANGE_FORMS}` : DATE_FORMS;
  const take = () => {
    if (!isTyping || isWrong || 'problem' in read) return;
    setDraft(undefined);
    if ('choice' in read) props.onTakeRange?.(read.choice);
    else if (read.date !== date || isOpen || read.back) onTake({ date: read.date, isOpen, back: read.back });
  };
  const hint = () => {
    if ('problem' in read || problem !== undefined) return problem ?? '';
    return 'back' in read && backNote !== undefined ? `${read.meaning} ${backNote}` : read.meaning;
  };
  return (
    <div className={styles.field}>
      <Input
        size="xs"
        // Mantine would describe the field by its wrapper, which does not exist here.
        withAria={false}
        aria-label={label}
        aria-describedby={hintId}
        aria-invalid={isWrong || undefined}
        error={isWrong}
        classNames={{ input: styles.date as string }}
        value={draft ?? date}
        spellCheck={false}
        autoComplete="off"
        onFocus={(event) => {
          setHinting(true);
          event.currentTarget.select();
        }}
        onChange={(event) => {
          setHinting(true);
          setDraft(event.currentTarget.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            take();
            setHinting(isWrong);
          }
          if (event.key === 'Escape') {
            setDraft(undefined);
            setHinting(false);
          }
        }}
        onBlur={() => {
          take();
          setDraft(undefined);
          setHinting(false);
        }}
      />
      <Paper
        id={hintId}
        className={`fine ${styles.hint}`}
        style={isHinting ? undefined : { visibility: 'hidden' }}
        data-problem={isWrong || undefined}
        role="status"
        shadow="sm"
      >
        {isTyping ? inDateStyle(hint()) : `Type ${forms}.`}
      </Paper>
    </div>
  );
}

export const CALENDAR = {
  size: 'sm' as const,
  weekendDays: [] as DayOfWeek[],
  hideOutsideDates: true,
  ariaLabels: {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
  },
};

/** A button that opens a calendar. @param props.children renders it; receives a function that closes it */
export function CalendarPopover(props: {
  label: string;
  position: 'bottom' | 'bottom-end';
  children: (close: () => void) => ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus position={props.position}>
      <Popover.Target>
        <ActionIcon aria-label={props.label} onClick={() => setOpen((was) => !was)}>
          <IconCalendar size={17} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>{props.children(() => setOpen(false))}</Popover.Dropdown>
    </Popover>
  );
}
