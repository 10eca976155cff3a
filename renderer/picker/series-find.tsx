import { Badge, Combobox } from '@mantine/core';
import { memo } from 'react';
import { shownDate } from '../../service/calendar/dates.ts';
import {
  codesText,
  entryOf,
  type SeriesChoice,
  seriesId,
  seriesTitle,
} from '../../service/datasets/series-choice.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { heldSeriesOf, useCatalog } from '../api/index.ts';
import { hasSeries, lineCount } from '../view/index.ts';
import { LatestValue } from './latest-value.tsx';
import styles from './picker.module.css';
import { FULL_TEXT, seriesFactsText } from './texts.ts';

type Props = {
  choice: SeriesChoice;
  view: View;
  /** Id of the text that says why no more series can be chosen. */
  fullTextId: string;
};

/** What taking a series does, and the second thing that can be done with it. */
export type SeriesWays = { first: string; second: string };

/**
 * A series among the search results, with everything that tells it from similar ones. Most results stay when another letter is typed: they are
 * not rendered again.
 */
export const SeriesFind = memo(
  Find,
  (before, now) =>
    before.view === now.view &&
    before.second === now.second &&
    seriesId(before.choice) === seriesId(now.choice),
);

function Find(props: Props & Partial<SeriesWays>) {
  const { choice, view } = props;
  const { dataset, series } = entryOf(choice);
  const held = heldSeriesOf(useCatalog().data, choice);
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
        {dataset.title} · {seriesFactsText(series)}
        {held?.first_date && ` · from ${shownDate(held.first_date)}`}
      </span>
      <span className={`quiet small breaks block ${styles.facts}`}>{codesText(choice)}</span>
      <span className="row spread gap-12">
        <LatestValue choice={choice} held={held} />
        {props.first !== undefined && (
          <span className={`row fixed gap-8 small ${styles.ways}`}>
            {!isShown && <span className="quiet">{props.first}</span>}
            {props.second !== undefined && (
              // For the mouse. An option of a list cannot have a button: the same stands under the list.
              <span
                className="chip ink framed"
                style={{ paddingBlock: 0, lineHeight: '1rem', background: 'var(--surface)' }}
                data-second
                aria-hidden
              >
                {props.second}
              </span>
            )}
          </span>
        )}
      </span>
    </Combobox.Option>
  );
}
