import { Button, Stack, Text } from '@mantine/core';
import { IconDatabaseOff, IconFileImport, IconFlask2, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMakeSample } from '../api/index.ts';
import { GET_DATA, IMPORT_FILE, Notice } from '../frame/index.ts';
import styles from './explore.module.css';

/** The data folder holds nothing of any dataset (started with `--no-sample`): three ways to get some. */
export function NoDataView() {
  const sample = useMakeSample();
  return (
    <section className={styles.empty} aria-label="No data yet">
      <Stack gap="sm" w={420} maw="100%">
        <IconDatabaseOff size={36} stroke={1.3} aria-hidden color="var(--mantine-color-dimmed)" />
        <Text component="h2" fz="lg" fw={600}>
          No data yet
        </Text>
        <Way says="Fetch what the publishers have now: one click on the Data screen.">
          <Button
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
        {sample.error && <Notice tone="failure">No sample was made: {sample.error.message}</Notice>}
      </Stack>
    </section>
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
