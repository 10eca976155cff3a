import { clamp } from '@mantine/hooks';
import { type DayRange, NARROWEST } from './zoom.ts';

/** The part of the window that is being moved. */
export type Grip = 'from' | 'to' | 'window';

/** @returns the window moved by a number of days, but not out of `whole`. Its width stays. */
export function moveWindow(window: DayRange, by: number, whole: DayRange): DayRange {
  const shift = clamp(Math.round(by), whole.from - window.from, whole.to - window.to);
  return { from: window.from + shift, to: window.to + shift };
}

/** @returns the window with one edge moved to a day, but not out of `whole`, nor narrower than the narrowest zoom. */
export function moveEdge(window: DayRange, edge: 'from' | 'to', day: number, whole: DayRange): DayRange {
  const to = Math.round(day);
  // A window that is narrower already keeps its width.
  const least = Math.min(NARROWEST, window.to - window.from);
  return edge === 'from'
    ? { ...window, from: Math.max(whole.from, Math.min(to, window.to - least)) }
    : { ...window, to: Math.min(whole.to, Math.max(to, window.from + least)) };
}

/** @returns the window centred on a day, but not moved out of `whole`. */
export function centreWindow(window: DayRange, day: number, whole: DayRange): DayRange {
  return moveWindow(window, day - (window.from + window.to) / 2, whole);
}

type WindowKey = Pick<KeyboardEvent, 'key' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/**
 * Applies a key to the window. Arrows move the part that has the focus; Shift with an arrow on the window moves its right edge.
 * Page keys move by the width of the window; Home and End go to the ends of the history.
 * @returns `undefined` for any other key.
 */
export function windowAfterKey(
  grip: Grip,
  window: DayRange,
  { key, shiftKey, ctrlKey, metaKey, altKey }: WindowKey,
  whole: DayRange,
): DayRange | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  const width = window.to - window.from;
  const sign = SIGNS[key];
  if (sign !== undefined) {
    const step = sign * Math.max(1, Math.round(width / 20));
    if (grip === 'window' && !shiftKey) return moveWindow(window, step, whole);
    const edge = grip === 'window' ? 'to' : grip;
    return moveEdge(window, edge, window[edge] + step, whole);
  }
  if (key === 'PageUp' || key === 'PageDown') {
    const by = (key === 'PageUp' ? 1 : -1) * Math.max(1, width);
    return grip === 'window'
      ? moveWindow(window, by, whole)
      : moveEdge(window, grip, window[grip] + by, whole);
  }
  if (key !== 'Home' && key !== 'End') return undefined;
  const end = key === 'Home' ? whole.from : whole.to;
  if (grip !== 'window') return moveEdge(window, grip, end, whole);
  return moveWindow(window, end - (key === 'Home' ? window.from : window.to), whole);
}

const SIGNS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
