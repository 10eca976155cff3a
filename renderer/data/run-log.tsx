import { Box, Skeleton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { minuteText } from '../../service/calendar/dates.ts';
import { useRunLog } from '../api/index.ts';
import { LoadFailed } from '../frame/index.ts';
import styles from './data.module.css';
import { type LogLine, logLines } from './describe.ts';

/** The newest imports and refreshes, and those that failed, newest first. @param props.titles of the datasets, by id */
export function RunLog({ titles }: { titles: ReadonlyMap<string, string> }) {
  const { data, error, isFetching, refetch } = useRunLog();
  const lines = data && logLines(data);
  return (
    <section className="card slides" aria-labelledby="run-log">
      <Box component="h2" id="run-log" className="heading" p="0.625rem 1rem 0.375rem">
        Log of runs
      </Box>
      {error && (
        <Box pb="xs">
          <LoadFailed isBusy={isFetching} onRetry={() => void refetch()}>
            {lines
              ? 'Newer runs may be missing here: the log could not be loaded again.'
              : 'The log could not be loaded. The data are unchanged.'}{' '}
            {error.message}
          </LoadFailed>
        </Box>
      )}
      {!lines && !error && <Skeleton height={60} m="sm" width="auto" />}
      {lines?.length === 0 && (
        <Box component="p" className="quiet" p="0 1rem 0.875rem">
          No import or refresh yet. Each one is listed here with where its data came from and what it changed.
        </Box>
      )}
      {lines && lines.length > 0 && <Lines lines={lines} titles={titles} />}
    </section>
  );
}

function Lines({ lines, titles }: { lines: readonly LogLine[]; titles: ReadonlyMap<string, string> }) {
  return (
    // A region that scrolls has to be reached by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={styles.log} aria-label="Runs" tabIndex={0}>
      <table className={`data-table ${styles.table}`}>
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Dataset</th>
            <th scope="col">How</th>
            <th scope="col">From</th>
            <th scope="col">Changes</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.id} data-failed={line.isFailed || undefined}>
              <td>{minuteText(line.at)}</td>
              <td>{line.dataset === null ? '–' : (titles.get(line.dataset) ?? line.dataset)}</td>
              <td>
                {line.isFailed && <IconAlertTriangle size={14} stroke={1.7} aria-hidden />}
                {line.how}
              </td>
              <td className={`cut ${styles.from}`} title={line.location}>
                {line.from}
              </td>
              <td className={styles.outcome}>{line.outcome}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
