import { Skeleton } from '@mantine/core';
import styles from './frame.module.css';

/** Shown while the code of a screen loads. */
export function LoadingScreen() {
  return (
    <>
      <header className={`row fixed gap-12 ${styles.bar}`} />
      <main id="main" className={`fill low ${styles.main}`} aria-busy="true" aria-label="Loading">
        <Skeleton height="calc(100% - 2rem)" m="md" width="auto" />
      </main>
    </>
  );
}
