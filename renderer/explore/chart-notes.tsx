import { Box, Button, CloseButton, Menu, Progress } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { inDateStyle } from '../../service/calendar/dates.ts';
import { type SeriesChoice, shortTitle } from '../../service/datasets/series-choice.ts';
import type { Aggregation } from '../../service/datasets/types.ts';
import { countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { FREQUENCY_NAMES } from '../../service/series-math/fred-codes.ts';
import { type Line, linesText, listText, recipeOf } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import {
  heldSeriesOf,
  type LoadProgress as Loaded,
  NoAnswer,
  type Observations,
  SignInNeeded,
  useCan,
  useCatalog,
  useDataState,
  useJobs,
  useRefresh,
} from '../api/index.ts';
import { axisLabel, type ChartSeries, chartNotes, planAxes } from '../chart/index.ts';
import { FoldedRow, IMPORT_FILE } from '../frame/index.ts';
import { toggleHidden } from '../view/index.ts';
import styles from './explore.module.css';
import { keepDates } from './series-details.tsx';

type NotesProps = {
  view: View;
  lines: readonly Line[];
  series: readonly ChartSeries[];
  range: DateRange;
  observations: Observations;
  /** Sentences on parts of the link that could not be shown. */
  problems: readonly string[];
  onChange: (view: View, how?: { replace?: boolean }) => void;
};

/** The chart's notes, in one line under its heading: faults, then offers, then how the lines were made. */
export function ChartNotes(props: NotesProps) {
  const { view, lines, series, range, observations, problems, onChange } = props;
  return (
    <FoldedRow label="Notes" what="notes">
      <li>
        {problems.length > 0 && (
          <Note
            actions={
              <CloseButton
                size={24}
                iconSize={14}
                aria-label="Dismiss"
                onClick={() => onChange(view, { replace: true })}
              />
            }
          >
            <strong>Part of this link could not be shown.</strong>{' '}
            {problems.map((problem) => (
              <span key={problem}>{inDateStyle(problem)} </span>
            ))}
          </Note>
        )}
      </li>
      <li>
        <LoadNotice observations={observations} />
      </li>
      <li>
        <WithoutData view={view} />
      </li>
      <li>
        <UndrawnNote {...props} />
      </li>
      {chartNotes(series, range, view.isLog).map((note) => (
        <li key={note}>
          <Note isQuiet>{note}</Note>
        </li>
      ))}
      <li>
        <CoarserChip {...props} />
      </li>
      <LineNotes lines={lines} />
    </FoldedRow>
  );
}

/** Notes on the shown lines, each once: frequency alignment, omitted incomplete periods, faults. */
function LineNotes({ lines }: { lines: readonly Line[] }) {
  const noted = lines.filter(({ hidden, notes }) => !hidden && notes.length > 0);
  const groups = Map.groupBy(noted, ({ notes }) => notes.join(' '));
  return [...groups].map(([note, group]) => (
    <li key={note}>
      <Note isQuiet>
        <b className="medium">{linesText(group)}</b> {keepDates(note)}
      </Note>
    </li>
  ));
}

/** A note under the heading: a sentence and its actions. Without room, the sentence is cut. */
function Note(props: { isFailure?: boolean; isQuiet?: boolean; actions?: ReactNode; children: ReactNode }) {
  return (
    <div
      className={`row gap-6 shrink fine ${props.isQuiet ? 'quiet' : ''} ${props.isFailure ? 'error' : ''}`}
      role={props.isFailure ? 'alert' : props.isQuiet ? undefined : 'status'}
    >
      <span className="cut">{props.children}</span>
      {props.actions}
    </div>
  );
}

function NoteButton(props: ComponentProps<typeof Button<'button'>>) {
  return <Button variant="default" size="compact-xs" h={24} className="fixed" {...props} />;
}

/** Suggests a lower frequency if a line has too many points to see. A dismissal lasts for this window. */
function CoarserChip(props: NotesProps) {
  const { view, lines, range, onChange } = props;
  const [isUnwanted, setUnwanted] = useSessionStorage({
    key: 'almanac-no-coarser',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const coarser = isUnwanted ? undefined : coarserOf(view, lines, range);
  if (!coarser) return null;
  return (
    <Box className="row fixed" role="group" aria-label="Suggested frequency">
      <Button
        variant="subtle"
        size="compact-xs"
        h={24}
        className={`quiet ${styles.suggestion}`}
        title={`${groupDigits(String(coarser.points))} points in one line: more than the chart can show. ${coarser.way}`}
        onClick={() => onChange({ ...view, frequency: 'm' })}
      >
        Show monthly?
      </Button>
      <CloseButton
        size={24}
        iconSize={14}
        aria-label="Suggest no frequency"
        onClick={() => setUnwanted(true)}
      />
    </Box>
  );
}

/** Most points of a line that a screen can show: about its pixels across. */
const MOST_POINTS = 2000;

const METHOD_WORDS: Readonly<Record<Aggregation, string>> = { avg: 'avg', sum: 'sum', eop: 'end of period' };

/** @returns the most points of a line, and the way from dense lines to months: 'Daily → Monthly (avg)'. */
export function coarserOf(view: View, lines: readonly Line[], range: DateRange) {
  if (view.frequency !== undefined) return undefined;
  const dense = lines.filter(({ hidden, column }) => !hidden && column.days.length > MOST_POINTS);
  const ways = dense.flatMap(({ choice, style, cadence }) => {
    if (choice === undefined || style.frequency !== undefined) return [];
    const method = recipeOf({ ...view, frequency: 'm' }, choice, style, range).recipe.to?.method;
    return method === undefined ? [] : [{ from: cadence.frequency, method }];
  });
  const [first] = ways;
  if (first === undefined) return undefined;
  const from = new Set(ways.map((way) => FREQUENCY_NAMES[way.from]));
  const methods = new Set(ways.map((way) => way.method));
  return {
    way: `${[...from].join(', ')} → Monthly (${methods.size === 1 ? METHOD_WORDS[first.method] : 'each its usual way'})`,
    points: Math.max(...dense.map(({ column }) => column.days.length)),
  };
}

/** Lists the lines of a third unit with ways to show them, but never on an axis of another unit. */
function UndrawnNote(props: NotesProps) {
  const { view, series, onChange } = props;
  const { undrawn, left, right } = planAxes(series);
  if (undrawn.length === 0) return null;
  const undrawnTitles = undrawn.map(({ title }) => title);
  return (
    <Note
      actions={
        <Menu position="bottom-start">
          <Menu.Target>
            <NoteButton>Show it…</NoteButton>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => onChange(indexed(view))}>Index all to 100</Menu.Item>
            {[left, right].map((taken, side) => (
              <Menu.Item
                key={side === 0 ? 'left' : 'right'}
                title={taken.map(({ title }) => title).join(', ')}
                onClick={() =>
                  onChange(taken.reduce((after, { column }) => toggleHidden(after, column.id), view))
                }
              >
                {taken.length === 1
                  ? `Hide ${taken[0]?.title}`
                  : `Hide the ${taken.length} on the ${side === 0 ? 'left' : 'right'}`}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      }
    >
      Not drawn: <b className="medium">{undrawnTitles.join(', ')}</b>. Both axes are taken, {axisLabel(left)}{' '}
      on the left, {axisLabel(right)} on the right.
    </Note>
  );
}

/** @returns the view with each series as an index on its unit's axis. Formulas keep their units. */
function indexed(view: View): View {
  const series = view.series.map((one) => {
    const { units: _, axis: __, ...style } = one.style;
    return { ...one, style };
  });
  return { ...view, series, units: 'nbd' };
}

/** Most series to list by name: the line is short, and the legend marks each with 'no data'. */
const MOST_NAMED = 3;

/** Lists the shown series without observations, and offers to fetch or import them. */
function WithoutData({ view }: { view: View }) {
  const catalog = useCatalog().data;
  const canImport = useCan('import');
  const empty = view.series.flatMap(({ hidden, choice }) =>
    !hidden && heldSeriesOf(catalog, choice)?.count === 0 ? [choice] : [],
  );
  // Jobs are polled, so read them only if there are empty series.
  if (empty.length === 0) return null;
  return canImport ? (
    <RefreshOffer choices={empty} />
  ) : (
    <Note>
      The team has no data for <SeriesNames choices={empty} /> yet.
    </Note>
  );
}

function SeriesNames({ choices }: { choices: readonly SeriesChoice[] }) {
  return (
    <b className="medium">
      {choices.length > MOST_NAMED ? `${choices.length} series` : listText(choices.map(shortTitle))}
    </b>
  );
}

function RefreshOffer({ choices }: { choices: readonly SeriesChoice[] }) {
  const refresh = useRefresh();
  const state = useDataState().data;
  const jobs = useJobs();
  const datasets = [...new Set(choices.map(({ dataset }) => dataset))];
  const can = datasets.filter((id) => state?.datasets.find(({ dataset }) => dataset === id)?.can_refresh);
  const refreshJobs = jobs.filter(
    ({ kind, title }) => kind === 'refresh' && datasets.some((id) => id === title),
  );
  const isRunning = refreshJobs.some((job) => job.state === 'running');
  const failed = isRunning ? undefined : refreshJobs.find((job) => job.state === 'failed');
  return (
    <Note
      actions={
        <>
          <NoteButton
            disabled={can.length === 0}
            loading={refresh.isPending || isRunning}
            onClick={() => refresh.mutate(can)}
          >
            Refresh
          </NoteButton>
          <NoteButton renderRoot={(root) => <Link to="/data" hash={IMPORT_FILE} {...root} />}>
            Import a file
          </NoteButton>
        </>
      }
    >
      Almanac has no data for <SeriesNames choices={choices} /> yet.
      {(refresh.error ?? failed) && (
        <span className="error">
          {' '}
          {refresh.error?.message ?? failed?.message ?? 'It could not be fetched.'}
        </span>
      )}
    </Note>
  );
}

/** Failed or stopped loading, with Retry; and the progress of slow loading, with Cancel. */
function LoadNotice({ observations }: { observations: Observations }) {
  const catalog = useCatalog();
  // The banner already reports a missing service, and the loaded catalogue is still valid.
  const catalogError = catalog.data && catalog.error instanceof NoAnswer ? null : catalog.error;
  const { error, isLoading, isPartial, progress, cancel } = observations;
  const failure = catalogError ?? error;
  if (failure && !(failure instanceof SignInNeeded)) {
    const retry = () => {
      if (catalogError) void catalog.refetch();
      observations.retry();
    };
    return (
      <Note isFailure actions={<NoteButton onClick={retry}>Retry</NoteButton>}>
        {failureText(failure, observations)}
      </Note>
    );
  }
  if (isLoading && !isPartial)
    return progress.loaded === 0 ? null : (
      <Note actions={<NoteButton onClick={cancel}>Cancel</NoteButton>}>{countText(progress)}</Note>
    );
  if (!isPartial) return null;
  return (
    <Note actions={<NoteButton onClick={observations.retry}>Load the rest</NoteButton>}>
      Loading was stopped: the chart is incomplete ({countText(progress)}).
    </Note>
  );
}

export function LoadStatus({ observations }: { observations: Observations }) {
  const { error, isLoading, isPartial, progress } = observations;
  if (!isLoading || isPartial || error) return null;
  return (
    <Box className="overlay" style={{ inset: '0 0 auto' }} data-loading>
      <Progress
        size={3}
        radius={0}
        animated
        aria-label="Loading observations"
        value={progress.total ? Math.max(4, (100 * progress.loaded) / progress.total) : 100}
      />
    </Box>
  );
}

function failureText(failure: Error, { columns }: Observations): string {
  const hasShown = columns.some((column) => column.days.length > 0);
  const reason = failure.message.replace(/\.$/, '');
  return hasShown
    ? `The chart is incomplete, because the rest could not be loaded: ${reason}.`
    : `The observations could not be loaded: ${reason}.`;
}

function countText({ loaded, total }: Loaded): string {
  return total === undefined
    ? countOf(loaded, 'row')
    : `${groupDigits(String(loaded))} of ${countOf(total, 'row')}`;
}
