import { Box, CloseButton, Drawer } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { seriesId } from '../../service/datasets/series-choice.ts';

import { usePreference } from '../api/index.ts';
import { ExplainPanel } from '../explain/index.ts';
import { Screen, SidePanel, useOfferedActions, useWindowFits } from '../frame/index.ts';
import { useRange } from '../lines/index.ts';
import { SeriesPicker } from '../picker/index.ts';
import type { ExploreLayout } from './chart-actions.ts';
import { chartActions } from './chart-actions.ts';
import styles from './explore.module.css';
import { SeriesDetails } from './series-details.tsx';
import { useDashedLinesAction, useEmptyChart } from './tool-bar.tsx';
import { useView } from './use-view.ts';
import { Workbench } from './workbench.tsx';

export function ExploreScreen() {
  const state = useView();
  const { view, change, undo, redo } = state;
  const isWide = useWindowFits('(min-width: 62em)');
  const hasAside = useWindowFits('(min-width: 82em)');
  const [isPickerOpen, picker] = useDisclosure(false);
  const side = useRef<HTMLElement>(null);
  const [isFolded, setFolded] = usePreference('picker_folded');
  const [isAlone, setAlone] = useState(false);
  const layout: ExploreLayout = {
    isPickerOpen: isWide ? !isFolded && !isAlone : isPickerOpen,
    togglePicker: () => {
      setAlone(false);
      // From the chart alone the panel always unfolds, because the user asked for it.
      if (isWide) setFolded(!isFolded && !isAlone);
      else picker.toggle();
    },
    isAlone,
    toggleAlone: () => setAlone((was) => !was),
  };
  const wantsSearch = useRef(false);
  const search = () => {
    wantsSearch.current = true;
    setAlone(false);
    if (isFolded) setFolded(false);
    focusSearch();
  };
  const focusSearch = () => {
    const field = side.current?.querySelector<HTMLElement>('input[type=search]');
    if (!field || !wantsSearch.current) return;
    wantsSearch.current = false;
    field.focus();
  };
  // The list of series may have to be unfolded first.
  useEffect(focusSearch);
  useHotkeys([
    ['mod+Z', () => undo?.()],
    ['mod+shift+Z', () => redo?.()],
    ['mod+Y', () => redo?.()],
    ['mod+shift+A', () => (isWide ? search() : picker.open())],
  ]);
  const dashed = useDashedLinesAction();
  const newChart = useEmptyChart();
  useOfferedActions([...chartActions(view, { change, newChart, undo, redo }, layout), dashed]);
  const datasets = [...new Set(view.series.map((one) => one.choice.dataset))];
  const details = view.series.find((one) => seriesId(one.choice) === view.details)?.choice;
  const { range } = useRange(view);
  const pickerPanel = (
    <SeriesPicker
      view={view}
      onChange={change}
      onClear={() => change(newChart())}
      onOpen={(opened, linkProblems) => change(opened, { linkProblems })}
    />
  );
  return (
    <Screen datasets={datasets} series={view.series.map(({ choice }) => choice)}>
      <Box className="flex low" h="100%">
        {isWide && !layout.isPickerOpen ? null : isWide ? (
          <Box
            component="aside"
            ref={side}
            className="fixed low not-on-paper"
            w="clamp(16rem, 19vw, 20.5rem)"
            bg="var(--surface)"
            style={{ borderRight: '1px solid var(--line)' }}
          >
            {pickerPanel}
          </Box>
        ) : (
          <Drawer.Root opened={isPickerOpen} onClose={picker.close} size={340} lockScroll={false}>
            <Drawer.Overlay backgroundOpacity={0.2} />
            <Drawer.Content aria-label="Choose series">
              <div className={`column ${styles.drawer}`}>
                <Box className="row spread" p="0.5rem 0.5rem 0 1rem">
                  <h2 className="large">Choose series</h2>
                  <CloseButton aria-label="Close" onClick={picker.close} />
                </Box>
                {pickerPanel}
              </div>
            </Drawer.Content>
          </Drawer.Root>
        )}
        <div className={`column grow low ${styles.middle}`}>
          <Workbench state={state} layout={layout} />
        </div>
        <SidePanel
          label="Explain this number"
          isBeside={hasAside}
          isOpen={view.explained !== undefined && !isAlone}
          takesFocus
          onClose={() => change({ ...view, explained: undefined })}
        >
          {view.explained && (
            <ExplainPanel
              view={view}
              explained={view.explained}
              range={range}
              onExplain={(explained) => change({ ...view, explained })}
              onClose={() => change({ ...view, explained: undefined })}
            />
          )}
        </SidePanel>
        <SidePanel
          label="Details"
          isBeside={hasAside}
          isOpen={details !== undefined && view.explained === undefined && !isAlone}
          onClose={() => change({ ...view, details: undefined })}
        >
          {details && (
            <SeriesDetails
              choice={details}
              range={range}
              onClose={() => change({ ...view, details: undefined })}
            />
          )}
        </SidePanel>
      </Box>
    </Screen>
  );
}
