import { ActionIcon, Skeleton } from '@mantine/core';
import { IconMinimize } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import type { Line } from '../../service/view/index.ts';
import type { DateRange } from '../api/index.ts';
import type { View } from '../view/index.ts';
import { ChartHeading } from './chart-heading.tsx';
import styles from './explore.module.css';
import type { Layout } from './layout.ts';

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
    <section
      ref={props.panel}
      className={`column ${styles.chartPanel}`}
      aria-label="Chart"
      onKeyDown={props.onKeyDown}
    >
      <div className={`row fixed gap-12 ${styles.heading}`}>
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
      </div>
      <div className={`fill ${styles.chart}`}>
        {props.isFirstLoad ? (
          <>
            {waiting}
            <div className={`overlay column ${styles.beforeChart}`}>{props.inside}</div>
          </>
        ) : (
          props.chart
        )}
        {props.progress}
      </div>
      {props.overview}
    </section>
  );
}
