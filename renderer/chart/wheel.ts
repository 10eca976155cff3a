/** What one notch of a wheel zooms by, and the most that one event does. */
const NOTCH = { pixels: 100, factor: 1.25 };
/** A pinch comes as Ctrl and a wheel of few pixels. */
const PINCH = 10;
const PIXELS_PER_LINE = 33;

type Turned = Pick<WheelEvent, 'deltaX' | 'deltaY' | 'deltaMode' | 'ctrlKey' | 'metaKey'>;

/**
 * @param canScroll whether a plain wheel has something to scroll here: then it is left to that, as everywhere else.
 * @returns the factor that a turn of the wheel zooms by, below 1 inwards; `undefined` where it is no zoom.
 */
export function wheelZoom(
  { deltaX, deltaY, deltaMode, ctrlKey, metaKey }: Turned,
  canScroll: () => boolean,
): number | undefined {
  const isAsked = ctrlKey || metaKey;
  if (deltaY === 0 || (!isAsked && (Math.abs(deltaX) >= Math.abs(deltaY) || canScroll()))) return undefined;
  const pixels = deltaY * (deltaMode === 0 ? 1 : PIXELS_PER_LINE) * (isAsked ? PINCH : 1);
  const notches = Math.max(-1, Math.min(1, pixels / NOTCH.pixels));
  return NOTCH.factor ** notches;
}

/** @returns whether anything that the element stands in can be scrolled up or down. */
export function standsInScroll(element: Element): boolean {
  for (let one = element.parentElement; one !== null; one = one.parentElement) {
    if (one.scrollHeight <= one.clientHeight) continue;
    // What is cut off is no scroll; the page itself scrolls unless it is told not to.
    const { overflowY } = getComputedStyle(one);
    if (overflowY === 'auto' || overflowY === 'scroll') return true;
    if (one === document.documentElement && overflowY === 'visible') return true;
  }
  return false;
}
