import { Splitter } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './explore.module.css';
import { CHART_SHARE, useChartShare } from './layout-choices.ts';

/** The chart above the table, with a handle between them for mouse and keyboard. Without a table the chart has all of the room. */
export function SplitView({ chart, table }: { chart: ReactNode; table: ReactNode | undefined }) {
  const [share, setShare] = useChartShare();
  return (
    <Splitter
      className={styles.split as string}
      orientation="vertical"
      data-table={table !== undefined || undefined}
      sizes={table === undefined ? [100] : [share, 100 - share]}
      onSizeChange={([first]) => setShare(Number(first))}
      step={2}
      lineSize={7}
      handleColor="var(--page)"
      handleIcon={null}
      classNames={{
        pane: styles.pane as string,
        handle: styles.handle as string,
        thumb: styles.thumb as string,
      }}
      attributes={{
        handle: { 'aria-label': 'Height of the chart', 'aria-valuetext': `${Math.round(share)} %` },
      }}
    >
      <Splitter.Pane defaultSize={CHART_SHARE.usual} min={CHART_SHARE.least} max={CHART_SHARE.most}>
        {chart}
      </Splitter.Pane>
      {table !== undefined && (
        <Splitter.Pane defaultSize={100 - CHART_SHARE.usual} min={100 - CHART_SHARE.most}>
          {table}
        </Splitter.Pane>
      )}
    </Splitter>
  );
}
