import { useReducedMotion } from '@mantine/hooks';
import { useEffect } from 'react';
import { showDatesAs } from '../../service/calendar/dates.ts';
import { showNumbersAs } from '../../service/series-math/decimal-text.ts';
import { showAppearance } from './preferences-copy.ts';
import { usePreference } from './work.ts';

/** Density, motion, and how numbers and dates look, as a person chose them. Style sheets read the first two from the document. */

/**
 * Keeps document, numbers and dates as the preferences say. Once for the whole page.
 * @returns a word that differs when what is drawn already has numbers or dates of another style.
 */
export function useAppearance(): string {
  const [density] = usePreference('density');
  const [motion] = usePreference('motion');
  const [numbers] = usePreference('number_style');
  const [dates] = usePreference('date_style');
  useEffect(() => showAppearance({ density, motion }), [density, motion]);
  // Before the screens are rendered, which write both.
  showNumbersAs(numbers);
  showDatesAs(dates);
  return `${numbers} ${dates}`;
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
