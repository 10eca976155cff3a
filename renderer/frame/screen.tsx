import { useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './frame.module.css';
import { SampleBand } from './sample-band.tsx';
import { useScreens } from './screens-context.ts';
import { TopBar } from './top-bar.tsx';

/**
 * One screen: the bar with its title (`renderer/screens.ts`) and tools, the sample band where any of its datasets is made up, and its
 * content. @param props.datasets ids of the datasets that it shows; none: nothing in particular
 */
export function Screen(props: { datasets: readonly string[]; children: ReactNode }) {
  const { routeId } = useMatch({ strict: false });
  const title = useScreens().find(({ path }) => path === routeId)?.title ?? '';
  return (
    <>
      <TopBar title={title} datasets={props.datasets} />
      <SampleBand datasets={props.datasets} />
      <main id="main" className={`fill low ${styles.main}`} tabIndex={-1}>
        {props.children}
      </main>
    </>
  );
}
