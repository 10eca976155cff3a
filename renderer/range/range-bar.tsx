import { ActionIcon, Box, Popover, SegmentedControl } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import '@mantine/dates/styles.layer.css';
import { IconCalendar } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { todayText } from '../../service/calendar/today.ts';
import type { FrequencyCode } from '../../service/series-math/fred-codes.ts';
import { isPreset, lastOf, rangeProblem, resolveRange } from '../../service/view/index.ts';
import { type DateRange, PRESETS, type RangeChoice } from '../../service/view/types.ts';
import { DateField, type TakenDate } from './date-field.tsx';
import { MoreRangesMenu } from './more-ranges-menu.tsx';
import { goesOn, PRESET_NAMES } from './presets.ts';
import styles from './range.module.css';
import { rangeWords } from './saved-ranges.ts';
import { tooShort } from './too-short.ts';

/**
 * The range of what is shown: presets, two typed fields, a calendar.
 * @param props.held first and last day of what is shown; presets end with its last day.
 * @param props.finest the highest frequency of what is shown: presets in which two periods of it have no place are no use.
 * @param props.children what else belongs into the menu of ranges.
 */
export function RangeBar(props: {
  choice: RangeChoice;
  held: DateRange;
  finest?: FrequencyCode | undefined;
  onChange: (choice: RangeChoice) => void;
  children?: ReactNode;
}) {
  const { choice, held, onChange } = props;
  const range = resolveRange(choice, held);
  const now = todayText();
  const endsWithData = goesOn(choice) || range.to === held.to;
  const takeFrom = ({ date, isOpen, back }: TakenDate) => {
    if (back && endsWithData) return onChange(lastOf(back));
    // An end that moves on with the data does so from another beginning too.
    onChange(isOpen || goesOn(choice) ? { since: date } : { from: date, to: range.to });
  };
  const takeTo = ({ date, isOpen }: TakenDate) => {
    if (!isOpen) return onChange({ from: range.from, to: date });
    if (!goesOn(choice)) onChange({ since: range.from });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset brings a border and a legend that do not belong in a tool bar
    <div className={`row wrap ${styles.bar}`} role="group" aria-label="Range">
      <SegmentedControl
        aria-label="Preset range"
        withItemsBorders={false}
        bg="var(--page)"
        bd="1px solid var(--line)"
        classNames={{ label: `fine ${styles.preset}` }}
        value={'preset' in choice ? choice.preset : ''}
        onChange={(value) => isPreset(value) && onChange({ preset: value })}
        data={PRESETS.map((preset) => {
          const reason = tooShort(preset, held, props.finest);
          return {
            value: preset,
            disabled: reason !== undefined,
            label: <abbr title={reason ?? PRESET_NAMES[preset]}>{preset}</abbr>,
          };
        })}
      />
      <MoreRangesMenu choice={choice} held={held} onChange={onChange}>
        {props.children}
      </MoreRangesMenu>
      <div className="row gap-4">
        <Said choice={choice} />
        <DateField
          label="From"
          end="from"
          date={range.from}
          context={{ today: now, anchor: range.to }}
          refuse={(from) => rangeProblem(from, range.to)}
          backNote={endsWithData ? 'It moves on with the data, through the latest.' : undefined}
          onTake={takeFrom}
        />
        <span aria-hidden className="quiet">
          →
        </span>
        <DateField
          label="To"
          end="to"
          date={range.to}
          context={{ today: now, anchor: held.to }}
          refuse={(to) => rangeProblem(range.from, to)}
          onTake={takeTo}
        />
        {goesOn(choice) && (
          <span
            className={`quiet fine one-line ${styles.latest}`}
            title="The end moves on with the data: through the latest"
          >
            latest
          </span>
        )}
        <CalendarButton range={range} latest={now} onChange={onChange} />
      </div>
    </div>
  );
}

/** How the range was asked for, where that is more than the days in the fields and no preset: '−18M', 'since'. */
function Said({ choice }: { choice: RangeChoice }) {
  if (!('back' in choice || 'since' in choice)) return null;
  return (
    <Box
      component="span"
      className="rounded accent fine one-line"
      px={6}
      bg="var(--selected)"
      lh="1.375rem"
      title={rangeWords(choice)}
    >
      {'back' in choice ? choice.back.replace('-', '−') : 'since'}
    </Box>
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
