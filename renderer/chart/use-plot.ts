import { type RefObject, startTransition, useEffect, useMemo, useRef, useState } from 'react';
import { indexAtOrAfter } from '../../service/series-math/decimate.ts';
import { type AxisPlan, EMPTY_AXIS, planAxes, shareOf, type ValueAxis, valueAxis } from './axes.ts';
import { axisWidth } from './tick-labels.ts';
import type { ChartSeries, Side, TimeChartProps } from './types.ts';
import { type DayRange, toDays, widthOf, withLastWeek } from './zoom.ts';

/** Pixels between chart and plot; axis units stand in the top margin. Long labels need more (`axisWidth`). */
export const MARGIN = { top: 18, bottom: 22, left: 40, right: 20, rightWithAxis: 40 } as const;
/** Pixels for letters between the plot and the labels of a right axis. */
export const LETTER_ROOM = 10;

/** The edges of the plot, in pixels from the left and the top of the chart. */
export type PlotArea = { left: number; right: number; top: number; bottom: number };

/** @returns a function from a day to pixels from the chart's left. @param domain days at the edges */
export function dayScale(domain: DayRange, { left, right }: PlotArea): (day: number) => number {
  const perDay = (right - left) / widthOf(domain);
  return (day) => left + (day - domain.from) * perDay;
}

/** @returns a function from a value to pixels from the chart's top; NaN where a log axis has no place. */
export function valueScale(axis: ValueAxis, { top, bottom }: PlotArea): (value: number) => number {
  return (value) => bottom - shareOf(value, axis) * (bottom - top);
}

export type PlotDrawing = {
  plan: AxisPlan;
  frame: ChartFrame;
  /** The days at the plot's edges before the drawing is moved. */
  domain: DayRange;
  area: PlotArea;
  hasLetters: boolean;
};

/** Approximate pixels between two ticks of an axis with even steps. */
const PER_TICK = 56;

/** Lays out a chart: the axis of each line, the axes' ticks, and the positions of days and values. */
export function usePlot(
  props: Pick<TimeChartProps, 'series' | 'range' | 'isLog'>,
  width: number,
  height: number,
) {
  const { series, isLog = false } = props;
  const range = useMemo(() => withLastWeek(toDays(props.range), series), [props.range, series]);
  const plan = useMemo(() => planAxes(series), [series]);
  const count = Math.max(3, Math.floor(height / PER_TICK));
  const axes = useMemo(() => {
    const axis = (side: Side) => valueAxis(plan[side], range.from, range.to, count, isLog) ?? EMPTY_AXIS;
    return { left: axis('left'), right: axis('right') };
  }, [plan, range, count, isLog]);
  const frame = useFrame(range, axes, plan);
  // Stays the same object while the drawing is only moved.
  const drawing = useMemo((): PlotDrawing => {
    const { left, right } = frame.axes;
    const drawn = [...plan.left, ...plan.right];
    // A single line needs no letter.
    const hasLetters = drawn.length > 1;
    const rightAxis = axisWidth(right.labels) + (hasLetters ? LETTER_ROOM : 0);
    const area = {
      left: axisWidth(left.labels),
      right: width - (plan.right.length > 0 ? rightAxis : MARGIN.right),
      top: MARGIN.top,
      bottom: height - MARGIN.bottom,
    };
    return { plan, frame, domain: plotRange(drawn, frame.anchor), area, hasLetters };
  }, [frame, plan, width, height]);
  const { area, domain: anchor } = drawing;
  const moved = range.from - frame.anchor.from;
  const perPixel = widthOf(anchor) / Math.max(1, area.right - area.left);
  const by = Math.round((-moved / perPixel) * 10) / 10;
  const visiblePart = useMemo(() => ({ by, range }), [by, range]);
  /** The days at the plot's edges: the range, plus room for the bars at its ends. */
  const domain: DayRange = { from: anchor.from + moved, to: anchor.to + moved };
  return {
    range,
    plan,
    drawing,
    area,
    domain,
    visiblePart,
    xOf: (day: number) => area.left + (day - domain.from) / perPixel,
    dayAt: (x: number) => domain.from + (x - area.left) * perPixel,
    yOf: (value: number, side: Side) => valueScale(frame.axes[side], area)(value),
  };
}

