import { clamp } from '@mantine/hooks';
import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { type DayRange, zoomAround } from './zoom.ts';

/** Milliseconds to wait for a second click before a click counts as a single one. */
const DOUBLE_CLICK_MS = 250;
/** A drag over fewer pixels counts as a click. */
const SHORTEST_DRAG = 6;

/** Handles pointing, drag to zoom, Shift drag to measure, wheel, pinch, click and double click. */
export function useZoomGestures(on: {
  surface: RefObject<HTMLElement | null>;
  /** A plain wheel never zooms. */
  isTile: boolean;
  range: DayRange;
  /** A zoom stays within these days. */
  bounds: DayRange;
  dayAt: (x: number) => number;
  onPoint: (day: number | undefined) => void;
  onZoom: (range: DayRange) => void;
  /** Called on each move of a drag with Shift. */
  onMeasure: (from: number, to: number) => void;
  /** Called on a click without a drag. @param y pixels from the top of the surface */
  onPick: (day: number, y: number) => void;
  /** Called on a double click. */
  onReset: () => void;
}) {
  const { surface, isTile, bounds, dayAt, onPoint, onZoom, onMeasure, onPick, onReset } = on;
  const [selection, select] = useState<{ from: number; to: number; isMeasure: boolean }>();
  const zoomBy = useEffectEvent((factor: number, x: number) =>
    onZoom(zoomAround(on.range, dayAt(x), factor, bounds)),
  );
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    // React's wheel listeners are passive, but a zoom must prevent scrolling.
    const onWheel = (event: WheelEvent) => {
      const factor = wheelZoom(event, () => isTile || isInScroller(element));
      if (factor === undefined) return;
      event.preventDefault();
      zoomBy(factor, event.clientX - element.getBoundingClientRect().left);
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, [surface, isTile]);

  const picking = useRef<number | undefined>(undefined);
  useEffect(() => () => window.clearTimeout(picking.current), []);
  const pick = (day: number, y: number) => {
    window.clearTimeout(picking.current);
    picking.current = window.setTimeout(() => onPick(day, y), DOUBLE_CLICK_MS);
  };

  const at = (event: PointerEvent) => event.clientX - event.currentTarget.getBoundingClientRect().left;
  return {
    /** The selection of a drag that will zoom. */
    selection: selection?.isMeasure ? undefined : selection,
    cancelSelection: () => select(undefined),
    handlers: {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        select({ from: at(event), to: at(event), isMeasure: event.shiftKey });
      },
      onPointerMove: (event: PointerEvent) => {
        onPoint(dayAt(at(event)));
        if (selection) select({ ...selection, to: at(event) });
        if (selection?.isMeasure && Math.abs(at(event) - selection.from) >= SHORTEST_DRAG)
          onMeasure(dayAt(selection.from), dayAt(at(event)));
      },
      onPointerUp: (event: PointerEvent) => {
        if (selection?.isMeasure) return select(undefined);
        if (selection && Math.abs(selection.to - selection.from) >= SHORTEST_DRAG) {
          const [from, to] = [selection.from, selection.to].sort((a, b) => a - b) as [number, number];
          const wanted = { from: Math.round(dayAt(from)), to: Math.min(bounds.to, Math.round(dayAt(to))) };
          if (wanted.to > wanted.from) onZoom(wanted);
        } else if (selection) {
          pick(dayAt(at(event)), event.clientY - event.currentTarget.getBoundingClientRect().top);
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

/** Pixels of one wheel notch, and its zoom factor. One event zooms by one notch at most. */
const NOTCH = { pixels: 100, factor: 1.25 };
/** Browsers report a pinch as Ctrl with a wheel of few pixels; this multiplies them. */
const PINCH = 10;
const PIXELS_PER_LINE = 33;

/** @returns a wheel event's zoom factor (below 1 zooms in); `undefined` if it scrolls instead. */
export function wheelZoom(
  event: Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey'>,
  canScroll: () => boolean,
): number | undefined {
  const { deltaX, deltaY, deltaMode } = event;
  const isForced = event.ctrlKey || event.metaKey;
  if (deltaY === 0 || (!isForced && (Math.abs(deltaX) >= Math.abs(deltaY) || canScroll()))) return undefined;
  const pixels = deltaY * (deltaMode === 0 ? 1 : PIXELS_PER_LINE) * (isForced ? PINCH : 1);
  return NOTCH.factor ** clamp(pixels / NOTCH.pixels, -1, 1);
}

/** @returns whether any element around this one can be scrolled up or down. */
function isInScroller(element: Element): boolean {
  for (let one = element.parentElement; one !== null; one = one.parentElement) {
    if (one.scrollHeight <= one.clientHeight) continue;
    // Hidden overflow does not scroll. The page itself scrolls unless its style forbids it.
    const { overflowY } = getComputedStyle(one);
    if (overflowY === 'auto' || overflowY === 'scroll') return true;
    if (one === document.documentElement && overflowY === 'visible') return true;
  }
  return false;
}
