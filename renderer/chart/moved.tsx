import { createContext, type ReactNode, useContext } from 'react';
import type { DayRange } from './zoom.ts';

/** What of the drawing is in sight: how far it has been moved since it was made, in pixels to the right, and the days. */
export const Sight = createContext<{ by: number; range: DayRange }>({ by: 0, range: { from: 0, to: 0 } });

/** A part of the drawing that moves with the days. Only its `transform` changes in a move. */
export function MovedWithDays({ children }: { children: ReactNode }) {
  const { by } = useContext(Sight);
  return <g style={{ transform: `translateX(${by}px)`, willChange: 'transform' }}>{children}</g>;
}
