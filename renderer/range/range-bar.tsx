import { ActionIcon, Popover, SegmentedControl } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useHotkeys } from '@mantine/hooks';
import { IconCalendar } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { DateRange } from '../api/index.ts';
import { today } from './calendar.ts';
import { DateField } from './date-field.tsx';
import { MoreRangesMenu } from './more-ranges-menu.tsx';
import { rangeProblem } from './parse-date.ts';
import { isPreset, PRESET_NAMES, PRESETS, type RangeChoice, resolveRange } from './presets.ts';
import styles from './range.module.css';

/**
 * The range of what is shown: presets, two typed fields, a calendar.
 * @param props.held first and last day of what is shown; presets end with its last day.
 */
export function RangeBar(props: {
  choice: RangeChoice;
  held: DateRange;
  onChange: (choice: RangeChoice) => void;
}) {
  const { choice, held, onChange } = props;
  const range = resolveRange(choice, held);
  const now = today();
  const fields = useRef<HTMLDivElement>(null);
  useHotkeys([['alt+G', () => fields.current?.querySelector('input')?.focus()]]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that do not belong in a tool bar
    <div className={styles.bar} role="group" aria-label="Range">
      <SegmentedControl
        aria-label="Preset range"
        withItemsBorders={false}
        classNames={{ root: styles.presets as string, label: styles.preset as string }}
        value={'preset' in choice ? choice.preset : ''}
        onChange={(value) => isPreset(value) && onChange({ preset: value })}
        data={PRESETS.map((preset) => ({
          value: preset,
          label: <abbr title={PRESET_NAMES[preset]}>{preset}</abbr>,
        }))}
      />
      <MoreRangesMenu onChange={onChange} />
      <div ref={fields} className={styles.fields}>
        <DateField
          label="From"
          end="from"
          date={range.from}
          context={{ today: now, anchor: range.to }}
          refuse={(from) => rangeProblem(from, range.to)}
          onTake={(from, isOpen) => onChange(isOpen ? { since: from } : { from, to: range.to })}
        />
        <span aria-hidden className={styles.arrow}>
          →
        </span>
        <DateField
          label="To"
          end="to"
          date={range.to}
          context={{ today: now, anchor: held.to }}
          refuse={(to) => rangeProblem(range.from, to)}
          onTake={(to, isOpen) => onChange(isOpen ? { since: range.from } : { from: range.from, to })}
        />
        <CalendarButton range={range} latest={now} onChange={onChange} />
      </div>
    </div>
  );
}

const CALENDAR_LABELS = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** The same with a pointer: first day, then last day. */
function CalendarButton(props: { range: DateRange; latest: string; onChange: (range: DateRange) => void }) {
  const { range, latest, onChange } = props;
  const [isOpen, setOpen] = useState(false);
  const [picked, setPicked] = useState<[string | null, string | null]>([null, null]);
  return (
    <Popover
      opened={isOpen}
      onChange={(opened) => {
        setPicked([null, null]);
        setOpen(opened);
      }}
      trapFocus
      position="bottom-end"
    >
      <Popover.Target>
        <ActionIcon aria-label="Choose the range in a calendar" onClick={() => setOpen((was) => !was)}>
          <IconCalendar size={17} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          type="range"
          size="sm"
          weekendDays={[]}
          hideOutsideDates
          ariaLabels={CALENDAR_LABELS}
          allowSingleDateInRange
          defaultDate={range.to}
          maxDate={latest}
          value={picked[0] === null ? [range.from, range.to] : picked}
          onChange={([from, to]) => {
            setPicked([from, to]);
            if (from === null || to === null) return;
            setOpen(false);
            setPicked([null, null]);
            onChange({ from, to });
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
