import { Box } from '@mantine/core';
import { ApiAddress } from './api-address.tsx';
import styles from './frame.module.css';
import { Freshness } from './freshness.tsx';
import { GlobalSearch } from './global-search.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** The title, the search, and at the end data freshness, the API's address and the appearance. */
export function TopBar({ title, datasets }: { title: string; datasets: readonly string[] }) {
  return (
    <header className={`row fixed gap-12 ${styles.bar}`}>
      <Box component="h1" className="large strong" lts="-0.006em">
        {title}
      </Box>
      <GlobalSearch />
      <div className="row at-end gap-4">
        <Freshness datasets={datasets} />
        <ApiAddress />
        <ThemeSwitch />
      </div>
    </header>
  );
}
