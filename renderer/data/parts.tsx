import { ActionIcon, Box, Progress } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { DataJob } from '../../service/contract/app-state.ts';
import { useCancelJobs } from '../api/index.ts';
import { Columns } from '../frame/index.ts';
import { ingestProgressText } from './describe.ts';

/**
 * A table's head. @param props.widths as in `Columns` @param props.toRight indices of number columns @param
 * props.action the name of the button column, for screen readers
 */
export function TableHead(props: {
  widths?: readonly (string | undefined)[];
  titles: readonly string[];
  toRight?: readonly number[];
  action?: string | undefined;
}) {
  return (
    <>
      {props.widths && <Columns widths={props.widths} />}
      <thead>
        <tr>
          {props.titles.map((title, i) => (
            <th key={title} scope="col" className={props.toRight?.includes(i) ? 'to-right' : undefined}>
              {title}
            </th>
          ))}
          {props.action !== undefined && (
            <th scope="col">
              <span className="unseen">{props.action}</span>
            </th>
          )}
        </tr>
      </thead>
    </>
  );
}

/** A job's current step, progress bar and Cancel. @param props.name the job's name for screen readers */
export function JobProgress({ job, name }: { job: DataJob; name: string }) {
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
