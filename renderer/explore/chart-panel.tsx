import { ActionIcon, Box, Skeleton } from '@mantine/core';
import { IconMinimize } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { Line } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';
import type { View } from '../view/index.ts';
import { ChartHeading } from './chart-heading.tsx';
import type { Layout } from './layout.ts';

/** Where the plot will be, with axes of the usual width. */
const BEFORE_CHART = { inset: '26px 20px 22px 40px' };

/** The heading and under it the chart, to which nothing gives way: notices and progress stand over the drawing. */
export function ChartPanel(props: {
  panel: RefObject<HTMLElement | null>;
  view: View;
  lines: readonly Line[];
  range: DateRange;
  layout: Layout;
  /** Nothing is drawn yet: a placeholder is shown, with the legend over it. */
  isFirstLoad: boolean;
  /** Legend and notices, which stand over the drawing. The chart has them in its plot. */
  inside: ReactNode;
  chart: ReactNode;
  /** The progress of loading. */
  progress: ReactNode;
  overview: ReactNode;
  onChange: (view: View) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}) {
  const { view, lines, range, layout, onChange } = props;
  const waiting = <Skeleton height="100%" role="img" aria-label="Loading the chart" />;
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
      <Box className="row fixed gap-12" mih={26} px={10}>
        <ChartHeading view={view} lines={lines} range={range} onChange={onChange} />
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
      {/* The drawing itself must not set the size. */}
      <Box className="fill low" pos="relative" style={{ contain: 'size' }}>
        {props.isFirstLoad ? (
          <>
            {waiting}
            <div className="overlay column" style={BEFORE_CHART}>
              {props.inside}
            </div>
          </>
        ) : (
          props.chart
        )}
        {props.progress}
      </Box>
      {props.overview}
    </Box>
  );
}
