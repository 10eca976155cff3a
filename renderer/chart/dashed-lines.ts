import { useMediaQuery } from '@mantine/hooks';
import { usePreference } from '../api/index.ts';

/**
 * Whether lines are dashed, each in its own way, besides their letters and colours: as the user chose, or else where the system
 * has the page in its own few colours.
 */
export function useDashedLines(): readonly [isDashed: boolean, choose: (isDashed: boolean) => void] {
  const isForced = useMediaQuery('(forced-colors: active)', false, { getInitialValueInEffect: false });
  const [chosen, choose] = usePreference('line_dashes');
  return [chosen === 'system' ? isForced : chosen === 'on', (isDashed) => choose(isDashed ? 'on' : 'off')];
}
