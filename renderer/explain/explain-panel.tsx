import { ActionIcon, Box, CloseButton, Skeleton } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useMemo } from 'react';
import { dateText, dayNumber, shownDate } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { entryOf, seriesId } from '../../service/datasets/series-choice.ts';
import { plainly } from '../../service/series-math/decimal-text.ts';
import { asksOf, type Line, lineId, linesOf } from '../../service/view/index.ts';
import type { DateRange, SeriesRequest, ShownSeries, View } from '../../service/view/types.ts';
import { useObservations, useStableAsks } from '../api/index.ts';
import { SeriesSwatch } from '../chart/index.ts';
import styles from './explain.module.css';
import { explainLine } from './explain-line.ts';
import { explainedValue } from './explanation-text.ts';
import { CopyExplanation, NumberTree } from './number-tree.tsx';
import { lineValues } from './pick-number.ts';

type ExplainedWords = NonNullable<View['explained']>;

/** Explains a number: how it was computed, and where each observation behind it comes from. */
export function ExplainPanel(props: {
  view: View;
  explained: ExplainedWords;
  range: DateRange;
  onExplain: (explained: ExplainedWords) => void;
  onClose: () => void;
}) {
  const { view, explained, range, onExplain } = props;
  const asks = useAsks(view, explained, range);
  const { columns, isLoading, error } = useObservations(asks);
  const lines = useMemo(() => linesOf(view, columns, range), [view, columns, range]);
  const node = useMemo(
    () => plainly(() => explainLine({ view, columns, range }, explained.line, explained.date)),
    [view, columns, range, explained],
  );
  const line = lines.find(({ id }) => id === explained.line);
  const others = lineValues(lines, explained.date);
  return (
    <Box p="0.75rem 1rem 1.25rem">
      <div className="row gap-4">
        <h2 className="large fill">Explain this number</h2>
        {node && !isLoading && <CopyExplanation node={node} />}
        <CloseButton aria-label="Close the explanation" onClick={props.onClose} />
      </div>
      <DateStepper line={line} date={explained.date} onDay={(date) => onExplain({ ...explained, date })} />
      {others.length > 1 && (
        <Box
          component="fieldset"
          className="column shrink gap-2 no-padding"
          m="0 0 0.75rem"
          bd="0"
          aria-label={`Lines with a value on ${shownDate(explained.date)}`}
        >
          {others.map((other) => (
            <button
              key={other.line.id}
              type="button"
              className={`rounded plain hovers presses row shrink gap-8 ${styles.line}`}
              aria-pressed={other.line.id === explained.line}
              onClick={() => onExplain({ ...explained, line: other.line.id })}
            >
              <SeriesSwatch slot={other.line.slot} width={14} />
              <span className="cut grow one-line">{other.line.title}</span>
              <span className="one-line">
                {explainedValue({ value: other.value, unit: other.line.unit })}
              </span>
            </button>
          ))}
        </Box>
      )}
      {error ? (
        <p role="alert">The observations behind it could not be loaded: {error.message}</p>
      ) : isLoading || !node ? (
        <Skeleton height={160} width="auto" role="img" aria-label="Loading the explanation" />
      ) : (
        <NumberTree key={`${explained.line}@${explained.date}`} node={node} />
      )}
    </Box>
  );
}

function DateStepper(props: { line: Line | undefined; date: string; onDay: (date: string) => void }) {
  const { line, date, onDay } = props;
  const day = dayNumber(date) ?? 0;
  const days = line ? Array.from(line.column.days) : [];
  const before = days.findLast((one) => one < day);
  const after = days.find((one) => one > day);
  const step = (where: string, to: number | undefined, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      size={24}
      aria-label={`The observation ${where}`}
      disabled={to === undefined}
      onClick={() => to !== undefined && onDay(dateText(to))}
    >
      <Icon size={16} stroke={1.7} />
    </ActionIcon>
  );
  return (
    <Box className="row gap-4" m="0.375rem 0 0.625rem -0.25rem">
      {step('before', before, IconChevronLeft)}
      <span className="medium" role="status">
        {shownDate(date)}
      </span>
      {step('after', after, IconChevronRight)}
    </Box>
  );
}

/** @returns the requests: the whole history of series behind the number, the shown range of other series. */
function useAsks(view: View, { line }: ExplainedWords, range: DateRange): readonly SeriesRequest[] {
  const isFormula = line.startsWith('=');
  const whole = { from: '0001-01-01', to: todayText() };
  return useStableAsks(
    asksOf(view, range, todayText()).flatMap((ask) => {
      const isOwn = (one: ShownSeries) =>
        line === lineId(view, one) && seriesId(one.choice) === seriesId(ask.choice);
      const isNeeded = isFormula || view.series.some(isOwn);
      if (!isNeeded) return [ask];
      const { spread } = entryOf(ask.choice).series;
      const legs = spread ? [spread.long, spread.short] : [];
      return [
        { ...ask, range: whole },
        ...legs.map((code) => ({ choice: { ...ask.choice, code }, range: whole })),
      ];
    }),
  );
}
