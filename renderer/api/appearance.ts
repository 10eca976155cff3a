import { useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { showAppearance } from './preferences-copy.ts';
import { usePreference } from './work.ts';

/** Density and motion, as a person chose them. Style sheets read both from the document. */

/** Keeps the document as the preferences say. Once for the whole page. */
export function useAppearance(): void {
  const [density] = usePreference('density');
  const [motion] = usePreference('motion');
  useEffect(() => showAppearance({ density, motion }), [density, motion]);
}

/** The height of the rows of a table whose rows are placed by script, in pixels. @param comfortable the usual one */
export function useRowHeight(comfortable: number): number {
  const [density] = usePreference('density');
  return density === 'compact' ? Math.round((comfortable * 5) / 6) : comfortable;
}

/** Whether what changes shall not move: as the person chose, or the system says. */
export function useIsCalm(): boolean {
  const [motion] = usePreference('motion');
  const isSystemCalm = useReducedMotion(false, { getInitialValueInEffect: false });
  return motion === 'reduced' || isSystemCalm;
}
