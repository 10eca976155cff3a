import { useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';

/**
 * @param query of the window's size: `(min-width: 75em)`
 * @returns whether the window fits it. On paper, which has another size, what the window answered: a drawing could not be measured again.
 */
export function useWindowFits(query: string): boolean {
  const fits = useMediaQuery(query, true, { getInitialValueInEffect: false });
  const inWindow = useRef(fits);
  if (!window.matchMedia('print').matches) inWindow.current = fits;
  return inWindow.current;
}
