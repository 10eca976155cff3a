import { mean } from 'd3-array';
import { gapTest, indexAtOrAfter } from '../../service/series-math/decimate.ts';
import type { LineColumn } from '../../service/view/types.ts';
import type { DayRange } from './zoom.ts';

/** @returns day and value of the last point of a line that is in sight: its last observation, or where it leaves the range. */
export function lastInSight(
  { days, numbers }: LineColumn,
  range: DayRange,
): { day: number; value: number } | undefined {
  const at = indexAtOrAfter(days, range.to + 1) - 1;
  if (at < 0) return undefined;
  const [day, value] = [days[at] as number, numbers[at] as number];
  const [nextDay, next] = [days[at + 1], numbers[at + 1]];
  if (nextDay !== undefined && next !== undefined && !gapTest(days)(day, nextDay)) {
    const share = (range.to - day) / (nextDay - day);
    return { day: range.to, value: value + (next - value) * share };
  }
  return day < range.from ? undefined : { day, value };
}

/** Where a letter stands, in pixels. */
type LetterPoint = { x: number; y: number };

/** The room that a letter needs, in pixels. */
const LETTER = { width: 9, height: 12 };
/** The room for letters between the plot and the labels of a right axis, in pixels. */
export const LETTER_ROOM = 10;

/**
 * Pushes letters apart that would overlap: up and down, as little as possible, within `top` and `bottom`.
 * @returns their places, in the order given. Letters beside each other do not push.
 */
export function pushedApart<P extends LetterPoint>(places: readonly P[], top: number, bottom: number): P[] {
  const pushed = new Map<P, P>();
  for (const column of columnsOf(places)) {
    const sorted = column.toSorted((a, b) => a.y - b.y);
    const last = bottom - (sorted.length - 1) * LETTER.height;
    const wanted = sorted.map(({ y }, i) => y - i * LETTER.height);
    for (const [i, y] of rising(wanted).entries()) {
      const one = sorted[i] as P;
      pushed.set(one, { ...one, y: Math.max(top, Math.min(last, y)) + i * LETTER.height });
    }
  }
  return places.map((one) => pushed.get(one) ?? one);
}

/** The letters that stand one above the other. */
function columnsOf<P extends LetterPoint>(places: readonly P[]): P[][] {
  const columns: P[][] = [];
  let before = Number.NEGATIVE_INFINITY;
  for (const one of places.toSorted((a, b) => a.x - b.x)) {
    if (one.x - before >= LETTER.width) columns.push([]);
    columns.at(-1)?.push(one);
    before = one.x;
  }
  return columns;
}

/** @returns the rising numbers nearest to these, by least squares: neighbours that fall get their mean (pool adjacent violators). */
function rising(numbers: readonly number[]): number[] {
  const pools: number[][] = [];
  const meanOf = (pool: number[] | undefined) => mean(pool ?? []) ?? 0;
  for (const number of numbers) {
    let pool = [number];
    while (pools.length > 0 && meanOf(pools.at(-1)) > meanOf(pool)) pool = [...(pools.pop() ?? []), ...pool];
    pools.push(pool);
  }
  return pools.flatMap((pool) => pool.map(() => meanOf(pool)));
}
