import type { LineColumn } from '../../service/view/types.ts';
import type { ChartSeries } from './types.ts';

/**
 * Stacks series: each is lifted by the sum of those before it. Only days on which all of them have an observation are kept,
 * because a sum with a part missing would show a fall that never happened.
 * @returns for each series the column of its upper edge. The lower edge is zero for the first series, and the upper edge of the
 * series before it for the others.
 */
export function stackColumns(series: readonly ChartSeries[]): LineColumn[] {
  const [first, ...others] = series.map(({ column }) => column);
  if (!first) return [];
  const places = others.map((column) => new Map(Array.from(column.days, (day, i) => [day, i])));
  const kept = Array.from(first.days.keys()).filter((i) =>
    places.every((place) => place.has(first.days[i] as number)),
  );
  const days = Int32Array.from(kept, (i) => first.days[i] as number);
  const sums = new Float64Array(kept.length);
  return [first, ...others].map((column, c) => {
    for (const [k, i] of kept.entries()) {
      const at = c === 0 ? i : (places[c - 1]?.get(first.days[i] as number) as number);
      sums[k] = (sums[k] as number) + (column.numbers[at] as number);
    }
    return { ...column, days, values: kept.map(() => ''), numbers: sums.slice() };
  });
}

/** @returns for each series of an axis the column that is drawn: of a stacked one its upper edge. */
export function drawnColumns(series: readonly ChartSeries[]): LineColumn[] {
  const edges = stackColumns(series.filter(({ type }) => type === 'stacked'));
  return series.map((one) => (one.type === 'stacked' && edges.shift()) || one.column);
}
