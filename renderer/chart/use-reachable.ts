import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** As long as the pointer rests before the tooltip can be gone to. */
const REST_MS = 250;
/** Pixels round the tooltip that the way to it may lead through. */
const ROOM = 24;

type Handlers = {
  onPointerMove: (event: PointerEvent) => void;
  onPointerLeave: () => void;
};

/**
 * Lets the pointer go into the tooltip beside the crosshair, to read it in peace or select a number of it (WCAG 1.4.13). Once the
 * pointer rests, its straight way to the tooltip moves the crosshair no more; every other move does, at once, as ever.
 * @param handlers of the surface. @param leave the pointer left the tooltip, and not to the surface.
 * @returns handlers for the surface, and for the tooltip, and whether this takes the pointer now.
 */
export function useReachable(
  tooltip: RefObject<HTMLElement | null>,
  surface: RefObject<HTMLElement | null>,
  handlers: Handlers,
  leave: () => void,
) {
  const [isReachable, setReachable] = useState(false);
  const [timer, before] = [useRef<number | undefined>(undefined), useRef(Number.NaN)];
  useEffect(() => () => window.clearTimeout(timer.current), [timer]);
  const holds = (element: HTMLElement | null, target: EventTarget | null) =>
    element !== null && target instanceof Node && element.contains(target);
  return {
    isReachable,
    surfaceHandlers: {
      onPointerMove: (event: PointerEvent) => {
        const gap = gapTo(tooltip.current, event);
        const isOnTheWay = isReachable && event.buttons === 0 && gap < Math.min(ROOM, before.current);
        before.current = gap;
        if (isOnTheWay) return;
        window.clearTimeout(timer.current);
        setReachable(false);
        if (event.buttons === 0)
          timer.current = window.setTimeout(() => {
            // The tooltip has come to where it stands since the last move.
            before.current = gapTo(tooltip.current, event);
            setReachable(true);
          }, REST_MS);
        handlers.onPointerMove(event);
      },
      onPointerLeave: (event: PointerEvent) => {
        if (isReachable && holds(tooltip.current, event.relatedTarget)) return;
        window.clearTimeout(timer.current);
        setReachable(false);
        handlers.onPointerLeave();
      },
    },
    onTooltipLeave: (event: PointerEvent) => {
      setReachable(false);
      if (!holds(surface.current, event.relatedTarget)) leave();
    },
  };
}

/** @returns the pixels sideways to the tooltip; without end where the pointer is above or below it. */
function gapTo(
  element: HTMLElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
): number {
  if (!element) return Number.POSITIVE_INFINITY;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (clientY < top || clientY > bottom) return Number.POSITIVE_INFINITY;
  return Math.max(left - clientX, clientX - right, 0);
}
