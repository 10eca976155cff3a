import { Box } from '@mantine/core';
import { ApiAddress } from './api-address.tsx';
import styles from './frame.module.css';
import { Freshness } from './freshness.tsx';
import { GlobalSearch } from './global-search.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Title, search over the catalogue, how fresh the shown data are, the API's address, light or dark. */
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