/** @returns the plot's days: the range, plus half a period at an end that would cut the outermost bar. */
export function plotRange(series: readonly ChartSeries[], range: DayRange): DayRange {
  let { from, to } = range;
  for (const one of series) {
    if (one.type !== 'bar') continue;
    const { days } = one.column;
    const first = days[indexAtOrAfter(days, range.from)];
    const last = days[indexAtOrAfter(days, range.to + 1) - 1];
    if (first === undefined || last === undefined || first > range.to) continue;
    const half = Math.ceil(shortestPeriod(one, range) / 2);
    from = Math.min(from, first - half);
    to = Math.max(to, last + half);
  }
  return { from, to };
}

/** @returns the fewest days between observations; a twelfth of the range if it has fewer than two. */
export function shortestPeriod({ column: { days } }: ChartSeries, range: DayRange): number {
  const end = indexAtOrAfter(days, range.to + 1);
  let shortest = Number.POSITIVE_INFINITY;
  for (let i = indexAtOrAfter(days, range.from) + 1; i < end; i++)
    shortest = Math.min(shortest, (days[i] as number) - (days[i - 1] as number));
  return Number.isFinite(shortest) ? shortest : Math.max(1, widthOf(range) / 12);
}

type Axes = { left: ValueAxis; right: ValueAxis };

/** The inputs of a drawing. When the range moves, the chart moves this drawing before it makes a new one. */
export type ChartFrame = {
  /** The days at the plot's edges when the lines were drawn. */
  anchor: DayRange;
  /** The drawn days; those beyond `anchor` come into sight when the drawing moves. */
  reach: DayRange;
  axes: Axes;
};

/** Milliseconds after the range's last move until the chart draws again with new axes. */
const SETTLES_MS = 160;

/** Moves the old drawing while the range moves, since new axes are the slowest part, and then draws again. */
function useFrame(range: DayRange, axes: Axes, subject: unknown): ChartFrame {
  const [kept, keep] = useState({ frame: stillFrame(range, axes), range, axes, subject });
  let { frame } = kept;
  if (kept.range !== range || kept.axes !== axes || kept.subject !== subject) {
    // If only the axes changed, the chart has another height or scale, so it is not a move.
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

export function stillFrame(range: DayRange, axes: Axes): ChartFrame {
  return { anchor: range, reach: range, axes };
}

/** @returns whether a frame was drawn for exactly these days. */
export function isSettled({ anchor, reach }: ChartFrame, { from, to }: DayRange): boolean {
  return [anchor, reach].every((one) => one.from === from && one.to === to);
}

/** Days that a moving drawing covers beyond the plot, in plot widths: ahead of the move, and behind it. */
const REACH = { ahead: 1, behind: 0.1 };

/**
 * @returns `before` if moving its drawing shows the new range; a frame with more days ahead if the move
 * continues; otherwise a still frame.
 */
export function nextFrame(before: ChartFrame, shown: DayRange, range: DayRange, axes: Axes): ChartFrame {
  const { anchor, reach, axes: drawn } = before;
  const width = range.to - range.from;
  if (width !== anchor.to - anchor.from || width !== shown.to - shown.from) return stillFrame(range, axes);
  const isInReach = range.from >= reach.from && range.to <= reach.to;
  if (isInReach && axisFits(axes.left, drawn.left) && axisFits(axes.right, drawn.right)) return before;
  if (range.from === shown.from) return stillFrame(range, axes);
  const [ahead, behind] = [REACH.ahead, REACH.behind].map((share) => Math.ceil(share * widthOf(range)));
  const [left = 0, right = 0] = range.from > shown.from ? [behind, ahead] : [ahead, behind];
  return { anchor: range, reach: { from: range.from - left, to: range.to + right }, axes };
}

/** A moving chart is drawn again if its values need less than this share of the drawn axis. */
const LEAST_USED = 0.5;

/** @returns whether values are readable on the drawn axis. `needed`: the axis that they would get. */
function axisFits(needed: ValueAxis, drawn: ValueAxis): boolean {
  if (needed === drawn) return true;
  if (needed.isLog !== drawn.isLog || (needed.ticks.length === 0) !== (drawn.ticks.length === 0))
    return false;
  const size = ({ domain: [low, high], isLog }: ValueAxis) => (isLog ? Math.log(high / low) : high - low);
  return (
    needed.domain[0] >= drawn.domain[0] &&
    needed.domain[1] <= drawn.domain[1] &&
    size(needed) >= size(drawn) * LEAST_USED
  );
}

/** Returns an element's inner size in pixels: 0 in the first frame, which measuring would delay. */
export function useBoxSize(): [RefObject<HTMLDivElement | null>, { width: number; height: number }] {
  const ref = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    startTransition(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
