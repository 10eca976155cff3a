import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Incident } from '../../service/contract/incidents.ts';
import { useDismissIncident, useIncidents } from '../api/index.ts';
import { LOST_DATA } from './data-fragments.ts';
import styles from './frame.module.css';
import { Notice } from './notice.tsx';

/** Says on every screen what befell the data and the keys, where the old file is and what helps, until a person dismisses it. */
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
              <WayOut incident={incident} />
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
          <strong>{headingOf(incident)}.</strong> <WhatHelps incident={incident} />
        </Notice>
      ))}
      {dismiss.error && <Notice tone="failure">It could not be dismissed. {dismiss.error.message}</Notice>}
    </section>
  );
}

function WayOut({ incident: { what } }: { incident: Incident }) {
  return what === 'data' ? (
    <Button
      variant="default"
      size="compact-sm"
      renderRoot={(props) => <Link to="/data" hash={LOST_DATA} {...props} />}
    >
      Get the data back
    </Button>
  ) : (
    <Button variant="default" size="compact-sm" renderRoot={(props) => <Link to="/access" {...props} />}>
      Make new keys
    </Button>
  );
}

function headingOf({ kind, what }: Incident): string {
  const file = what === 'data' ? 'data file' : 'file of API keys';
  return kind === 'damaged'
    ? `The ${file} was damaged`
    : `The ${file} was removed or replaced while Almanac ran`;
}

function WhatHelps({ incident: { kind, what, file, rescue } }: { incident: Incident }) {
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
  return (
    <>
      {where}
      {wayOutText(kind, rescue !== null)}
    </>
  );
}

function wayOutText(kind: Incident['kind'], isRescued: boolean): string {
  if (kind === 'removed')
    return 'What is shown is what stands in its place now. Restore a back-up, or refresh.';
  return isRescued
    ? 'What could be read of it was rescued. Refresh the datasets, for a digit that was damaged looks like any other.'
    : 'Nothing is made up in its place. Rescue what can be read of it, restore a back-up, or refresh.';
}
