import { Box, Button } from '@mantine/core';
import { useState } from 'react';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { useCatalog } from '../api/index.ts';
import { lineCount, MOST_SERIES, toggleSeries, type View, withoutLines } from '../view/index.ts';
import { KeptSeries } from './kept-list.tsx';
import styles from './picker.module.css';
import { SeriesSearch } from './series-search.tsx';
import { SeriesTree } from './series-tree.tsx';
import { StateField } from './state-field.tsx';
import { FULL_TEXT } from './texts.ts';

/** The panel in which series are found and chosen: a search field, and the catalogue as a tree under it. */
export function SeriesPicker(props: {
  view: View;
  onChange: (view: View) => void;
  /** Called when a URL of the API is pasted. @param problems sentences on parts that could not be shown */
  onOpen: (view: View, problems: readonly string[]) => void;
}) {
  const { view, onChange } = props;
  const catalog = useCatalog().data;
  const shownState = view.series.find((one) => one.choice.area !== '')?.choice.area;
  const [state, setState] = useState(shownState ?? 'CA');
  const toggle = (choice: SeriesChoice) => onChange(toggleSeries(view, choice));
  const isFull = lineCount(view) >= MOST_SERIES;
  return (
    <Box component="section" className="column low" h="100%" aria-label="Series">
      <SeriesSearch
        label="Search series"
        placeholder="Search: quits, JTSJOL, 10-year…"
        view={view}
        state={state}
        onChoose={toggle}
        onOpen={props.onOpen}
      >
        <div className={`fill low scrolls ${styles.scroll}`}>
          <div className="row spread gap-8">
            <Box
              component="p"
              p="0 0.625rem"
              lh="1.75rem"
              className={`quiet fine shrink cut one-line ${isFull ? 'rounded warning' : ''}`}
              title={isFull ? FULL_TEXT : undefined}
              role="status"
            >
              {isFull ? FULL_TEXT : `${view.series.length} of ${MOST_SERIES} series shown`}
            </Box>
            {lineCount(view) > 0 && (
              <Button
                variant="subtle"
                size="compact-xs"
                h={24}
                title="Remove all lines from the chart"
                onClick={() => onChange(withoutLines(view))}
              >
                Clear
              </Button>
            )}
          </div>
          <KeptSeries view={view} isFull={isFull} onToggle={toggle} />
          <SeriesTree view={view} isFull={isFull} state={state} catalog={catalog} onToggle={toggle} />
          <StateField state={state} onChange={setState} />
        </div>
      </SeriesSearch>
    </Box>
  );
}
