import { Button, Switch } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import type { DataState } from '../../service/contract/data-state.ts';
import type { HostJob } from '../../service/contract/host.ts';
import { useAutoRefresh, useCancelJobs, useRefresh } from '../api/index.ts';
import { GET_DATA } from '../frame/index.ts';
import styles from './data.module.css';
import { statesText } from './describe.ts';
import { PublisherSettings } from './publisher-settings.tsx';

/** How many datasets are current, a button that refreshes all of them, and the settings of refreshes. */
export function RefreshBar(props: {
  datasets: readonly CatalogDataset[];
  schedule: DataState | undefined;
  jobs: readonly HostJob[];
}) {
  const { schedule } = props;
  const refresh = useRefresh();
  const cancel = useCancelJobs();
  const autoRefresh = useAutoRefresh();
  const running = props.jobs.filter(({ kind, state }) => kind === 'refresh' && state === 'running');
  const refreshable = schedule?.datasets.filter((one) => one.can_refresh).map((one) => one.dataset) ?? [];
  const bar = useRef<HTMLElement>(null);
  const location = useLocation();
  // After 'Get the real data' the next Tab leads to the button, each time that link is used.
  useEffect(() => {
    if (location.hash === GET_DATA) bar.current?.focus();
  }, [location]);
  return (
    <section
      ref={bar}
      id={GET_DATA}
      className="row wrap"
      style={{ gap: '0.5rem 1.25rem' }}
      aria-label="Refresh"
      tabIndex={-1}
    >
      <p className={`medium ${styles.summary}`}>
        {statesText(props.datasets)}
        {running.length > 0 && <span className="accent"> · {running.length} being refreshed</span>}
      </p>
      {running.length > 1 ? (
        <Button
          variant="default"
          size="sm"
          loading={cancel.isPending}
          onClick={() => cancel.mutate(undefined)}
        >
          Cancel all
        </Button>
      ) : (
        <Button
          size="sm"
          leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
          disabled={refreshable.length === 0}
          loading={refresh.isPending}
          onClick={() => refresh.mutate(refreshable)}
        >
          Refresh all
        </Button>
      )}
      <div className={styles.settings}>
        <Switch
          size="sm"
          label="Refresh after each release"
          description="while Almanac runs, for datasets that came from their publisher"
          checked={schedule?.auto_refresh ?? false}
          disabled={!schedule || autoRefresh.isPending}
          onChange={(event) => autoRefresh.mutate(event.currentTarget.checked)}
        />
        <PublisherSettings schedule={schedule} />
      </div>
      {(refresh.error ?? autoRefresh.error) && (
        <p role="alert" className={`error fine ${styles.failure}`}>
          {(refresh.error ?? autoRefresh.error)?.message}
        </p>
      )}
    </section>
  );
}
