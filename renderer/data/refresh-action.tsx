import { ActionIcon, Box, Button, Progress } from '@mantine/core';
import { IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { isAllowable } from '../../service/contract/failure.ts';
import type { HostJob } from '../../service/contract/host.ts';
import { useCancelJobs, useRefresh, useRefreshAnyway } from '../api/index.ts';
import styles from './data.module.css';
import { ingestProgressText } from './describe.ts';

/** A button that refreshes one dataset; while the refresh runs, its progress with Cancel. */
export function RefreshAction(props: {
  dataset: CatalogDataset;
  canRefresh: boolean;
  job: HostJob | undefined;
}) {
  const { dataset, job } = props;
  const refresh = useRefresh();
  const refreshAnyway = useRefreshAnyway();
  /** Refusals that the user has overruled: a file may be refused for several reasons, one after the other. */
  const [overruled, setOverruled] = useState<readonly string[]>([]);
  const error = refresh.error ?? refreshAnyway.error;
  const refusal = job?.state === 'failed' && job.code && isAllowable(job.code) ? job.code : undefined;
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

/** What a job does now, its progress bar, and Cancel. @param props.name of the job, for screen readers */
export function JobProgress({ job, name }: { job: HostJob; name: string }) {
  const cancel = useCancelJobs();
  const { text, percent } = ingestProgressText(job.progress);
  return (
    <Box className="row gap-6" miw="7.5rem">
      <Box className="grow" ta="left">
        <span className="cut fine one-line block">{text}</span>
        <Progress.Root size={4}>
          <Progress.Section
            value={percent ?? 100}
            animated={percent === undefined}
            striped={percent === undefined}
            aria-label={`${name}: ${text}`}
          />
        </Progress.Root>
      </Box>
      <ActionIcon
        aria-label={`Cancel ${name}`}
        title="Cancel"
        loading={cancel.isPending}
        onClick={() => cancel.mutate(job.id)}
      >
        <IconX size={16} stroke={1.7} />
      </ActionIcon>
    </Box>
  );
}
