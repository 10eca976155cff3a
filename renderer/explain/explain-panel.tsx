import { ActionIcon, CloseButton, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { dateText, dayNumber } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { seriesId } from '../../service/datasets/series-choice.ts';
import { type Ask, type DateRange, useObservations } from '../api/index.ts';
import { SeriesSwatch } from '../chart/index.ts';
import { asksOf, type Line, linesOf } from '../lines/index.ts';
import type { View } from '../view/index.ts';
import { CopyExplanation } from './copy-explanation.tsx';
import styles from './explain.module.css';
import { explainLine } from './explain-line.ts';
import { valueText } from './explanation-text.ts';
import { NumberTree } from './number-tree.tsx';
import { lineValues } from './pick-line.ts';

type Explained = NonNullable<View['explained']>;

/** What one number on the screen was made of, and where each observation behind it comes from. */
export function ExplainPanel(props: {
  view: View;
  explained: Explained;
  /** What is on the screen. */
  range: DateRange;
  onExplain: (explained: Explained) => void;
  onClose: () => void;
}) {
  const { view, explained, range, onExplain } = props;
  const asks = useAsks(view, explained, range);
  const { columns, isLoading, error } = useObservations(asks);
  const lines = useMemo(() => linesOf(view, columns, range), [view, columns, range]);
  const node = useMemo(
    () => explainLine({ view, columns, range }, explained.line, explained.date),
    [view, columns, range, explained],
  );
  const line = lines.find(({ id }) => id === explained.line);
  const others = lineValues(lines, explained.date);
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2>Explain this number</h2>
        {node && !isLoading && <CopyExplanation node={node} />}
        <CloseButton aria-label="Close the explanation" onClick={props.onClose} />
      </div>
      <Days line={line} date={explained.date} onDay={(date) => onExplain({ ...explained, date })} />
      {others.length > 1 && (
        <fieldset className={styles.lines} aria-label={`Lines with a value on ${explained.date}`}>
          {others.map((other) => (
            <button
              key={other.line.id}
              type="button"
              className={styles.line}
              aria-pressed={other.line.id === explained.line}
              onClick={() => onExplain({ ...explained, line: other.line.id })}
            >
              <SeriesSwatch slot={other.line.slot} width={14} />
              <span className={styles.lineTitle}>{other.line.title}</span>
              <span className={styles.lineValue}>
                {valueText({ value: other.value, unit: other.line.unit })}
              </span>
            </button>
          ))}
        </fieldset>
      )}
      {error ? (
        <p role="alert">The observations behind it could not be loaded: {error.message}</p>
      ) : isLoading || !node ? (
        <Skeleton height={160} width="auto" role="img" aria-label="Loading the explanation" />
      ) : (
        <NumberTree key={`${explained.line}@${explained.date}`} node={node} />
      )}
    </div>
  );
}

/** The day, and the way to the observations before and after it. */
function Days(props: { line: Line | undefined; date: string; onDay: (date: string) => void }) {
  const { line, date, onDay } = props;
  const day = dayNumber(date) ?? 0;
  const days = line ? Array.from(line.column.days) : [];
  const before = days.findLast((one) => one < day);
  const after = days.find((one) => one > day);
  const step = (to: number | undefined) => to !== undefined && onDay(dateText(to));
  return (
    <div className={styles.days}>
      <ActionIcon
        size={24}
        aria-label="The observation before"
        disabled={before === undefined}
        onClick={() => step(before)}
      >
        <IconChevronLeft size={16} stroke={1.7} />
      </ActionIcon>
      <span className={styles.date} role="status">
        {date}
      </span>
      <ActionIcon
        size={24}
        aria-label="The observation after"
        disabled={after === undefined}
        onClick={() => step(after)}
      >
        <IconChevronRight size={16} stroke={1.7} />
      </ActionIcon>
    </div>
  );
}

/** All history of what the number is made of, and of the other lines what is on the screen. */
function useAsks(view: View, { line }: Explained, range: DateRange): readonly Ask[] {
  const isFormula = line.startsWith('=');
  const wanted = JSON.stringify(
    asksOf(view, range, todayText()).map((ask, i) => {
      const own = view.series[i];
      const isNeeded = isFormula || (own !== undefined && line === seriesId(own.choice));
      return isNeeded ? { ...ask, range: { from: '0001-01-01', to: todayText() } } : ask;
    }),
  );
  return useMemo(() => JSON.parse(wanted) as Ask[], [wanted]);
}
