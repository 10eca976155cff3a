import { useHotkeys } from '@mantine/hooks';
import { shownDate } from '../../service/calendar/dates.ts';
import type { DateRange } from '../../service/view/types.ts';
import { DayStepper } from '../range/index.ts';
import { shiftWeeks, statementWeek } from './weeks.ts';

/** Chooses the week: by a date field, or one week back and forward, also with the keys [ and ]. */
export function WeekStepper(props: {
  week: string;
  /** First and last week with data. */
  held: DateRange;
  /** @param week `undefined`: the newest week, also when a newer one arrives */
  onChange: (week: string | undefined) => void;
}) {
  const { week, held, onChange } = props;
  const before = week > held.from ? shiftWeeks(week, -1) : undefined;
  const after = week < held.to ? shiftWeeks(week, 1) : undefined;
  useHotkeys([
    ['[', () => before !== undefined && onChange(before)],
    [']', () => after !== undefined && onChange(after)],
  ]);
  return (
    <DayStepper
      label="Week"
      date={week}
      held={held}
      before={before}
      after={after}
      keys={{ before: '[', after: ']' }}
      refuse={(date) =>
        statementWeek(date) < held.from ? `The first week held is ${shownDate(held.from)}.` : undefined
      }
      onChange={(date) => onChange(date === undefined ? undefined : statementWeek(date))}
    />
  );
}
