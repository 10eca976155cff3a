import { Box, Button } from '@mantine/core';
import { IconLifebuoy } from '@tabler/icons-react';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { minuteText, shownDate } from '../../service/calendar/dates.ts';
import type { DataJob } from '../../service/contract/app-state.ts';
import type { Incident, Rescue, RescuedDataset, RescuedSeries } from '../../service/contract/incidents.ts';
import { asShown, countOf, groupDigits } from '../../service/series-math/decimal-text.ts';
import { useIncidents, useRescue } from '../api/index.ts';
import { LOST_DATA, Notice } from '../frame/index.ts';
import styles from './data.module.css';
import { JobProgress, TableHead } from './parts.tsx';

/** Offers a rescue from each damaged file. Renders nothing if no data were lost. */
export function LostDataPanel(props: { jobs: readonly DataJob[]; titles: ReadonlyMap<string, string> }) {
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
  job: DataJob | undefined;
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
            A rescue reads the undamaged rows of the damaged file and adds those that are missing here. It
            changes neither the data here nor the damaged file. Refresh the datasets afterwards, because a
            damaged digit looks like any other. Or restore a back-up under Storage below.
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

/** The rescued and the lost rows of each dataset. */
function RescueResult(props: { rescue: Rescue; titles: ReadonlyMap<string, string> }) {
  const { at, datasets, notes } = props.rescue;
  const read = datasets.reduce((sum, one) => sum + one.read, 0);
  const lost = datasets.reduce((sum, one) => sum + one.lost, 0);
  return (
    <Box p="0 0 0.75rem">
      <Box component="p" p="0 1rem 0.75rem" role="status">
        Rescued {minuteText(at)}: {countOf(read, 'row')} of the damaged file could be read,{' '}
        {lost === 0 ? 'none are known to be lost' : `${number(lost)} are lost`}.
      </Box>
      {datasets.length > 0 && (
        <table className={`data-table ${styles.table}`} aria-label="What was rescued">
          <TableHead titles={['Dataset', 'Read', 'Added here', 'Here already', 'Lost']} toRight={[1, 2, 3]} />
          <tbody>
            {datasets.map((one) => (
              <tr key={one.dataset}>
                <th scope="row">{props.titles.get(one.dataset) ?? one.dataset}</th>
                {(['read', 'added', 'held'] as const).map((count) => (
                  <td key={count} className="to-right">
                    {number(one[count])}
                  </td>
                ))}
                <td className={styles.lost}>
                  <Lost dataset={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {notes.length > 0 && (
        <Box component="ul" className="quiet fine" m="0.5rem 0 0" p="0 1rem 0 2rem">
          {notes.map((note) => (
            <li key={note}>{asShown(note)}</li>
          ))}
        </Box>
      )}
    </Box>
  );
}

function Lost({ dataset: { lost, damaged } }: { dataset: RescuedDataset }) {
  if (damaged.length === 0) return lost === 0 ? 'nothing' : number(lost);
  return (
    <details>
      <summary>{lost === 0 ? 'not known' : countOf(lost, 'row')}</summary>
      <Box component="ul" className="fine" mt={4} pl="1.125rem">
        {damaged.map((one) => (
          <li key={`${one.series} ${one.area}`}>{lostText(one)}</li>
        ))}
      </Box>
    </details>
  );
}

/** @returns 'US10Y: 512 rows, 512 of 1997-03-02 to 1999-05-01'. */
function lostText({ series, area, lost, ranges }: RescuedSeries): string {
  const name = area === '' ? series : `${series} ${area}`;
  const where = ranges.map(
    ({ from, to, rows }) => `${number(rows)} of ${shownDate(from)} to ${shownDate(to)}`,
  );
  return `${name}: ${[lost === null ? 'how many cannot be read' : countOf(lost, 'row'), ...where].join(', ')}`;
}

const number = (count: number): string => groupDigits(String(count));
