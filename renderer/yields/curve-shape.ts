import type { Tenor } from '../../service/datasets/yields/curve.ts';
import { tenorState } from '../../service/series-math/curve.ts';
import type { Curves } from './curves.ts';
import type { YieldsState } from './search.ts';

/** Where tenors stand, and the paths of a day's curve. */

/** @returns the places of the tenors from left to right, from 0 to 1. */
export function tenorPlaces(tenors: readonly Tenor[], axis: YieldsState['x']): number[] {
  const at = ({ months }: Tenor, i: number) =>
    axis === 'even' ? i : axis === 'years' ? months : Math.sqrt(months);
  const all = tenors.map(at);
  const [first = 0, last = 1] = [all[0], all.at(-1)];
  return all.map((one) => (one - first) / (last - first));
}

/** A curve in pixels. `solid` joins neighbours, `dashed` crosses tenors whose value is missing that day, `dots` has the values. */
export type CurvePaths = { solid: string; dashed: string; dots: string };

/**
 * @param x pixels of each tenor. @param y pixels of a value in percent.
 * A tenor that was not published yet is passed over: the curve of that day was drawn through the others.
 */
export function curvePaths(
  curves: Curves,
  row: number,
  x: readonly number[],
  y: (percent: number) => number,
): CurvePaths {
  const paths = { solid: '', dashed: '', dots: '' };
  const unit = 10 ** curves.places;
  let before = '';
  let isBroken = false;
  for (const [i, column] of curves.columns.entries()) {
    const scaled = column.scaled[row] as number;
    if (Number.isNaN(scaled)) {
      isBroken ||= tenorState(curves, column, row, column.start) === 'missing';
      continue;
    }
    const at = `${tenths(x[i] as number)} ${tenths(y(scaled / unit))}`;
    if (before === '') paths.solid += `M${at}`;
    else if (isBroken) {
      paths.dashed += `M${before}L${at}`;
      paths.solid += `M${at}`;
    } else paths.solid += `L${at}`;
    paths.dots += `M${at}h0`;
    before = at;
    isBroken = false;
  }
  return paths;
}

/** The area between two curves given in percent; a tenor without them is passed over. */
export function curveBand(
  low: readonly (number | undefined)[],
  high: readonly (number | undefined)[],
  x: readonly number[],
  y: (percent: number) => number,
): string {
  const edge = (values: readonly (number | undefined)[]) =>
    values.flatMap((value, i) =>
      value === undefined ? [] : [`${tenths(x[i] as number)} ${tenths(y(value))}`],
    );
  const [upper, lower] = [edge(high), edge(low)];
  return upper.length === 0 ? '' : `M${[...upper, ...lower.toReversed()].join('L')}Z`;
}

function tenths(pixels: number): number {
  return Math.round(pixels * 10) / 10;
}
