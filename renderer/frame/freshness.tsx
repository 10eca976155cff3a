import { Popover, Text, UnstyledButton } from '@mantine/core';
import { IconClockCheck } from '@tabler/icons-react';
import { minuteText, shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { useCatalog } from '../api/index.ts';
import styles from './frame.module.css';
import { lateNames, lateText, rangeText } from './freshness-text.ts';
import { useButtonPanel } from './use-button-panel.ts';

const ORIGINS = { publisher: 'publisher', file: 'imported file', sample: 'sample' } as const;

/**
 * The last date of the datasets that the screen shows, or of all datasets where it shows none in particular, and whether any is
 * late. A click lists for each dataset when it was last changed and where it came from. A small window shows the icon only.
 */
export function Freshness(props: { datasets: readonly string[]; series: readonly SeriesChoice[] }) {
  const { datasets } = props;
  const all = useCatalog().data?.datasets;
  const { popover, button, panel } = useButtonPanel();
  if (!all) return null;
  const shown = datasets.length === 0 ? all : all.filter(({ id }) => datasets.includes(id));
  const late = lateNames(shown, props.series);
  const text = late === '' ? rangeText(shown) : `${rangeText(shown)}, ${late}`;
  return (
    <Popover {...popover} position="bottom-end">
      <Popover.Target>
        <UnstyledButton
          {...button}
          className={`rounded hovers row gap-6 quiet fine one-line ${styles.fresh}`}
          aria-label={text}
          title={text}
        >
          <span
            className={styles.dot}
            data-sample={shown.some(({ origin }) => origin === 'sample') || undefined}
            data-late={late !== '' || undefined}
            data-none={shown.every(({ origin }) => origin === null) || undefined}
          />
          <IconClockCheck size={18} stroke={1.6} aria-hidden className={styles.freshIcon} />
          <span className={styles.freshText}>{text}</span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown {...panel} maw="calc(100vw - 1rem)">
        <Text fw={600} mb={4}>
          Data freshness
        </Text>
        <div className={styles.freshScroll}>
          <table className="fine">
            <thead>
              <tr>
                <th scope="col">Dataset</th>
                <th scope="col">Last date</th>
                <th scope="col">Changed here</th>
                <th scope="col">Origin</th>
                <th scope="col">Status</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((dataset) => (
                <FreshRow key={dataset.id} dataset={dataset} />
              ))}
            </tbody>
          </table>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

function FreshRow({ dataset }: { dataset: CatalogDataset }) {
  return (
    <tr>
      <th scope="row">{dataset.title}</th>
      <td>{shownDate(dataset.last_date ?? 'none')}</td>
      <td>{dataset.last_update ? minuteText(dataset.last_update) : 'never'}</td>
      <td>{dataset.origin ? ORIGINS[dataset.origin] : 'none'}</td>
      <td>{lateText([dataset]) || (dataset.freshness?.state ?? '–')}</td>
    </tr>
  );
}
