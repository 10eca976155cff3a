import { Anchor, Box, Button, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { inDateStyle, minuteText, shownDate } from '../../service/calendar/dates.ts';
import type { DataJob, DataState, DatasetSchedule } from '../../service/contract/app-state.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { parseSeriesId } from '../../service/datasets/series-choice.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { useCan, useRefresh, useRefreshAnyway } from '../api/index.ts';
import { heldLists, NO_VALUE, useNewChartSearch } from '../frame/index.ts';
import styles from './data.module.css';
import {
  changesText,
  checkedText,
  datasetState,
  nextTexts,
  refusalOf,
  runOrigin,
  scheduleText,
  waitText,
} from './describe.ts';
import { JobProgress, TableHead } from './parts.tsx';

export function DatasetTable(props: {
  datasets: readonly CatalogDataset[];
  schedule: DataState | undefined;
  jobs: readonly DataJob[];
}) {
  const canRefresh = useCan('import');
  const schedules = new Map(props.schedule?.datasets.map((one) => [one.dataset, one]));
  return (
    <table className={`data-table ${styles.table}`} aria-label="Datasets">
      <TableHead
        widths={[
          ...[undefined, '9.25rem', 'var(--held-width)', 'var(--run-width)', 'var(--release-width)'],
          ...(canRefresh ? ['var(--action-width)'] : []),
        ]}
        titles={['Dataset', 'Freshness', 'Held here', 'Last run', 'Next release']}
        toRight={[2]}
        action={canRefresh ? 'Refresh' : undefined}
      />
      <tbody>
        {props.datasets.map((dataset) => (
          <DatasetRow
            key={dataset.id}
            dataset={dataset}
            schedule={schedules.get(dataset.id)}
            job={props.jobs.find(({ kind, title }) => kind === 'refresh' && title === dataset.id)}
            hasAction={canRefresh}
          />
        ))}
      </tbody>
    </table>
  );
}

/** @param props.job the dataset's newest refresh, if any */
function DatasetRow(props: {
  dataset: CatalogDataset;
  schedule: DatasetSchedule | undefined;
  job: DataJob | undefined;
  hasAction: boolean;
}) {
  const { dataset, schedule, job, hasAction } = props;
  const failure = failureText(schedule, job);
  const newChartSearch = useNewChartSearch();
  const headline = parseSeriesId(`${dataset.id}.${dataset.headline}${dataset.by_state ? '.CA' : ''}`);
  return (
    <>
      <tr>
        <th scope="row">
          {findDataset(dataset.id)?.kind === 'list' ? (
            dataset.title
          ) : (
            <Anchor
              component={Link}
              to="/explore"
              search={newChartSearch(headline ? [headline] : []) as never}
              inherit
              fw={550}
            >
              {dataset.title}
            </Anchor>
          )}
          <div className="sub">
            {dataset.publisher.split(',')[0]} · {dataset.frequency.toLowerCase()}
          </div>
        </th>
        <FreshnessCell dataset={dataset} />
        <td className={`to-right ${styles.held}`} data-label="Held here">
          {dataset.count === 0 ? NO_VALUE : groupDigits(String(dataset.count))}
          <div className="sub">{rangeText(dataset)}</div>
        </td>
        <LastRunCell schedule={schedule} />
        <NextReleaseCell dataset={dataset} schedule={schedule} />
        {hasAction && (
          <RefreshAction dataset={dataset} canRefresh={schedule?.can_refresh ?? false} job={job} />
        )}
      </tr>
      {failure !== undefined && (
        <tr className={styles.failed}>
          <td colSpan={6}>
            <IconAlertTriangle size={14} stroke={1.7} aria-hidden />
            {failure}
          </td>
        </tr>
      )}
    </>
  );
}

function rangeText({ first_date, last_date }: CatalogDataset): string {
  if (first_date === null || last_date === null) return '';
  return first_date === last_date
    ? shownDate(first_date)
    : `${shownDate(first_date)} – ${shownDate(last_date)}`;
}

/** The next release in the publisher's time zone, and the time of the automatic refresh. */
function NextReleaseCell(props: { dataset: CatalogDataset; schedule: DatasetSchedule | undefined }) {
  const { release } = props.dataset;
  const now = Date.now();
  const byItself = scheduleText(props.schedule, now);
  return (
    <td className={styles.release} data-label="Next release">
      <Tooltip label={release.text} multiline maw={320}>
        <span style={{ cursor: 'help' }}>
          {nextTexts(props.dataset).map((text) => (
            <span key={text} className="block">
              {text.split(' ').flatMap((word, i) => [
                // Lines break only between words, not inside a date.
                i > 0 && ' ',
                <span key={word} className="one-line">
                  {inDateStyle(word)}
                </span>,
              ])}
            </span>
          ))}
        </span>
      </Tooltip>
      <span className="unseen">{release.text}</span>
      <div className="sub">{byItself || waitText(props.dataset, now)}</div>
    </td>
  );
}

/** The maximum number of indices and funds listed. */
const LISTED = 6;

/** A dataset's freshness and missing data; for lists of constituents, the newest day of each. */
function FreshnessCell({ dataset }: { dataset: CatalogDataset }) {
  const { text, tone } = datasetState(dataset);
  const lists = heldLists(dataset);
  return (
    <td data-label="Freshness">
      <span className="chip" data-tone={tone}>
        <span aria-hidden />
        {text}
      </span>
      {lists.length === 0 && <div className="sub">{missingText(dataset)}</div>}
      {lists.slice(0, LISTED).map(({ code, last_date }) => (
        <Box key={code} className="sub row gap-6" maw="13rem">
          <span className="cut one-line" title={code}>
            {code}
          </span>
          <span className="fixed">{shownDate(last_date ?? '')}</span>
        </Box>
      ))}
      {lists.length > LISTED && <div className="sub">and {lists.length - LISTED} more</div>}
    </td>
  );
}

function missingText({ freshness, series, last_date }: CatalogDataset): string {
  if (!freshness || freshness.state === 'current' || freshness.state === 'unscheduled') return '';
  const held = series.filter(({ count }) => count > 0).length;
  const isPart = freshness.behind.length > 0 && freshness.behind.length < held;
  if (isPart) return `${freshness.behind.length} of ${held} series behind`;
  const expected = freshness.expected_last_date;
  return expected !== null && last_date !== null && expected > last_date
    ? `${shownDate(expected)} is out`
    : '';
}

/** A dataset's last run: time, kind, source and changes. */
function LastRunCell({ schedule }: { schedule: DatasetSchedule | undefined }) {
  const run = schedule?.last_run;
  const checked = schedule ? checkedText(schedule) : '';
  if (!run) return <td data-label="Last run">{checked || NO_VALUE}</td>;
  const { what, from } = runOrigin(run);
  const words = [
    from === '' ? what : `${what} from ${from}`,
    ...(run.kind === 'sample' ? [] : [changesText(run)]),
    ...(checked === '' ? [] : [checked]),
  ];
  return (
    <td className={styles.run} data-label="Last run">
      {minuteText(run.fetched_at)}
      <div className="sub" title={run.location}>
        {words.map((word) => (
          <div key={word} className="cut">
            {word}
          </div>
        ))}
      </div>
    </td>
  );
}

/** @returns why the newest attempt failed, with the next scheduled one; `undefined` if it did not fail. */
function failureText(schedule: DatasetSchedule | undefined, job: DataJob | undefined): string | undefined {
  if (job?.state === 'running') return undefined;
  const next = schedule?.next_refresh ? ` Next try at ${minuteText(schedule.next_refresh)}.` : '';
  if (schedule?.failed_at) return `Failed at ${minuteText(schedule.failed_at)}. ${schedule.failure}${next}`;
  return job?.state === 'failed' ? (job.message ?? undefined) : undefined;
}

/** Refreshes one dataset; during the refresh, shows its progress with Cancel. */
function RefreshAction(props: { dataset: CatalogDataset; canRefresh: boolean; job: DataJob | undefined }) {
  const { dataset, job } = props;
  const refresh = useRefresh();
  const refreshAnyway = useRefreshAnyway();
  /** Overruled refusals: a file may be refused for several reasons, one after another. */
  const [overruled, setOverruled] = useState<readonly string[]>([]);
  const error = refresh.error ?? refreshAnyway.error;
  const refusal = refusalOf(job);
  if (job?.state === 'running') {
    return (
      <td className={styles.action}>
        <JobProgress job={job} name={dataset.title} />
      </td>
    );
  }
  return (
    <td className={styles.action}>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconRefresh size={14} stroke={1.7} aria-hidden />}
        aria-label={`Refresh ${dataset.title}`}
        disabled={!props.canRefresh}
        loading={refresh.isPending}
        onClick={() => {
          setOverruled([]);
          refresh.mutate([dataset.id]);
        }}
      >
        Refresh
      </Button>
      {refusal && (
        <Button
          variant="default"
          size="compact-sm"
          aria-label={`Publish ${dataset.title} anyway`}
          loading={refreshAnyway.isPending}
          onClick={() => {
            const codes = [...overruled, refusal];
            setOverruled(codes);
            refreshAnyway.mutate({ dataset: dataset.id, codes });
          }}
        >
          Publish anyway
        </Button>
      )}
      {error && <div className={`error fine ${styles.failure}`}>{error.message}</div>}
    </td>
  );
}
