import { Splitter } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './explore.module.css';
import { CHART_SHARE, useChartShare } from './layout-choices.ts';

/** The chart above the table, with a handle between them for mouse and keyboard. Without a table the chart has all of the room. */
export function SplitView({ chart, table }: { chart: ReactNode; table: ReactNode | undefined }) {
  const [share, setShare] = useChartShare();
  return (
    <Splitter
      h="100%"
      mih={table === undefined ? '14rem' : '24rem'}
      orientation="vertical"
      sizes={table === undefined ? [100] : [share, 100 - share]}
      onSizeChange={([first]) => setShare(Number(first))}
      step={2}
      lineSize={7}
      handleColor="var(--page)"
      handleIcon={null}
      classNames={{ handle: styles.handle as string }}
      styles={{
        pane: { minHeight: 0, overflow: 'hidden' },
        thumb: { width: 36, height: 3, background: 'var(--mantine-color-dimmed)', border: 0, opacity: 0.5 },
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
