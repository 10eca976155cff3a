import { Popover, Text, UnstyledButton } from '@mantine/core';
import { IconFlask2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { NPM_PROGRAM } from '../../service/contract/shell.ts';
import { useCatalog } from '../api/index.ts';
import { CommandLine } from './command-line.tsx';
import { GET_DATA } from './data-fragments.ts';
import styles from './frame.module.css';
import { useButtonPanel } from './use-button-panel.ts';

/** Says that data on the screen are made up, and how to replace them. Shows nothing where all of them are real. */
export function SampleBand({ datasets }: { datasets: readonly string[] }) {
  const shown = useCatalog().data?.datasets.filter(({ id }) => datasets.includes(id)) ?? [];
  const samples = shown.filter(({ origin }) => origin === 'sample');
  if (samples.length === 0) return null;
  const isMixed = samples.length < shown.length;
  const which = isMixed ? ` (${samples.map(({ title }) => title).join(', ')})` : '';
  const why = `${which}, made up so that you can look around.`;
  return (
    <section className={`warning row fixed ${styles.band}`} aria-label="Sample data">
      <IconFlask2 size={16} stroke={1.7} aria-hidden />
      <span className={`cut shrink one-line ${styles.bandText}`} title={`Sample data${why}`}>
        <strong>Sample data</strong>
        {why}
      </span>
      <Link to="/data" hash={GET_DATA} className={`strong ${styles.bandButton}`}>
        Get the real data
      </Link>
      <Commands datasets={samples.map(({ id }) => id)} />
    </section>
  );
}

/** How to get the data on the command line. */
function Commands({ datasets }: { datasets: readonly string[] }) {
  const { popover, button, panel } = useButtonPanel();
  return (
    <Popover {...popover} width={440} position="bottom-start">
      <Popover.Target>
        <UnstyledButton {...button} className={styles.bandMore}>
          By command
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown {...panel} maw="calc(100vw - 1rem)">
        <Text fw={600} mb={4}>
          Get the real data by command
        </Text>
        <Text fz="xs" c="dimmed" mb={6}>
          Straight from the publisher:
        </Text>
        <CommandLine>{`${NPM_PROGRAM} refresh ${datasets.join(' ')}`}</CommandLine>
        <Text fz="xs" c="dimmed" mt={12} mb={6}>
          Or from a file that you downloaded from the publisher. It is recognised by its content.
        </Text>
        <CommandLine>{`${NPM_PROGRAM} import FILE`}</CommandLine>
        <Text fz="xs" c="dimmed" mt={12}>
          The first import of a dataset replaces all of its sample. This page shows it by itself.
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}
