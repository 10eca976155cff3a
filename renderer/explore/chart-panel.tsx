import { ActionIcon, Box, Skeleton } from '@mantine/core';
import { IconMinimize } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { Line } from '../../service/view/index.ts';
import type { DateRange, View } from '../../service/view/types.ts';
import { ChartHeading } from './chart-heading.tsx';
import type { ExploreLayout } from './layout.ts';

/** The heading with the notes, the legend in one row, and under it the chart, over which nothing stands. */
export function ChartPanel(props: {
  panel: RefObject<HTMLElement | null>;
  view: View;
  lines: readonly Line[];
  range: DateRange;
  layout: ExploreLayout;
  /** Nothing is drawn yet: a placeholder is shown. */
  isFirstLoad: boolean;
  notes: ReactNode;
  legend: ReactNode;
  chart: ReactNode;
  /** The progress of loading. */
  progress: ReactNode;
  overview: ReactNode;
  onChange: (view: View) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { view, lines, range, layout, onChange } = props;
  return (
    <Box
      component="section"
      ref={props.panel}
      className="column"
      h="100%"
      bg="var(--surface)"
      aria-label="Chart"
      onKeyDown={props.onKeyDown}
    >
      <Box className="flex fixed gap-12" px={10} pt={2}>
        <ChartHeading view={view} lines={lines} range={range} onChange={onChange}>
          {props.notes}
        </ChartHeading>
        {layout.isAlone && (
          <ActionIcon
            size={24}
            aria-label="Show everything around the chart"
            title="Show everything (F or Escape)"
            onClick={layout.toggleAlone}
          >
            <IconMinimize size={16} stroke={1.6} />
          </ActionIcon>
        )}
      </Box>
      {props.legend}
      {/* The drawing itself must not set the size. */}
      <Box className="fill low" pos="relative" style={{ contain: 'size' }}>
        {props.isFirstLoad ? (
          <Skeleton height="100%" role="img" aria-label="Loading the chart" />
        ) : (
          props.chart
        )}
        {props.progress}
      </Box>
      {props.overview}
    </Box>
  );
}
