import { useMatch, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import type { ListAsk } from '../api/index.ts';
import styles from './frame.module.css';
import { SampleBand } from './sample-band.tsx';
import { useScreens } from './screens-context.ts';
import { TopBar } from './top-bar.tsx';

/**
 * One screen: the bar with its title (`renderer/screens.ts`) and tools, the sample band where any of its datasets is made up, and its
 * content. @param props.datasets ids of the datasets that it shows; none: nothing in particular
 */
export function Screen(props: {
  datasets: readonly string[];
  /** The series that it shows, so that a late one is named. */
  series?: readonly SeriesChoice[];
  /** The lists of constituents that it shows: each is as fresh as its own day. */
  lists?: readonly ListAsk[];
  isLoading?: boolean;
  /** It stands for a screen whose code is loaded, and goes when that comes. */
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

/** @returns the word behind the path of a screen that has pages: 'units' at '/guide/units'; `undefined` at '/guide'. */
export function useScreenPage(): string | undefined {
  return useParams({ strict: false, select: (params) => (params as { page?: string }).page });
}
