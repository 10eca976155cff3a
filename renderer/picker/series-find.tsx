import { Badge, Combobox } from '@mantine/core';
import { memo } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import {
  codesText,
  entryOf,
  type SeriesChoice,
  seriesFacts,
  seriesId,
  seriesTitle,
} from '../../service/datasets/series-choice.ts';
import { heldOf, useCatalog } from '../api/index.ts';
import { hasSeries, lineCount, MOST_SERIES, type View } from '../view/index.ts';
import { LatestValue } from './latest-value.tsx';
import styles from './picker.module.css';
import { FULL_TEXT } from './texts.ts';

type Props = {
  choice: SeriesChoice;
  view: View;
  /** Id of the text that says why no more series can be chosen. */
  fullTextId: string;
};

/**
 * A series among the search results, with everything that tells it from similar ones. Most results stay when another letter is typed: they are
 * not rendered again.
 */
export const SeriesFind = memo(
  Find,
  (before, now) => before.view === now.view && seriesId(before.choice) === seriesId(now.choice),
);

function Find(props: Props) {
  const { choice, view } = props;
  const { dataset, series } = entryOf(choice);
  const held = heldOf(useCatalog().data, choice);
  const isShown = hasSeries(view, seriesId(choice));
  const isRefused = !isShown && lineCount(view) >= MOST_SERIES;
  return (
    <Combobox.Option
      value={seriesId(choice)}
      active={isShown}
      disabled={isRefused}
      title={isRefused ? FULL_TEXT : undefined}
      aria-describedby={isRefused ? props.fullTextId : undefined}
      className={styles.result as string}
    >
      <span className="flex baseline gap-8">
        <span className="fill firm">{seriesTitle(choice)}</span>
        {isShown && (
          <Badge size="xs" variant="light">
            shown
          </Badge>
        )}
        <span className="quiet small one-line">
          {held?.last_date ? `to ${shownDate(held.last_date)}` : 'no data yet'}
        </span>
      </span>
      <span className={`quiet small block ${styles.facts}`}>
        {dataset.title} · {seriesFacts(series)}
        {held?.first_date && ` · from ${shownDate(held.first_date)}`}
      </span>
      <span className={`quiet small breaks block ${styles.facts}`}>{codesText(choice)}</span>
      <LatestValue choice={choice} held={held} />
    </Combobox.Option>
  );
}
