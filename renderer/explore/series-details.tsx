import { Anchor, Box, CloseButton, Code, Skeleton, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { type ObservedOn, observedOnOrBefore } from '../../service/calendar/business-days.ts';
import {
  dateText,
  dayNumber,
  minuteText,
  shownDate,
  shownDay,
  shownDayOf,
} from '../../service/calendar/dates.ts';
import { todayText } from '../../service/calendar/today.ts';
import { entryOf, type SeriesChoice, seriesId, seriesTitle } from '../../service/datasets/series-choice.ts';
import type { Series } from '../../service/datasets/types.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { meanOf, parseDecimal, rescaled } from '../../service/series-math/exact-decimal.ts';
import { publishedFrequency } from '../../service/series-math/frequency.ts';
import { shortAmount, wholeAmount } from '../../service/series-math/short-value.ts';
import type { TimeSeries } from '../../service/series-math/types.ts';
import { citation } from '../../service/view/index.ts';
import type { DateRange } from '../../service/view/types.ts';
import { useAppState, useCatalog, useObservations, useRevisions } from '../api/index.ts';
import { CopyText, HelpLink, shownFreshness } from '../frame/index.ts';
import styles from './explore.module.css';

/** A series in detail: newest observations, statistics, gaps, releases, revisions, source, ids, citation. */
export function SeriesDetails(props: { choice: SeriesChoice; range: DateRange; onClose: () => void }) {
  const { choice, range } = props;
  const { dataset, series } = entryOf(choice);
  return (
    <Box p="0.75rem 1rem 1.25rem">
      <Box className="flex start spread gap-8" mb="xs">
        <Box component="h2" className="large" pt={4} lh={1.35}>
          {seriesTitle(choice)}
        </Box>
        <CloseButton aria-label="Close details" onClick={props.onClose} />
      </Box>
      <Text>{series.description}</Text>
      <Box component="dl" mt={6}>
        <Fact name="Unit">{series.unit}</Fact>
        <Fact name="Frequency">{publishedFrequency(dataset)}</Fact>
        <Fact name="Adjustment">{ADJUSTMENTS[series.seasonalAdjustment]}</Fact>
        <Fact name="Vintage">Latest: the values as they are known now</Fact>
      </Box>
      <SeriesNumbers choice={choice} range={range} />
      <h3 className={`strong ${styles.subtitle}`}>Release</h3>
      <Release choice={choice} />
      <div className="row gap-4 baseline">
        <h3 className={`strong ${styles.subtitle}`}>Last revisions</h3>
        <HelpLink to="/guide/vintages" about="revisions" />
      </div>
      <SeriesRevisions choice={choice} />
      <h3 className={`strong ${styles.subtitle}`}>Source</h3>
      <Box component="dl" mt={6}>
        <Fact name="Publisher">{dataset.publisher}</Fact>
        <Fact name="Source">
          <Anchor href={dataset.source.url} target="_blank" rel="noreferrer" inherit>
            {dataset.source.name} <IconExternalLink size={13} stroke={1.6} aria-hidden />
          </Anchor>
        </Fact>
        <Fact name="Almanac code">
          <Code>{series.code}</Code>
        </Fact>
        {series.publisherIds.map(({ system, id }) => (
          <Fact key={`${system} ${id}`} name={`${system} id`}>
            <Code>{id}</Code>
          </Fact>
        ))}
        <Fact name="Licence">{dataset.licence}</Fact>
      </Box>
      <h3 className={`strong ${styles.subtitle}`}>Suggested citation</h3>
      <SeriesCitation choice={choice} />
      {dataset.notes.length > 0 && (
        <>
          <h3 className={`strong ${styles.subtitle}`}>Before you use the numbers</h3>
          <Box component="ul" className="column gap-6 quiet" pl="1.125rem">
            {dataset.notes.map((note) => (
              <li key={note}>{keepDates(note)}</li>
            ))}
          </Box>
        </>
      )}
    </Box>
  );
}

function Release({ choice }: { choice: SeriesChoice }) {
  const { dataset } = entryOf(choice);
  const held = useCatalog().data?.datasets.find(({ id }) => id === dataset.id);
  const freshness = held?.freshness ?? null;
  const next = freshness?.next_release_text ?? held?.release.next_text;
  return (
    <Box component="dl" mt={6}>
      <Fact name="Schedule">{dataset.release.text}</Fact>
      {next && <Fact name="Next">{keepDates(next)}</Fact>}
      {freshness && (
        <Fact name="Stored copy">
          {keepDates(shownFreshness(freshness))}
          {freshness.behind.includes(choice.code) && ', this series lacks an observation that should be here'}
        </Fact>
      )}
      {held?.last_update && <Fact name="Changed here">{minuteText(held.last_update)}</Fact>}
    </Box>
  );
}

const ADJUSTMENTS = {
  SA: 'Seasonally adjusted',
  NSA: 'Not seasonally adjusted',
  SAAR: 'Seasonally adjusted annual rate',
};

function SeriesCitation({ choice }: { choice: SeriesChoice }) {
  const catalog = useCatalog().data;
  const version = useAppState().data?.version ?? '';
  const { dataset } = entryOf(choice);
  const text = citation({
    publisher: dataset.publisher,
    title: seriesTitle(choice),
    id: seriesId(choice),
    loaded: catalog?.datasets.find(({ id }) => id === dataset.id)?.last_update ?? null,
    now: new Date().toISOString(),
    version,
  });
  return (
    <div className="flex start gap-8">
      <p className="grow breaks">{text}</p>
      <CopyText value={text} what="citation" />
    </div>
  );
}

function SeriesRevisions({ choice }: { choice: SeriesChoice }) {
  const { data, error } = useRevisions(choice);
  if (error)
    return (
      <Box component="p" role="alert" my="1em">
        The revisions could not be read: {error.message}
      </Box>
    );
  if (!data) return <Skeleton height={40} width="auto" role="img" aria-label="Loading the revisions" />;
  if (data.revisions.length === 0)
    return <p className="quiet">No value of this series has been replaced here so far.</p>;
  return (
    <table className={`fine ${styles.numbers} ${styles.revisions}`} aria-label="Last revisions">
      <thead>
        <tr>
          {['Date', 'Old → new', 'Seen'].map((name) => (
            <th key={name} scope="col" className="quiet">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {data.revisions.map((one) => (
          <tr key={`${one.date} ${one.superseded_at}`} title={one.new_location}>
            <th scope="row">{shownDate(one.date)}</th>
            <td>
              {groupDigits(one.old_value)} → {groupDigits(one.new_value)}
            </td>
            <td>{shownDayOf(one.superseded_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <Box className="fact ruled" py={7}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </Box>
  );
}

/** @returns the text with its dates and spans of years (2010–2020) protected against line breaks. */
export function keepDates(text: string): ReactNode {
  return splitDates(text).map((part, i) =>
    // Every second part is a date. The order of the parts never changes.
    i % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: see above
      <span key={i} className="one-line">
        {part}
      </span>
    ) : (
      part
    ),
  );
}

/** @returns the text split so that every second part is a date: ['since ', '2012-10-30', '']. */
export function splitDates(text: string): string[] {
  return text.split(/(\b\d{4}-\d{2}(?:-\d{2})?\b|\b\d{4}[–-]\d{4}\b)/);
}

const NEWEST = 5;

function SeriesNumbers({ choice, range }: { choice: SeriesChoice; range: DateRange }) {
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
              <Short value={statistics.low.value} series={series} /> <OnDay day={statistics.low.day} />
            </Fact>
            <Fact name="Highest">
              <Short value={statistics.high.value} series={series} /> <OnDay day={statistics.high.day} />
            </Fact>
            <Fact name="Mean">
              <Short value={statistics.mean} series={series} />{' '}
              <Text span c="dimmed" fz="xs">
                of {groupDigits(String(statistics.count))}
              </Text>
            </Fact>
          </>
        ) : (
          <Fact name="Observations">none in this range</Fact>
        )}
      </Box>
      <h3 className={`strong ${styles.subtitle}`}>Everything stored here</h3>
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

function Short({ value, series }: { value: string; series: Series }) {
  return <span title={wholeAmount(value, series)}>{shortAmount(value, series)}</span>;
}

function OnDay({ day }: { day: number }) {
  return (
    <Text span c="dimmed" fz="xs" className="one-line">
      on {shownDay(day)}
    </Text>
  );
}

type Extreme = { value: string; day: number };
type RangeStatistics = { count: number; low: Extreme; high: Extreme; mean: string };

/** @returns a range's lowest and highest observation (the earliest of equals) and its mean, rounded once. */
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

/** @returns '1 missing month: 2025-02'. Ignores days before the calendar's history (`historyFrom`). */
export function gapsOfSeries(choice: SeriesChoice, days: Int32Array): string {
  const { dataset, series } = entryOf(choice);
  const from = series.historyFrom ?? ('historyFrom' in dataset ? dataset.historyFrom : '');
  const first = dayNumber(from) ?? 0;
  const own = days.filter((day) => day >= first);
  const since = own.length < days.length ? ` since ${from}` : '';
  return gapsText(dataset.observedOn, gapsOf(dataset.observedOn, own), since);
}

type DateGap = { from: number; to: number; count: number };

/** @returns the calendar's dates missing between a series' first and last day. Holidays do not count. */
export function gapsOf(kind: ObservedOn, days: Int32Array): DateGap[] {
  const gaps: DateGap[] = [];
  for (let i = 1; i < days.length; i++) {
    const before = days[i - 1] as number;
    let gap: DateGap | undefined;
    for (let day = dateBefore(kind, days[i] as number); day > before; day = dateBefore(kind, day)) {
      gap = gap ? { from: day, to: gap.to, count: gap.count + 1 } : { from: day, to: day, count: 1 };
    }
    if (gap) gaps.push(gap);
  }
  return gaps;
}

function dateBefore(kind: ObservedOn, day: number): number {
  return observedOnOrBefore(kind, day - 1);
}

const NAMES: Readonly<Record<ObservedOn, string>> = {
  Saturday: 'week',
  Wednesday: 'week',
  'first of month': 'month',
  'bank day': 'business day',
  'market day': 'business day',
};
const MOST_NAMED = 12;

/** @returns '3 missing weeks: 2013-10-05, 2014-01-04 to 2014-01-11', or 'No missing weeks'. */
export function gapsText(kind: ObservedOn, gaps: readonly DateGap[], since = ''): string {
  const count = gaps.reduce((sum, gap) => sum + gap.count, 0);
  const name = NAMES[kind];
  if (count === 0) return `No missing ${name}s${since}`;
  const named = gaps.slice(-MOST_NAMED).map(({ from, to, count }) => {
    const [first, last] = [from, to].map((day) => dayText(kind, day));
    return count === 1 ? first : `${first} to ${last}`;
  });
  const rest = gaps.length - named.length;
  const before = rest > 0 ? `${rest} earlier ${rest === 1 ? 'stretch' : 'stretches'}, ` : '';
  return `${count} missing ${name}${count === 1 ? '' : 's'}${since}: ${before}${named.join(', ')}`;
}

function dayText(kind: ObservedOn, day: number): string {
  return kind === 'first of month' ? dateText(day).slice(0, 7) : dateText(day);
}
