import { useLocalStorage } from '@mantine/hooks';

/** How much of the height the chart has beside the table, in percent. */
export const CHART_SHARE = { usual: 75, least: 40, most: 88 } as const;

/** The chart's share of the height beside the table, as the user set it; kept in the browser. */
export function useChartShare() {
  return useLocalStorage<number>({
    key: 'almanac-chart-share',
    defaultValue: CHART_SHARE.usual,
    getInitialValueInEffect: false,
    deserialize: readShare,
  });
}

/** @param text of the browser's storage. @returns the share in it; the usual one where there is none that makes sense. */
export function readShare(text: string | undefined): number {
  const share = Number(text);
  return share >= CHART_SHARE.least && share <= CHART_SHARE.most ? share : CHART_SHARE.usual;
}

/** Whether the picker beside the chart is folded, as the user set it; kept in the browser. */
export function usePickerFolded() {
  return useLocalStorage<boolean>({
    key: 'almanac-picker-folded',
    defaultValue: false,
    getInitialValueInEffect: false,
    deserialize: (text) => text === 'true',
  });
}
