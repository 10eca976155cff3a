import { useEffect, useMemo, useState } from 'react';
import { type AxisPlan, planAxes } from './axes.ts';
import { plotRange } from './bars.ts';
import { type Axes, type ChartFrame, isSettled, nextFrame, stillFrame } from './frame.ts';
import { LETTER_ROOM } from './line-ends.ts';
import { axisWidth } from './tick-labels.ts';
import type { TimeChartProps } from './types.ts';
import { EMPTY_AXIS, shareOf, type ValueAxis, valueAxis } from './value-axis.ts';
import { type DayRange, toDays, widthOf, withLastWeek } from './zoom.ts';

/**
 * Margins between chart and plot, in pixels. The units of the axes stand above the plot. An axis with long numbers needs more
 * (`axisWidth`).
 */
export const MARGIN = { top: 18, bottom: 22, left: 40, right: 20, rightWithAxis: 40 } as const;

/** The edges of the plot, in pixels from the left and the top of the chart. */
export type PlotArea = { left: number; right: number; top: number; bottom: number };

/** How many pixels an axis with even steps has between two ticks, about. */
const PER_TICK = 56;

/** Where everything of a chart of this size stands: which line has which axis, the axes' numbers, and where a day and a value are. */
export function usePlot(
  props: Pick<TimeChartProps, 'series' | 'range' | 'isLog'>,
  width: number,
  height: number,
) {
  const { series, isLog = false } = props;
  const range = useMemo(() => withLastWeek(toDays(props.range), series), [props.range, series]);
  const plan = useMemo(() => planAxes(series), [series]);
  const axes = useAxes(plan, range, Math.max(3, Math.floor(height / PER_TICK)), isLog);
  const frame = useFrame(range, axes, plan);
  const drawn = useMemo(() => [...plan.left, ...plan.right], [plan]);
  // A single line needs no letter.
  const hasLetters = drawn.length > 1;
  const anchor = useMemo(() => plotRange(drawn, frame.anchor), [drawn, frame.anchor]);
  const area = useMemo((): PlotArea => {
    const { left, right } = frame.axes;
    const rightAxis = axisWidth(right.labels) + (hasLetters ? LETTER_ROOM : 0);
    return {
      left: axisWidth(left.labels),
      right: width - (plan.right.length > 0 ? rightAxis : MARGIN.right),
      top: MARGIN.top,
      bottom: height - MARGIN.bottom,
    };
  }, [frame.axes, hasLetters, plan, width, height]);
  // The same object while the drawing is only moved.
  const drawing = useMemo(
    () => ({ plan, frame, domain: anchor, area, hasLetters }),
    [plan, frame, anchor, area, hasLetters],
  );
  const moved = range.from - frame.anchor.from;
  const perPixel = widthOf(anchor) / Math.max(1, area.right - area.left);
  const by = Math.round((-moved / perPixel) * 10) / 10;
  const sight = useMemo(() => ({ by, range }), [by, range]);
  /** The days from the plot's left edge to its right edge: the range, plus room for the bars at its ends. */
  const domain: DayRange = { from: anchor.from + moved, to: anchor.to + moved };
  return {
    range,
    plan,
    drawing,
    area,
    domain,
    sight,
    xOf: (day: number) => area.left + (day - domain.from) / perPixel,
    dayAt: (x: number) => domain.from + (x - area.left) * perPixel,
    /** Where a value is on an axis. Not a number where a log axis has no place for it. */
    yOf: (value: number, side: keyof Axes) =>
      area.bottom - shareOf(value, frame.axes[side]) * (area.bottom - area.top),
  };
}

function useAxes(plan: AxisPlan, range: DayRange, count: number, isLog: boolean): Axes {
  return useMemo(() => {
    const axis = (side: keyof Axes): ValueAxis =>
      valueAxis(plan[side], range.from, range.to, count, isLog) ?? EMPTY_AXIS;
    return { left: axis('left'), right: axis('right') };
  }, [plan, range, count, isLog]);
}

/** How long after the last move of the range the chart is drawn again, with new axes. */
const SETTLES_MS = 160;

/**
 * The frame that the chart is drawn in. While the range moves, as when the window of the overview is dragged, the frame stays and
 * the drawing is moved: making new axes at every step takes most of the time. When the hand rests, the drawing settles.
 * @param subject what is drawn besides the range: with another one the frame is a new one at once.
 */
function useFrame(range: DayRange, axes: Axes, subject: unknown): ChartFrame {
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
