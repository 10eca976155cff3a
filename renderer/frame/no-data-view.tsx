import { Box, Button, type ButtonProps, Group, Stack, Text } from '@mantine/core';
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
import { Notice, SmallButton } from './notice.tsx';

/**
 * Replaces a screen without data: in a new folder (`--no-sample`), or after a loss, with ways to restore the
 * data but no sample data. For a team's data, shows how far they have loaded.
 */
export function NoDataView() {
  const team = useTeam();
  const canImport = useCan('import');
  if (team) return <NoTeamData team={team} />;
  if (canImport) return <NoOwnData />;
  return (
    <Notice tone="note">
      The team has no data yet. The person who runs its Almanac imports or refreshes them; they then appear
      here.
    </Notice>
  );
}

function NoTeamData({ team }: { team: NonNullable<ReturnType<typeof useTeam>> }) {
  const { address, state, askedAt } = team;
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
  const icon = { size: 16, stroke: 1.6 };
  return (
    <Box component="section" className="center fill" p="md" w="100%" mih="70vh" aria-label={title}>
      <Stack gap="sm" w={420} maw="100%">
        <IconDatabaseOff size={36} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
        <Text component="h2" fz="lg" fw={600}>
          {title}
        </Text>
        {isLost && (
          <Way says="Rescue what can be read of the damaged file, or restore a back-up.">
            <DataButton hash={LOST_DATA} leftSection={<IconLifebuoy {...icon} />}>
              Get the data back
            </DataButton>
          </Way>
        )}
        <Way says="Fetch what the publishers have now: one click on the Data screen.">
          <DataButton
            hash={GET_DATA}
            variant={isLost ? 'default' : 'filled'}
            leftSection={<IconRefresh {...icon} />}
          >
            Get the real data
          </DataButton>
        </Way>
        <Way says="A publisher's file that you downloaded, or a CSV of your own.">
          <DataButton hash={IMPORT_FILE} variant="default" leftSection={<IconFileImport {...icon} />}>
            Import a file
          </DataButton>
        </Way>
        {!isLost && (
          <Way says="Made up, to look around. The first real data of a dataset replace all of its sample.">
            <Button
              variant="default"
              loading={sample.isPending}
              leftSection={<IconFlask2 {...icon} />}
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

function DataButton({ hash, ...props }: ButtonProps & { hash: string; children: string }) {
  return <Button renderRoot={(root) => <Link to="/data" hash={hash} {...root} />} {...props} />;
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

/** For each file: its name in a sentence, and the next step after its loss. */
const FILES = {
  data: { file: 'data file', step: 'Get the data back', to: '/data', hash: LOST_DATA },
  work: { file: 'file of your own work', step: 'Restore a back-up', to: '/data', hash: STORAGE },
  keys: { file: 'file of API keys', step: 'Make new keys', to: '/access', hash: '' },
} as const;

/** Reports on every screen which file was damaged or lost, where the old one is, and the next step. */
export function IncidentNotices() {
  const incidents = useIncidents();
  const dismiss = useDismissIncident();
  if (incidents.length === 0) return null;
  return (
    <section className={`fixed ${styles.incidents}`} aria-label="Damaged and lost files">
      {incidents.map((incident) => {
        const { id, kind, what, file } = incident;
        const { step, to, hash, file: name } = FILES[what];
        const fate = kind === 'damaged' ? 'damaged' : 'removed or replaced while Almanac ran';
        const heading = `The ${name} was ${fate}`;
        const action = (
          <Group gap={8} wrap="nowrap">
            <SmallButton renderRoot={(props) => <Link to={to} hash={hash} {...props} />}>{step}</SmallButton>
            <SmallButton
              aria-label={`Dismiss: ${heading}`}
              loading={dismiss.isPending && dismiss.variables === id}
              onClick={() => dismiss.mutate(id)}
            >
              Dismiss
            </SmallButton>
          </Group>
        );
        return (
          <Notice key={id} isFlush tone="failure" action={action}>
            <strong>{heading}.</strong>{' '}
            {file !== null && (
              <>
                It was set aside as <span className="breaks">{file}</span>.{' '}
              </>
            )}
            {adviceText(incident)}
          </Notice>
        );
      })}
      {dismiss.error && <Notice tone="failure">It could not be dismissed. {dismiss.error.message}</Notice>}
    </section>
  );
}

function adviceText({ kind, what, rescue }: Incident): string {
  if (what === 'keys')
    return 'Keys made before no longer work. Make new ones and give them to the tools that had the old ones.';
  if (what === 'work') return 'What you had confirmed is not shown. Restoring a back-up brings it back.';
  if (kind === 'removed')
    return 'The data shown now come from the file that has replaced it. Restore a back-up, or refresh.';
  return rescue !== null
    ? 'Its readable rows were rescued. Refresh the datasets, because a damaged digit looks like any other.'
    : 'No sample data were made instead. Rescue what can be read of it, restore a back-up, or refresh.';
}
