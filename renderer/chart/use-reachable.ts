import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** How long the pointer must rest before it can move into the tooltip. */
const REST_MS = 250;
/** How near to the tooltip, in pixels, the pointer must be to be on its way to it. */
const ROOM = 24;

type Handlers = {
  onPointerMove: (event: PointerEvent) => void;
  onPointerLeave: () => void;
};

/**
 * Lets the pointer move into the tooltip beside the crosshair, to read it or to select a number (WCAG 1.4.13). After the pointer
 * has rested, a move towards the tooltip leaves the crosshair where it is. Any other move takes the crosshair along at once.
 * @param handlers of the surface. @param leave called when the pointer leaves the tooltip for anything but the surface.
 * @returns handlers for the surface and for the tooltip, and whether the pointer can move into the tooltip now.
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
            // Measured again: the tooltip has moved since the pointer last did.
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

/** @returns the horizontal distance to the tooltip in pixels; infinity where the pointer is above or below it. */
function gapTo(
  element: HTMLElement | null,
  { clientX, clientY }: { clientX: number; clientY: number },
): number {
  if (!element) return Number.POSITIVE_INFINITY;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (clientY < top || clientY > bottom) return Number.POSITIVE_INFINITY;
  return Math.max(left - clientX, clientX - right, 0);
}
