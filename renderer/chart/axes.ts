import type { ChartSeries, Side } from './types.ts';

export type AxisPlan = {
  left: ChartSeries[];
  right: ChartSeries[];
  /** Series of a third unit, for which there is no axis: to be told, never drawn on a wrong scale. */
  undrawn: ChartSeries[];
};

/**
 * A series that was put on an axis is drawn there. Of the others, the first unit takes the left axis and the second the right
 * one, as far as nothing of another unit was put there. Hidden series take no part.
 */
export function planAxes(series: readonly ChartSeries[]): AxisPlan {
  const shown = series.filter((one) => !one.hidden);
  const put = shown.filter((one) => one.axis);
  const taken = new Map<string, Side>();
  for (const { axis, unitShort } of shown) {
    if (axis || taken.has(unitShort)) continue;
    const sides = new Set(taken.values());
    const free = SIDES.find(
      (side) => !sides.has(side) && put.every((one) => one.axis !== side || one.unitShort === unitShort),
    );
    if (free) taken.set(unitShort, free);
  }
  const on = (side: Side | undefined) =>
    shown.filter((one) => (one.axis ?? taken.get(one.unitShort)) === side);
  return { left: on('left'), right: on('right'), undrawn: on(undefined) };
}

const SIDES = ['left', 'right'] as const;

/** @returns what an axis says of its unit: the labels of its series, each once. */
export function axisLabel(series: readonly ChartSeries[]): string {
  return [...new Set(series.map((one) => one.axisLabel ?? one.unitShort))].join(' · ');
}
