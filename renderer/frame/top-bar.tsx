import { ApiAddress } from './api-address.tsx';
import styles from './frame.module.css';
import { Freshness } from './freshness.tsx';
import { GlobalSearch } from './global-search.tsx';
import { ThemeSwitch } from './theme-switch.tsx';

/** Title, search over the catalogue, how fresh the shown data are, the API's address, light or dark. */
export function TopBar({ title, datasets }: { title: string; datasets: readonly string[] }) {
  return (
    <header className={styles.bar}>
      <h1 className={styles.title}>{title}</h1>
      <GlobalSearch />
      <div className={styles.barEnd}>
        <Freshness datasets={datasets} />
        <ApiAddress />
        <ThemeSwitch />
      </div>
    </header>
  );
}
