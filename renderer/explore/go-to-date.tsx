import { Paper, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useEffect, useState } from 'react';
import { dateText, dayNumber, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { indexNearest } from '../../service/series-math/decimate.ts';
import type { Line } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import { DATE_FORMS, parseDate } from '../range/index.ts';
import styles from './explore.module.css';

/** Alt+G asks for a date, moves the range if needed and, once it is loaded, the crosshair to the date. */
export function useGoToDate(
  chart: RefObject<HTMLElement | null>,
  lines: readonly Line[],
  { range, held, isSettled }: { range: DateRange; held: DateRange; isSettled: boolean },
  { zoom, point }: { zoom: (range: DateRange) => void; point: (day: number) => void },
) {
  const [isAsking, ask] = useState(false);
  const [sought, seek] = useState<string | undefined>();
  useHotkeys([['alt+G', () => ask(true)]]);
  useEffect(() => {
    if (sought === undefined || !isSettled || sought < range.from || sought > range.to) return;
    seek(undefined);
    point(observedNear(lines, sought, range));
  }, [sought, isSettled, lines, range, point]);
  return {
    isAsking,
    close: (isDone: boolean) => {
      ask(false);
      // After the prompt has closed, focuses the chart, so that the arrow keys continue from the date.
      if (isDone) chart.current?.querySelector<HTMLElement>('[aria-roledescription=chart]')?.focus();
    },
    go: (date: string) => {
      const wanted = rangeAround(range, date, held);
      if (wanted !== range) zoom(wanted);
      seek(date);
    },
  };
}

/** @returns the range centred on the day, within the data; the same object if it already contains the day. */
export function rangeAround(range: DateRange, day: string, held: DateRange): DateRange {
  if (day >= range.from && day <= range.to) return range;
  const [from, to, at] = [range.from, range.to, day].map(numberOf) as [number, number, number];
  const width = to - from;
  const last = Math.max(numberOf(held.from) + width, Math.min(numberOf(held.to), at + Math.ceil(width / 2)));
  return { from: dateText(last - width), to: dateText(last) };
}

/** @returns the observed day of a visible line nearest to `day`, within the range; `day` if there is none. */
export function observedNear(
  lines: readonly Pick<Line, 'hidden' | 'column'>[],
  day: string,
  range: DateRange,
): number {
  const wanted = numberOf(day);
  const near = lines
    .filter(({ hidden }) => !hidden)
    .flatMap(({ column }) => column.days[indexNearest(column.days, wanted)] ?? [])
    .filter((found) => found >= numberOf(range.from) && found <= numberOf(range.to))
    .toSorted((a, b) => Math.abs(a - wanted) - Math.abs(b - wanted));
  return near[0] ?? wanted;
}

function numberOf(date: string): number {
  return dayNumber(date) ?? 0;
}

/** A prompt for a date, over the chart. Enter goes to the date; Escape and leaving the field close it. */
export function DatePrompt(props: {
  held: DateRange;
  onGo: (date: string) => void;
  /** @param isDone false if the user has moved the focus elsewhere */
  onClose: (isDone: boolean) => void;
}) {
  const { held, onGo, onClose } = props;
  const [text, setText] = useState('');
  const read = text.trim() === '' ? undefined : readDate(text, held);
  return (
    <Paper className={styles.prompt as string} shadow="md" withBorder role="dialog" aria-label="Go to date">
      <TextInput
        autoFocus
        label="Go to date"
        size="xs"
        spellCheck={false}
        autoComplete="off"
        placeholder="2008-09-15"
        value={text}
        error={read && 'problem' in read ? read.problem : undefined}
        description={read && 'meaning' in read ? read.meaning : `Type ${DATE_FORMS}.`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={() => onClose(false)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Enter' && read && 'date' in read) {
            onClose(true);
            onGo(read.date);
          }
          if (event.key === 'Escape') onClose(true);
        }}
      />
    </Paper>
  );
}

function readDate(text: string, held: DateRange): { date: string; meaning: string } | { problem: string } {
  const parsed = parseDate(text, 'from', { today: todayText(), anchor: held.to });
  if ('problem' in parsed) return parsed;
  const { date } = parsed;
  if (date < held.from || date > held.to)
    return {
      problem: `There are no data on ${shownDate(date)}: they go from ${shownDate(held.from)} to ${shownDate(held.to)}.`,
    };
  return { date, meaning: `To the observation nearest to ${shownDate(date)}. Enter goes there.` };
}
