import { Box, Button } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { SeriesChoice } from '../../service/datasets/series-choice.ts';
import { MOST_SERIES, type View } from '../../service/view/types.ts';
import { useCatalog } from '../api/index.ts';
import { addAllSeries, lineCount, toggleSeries } from '../view/index.ts';
import { KeptSeries } from './kept-list.tsx';
import styles from './picker.module.css';
import { SeriesSearch } from './series-search.tsx';
import { SeriesTree } from './series-tree.tsx';
import { StateField } from './state-field.tsx';
import { FULL_SHORT, FULL_TEXT, notAddedText } from './texts.ts';

/** The panel in which series are found and chosen: a search field, and the catalogue as a tree under it. */
export function SeriesPicker(props: {
  view: View;
  onChange: (view: View) => void;
  /** Begins an empty chart. */
  onClear: () => void;
  /** Called when a URL of the API is pasted. @param problems sentences on parts that could not be shown */
  onOpen: (view: View, problems: readonly string[]) => void;
}) {
  const { view, onChange } = props;
  // At the start the chart comes first.
  const catalog = useDeferredValue(useCatalog().data, undefined);
  const shownStates = [...new Set(view.series.flatMap(({ choice: { area } }) => (area === '' ? [] : area)))];
  const [states, setStates] = useState<readonly string[]>(shownStates.length > 0 ? shownStates : ['CA']);
  const [left, setLeft] = useState<readonly SeriesChoice[]>([]);
  const toggle = (choice: SeriesChoice) => onChange(toggleSeries(view, choice));
  const isFull = lineCount(view) >= MOST_SERIES;
  const addAll = (choices: readonly SeriesChoice[]) => {
    const { view: added, left: without } = addAllSeries(view, choices);
    setLeft(without);
    if (added !== view) onChange(added);
  };
  return (
    <Box component="section" className="column low" h="100%" aria-label="Series">
      <SeriesSearch
        label="Search series"
        placeholder="Search: quits, JTSJOL, 10-year…"
        view={view}
        state={states[0] ?? 'CA'}
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
              {isFull ? FULL_SHORT : `${view.series.length} of ${MOST_SERIES} series shown`}
            </Box>
            {lineCount(view) > 0 && (
              <Button
                className="fixed"
                variant="subtle"
                size="compact-xs"
                h={24}
                title="Begin an empty chart: without lines, units, frequency and dates"
                onClick={props.onClear}
              >
                Clear
              </Button>
            )}
          </div>
          {isFull && left.length > 0 && (
            <Box component="p" className="fine" px={10} pb={6} role="status">
              {notAddedText(left)}
            </Box>
          )}
          <KeptSeries view={view} isFull={isFull} onToggle={toggle} />
          <SeriesTree
            view={view}
            isFull={isFull}
            states={states}
            catalog={catalog}
            onToggle={toggle}
            onAddAll={addAll}
          />
          <StateField states={states} onChange={setStates} />
        </div>
      </SeriesSearch>
    </Box>
  );
}
