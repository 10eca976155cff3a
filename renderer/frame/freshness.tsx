import { Popover, UnstyledButton } from '@mantine/core';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import { useCatalog } from '../api/index.ts';
import styles from './frame.module.css';

const ORIGINS = { publisher: 'publisher', file: 'imported file', sample: 'sample' } as const;

/** Up to which day the shown datasets go; with a click, when and whence each came here. */
export function Freshness({ datasets }: { datasets: readonly string[] }) {
  const shown = useCatalog().data?.datasets.filter(({ id }) => datasets.includes(id)) ?? [];
  const dates = shown.flatMap(({ last_date }) => last_date ?? []).sort();
  const [oldest, newest] = [dates[0], dates.at(-1)];
  if (newest === undefined) return null;
  return (
    <Popover position="bottom-end">
      <Popover.Target>
        <UnstyledButton className={`${styles.fresh} ${styles.wideOnly}`}>
          <span
            className={styles.dot}
            data-sample={shown.some(({ origin }) => origin === 'sample') || undefined}
          />
          {oldest === newest ? `Data to ${newest}` : `Data to ${oldest} … ${newest}`}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <table className={styles.freshTable}>
          <thead>
            <tr>
              <th scope="col">Dataset</th>
              <th scope="col">Last date</th>
              <th scope="col">Changed here</th>
              <th scope="col">Origin</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((dataset) => (
              <FreshRow key={dataset.id} dataset={dataset} />
            ))}
          </tbody>
        </table>
      </Popover.Dropdown>
    </Popover>
  );
}

function FreshRow({ dataset }: { dataset: CatalogDataset }) {
  return (
    <tr>
      <th scope="row">{dataset.title}</th>
      <td>{dataset.last_date ?? 'none'}</td>
      <td>{dataset.last_update ? `${dataset.last_update.slice(0, 16).replace('T', ' ')} UTC` : 'never'}</td>
      <td>{dataset.origin ? ORIGINS[dataset.origin] : 'none'}</td>
    </tr>
  );
}
