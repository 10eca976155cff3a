import { Box, Button, Group, Stack, Text } from '@mantine/core';
import {
  IconDatabaseOff,
  IconFileImport,
  IconFlask2,
  IconLifebuoy,
  IconRefresh,
  IconUsers,
} from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { teamAdvice, teamText } from '../../service/calendar/team-freshness.ts';
import type { Incident } from '../../service/contract/incidents.ts';
import { useCan, useDismissIncident, useIncidents, useMakeSample, useTeam } from '../api/index.ts';
import styles from './frame.module.css';
import { GET_DATA, IMPORT_FILE, LOST_DATA, STORAGE } from './help-link.tsx';
import { Notice } from './notice.tsx';

/**
 * Shown in place of a screen that has no data: the folder is new (started with `--no-sample`), or the data were lost. For lost data
 * it offers ways to get them back, but no sample data. Where the data are a team's, it says how far they have come. In the middle of
 * what it stands in, also where that has no height of its own.
 */
export function NoDataView() {
  const team = useTeam();
  const canImport = useCan('import');
  if (team) return <NoTeamData team={team} />;
  if (canImport) return <NoOwnData />;
  return (
    <Notice tone="note">
      The team holds no data yet. Who runs it imports or refreshes them; they then show here by themselves.
    </Notice>
  );
}

/** The copy of a team's data is not here yet. */
function NoTeamData({
  team: { address, state, askedAt },
}: {
  team: NonNullable<ReturnType<typeof useTeam>>;
}) {
  return (
    <Box component="section" className="center fill" p="md" aria-label="No data of the team yet">
      <Stack gap="sm" w={420} maw="100%">
        <IconUsers size={36} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
        <Text component="h2" fz="lg" fw={600}>
          {teamText(state, askedAt)}
        </Text>
        <Text className="breaks">The data come from the team at {address}.</Text>
        {state?.reason !== undefined && <Notice tone="failure">{state.reason}</Notice>}
        <Text c="dimmed" fz="xs">
          {teamAdvice(state, askedAt)}
        </Text>
      </Stack>
    </Box>
  );
}

function NoOwnData() {
  const sample = useMakeSample();
  const isLost = useIncidents().some(({ what }) => what === 'data');
  const title = isLost ? 'The data are not here' : 'No data yet';
  return (
    <Box component="section" className="center fill" p="md" w="100%" mih="70vh" aria-label={title}>
      <Stack gap="sm" w={420} maw="100%">
        <IconDatabaseOff size={36} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
        <Text component="h2" fz="lg" fw={600}>
          {title}
        </Text>
        {isLost && (
          <Way says="Rescue what can be read of the damaged file, or restore a back-up.">
            <Button
              renderRoot={(props) => <Link to="/data" hash={LOST_DATA} {...props} />}
              leftSection={<IconLifebuoy size={16} stroke={1.6} />}
            >
              Get the data back
            </Button>
          </Way>
        )}
        <Way says="Fetch what the publishers have now: one click on the Data screen.">
          <Button
            variant={isLost ? 'default' : 'filled'}
            renderRoot={(props) => <Link to="/data" hash={GET_DATA} {...props} />}
            leftSection={<IconRefresh size={16} stroke={1.6} />}
          >
            Get the real data
          </Button>
        </Way>
        <Way says="A publisher's file that you downloaded, or a CSV of your own.">
          <Button
            variant="default"
            renderRoot={(props) => <Link to="/data" hash={IMPORT_FILE} {...props} />}
            leftSection={<IconFileImport size={16} stroke={1.6} />}
          >
            Import a file
          </Button>
        </Way>
        {!isLost && (
          <Way says="Made up, to look around. The first real data of a dataset replace all of its sample.">
            <Button
              variant="default"
              loading={sample.isPending}
              leftSection={<IconFlask2 size={16} stroke={1.6} />}
              onClick={() => sample.mutate()}
            >
              Show sample data
            </Button>
          </Way>
        )}
        {sample.error && <Notice tone="failure">No sample was made: {sample.error.message}</Notice>}
      </Stack>
    </Box>
  );
}

function Way({ says, children }: { says: string; children: ReactNode }) {
  return (
    <Stack gap={2}>
      {children}
      <Text c="dimmed" fz="xs">
        {says}
      </Text>
    </Stack>
  );
}

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
