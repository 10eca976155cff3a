import { useState } from 'react';
import type { DayRange } from './zoom.ts';

/** A measure between two days: `to` is absent while the crosshair is on its way there. */
type Span = { from: number; to?: number };

/**
 * The two days that are measured: of a drag with Shift, or of two presses of a key.
 * @param cursorDay day of the crosshair. @returns the days in order, and ways to change them.
 */
export function useMeasure(cursorDay: number | undefined) {
  const [span, setSpan] = useState<Span | undefined>();
  const other = span?.to ?? cursorDay ?? span?.from;
  const days: DayRange | undefined =
    span && other !== undefined
      ? { from: Math.min(span.from, other), to: Math.max(span.from, other) }
      : undefined;
  return {
    days,
    /** The first press sets the start at the crosshair, the second one the end; a third begins anew. */
    press: (day = cursorDay) => {
      if (day === undefined) return;
      setSpan(span && span.to === undefined ? { from: span.from, to: day } : { from: day });
    },
    set: (from: number | undefined, to: number | undefined) =>
      setSpan(from === undefined || to === undefined ? undefined : { from, to }),
    clear: () => setSpan(undefined),
  };
}
