import { Box, Button, Group, Popover, Skeleton, Text, UnstyledButton } from '@mantine/core';
import { IconFlask2, IconMoodConfuzed } from '@tabler/icons-react';
import { Link, useMatch, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NPM_PROGRAM } from '../../service/contract/shell.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { type ListAsk, useCatalog } from '../api/index.ts';
import { CommandLine } from './copy-text.tsx';
import styles from './frame.module.css';
import { GET_DATA } from './help-link.tsx';
import { useButtonPanel, useScreens } from './hooks.ts';
import { Notice } from './notice.tsx';
import { TopBar } from './top-bar.tsx';

/** A screen: the bar with title and tools, the sample band if a dataset is made up, and the content. */
export function Screen(props: {
  datasets: readonly string[];
  /** The shown series, so that a late one can be named. */
  series?: readonly SeriesChoice[];
  /** The shown lists of constituents; the freshness of each is its own day. */
  lists?: readonly ListAsk[];
  isLoading?: boolean;
  /** True for the placeholder of a screen whose code is loading. */
  isComing?: boolean;
  children: ReactNode;
}) {
  const { routeId } = useMatch({ strict: false });
  const title =
    useScreens().find(({ path }) => routeId === path || routeId?.startsWith(`${path}/`))?.title ?? '';
  return (
    <>
      <TopBar
        title={title}
        datasets={props.datasets}
        series={props.series ?? []}
        lists={props.lists ?? []}
        isComing={props.isComing ?? false}
      />
      <SampleBand datasets={props.datasets} />
      <main
        id="main"
        className={`fill low ${styles.main}`}
        tabIndex={-1}
        aria-busy={props.isLoading}
        aria-label={props.isLoading ? 'Loading' : undefined}
      >
        {props.children}
      </main>
    </>
  );
}

/** @returns the page word of a screen with pages: 'units' at '/guide/units'; `undefined` at '/guide'. */
export function useScreenPage(): string | undefined {
  return useParams({ strict: false, select: (params) => (params as { page?: string }).page });
}

/** Shows that data on the screen are made up, with a link to get real ones. Hidden if all data are real. */
function SampleBand({ datasets }: { datasets: readonly string[] }) {
  const shown = useCatalog().data?.datasets.filter(({ id }) => datasets.includes(id)) ?? [];
  const samples = shown.filter(({ origin }) => origin === 'sample');
  if (samples.length === 0) return null;
  const isMixed = samples.length < shown.length;
  const sampleNames = isMixed ? ` (${samples.map(({ title }) => title).join(', ')})` : '';
  const why = `${sampleNames}, made up so that you can look around.`;
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
          The first import of a dataset replaces all of its sample. This page then shows the data.
        </Text>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Shows a screen's bar and a placeholder while the screen's code loads. */
export function LoadingScreen() {
  return (
    <Screen datasets={[]} isLoading isComing>
      <Skeleton height="calc(100% - 2rem)" m="md" width="auto" />
    </Screen>
  );
}

/** Replaces a screen whose capability the page lacks, and gives the reason. */
export function ScreenNotHere({ title, why }: { title: string; why: string }) {
  return (
    <>
      <TopBar title={title} datasets={[]} series={[]} lists={[]} />
      <main id="main" className="fill low" tabIndex={-1}>
        <Notice tone="note">{why}</Notice>
      </main>
    </>
  );
}

/** Replaces a screen that failed. Nothing is lost: the service has the data, and the address has the view. */
export function ErrorPage({ error, reset }: { error: unknown; reset?: () => void }) {
  return (
    <Box component="main" id="main" className="center" h="100%" p="2rem" bg="var(--page)">
      <Box className="card column gap-12" maw="30rem" p="1.75rem" role="alert">
        <IconMoodConfuzed size={28} stroke={1.5} aria-hidden color="var(--accent-text)" />
        <Box component="h1" fz="1.125rem">
          This screen could not be shown
        </Box>
        <p>{error instanceof Error ? error.message : String(error)}</p>
        <p>Your data are untouched.</p>
        <Group>
          {reset && <Button onClick={reset}>Try again</Button>}
          <Button component="a" href="/" variant="default">
            Start from the first view
          </Button>
        </Group>
      </Box>
    </Box>
  );
}
