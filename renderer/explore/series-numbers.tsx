import { Box, Skeleton, Text } from '@mantine/core';
import { useMemo } from 'react';
import { dateText, dayNumber, shownDate, shownDay } from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { entryOf, type SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { Series } from '../../service/datasets/types.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { meanOf, parseDecimal, rescaled } from '../../service/series-math/exact-decimal.ts';
import { shortAmount, wholeAmount } from '../../service/series-math/short-value.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import type { DateRange } from '../../service/view/types.ts';
import { useObservations } from '../api/index.ts';
import styles from './details.module.css';
import { Fact } from './fact.tsx';
import { gapsOfSeries } from './gaps.ts';
import { keepDates } from './keep-dates.tsx';

const NEWEST = 5;

/** Numbers about a series: the newest observations, statistics of the shown range, first and last day, gaps. */
export function SeriesNumbers({ choice, range }: { choice: SeriesChoice; range: DateRange }) {
  const asks = useMemo(() => [{ choice, range: { from: '0001-01-01', to: todayText() } }], [choice]);
  const { columns, isLoading, error } = useObservations(asks);
  const [column] = columns;
  const { series } = entryOf(choice);
  const gaps = useMemo(() => (column ? gapsOfSeries(choice, column.days) : ''), [column, choice]);
  const statistics = useMemo(() => column && statisticsOf(column, range), [column, range]);
  if (error)
    return (
      <Box component="p" role="alert" my="1em">
        The observations could not be loaded: {error.message}
      </Box>
    );
  if (isLoading || !column)
    return <Skeleton height={120} width="auto" role="img" aria-label="Loading the observations" />;
  const first = column.days[0];
  const last = column.days.at(-1);
  if (first === undefined || last === undefined) return null;
  const newest = column.values.slice(-NEWEST).map((value, i, shown) => ({
    value,
    date: dateText(column.days[column.days.length - shown.length + i] as number),
  }));
  return (
    <>
      <h3 className={`strong ${styles.subtitle}`}>Last observations, {series.unit}</h3>
      <table className={`${styles.numbers} ${styles.newest}`} aria-label="Last observations">
        <tbody>
          {newest.reverse().map(({ date, value }) => (
            <tr key={date}>
              <th scope="row" className="quiet">
                {shownDate(date)}
              </th>
              <td>{groupDigits(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h3 className={`strong ${styles.subtitle}`}>
        {shownDate(range.from)} to {shownDate(range.to)}
      </h3>
      <Box component="dl" mt={6}>
        {statistics ? (
          <>
            <Fact name="Lowest">
              <Short value={statistics.low.value} of={series} /> <On day={statistics.low.day} />
            </Fact>
            <Fact name="Highest">
              <Short value={statistics.high.value} of={series} /> <On day={statistics.high.day} />
            </Fact>
            <Fact name="Mean">
              <Short value={statistics.mean} of={series} />{' '}
              <Text span c="dimmed" fz="xs">
                of {groupDigits(String(statistics.count))}
              </Text>
            </Fact>
          </>
        ) : (
          <Fact name="Observations">none in this range</Fact>
        )}
      </Box>
      <h3 className={`strong ${styles.subtitle}`}>All that is held here</h3>
      <Box component="dl" mt={6}>
        <Fact name="From, to">
          <span className="one-line">{shownDay(first)}</span> to{' '}
          <span className="one-line">{shownDay(last)}</span>
        </Fact>
        <Fact name="Count">{groupDigits(String(column.days.length))} observations</Fact>
        <Fact name="Gaps">{keepDates(gaps)}</Fact>
      </Box>
    </>
  );
}

function Short({ value, of }: { value: string; of: Series }) {
  return <span title={wholeAmount(value, of)}>{shortAmount(value, of)}</span>;
}

function On({ day }: { day: number }) {
  return (
    <Text span c="dimmed" fz="xs" className="one-line">
      on {shownDay(day)}
    </Text>
  );
}

/** A value and its day. */
type Extreme = { value: string; day: number };
type RangeStatistics = { count: number; low: Extreme; high: Extreme; mean: string };

/**
 * @returns statistics of the observations within a range: their number, the lowest and the highest (the earliest of equal ones) with
 * their digits as published, and the exact mean, rounded once, to as many decimals as the value with the most decimals has.
 * `undefined` where the range has no observations.
 */
export function statisticsOf(
  { days, values }: TimeSeries,
  { from, to }: DateRange,
): RangeStatistics | undefined {
  const [first, last] = [dayNumber(from) ?? 0, dayNumber(to) ?? 0];
  const inside: Extreme[] = [];
  for (const [i, day] of days.entries())
    if (day >= first && day <= last) inside.push({ day, value: values[i] as string });
  const [start] = inside;
  if (!start) return undefined;
  let [low, high] = [start, start];
  for (const one of inside) {
    if (isBelow(one.value, low.value)) low = one;
    if (isBelow(high.value, one.value)) high = one;
  }
  return { count: inside.length, low, high, mean: meanOf(inside.map(({ value }) => value)) };
}

function isBelow(a: string, b: string): boolean {
  const [left, right] = [parseDecimal(a), parseDecimal(b)];
  const places = Math.max(left.places, right.places);
  return rescaled(left, places) < rescaled(right, places);
}
