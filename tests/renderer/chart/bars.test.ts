import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planAxes } from '../../../renderer/chart/axes.ts';
import { barPlaces, inDrawingOrder, shapesOf } from '../../../renderer/chart/plot-layer.tsx';
import type { ChartSeries } from '../../../renderer/chart/types.ts';
import { plotRange } from '../../../renderer/chart/use-plot.ts';
import { dayNumber } from '../../../service/calendar/dates.ts';
import { series } from './made-series.ts';

const bars = (code: string, days: readonly number[], more: Partial<ChartSeries> = {}) =>
  series(code, days, undefined, { type: 'bar', ...more });
const day = (text: string) => dayNumber(text) as number;
const months = Array.from({ length: 13 }, (_, i) =>
  day(`${2025 + Math.floor(i / 12)}-${String((i % 12) + 1).padStart(2, '0')}-01`),
);
const WIDTH = 900;

/** The left and right edges of every bar, as drawn for `range` in a plot of `WIDTH` pixels. */
function edgesOf(all: readonly ChartSeries[], range: { from: number; to: number }) {
  const domain = plotRange(all, range);
  const perDay = WIDTH / (domain.to - domain.from);
  const plan = planAxes(all);
  const places = barPlaces(
    [...plan.left, ...plan.right].filter(({ type }) => type === 'bar'),
    range,
  );
  const scales = {
    x: (one: number) => (one - domain.from) * perDay,
    y: (value: number) => 100 - value,
    width: WIDTH,
    top: 0,
    bottom: 100,
  };
  return [plan.left, plan.right]
    .flatMap((one) => shapesOf(one, range, scales, places))
    .flatMap(({ line, barWidth = 0 }) =>
      [...line.matchAll(/M(-?[\d.]+) /g)].map(([, x]) => [
        Number(x) - barWidth / 2,
        Number(x) + barWidth / 2,
      ]),
    )
    .toSorted((a, b) => (a[0] as number) - (b[0] as number)) as [number, number][];
}

describe('bars', () => {
  it('of all series and both axes are inside the plot and do not overlap', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 0, max: 11 }),
        fc.integer({ min: 1, max: 13 }),
        fc.array(fc.constantFrom('$', '%'), { minLength: 6, maxLength: 6 }),
        (count, first, length, units) => {
          const days = months.slice(first, first + length);
          const all = Array.from({ length: count }, (_, i) =>
            bars(`s${i}`, days, { unitShort: units[i] as string }),
          );
          const edges = edgesOf(all, { from: days[0] as number, to: days.at(-1) as number });
          expect(edges).toHaveLength(count * days.length);
          for (const [i, [left, right]] of edges.entries()) {
            expect(left).toBeGreaterThanOrEqual(0);
            expect(right).toBeLessThanOrEqual(WIDTH);
            // Paths are rounded to tenths of a pixel.
            if (i > 0) expect(left).toBeGreaterThanOrEqual((edges[i - 1]?.[1] as number) - 0.11);
          }
        },
      ),
    );
  });

  it('of days outside the range take no room at the ends', () => {
    const range = { from: months[3] as number, to: months[8] as number };
    expect(edgesOf([bars('a', months)], range)).toHaveLength(6);
  });

  it('widen the plot by as much as they need; other types do not', () => {
    const range = { from: months[0] as number, to: (months[11] as number) + 30 };
    const some = bars('a', months);
    expect(plotRange([some], range)).toEqual({ from: range.from - 14, to: range.to });
    expect(plotRange([{ ...some, type: 'line' }], range)).toEqual(range);
    expect(plotRange([bars('b', [])], range)).toEqual(range);
  });

  it('hide neither lines nor areas, on either axis', () => {
    const range = { from: months[0] as number, to: months[12] as number };
    const all = [bars('c', months, { type: 'line' }), bars('a', months, { type: 'area' }), bars('b', months)];
    const scales = { x: (x: number) => x, y: (y: number) => y, width: WIDTH, top: 0, bottom: 100 };
    const places = barPlaces([all[2] as ChartSeries], range);
    const shapes = all.flatMap((one) => shapesOf([one], range, scales, places));
    expect(inDrawingOrder(shapes).map((one) => one.series.type)).toEqual(['bar', 'area', 'line']);
  });
});
