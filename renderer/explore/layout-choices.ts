import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { usePreference } from '../api/index.ts';

/** How much of the height the chart has beside the table, in percent; the schema of `chart_share` has the same limits. */
export const CHART_SHARE = { usual: 75, least: 40, most: 88 } as const;
/** A share that did not change for so long is kept: a drag changes it with every frame. */
const REST_MS = 300;

/** The chart's share of the height beside the table, as the user set it; remembered. */
export function useChartShare(): readonly [number, (share: number) => void] {
  const [kept, keep] = usePreference('chart_share');
  const [moved, setMoved] = useState<number | undefined>();
  const rest = useDebouncedCallback(
    (share: number) => {
      keep(share);
      setMoved(undefined);
    },
    { delay: REST_MS, flushOnUnmount: true },
  );
  const move = (share: number) => {
    const within = Math.min(Math.max(share, CHART_SHARE.least), CHART_SHARE.most);
    setMoved(within);
    rest(within);
  };
  return [moved ?? kept, move];
}

/** Whether the picker beside the chart is folded, as the user set it; remembered. */
export function usePickerFolded() {
  return usePreference('picker_folded');
}
