import { Tooltip } from '@mantine/core';
import { inDateStyle } from '../../service/calendar/dates.ts';
import type { CatalogDataset } from '../../service/contract/catalog.ts';
import type { DatasetSchedule } from '../../service/contract/data-state.ts';
import styles from './data.module.css';
import { nextTexts, scheduleText, waitText } from './describe.ts';

/** When the publisher releases next, in the publisher's time zone, and when Almanac refreshes by itself. */
export function NextReleaseCell(props: { dataset: CatalogDataset; schedule: DatasetSchedule | undefined }) {
  const { release } = props.dataset;
  const now = Date.now();
  const byItself = scheduleText(props.schedule, now);
  return (
    <td className={styles.release} data-label="Next release">
      <Tooltip label={release.text} multiline maw={320}>
        <span style={{ cursor: 'help' }}>
          {nextTexts(props.dataset).map((text) => (
            <span key={text} className="block">
              {text.split(' ').flatMap((word, i) => [
                // Lines break between words only, not inside a date.
                i > 0 && ' ',
                <span key={word} className="one-line">
                  {inDateStyle(word)}
                </span>,
              ])}
            </span>
          ))}
        </span>
      </Tooltip>
      <span className="unseen">{release.text}</span>
      <div className="sub">{byItself || waitText(props.dataset, now)}</div>
    </td>
  );
}
