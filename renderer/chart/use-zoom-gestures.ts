import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { standsInScroll, wheelZoom } from './wheel.ts';
import { type DayRange, zoomAround } from './zoom.ts';

/** As long as a second click may take to make the first one half of a double click. */
const DOUBLE_CLICK_MS = 250;
/** Fewer pixels are a click with a shaking hand, not a selection. */
const SHORTEST_DRAG = 6;

type Gestures = {
  surface: RefObject<HTMLElement | null>;
  range: DayRange;
  /** How far a zoom goes. */
  bounds: DayRange;
  dayAt: (x: number) => number;
  onPoint: (day: number | undefined) => void;
  onZoom: (range: DayRange) => void;
  /** A click on a day, not a drag. */
  onPick: (day: number) => void;
  /** A double click. */
  onReset: () => void;
};

/**
 * Pointer and wheel on the plot: move to point, drag to select a range, wheel (or a pinch) to zoom round the pointer. Where
 * what the plot stands in can be scrolled, a plain wheel scrolls that, as everywhere else, and Ctrl makes it a zoom.
 * @returns the handlers, and the selection under way in pixels.
 */
export function useZoomGestures({
  surface,
  range,
  bounds,
  dayAt,
  onPoint,
  onZoom,
  onPick,
  onReset,
}: Gestures) {
  const [selection, select] = useState<{ from: number; to: number }>();
  const latest = useRef({ range, bounds, dayAt, onZoom });
  useEffect(() => {
    latest.current = { range, bounds, dayAt, onZoom };
  });

  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    // React listens to the wheel passively; a zoom has to keep the page still.
    const onWheel = (event: WheelEvent) => {
      const factor = wheelZoom(event, () => standsInScroll(element));
      if (factor === undefined) return;
      event.preventDefault();
      const now = latest.current;
      const around = now.dayAt(event.clientX - element.getBoundingClientRect().left);
      now.onZoom(zoomAround(now.range, around, factor, now.bounds));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [surface]);

  const picking = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(picking.current), []);
  const pick = (day: number) => {
    window.clearTimeout(picking.current);
    picking.current = window.setTimeout(() => onPick(day), DOUBLE_CLICK_MS);
  };

  const at = (event: PointerEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  return {
    selection,
    cancelSelection: () => select(undefined),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        select({ from: at(event), to: at(event) });
      },
      onPointerMove: (event: PointerEvent) => {
        onPoint(dayAt(at(event)));
        if (selection) select({ from: selection.from, to: at(event) });
      },
      onPointerUp: (event: PointerEvent) => {
        if (selection && Math.abs(selection.to - selection.from) >= SHORTEST_DRAG) {
          const [from, to] = [selection.from, selection.to].sort((a, b) => a - b) as [number, number];
          const wanted = { from: Math.round(dayAt(from)), to: Math.min(bounds.to, Math.round(dayAt(to))) };
          if (wanted.to > wanted.from) onZoom(wanted);
        } else if (selection) {
          pick(dayAt(at(event)));
        }
        select(undefined);
      },
      onDoubleClick: () => {
        window.clearTimeout(picking.current);
        onReset();
      },
      onPointerCancel: () => select(undefined),
      onPointerLeave: () => {
        if (!selection) onPoint(undefined);
      },
    },
  };
}
