import { Box, SegmentedControl } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { type ReactNode, useState } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import type { FrequencyCode } from '../../service/series-math/fred-codes.ts';
import { isPreset, lastOf, rangeProblem, resolveRange } from '../../service/view/index.ts';
import { type DateRange, PRESETS, type RangeChoice } from '../../service/view/types.ts';
import { CALENDAR, CalendarPopover, DateField, type EnteredDate } from './date-field.tsx';
import { MoreRangesMenu } from './more-ranges.tsx';
import { parseRange } from './parse-date.ts';
import { isOpenEnded, PRESET_NAMES, rangeWords, tooShort } from './presets.ts';
import styles from './range.module.css';

/** Controls for the shown range: presets (too short ones are disabled), a field for each end, a calendar. */
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
  const endsWithData = isOpenEnded(choice) || range.to === held.to;
  const takeFrom = ({ date, isOpen, back }: EnteredDate) => {
    if (back && endsWithData) return onChange(lastOf(back));
    // An end that moves with new data keeps moving when the beginning changes.
    onChange(isOpen || isOpenEnded(choice) ? { since: date } : { from: date, to: range.to });
  };
  const takeTo = ({ date, isOpen }: EnteredDate) => {
    if (!isOpen) return onChange({ from: range.from, to: date });
    if (!isOpenEnded(choice)) onChange({ since: range.from });
  };
  const sharedProps = {
    readWhole: (text: string) => parseRange(text, { held, today: now }),
    onTakeRange: onChange,
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would add a border and a legend
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
        <TypedAs choice={choice} />
        <DateField
          {...sharedProps}
          label="From"
          end="from"
          date={range.from}
          context={{ today: now, anchor: range.to }}
          refuse={(from) => rangeProblem(from, range.to)}
          backNote={endsWithData ? 'It moves on with new data.' : undefined}
          onTake={takeFrom}
        />
        <span aria-hidden className="quiet">
          →
        </span>
        <DateField
          {...sharedProps}
          label="To"
          end="to"
          date={range.to}
          context={{ today: now, anchor: held.to }}
          refuse={(to) => rangeProblem(range.from, to)}
          onTake={takeTo}
        />
        {isOpenEnded(choice) && (
          <span className={`quiet fine one-line ${styles.latest}`} title="The end moves on with new data">
            latest
          </span>
        )}
        <CalendarPopover label="Choose the range in a calendar" position="bottom-end">
          {(close) => (
            <RangeCalendar
              range={range}
              latest={now}
              onPick={(picked) => {
                close();
                onChange(picked);
              }}
            />
          )}
        </CalendarPopover>
      </div>
    </div>
  );
}

/** How the range was typed, if the fields do not show it: '−18M', 'since'. */
function TypedAs({ choice }: { choice: RangeChoice }) {
  if (!('back' in choice || 'since' in choice)) return null;
  return (
    <Box
      component="span"
      className="rounded accent fine one-line"
      px={6}
      bg="var(--selected)"
      lh="1.375rem"
      title={inDateStyle(rangeWords(choice))}
    >
      {'back' in choice ? choice.back.replace('-', '−') : 'since'}
    </Box>
  );
}

/** Chooses the range with two clicks: the first day, then the last. */
function RangeCalendar(props: { range: DateRange; latest: string; onPick: (range: DateRange) => void }) {
  const { range, latest, onPick } = props;
  const [picked, setPicked] = useState<[string | null, string | null]>([range.from, range.to]);
  return (
    <DatePicker
      {...CALENDAR}
      type="range"
      allowSingleDateInRange
      defaultDate={range.to}
      maxDate={latest}
      value={picked}
      onChange={([from, to]) => {
        setPicked([from, to]);
        if (from !== null && to !== null) onPick({ from, to });
      }}
    />
  );
}
