import { Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import type { DataState, DatasetSchedule } from '../../service/contract/data-state.ts';
import type { HostJob } from '../../service/contract/host.ts';
import { findDataset } from '../../service/datasets/index.ts';
import { parseSeriesId } from '../../service/datasets/series-choice.ts';
import { groupDigits } from '../../service/series-math/decimal-text.ts';
import { useCan } from '../api/index.ts';
import { Columns, NO_VALUE, useNewChartSearch } from '../frame/index.ts';
import styles from './data.module.css';
import { FreshnessCell } from './freshness-cell.tsx';
import { failureText, LastRunCell } from './last-run-cell.tsx';
import { NextReleaseCell } from './next-release-cell.tsx';
import { RefreshAction } from './refresh-action.tsx';

/** The datasets, one row each. */
export function DatasetTable(props: {
  datasets: readonly CatalogDataset[];
  schedule: DataState | undefined;
  jobs: readonly HostJob[];
}) {
  const canRefresh = useCan('import');
  const schedules = new Map(props.schedule?.datasets.map((one) => [one.dataset, one]));
  return (
    <table className={`data-table ${styles.table}`} aria-label="Datasets">
      <Columns
        widths={[
          undefined,
          '9.25rem',
          'var(--held-width)',
          'var(--run-width)',
          'var(--release-width)',
          ...(canRefresh ? ['var(--action-width)'] : []),
        ]}
      />
      <thead>
        <tr>
          <th scope="col">Dataset</th>
          <th scope="col">Freshness</th>
          <th scope="col" className="to-right">
            Held here
          </th>
          <th scope="col">Last run</th>
          <th scope="col">Next release</th>
          {canRefresh && (
            <th scope="col">
              <span className="unseen">Refresh</span>
            </th>
          )}
        </tr>
      </thead>
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

type RowProps = {
  dataset: CatalogDataset;
  schedule: DatasetSchedule | undefined;
  /** The newest refresh of this dataset, if there was one. */
  job: HostJob | undefined;
  hasAction: boolean;
};

function DatasetRow({ dataset, schedule, job, hasAction }: RowProps) {
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
