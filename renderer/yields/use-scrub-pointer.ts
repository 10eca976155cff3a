import type { PointerEvent } from 'react';
import { rowOnOrBefore } from '../../service/series-math/matrix.ts';
import type { Shown } from './shown.ts';

/** Dragging over time draws the days under the pointer; letting go takes the last of them. @param dayAt of a place in pixels */
export function useScrubPointer(
  { curves, row, rows, scrub, settle, isWhole }: Shown,
  dayAt: (x: number) => number,
) {
  const move = (event: PointerEvent<HTMLElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const row = rowOnOrBefore(curves.days, Math.floor(dayAt(x)));
    scrub.move(Math.max(rows.start, Math.min(rows.end - 1, row)));
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0 || !isWhole) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      move(event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      if (event.currentTarget.hasPointerCapture(event.pointerId)) move(event);
    },
    onPointerUp: settle,
    // The finger scrolls the page: the day stays.
    onPointerCancel: () => scrub.rest(row),
  };
}
