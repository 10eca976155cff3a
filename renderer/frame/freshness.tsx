import { Popover, Text, UnstyledButton } from '@mantine/core';
import { IconClockCheck } from '@tabler/icons-react';
import { minuteText, shownDate } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { type ListAsk, useCatalog } from '../api/index.ts';
import styles from './frame.module.css';
import { heldDaysText, heldLists, lateNames, lateText, listsText } from './freshness-text.ts';
import { NO_VALUE } from './no-value.tsx';
import { useButtonPanel } from './use-button-panel.ts';

const ORIGINS = { publisher: 'publisher', file: 'imported file', sample: 'sample' } as const;

/**
 * The last date of the datasets that the screen shows, or of all datasets where it shows none in particular, and whether any is
 * late; of lists, the day of each that is shown. A click lists for each dataset when it was last changed and where it came from. A small window shows the icon only.
 */
export function FreshnessMenu(props: {
  datasets: readonly string[];
  series: readonly SeriesChoice[];
  lists: readonly ListAsk[];
}) {
  const { datasets, lists } = props;
  const all = useCatalog().data?.datasets;
  const { popover, button, panel } = useButtonPanel();
  if (!all) return null;
  const shown = datasets.length === 0 ? all : all.filter(({ id }) => datasets.includes(id));
  const late = lateNames(shown, props.series);
  const range = lists.length > 0 ? listsText(lists) : heldDaysText(shown);
  const text = late === '' ? range : `${range}, ${late}`;
  return (
    <Popover {...popover} position="bottom-end">
      <Popover.Target>
        <UnstyledButton
          {...button}
          className={`rounded hovers row shrink gap-6 quiet fine one-line ${styles.fresh}`}
          aria-label={text}
          title={text}
        >
          <span
            className={`fixed ${styles.dot}`}
            data-sample={shown.some(({ origin }) => origin === 'sample') || undefined}
            data-late={late !== '' || undefined}
            data-none={shown.every(isUnjudged) || undefined}
          />
          <IconClockCheck size={18} stroke={1.6} aria-hidden className={styles.freshIcon} />
          <span className={`cut ${styles.freshText}`}>{text}</span>
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
              {shown.flatMap((dataset) =>
                freshRows(dataset).map(({ key, ...row }) => (
                  <FreshRow key={key} dataset={dataset} {...row} />
                )),
              )}
            </tbody>
          </table>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** Nothing says whether it is current: there are no data, or the publisher has no calendar. */
const isUnjudged = ({ origin, freshness }: CatalogDataset) =>
  origin === null || freshness?.state === 'unscheduled';

/** @returns a row for the dataset, or one for each index or fund that it has lists of. */
function freshRows(dataset: CatalogDataset) {
  const lists = heldLists(dataset);
  if (lists.length === 0) {
    const { id, title, last_date, origin } = dataset;
    return [{ key: id, title, last: last_date, origin }];
  }
  return lists.map(({ code, title, last_date, lists: [newest] = [] }) => ({
    key: code,
    title,
    last: last_date,
    origin: newest?.origin ?? null,
  }));
}

/** A dataset, or an index or fund of one. */
function FreshRow(props: {
  dataset: CatalogDataset;
  title: string;
  last: string | null;
  origin: CatalogDataset['origin'];
}) {
  const { dataset, title, last, origin } = props;
  return (
    <tr>
      <th scope="row">{title}</th>
      <td>{shownDate(last ?? 'none')}</td>
      <td>{dataset.last_update ? minuteText(dataset.last_update) : 'never'}</td>
      <td>{origin ? ORIGINS[origin] : 'none'}</td>
      <td>{lateText([dataset]) || (dataset.freshness?.state ?? NO_VALUE)}</td>
    </tr>
  );
}
