import type { Matrix } from '../matrix.ts';

/** A day alike lies at least so many days before, and more than so many from a better one. */
const EARLIER = 365;
const APART = 90;
/** Above this many basis points a day is not like another. */
export const NOT_ALIKE = 20;

/** A day and how far its curve is from that of another: the root of the mean of the squared differences, in basis points. */
export type AlikeDay = { row: number; distance: number };

/**
 * The days before a day whose curve had most nearly its shape.
 * @param names of the columns that are compared. @param row of the day. @param withLevel compares the levels too, otherwise each tenor less the mean of its day.
 * @returns at most `most` days, the nearest first; none where the day lacks one of the tenors.
 */
export function alikeDays(
  matrix: Matrix,
  names: readonly string[],
  row: number,
  most: number,
  withLevel = false,
): AlikeDay[] {
  const { days, places } = matrix;
  const columns = names.flatMap((wanted) => matrix.columns.find(({ name }) => name === wanted)?.scaled ?? []);
  if (columns.length < names.length) return [];
  const shape = (at: number, into: Float64Array): boolean => {
    let sum = 0;
    for (let i = 0; i < names.length; i++) sum += into[i] = (columns[i] as Float64Array)[at] as number;
    const mean = withLevel ? 0 : sum / names.length;
    for (let i = 0; i < names.length; i++) into[i] = (into[i] as number) - mean;
    return !Number.isNaN(sum);
  };
  const own = new Float64Array(names.length);
  if (!shape(row, own)) return [];
  const other = new Float64Array(names.length);
  const toBasisPoints = 10 ** (2 - places);
  const found: AlikeDay[] = [];
  for (let at = 0; (days[row] as number) - (days[at] as number) >= EARLIER; at++) {
    if (!shape(at, other)) continue;
    let sum = 0;
    for (let i = 0; i < names.length; i++) sum += ((own[i] as number) - (other[i] as number)) ** 2;
    found.push({ row: at, distance: Math.sqrt(sum / names.length) * toBasisPoints });
  }
  found.sort((a, b) => a.distance - b.distance || b.row - a.row);
  const kept: AlikeDay[] = [];
  for (const one of found) {
    if (kept.length === most) break;
    const isNear = kept.some(
      (better) => Math.abs((days[better.row] as number) - (days[one.row] as number)) <= APART,
    );
    if (!isNear) kept.push(one);
  }
  return kept;
}
