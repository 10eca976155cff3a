import { PLAIN, type TickScale, WRITTEN_OUT } from './tick-labels.ts';
import type { ChartSeries, Side } from './types.ts';

export type AxisPlan = {
  left: ChartSeries[];
  right: ChartSeries[];
  /** Series of a third unit. They have no axis: the page names them and never draws them on a wrong scale. */
  undrawn: ChartSeries[];
};

/**
 * Decides which series is drawn on which axis. A series with an axis of its own (`axis`) is drawn there. Of the others, the first
 * unit takes the left axis and the second unit the right one, unless a series of another unit was put there. Percentage points without an
 * axis of their own share that of percent. Hidden series do not count, nor do those without data beside others.
 */
export function planAxes(series: readonly ChartSeries[]): AxisPlan {
  const visible = series.filter((one) => !one.hidden);
  const held = visible.filter((one) => !one.hasNoData);
  const shown = held.length > 0 ? held : visible;
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
  const shared = (unit: string) => taken.get(unit) ?? (unit === 'pp' ? taken.get('%') : undefined);
  const on = (side: Side | undefined) => shown.filter((one) => (one.axis ?? shared(one.unitShort)) === side);
  return { left: on('left'), right: on('right'), undrawn: on(undefined) };
}

const SIDES = ['left', 'right'] as const;

/** @returns the scale of an axis: that of its series, or numbers that are written out where they differ. */
export function axisScale(series: readonly ChartSeries[]): TickScale {
  const [first, ...others] = series.map(({ scale }) => scale ?? PLAIN);
  const isShared = others.every(({ power, sign }) => power === first?.power && sign === first.sign);
  return first && isShared ? first : WRITTEN_OUT;
}

/** @returns the label of an axis: the units of its series as its ticks have them, each once. */
export function axisLabel(series: readonly ChartSeries[]): string {
  const { power, sign } = axisScale(series);
  const isScaled = power > 0 || sign !== '';
  const label = (one: ChartSeries) =>
    (isScaled ? one.scale?.label : undefined) ?? one.axisLabel ?? one.unitShort;
  return [...new Set(series.map(label))].join(' · ');
}
