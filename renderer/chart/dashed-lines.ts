import { useLocalStorage, useMediaQuery } from '@mantine/hooks';

/**
 * Whether lines are dashed, each in its own way, besides their letters and colours: as the user chose, or else where the system
 * has the page in its own few colours.
 */
export function useDashedLines(): readonly [isDashed: boolean, choose: (isDashed: boolean) => void] {
  const isForced = useMediaQuery('(forced-colors: active)', false, { getInitialValueInEffect: false });
  const [chosen, choose] = useLocalStorage<boolean | null>({
    key: 'almanac.dashed-lines',
    defaultValue: null,
    getInitialValueInEffect: false,
    deserialize: (text) => (text === 'true' || text === 'false' ? text === 'true' : null),
  });
  return [chosen ?? isForced, choose];
}
