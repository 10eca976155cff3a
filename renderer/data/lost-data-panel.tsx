import { Box, Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { HostJob } from '../../service/contract/host.ts';
import type { Incident } from '../../service/contract/incidents.ts';
import { useIncidents, useRescue } from '../api/index.ts';
import { LOST_DATA, Notice } from '../frame/index.ts';
import styles from './data.module.css';
import { JobProgress } from './refresh-action.tsx';
import { RescueResult } from './rescue-result.tsx';

/** What to do about lost data: a rescue from each damaged file. Shows nothing where no data were lost. */
export function LostDataPanel(props: { jobs: readonly HostJob[]; titles: ReadonlyMap<string, string> }) {
  const lost = useIncidents().filter(({ what }) => what === 'data');
  const panel = useRef<HTMLElement>(null);
  const location = useLocation();
  const isThere = lost.length > 0;
  useEffect(() => {
    if (isThere && location.hash === LOST_DATA) panel.current?.focus();
  }, [location, isThere]);
  if (!isThere) return null;
  return (
    <section
      ref={panel}
      id={LOST_DATA}
      className={`card slides ${styles.lostPanel}`}
      aria-labelledby="lost-data-title"
      tabIndex={-1}
    >
      <Box component="h2" id="lost-data-title" className="heading" p="0.625rem 1rem 0">
        Get the data back
      </Box>
      {lost.map((incident, i) =>
        incident.file === null ? (
          <Box component="p" key={incident.id} p="0 1rem 0.75rem">
            The data file was removed or replaced while Almanac ran. Restore a back-up under Storage below, or
            refresh the datasets.
          </Box>
        ) : (
          <DamagedFile
            key={incident.id}
            isFirst={i === 0}
            incident={{ ...incident, file: incident.file }}
            job={props.jobs.find(({ kind, title }) => kind === 'rescue' && title === incident.id)}
            titles={props.titles}
          />
        ),
      )}
    </section>
  );
}

function DamagedFile(props: {
  isFirst: boolean;
  incident: Incident & { file: string };
  job: HostJob | undefined;
  titles: ReadonlyMap<string, string>;
}) {
  const { incident, job } = props;
  const rescue = useRescue();
  const isRunning = job?.state === 'running';
  const failure = rescue.error?.message ?? (job?.state === 'failed' ? job.message : null);
  return (
    <>
      <Box className="flex start wrap gap-8" p="0.625rem 1rem" {...(props.isFirst && { pt: 0 })}>
        <Box flex="1 1 20rem">
          <Box component="p" mt={4} maw="62rem">
            A rescue reads what can be read of the damaged file and adds what is missing here. It changes
            neither the data here nor the damaged file. Refresh the datasets afterwards, because a damaged
            digit looks like any other. Or restore a back-up under Storage below.
          </Box>
          <Box component="p" className="sub breaks" mt={4}>
            {incident.file}
          </Box>
        </Box>
        {isRunning ? (
          <Box miw="14rem">
            <JobProgress job={job} name="the rescue" />
          </Box>
        ) : (
          <Button
            variant={incident.rescue ? 'default' : 'filled'}
            leftSection={<IconLifebuoy size={16} stroke={1.7} />}
            loading={rescue.isPending}
            onClick={() => rescue.mutate(incident.id)}
          >
            {incident.rescue ? 'Rescue again' : 'Rescue what can be read'}
          </Button>
        )}
      </Box>
      {failure && !isRunning && <Notice tone="failure">Nothing was rescued. {failure}</Notice>}
      {incident.rescue && !isRunning && <RescueResult rescue={incident.rescue} titles={props.titles} />}
    </>
  );
}
