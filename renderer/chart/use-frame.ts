import { useEffect, useState } from 'react';
import { type Axes, type ChartFrame, isSettled, nextFrame, stillFrame } from './frame.ts';
import type { DayRange } from './zoom.ts';

/** How long after the last move of the range the drawing is made anew, with axes of its own. */
const SETTLES_MS = 160;

/**
 * The frame that the chart is drawn in. While the range moves, as when the window of the overview is dragged, the frame stays and
 * the drawing is moved: making axes anew at every step takes most of the time. When the hand rests, the drawing settles.
 * @param subject what is drawn besides the range: with another one the frame is a new one at once.
 */
export function useFrame(range: DayRange, axes: Axes, subject: unknown): ChartFrame {
  const [kept, keep] = useState({ frame: stillFrame(range, axes), range, axes, subject });
  let { frame } = kept;
  if (kept.range !== range || kept.axes !== axes || kept.subject !== subject) {
    // With the same range, the axes are others because the chart has another height or scale.
    const isMove = kept.subject === subject && kept.range !== range;
    frame = isMove ? nextFrame(frame, kept.range, range, axes) : stillFrame(range, axes);
    keep({ frame, range, axes, subject });
  }
  useEffect(() => {
    if (isSettled(frame, range)) return;
    const settle = () => keep((now) => ({ ...now, frame: stillFrame(now.range, now.axes) }));
    const timer = window.setTimeout(settle, SETTLES_MS);
    return () => window.clearTimeout(timer);
  }, [frame, range]);
  return frame;
}
