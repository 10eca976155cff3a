import type { ValueAxis } from './value-axis.ts';
import { type DayRange, widthOf } from './zoom.ts';

/** The value axes of a chart. */
export type Axes = { left: ValueAxis; right: ValueAxis };

/** What a drawing is made of. Where the range has moved since, the drawing is moved instead of drawn again. */
export type ChartFrame = {
  /** The days between the plot's edges when the drawing was made. */
  anchor: DayRange;
  /** The days that are drawn; those beyond `anchor` come into sight when the drawing is moved. */
  reach: DayRange;
  axes: Axes;
};

/** How far a moving drawing reaches, in widths of the plot: in the direction of the move, and behind it. */
const REACH = { ahead: 1, behind: 0.1 };

/** A moving chart is drawn again where its values need less than this share of its axis. */
const LEAST_USED = 0.5;

/** @returns a drawing of just these days. */
export function stillFrame(range: DayRange, axes: Axes): ChartFrame {
  return { anchor: range, reach: range, axes };
}

/** @returns whether a frame shows just these days, and needs not be made anew. */
export function isSettled({ anchor, reach }: ChartFrame, { from, to }: DayRange): boolean {
  return [anchor, reach].every((one) => one.from === from && one.to === to);
}

/**
 * @param shown the range before. @param axes what the new range needs.
 * @returns the frame to show a new range with: the one before where that can be moved there; one that can be moved further where
 * the range has moved; a still one after any other change.
 */
export function nextFrame(before: ChartFrame, shown: DayRange, range: DayRange, axes: Axes): ChartFrame {
  const width = range.to - range.from;
  if (width !== before.anchor.to - before.anchor.from || width !== shown.to - shown.from)
    return stillFrame(range, axes);
  if (fits(before, range, axes)) return before;
  if (range.from === shown.from) return stillFrame(range, axes);
  const [ahead, behind] = [REACH.ahead, REACH.behind].map((share) => Math.ceil(share * widthOf(range)));
  const isForward = range.from > shown.from;
  const [left = 0, right = 0] = isForward ? [behind, ahead] : [ahead, behind];
  return { anchor: range, reach: { from: range.from - left, to: range.to + right }, axes };
}

function fits({ reach, axes: drawn }: ChartFrame, range: DayRange, { left, right }: Axes): boolean {
  const isInReach = range.from >= reach.from && range.to <= reach.to;
  return isInReach && axisFits(left, drawn.left) && axisFits(right, drawn.right);
}

/** Whether values that need an axis can be read from the one that is drawn. */
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
