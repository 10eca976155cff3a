import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

/**
 * Whether the overview stands under the chart: as someone chose, which this browser or window keeps; else where the chart has
 * height to spare.
 */
export function useOverviewShown(isTableOpen: boolean): {
  isShown: boolean;
  choose: (isShown: boolean) => void;
} {
  const [chosen, setChosen] = useLocalStorage<boolean | null>({
    key: 'almanac-overview',
    defaultValue: null,
    getInitialValueInEffect: false,
    deserialize: (text) => (text === 'true' || text === 'false' ? text === 'true' : null),
  });
  const hasRoom = useMediaQuery('(min-height: 46em)', true, { getInitialValueInEffect: false });
  const hasRoomForBoth = useMediaQuery('(min-height: 54em)', true, { getInitialValueInEffect: false });
  return { isShown: chosen ?? (isTableOpen ? hasRoomForBoth : hasRoom), choose: setChosen };
}
