import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Incident } from '../../service/contract/incidents.ts';
import { useDismissIncident, useIncidents } from '../api/index.ts';
import { LOST_DATA, STORAGE } from './data-fragments.ts';
import styles from './frame.module.css';
import { Notice } from './notice.tsx';

/** Says on every screen which file was damaged or lost, where the old one is and what to do, until the user dismisses it. */
export function IncidentNotices() {
  const incidents = useIncidents();
  const dismiss = useDismissIncident();
  if (incidents.length === 0) return null;
  return (
    <section className={`fixed ${styles.incidents}`} aria-label="Damaged and lost files">
      {incidents.map((incident) => (
        <Notice
          key={incident.id}
          isFlush
          tone="failure"
          action={
            <Group gap={8} wrap="nowrap">
              <NextStep incident={incident} />
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Dismiss: ${headingOf(incident)}`}
                loading={dismiss.isPending && dismiss.variables === incident.id}
                onClick={() => dismiss.mutate(incident.id)}
              >
                Dismiss
              </Button>
            </Group>
          }
        >
          <strong>{headingOf(incident)}.</strong> <Advice incident={incident} />
        </Notice>
      ))}
      {dismiss.error && <Notice tone="failure">It could not be dismissed. {dismiss.error.message}</Notice>}
    </section>
  );
}

function NextStep({ incident: { what } }: { incident: Incident }) {
  return what === 'data' ? (
    <Button
      variant="default"
      size="compact-sm"
      renderRoot={(props) => <Link to="/data" hash={LOST_DATA} {...props} />}
    >
      Get the data back
    </Button>
  ) : what === 'work' ? (
    <Button
      variant="default"
      size="compact-sm"
      renderRoot={(props) => <Link to="/data" hash={STORAGE} {...props} />}
    >
      Restore a back-up
    </Button>
  ) : (
    <Button variant="default" size="compact-sm" renderRoot={(props) => <Link to="/access" {...props} />}>
      Make new keys
    </Button>
  );
}

const FILE_NAMES = { data: 'data file', keys: 'file of API keys', work: 'file of your own work' };

function headingOf({ kind, what }: Incident): string {
  const file = FILE_NAMES[what];
  return kind === 'damaged'
    ? `The ${file} was damaged`
    : `The ${file} was removed or replaced while Almanac ran`;
}

function Advice({ incident: { kind, what, file, rescue } }: { incident: Incident }) {
  const where =
    file === null ? null : (
      <>
        It was set aside as <span className="breaks">{file}</span>.{' '}
      </>
    );
  if (what === 'keys')
    return (
      <>
        {where}Keys made before no longer work. Make new ones and give them to the tools that had the old
        ones.
      </>
    );
  if (what === 'work')
    return (
      <>
        {where}What you had confirmed in it is not shown. A back-up has it too: restoring one brings it back.
      </>
    );
  return (
    <>
      {where}
      {adviceText(kind, rescue !== null)}
    </>
  );
}

function adviceText(kind: Incident['kind'], isRescued: boolean): string {
  if (kind === 'removed')
    return 'The data shown now come from the file that has replaced it. Restore a back-up, or refresh.';
  return isRescued
    ? 'What could be read of it was rescued. Refresh the datasets, because a damaged digit looks like any other.'
    : 'No sample data were made instead. Rescue what can be read of it, restore a back-up, or refresh.';
}
