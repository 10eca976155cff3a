import { Anchor, Stack, Text } from '@mantine/core';
import { IconDatabaseOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { CommandLine } from '../frame/index.ts';
import styles from './explore.module.css';

/** The data folder holds nothing of any dataset (started with `--no-sample`): three ways to get some. */
export function NoDataView() {
  return (
    <section className={styles.empty} aria-label="No data yet">
      <Stack align="flex-start" gap="sm" maw={480}>
        <IconDatabaseOff size={36} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
        <Text component="h2" fz="lg" fw={600}>
          No data yet
        </Text>
        <Text>
          <Anchor renderRoot={(props) => <Link to="/data" {...props} />}>Import a file</Anchor> that you
          downloaded from its publisher.
        </Text>
        <Text>
          <Anchor renderRoot={(props) => <Link to="/data" {...props} />}>Refresh from the publishers</Anchor>{' '}
          to fetch what they have now.
        </Text>
        <Text>Or look around in made-up sample data: stop Almanac, and start it without --no-sample.</Text>
        <CommandLine>npm start</CommandLine>
      </Stack>
    </section>
  );
}
