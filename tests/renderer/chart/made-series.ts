import type { ChartSeries } from '../../../renderer/chart/types.ts';

/** A line of the chart. @param texts its values, by default 1, 2, 3 … */
export function series(
  code: string,
  days: Iterable<number>,
  texts: readonly string[] = Array.from(days, (_, i) => String(i + 1)),
  more: Partial<ChartSeries> = {},
): ChartSeries {
  const column = {
    id: `made.${code}`,
    days: Int32Array.from(days),
    values: texts,
    numbers: Float64Array.from(texts, Number),
  };
  return { column, title: code, unitShort: '$', slot: 0, hidden: false, ...more };
}
