import { useMatch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import styles from './frame.module.css';
import { SampleBand } from './sample-band.tsx';
import { useScreens } from './screens-context.ts';
import { TopBar } from './top-bar.tsx';

/** One screen: its title and tools above, the sample band where any of its datasets is made up, and its content. */
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
